-- GET /svc/settlement
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.id, '/svc/settlement/' || r.id AS url, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  r.country, r.date, r.timezone, r.name, r.status FROM settlement r ORDER BY r.date DESC, r.country LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /svc/settlement?from_date=20250601&to_date=20250630&country=VN&status=closed
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.id, '/svc/settlement/' || r.id AS url, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  r.country, r.date, r.timezone, r.name, r.status FROM settlement r WHERE r.country = $1::text AND r.status = $2::text AND r.date >= $3::date AND r.date < $4::date + 1 ORDER BY r.date DESC, r.country LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /svc/settlement?country=VN&status=closed
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.id, '/svc/settlement/' || r.id AS url, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  r.country, r.date, r.timezone, r.name, r.status FROM settlement r WHERE r.country = $1::text AND r.status = $2::text ORDER BY r.date DESC, r.country LIMIT $3::bigint OFFSET $4::bigint) line;
