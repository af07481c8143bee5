-- GET /svc/quarantine
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT q.id, '"' || right(q.id::text, 12) || '-' || q.revision::text || '"' AS etag, q.resource, q.source, q.run_id, q.record_key AS key, q.record, q.findings, q.state,
  to_char(q.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, to_char(q.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS decided_at, q.decided_by, q.reason FROM quarantine q WHERE q.state = $1::text ORDER BY q.created_at DESC, q.id DESC LIMIT $2::bigint OFFSET $3::bigint) line;

-- GET /svc/quarantine?state=waiting&resource=quote&source=vendor-eod&ticker=ZDA&rule=unit_jump
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT q.id, '"' || right(q.id::text, 12) || '-' || q.revision::text || '"' AS etag, q.resource, q.source, q.run_id, q.record_key AS key, q.record, q.findings, q.state,
  to_char(q.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, to_char(q.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS decided_at, q.decided_by, q.reason FROM quarantine q WHERE q.state = $1::text AND q.resource = $2::text AND q.source = $3::text AND q.record_key ->> 'ticker' = $4::text AND q.findings @> jsonb_build_array(jsonb_build_object('rule', $5::text)) ORDER BY q.created_at DESC, q.id DESC LIMIT $6::bigint OFFSET $7::bigint) line;
