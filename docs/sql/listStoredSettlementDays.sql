-- GET /svc/settlement
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.id, '/svc/settlement/' || r.id AS url, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  r.country, r.date, r.timezone, r.name, r.status
  FROM settlement r ORDER BY r.date DESC, r.country LIMIT $1::bigint OFFSET $2::bigint) line;
