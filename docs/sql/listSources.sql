-- GET /svc/source
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT s.name, s.declaration || jsonb_build_object('active', s.active) AS declaration, s.maker,
  to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, to_char(s.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS changed_at,
  to_char(s.next_run_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS next_run_at, s.newest_date, to_char(s.stale_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS stale_since, (SELECT jsonb_build_object('id', r.id, 'state', r.state, 'to_date', r.to_date,
      'ended_at', to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) FROM source_run r
    WHERE r.source = s.name AND r.ended_at IS NOT NULL ORDER BY r.created_at DESC LIMIT 1) AS last_run FROM source s ORDER BY s.name LIMIT $1::bigint OFFSET $2::bigint) line;
