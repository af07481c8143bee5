-- GET /svc/audit
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT e.id, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at, e.resource, e.action, e.record_id, e.record_key,
  e.actor, e.request_id, run.source, run.id AS run_id, e.before, e.after FROM audit_event e
  LEFT JOIN source_run run ON run.id = CASE
  WHEN substr(e.request_id, 15, 1) = '7' AND e.request_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.request_id::uuid END AND e.actor IN ('source:' || run.source, run.declaration ->> 'principal') ORDER BY e.id DESC LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /svc/audit?from_date=20250601&to_date=20250630&resource=quote&record_id=0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10&action=updated&actor=maker%40example.com&request_id=5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT e.id, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at, e.resource, e.action, e.record_id, e.record_key,
  e.actor, e.request_id, run.source, run.id AS run_id, e.before, e.after FROM audit_event e
  LEFT JOIN source_run run ON run.id = CASE
  WHEN substr(e.request_id, 15, 1) = '7' AND e.request_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.request_id::uuid END AND e.actor IN ('source:' || run.source, run.declaration ->> 'principal') WHERE e.resource = $1::text AND e.record_id = $2::uuid AND e.action = $3::text AND e.actor = $4::text AND e.request_id = $5::text AND e.occurred_at >= $6::date::timestamp AT TIME ZONE 'UTC' AND e.occurred_at < ($7::date + 1)::timestamp AT TIME ZONE 'UTC' AND e.action <> 'created' ORDER BY e.id DESC LIMIT $8::bigint OFFSET $9::bigint) line;

-- GET /svc/audit?resource=quote&record_id=0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10&action=updated&actor=maker%40example.com&request_id=5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT e.id, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at, e.resource, e.action, e.record_id, e.record_key,
  e.actor, e.request_id, run.source, run.id AS run_id, e.before, e.after FROM audit_event e
  LEFT JOIN source_run run ON run.id = CASE
  WHEN substr(e.request_id, 15, 1) = '7' AND e.request_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.request_id::uuid END AND e.actor IN ('source:' || run.source, run.declaration ->> 'principal') WHERE e.resource = $1::text AND e.record_id = $2::uuid AND e.action = $3::text AND e.actor = $4::text AND e.request_id = $5::text AND e.action <> 'created' ORDER BY e.id DESC LIMIT $6::bigint OFFSET $7::bigint) line;
