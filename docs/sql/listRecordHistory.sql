-- GET /svc/record/security/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10/history
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT e.id, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at, e.resource, e.action, e.record_id, e.record_key,
  e.actor, e.request_id, run.source, run.id AS run_id, e.before, e.after FROM audit_event e
  LEFT JOIN source_run run ON run.id = CASE
  WHEN substr(e.request_id, 15, 1) = '7' AND e.request_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN e.request_id::uuid END AND e.actor IN ('source:' || run.source, run.declaration ->> 'principal') WHERE ((e.record_id = $1::uuid AND e.resource = 'security') OR (e.resource = 'security' AND e.action = 'imported'
      AND e.occurred_at = ANY (ARRAY(
          SELECT r.created_at FROM security r WHERE r.id = $2::uuid
          UNION ALL
          SELECT (d.before ->> 'created_at')::timestamptz FROM audit_event d
          WHERE d.record_id = $3::uuid AND d.resource = 'security' AND d.action = 'deleted')))) ORDER BY e.id DESC LIMIT $4::bigint OFFSET $5::bigint) line;
