-- GET /svc/source/vendor-eod/run/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10/unit
SELECT row_to_json(line)::text AS json FROM (
  SELECT r.id, r.source, r.state, r.from_date, r.to_date, r.requested_by, to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at,
  to_char(r.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS started_at, to_char(r.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ended_at, r.replay_of, p.* FROM source_run r
  LEFT JOIN LATERAL (
    SELECT count(*)::int AS units, count(*) FILTER (WHERE u.state = 'done')::int AS units_done,
    count(*) FILTER (WHERE u.state = 'failed')::int AS units_failed,
    coalesce(sum(u.requests), 0)::bigint AS requests, coalesce(sum(u.bytes), 0)::bigint AS bytes, coalesce(sum(u.read), 0)::bigint AS read, coalesce(sum(u.created), 0)::bigint AS created, coalesce(sum(u.updated), 0)::bigint AS updated, coalesce(sum(u.unchanged), 0)::bigint AS unchanged, coalesce(sum(u.ignored), 0)::bigint AS ignored, coalesce(sum(u.proposed), 0)::bigint AS proposed, coalesce(sum(u.rejected), 0)::bigint AS rejected, coalesce(sum(u.quarantined), 0)::bigint AS quarantined, coalesce(sum(u.warned), 0)::bigint AS warned
    FROM source_unit u WHERE u.run_id = r.id) p ON true WHERE r.id = $2::uuid AND r.source = $1::text) line;
