-- GET /svc/quote/approval
SELECT coalesce(sum(t.pending), 0) AS pending FROM quote_ticker t WHERE t.pending > 0;

-- GET /svc/quote/approval
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT
  r.id, '/svc/quote/' || r.id AS url, '"' || right(r.id::text, 12) || '-' || r.revision::text || '"' AS etag, r.ticker, r.date, r.open, r.high, r.low, r.close, r.volume,
  (ARRAY['pending', 'approved', 'rejected'])[r.approval + 1] AS status, r.maker,
  to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  floor(extract(epoch FROM clock_timestamp() - r.changed_at))::bigint AS age_seconds,
  to_json(array_remove(ARRAY[CASE WHEN r.flags & 1 <> 0 THEN 'outside_limits' END, CASE WHEN r.flags & 2 <> 0 THEN 'off_tick' END, CASE WHEN r.flags & 4 <> 0 THEN 'price_jump' END, CASE WHEN r.flags & 8 <> 0 THEN 'change_without_volume' END, CASE WHEN r.flags & 16 <> 0 THEN 'non_trading_day' END], NULL)) AS flags, approved.diff, r.approval_by AS decided_by,
  to_char(r.approval_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS decided_at, r.approval_reason AS reason FROM quote r
  LEFT JOIN LATERAL (
    SELECT e.after FROM audit_event e WHERE e.record_id = r.id AND e.action = 'approved'
    ORDER BY e.id DESC LIMIT 1) version ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(field, jsonb_build_object('approved', version.after -> field, 'now', now_value)), '{}') AS diff
    FROM jsonb_each(jsonb_build_object('open', r.open, 'high', r.high, 'low', r.low, 'close', r.close, 'volume', r.volume))
    AS present(field, now_value)
    WHERE version.after -> field IS DISTINCT FROM now_value HAVING version.after IS NOT NULL) approved ON true WHERE r.approval = 0 ORDER BY r.date DESC, r.ticker LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /svc/quote/approval?from_date=20250601&to_date=20250630&status=pending&ticker=ZDA&maker=maker%40example.com&flag=price_jump
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT
  r.id, '/svc/quote/' || r.id AS url, '"' || right(r.id::text, 12) || '-' || r.revision::text || '"' AS etag, r.ticker, r.date, r.open, r.high, r.low, r.close, r.volume,
  (ARRAY['pending', 'approved', 'rejected'])[r.approval + 1] AS status, r.maker,
  to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  floor(extract(epoch FROM clock_timestamp() - r.changed_at))::bigint AS age_seconds,
  to_json(array_remove(ARRAY[CASE WHEN r.flags & 1 <> 0 THEN 'outside_limits' END, CASE WHEN r.flags & 2 <> 0 THEN 'off_tick' END, CASE WHEN r.flags & 4 <> 0 THEN 'price_jump' END, CASE WHEN r.flags & 8 <> 0 THEN 'change_without_volume' END, CASE WHEN r.flags & 16 <> 0 THEN 'non_trading_day' END], NULL)) AS flags, approved.diff, r.approval_by AS decided_by,
  to_char(r.approval_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS decided_at, r.approval_reason AS reason FROM quote r
  LEFT JOIN LATERAL (
    SELECT e.after FROM audit_event e WHERE e.record_id = r.id AND e.action = 'approved'
    ORDER BY e.id DESC LIMIT 1) version ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(field, jsonb_build_object('approved', version.after -> field, 'now', now_value)), '{}') AS diff
    FROM jsonb_each(jsonb_build_object('open', r.open, 'high', r.high, 'low', r.low, 'close', r.close, 'volume', r.volume))
    AS present(field, now_value)
    WHERE version.after -> field IS DISTINCT FROM now_value HAVING version.after IS NOT NULL) approved ON true WHERE r.maker = $1::text AND r.ticker = $2::text AND r.date >= $3::date AND r.date < $4::date + 1 AND r.approval = 0 AND r.flags & 4 <> 0 ORDER BY r.date DESC, r.ticker LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /svc/quote/approval?status=pending&ticker=ZDA&maker=maker%40example.com&flag=price_jump
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT
  r.id, '/svc/quote/' || r.id AS url, '"' || right(r.id::text, 12) || '-' || r.revision::text || '"' AS etag, r.ticker, r.date, r.open, r.high, r.low, r.close, r.volume,
  (ARRAY['pending', 'approved', 'rejected'])[r.approval + 1] AS status, r.maker,
  to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  floor(extract(epoch FROM clock_timestamp() - r.changed_at))::bigint AS age_seconds,
  to_json(array_remove(ARRAY[CASE WHEN r.flags & 1 <> 0 THEN 'outside_limits' END, CASE WHEN r.flags & 2 <> 0 THEN 'off_tick' END, CASE WHEN r.flags & 4 <> 0 THEN 'price_jump' END, CASE WHEN r.flags & 8 <> 0 THEN 'change_without_volume' END, CASE WHEN r.flags & 16 <> 0 THEN 'non_trading_day' END], NULL)) AS flags, approved.diff, r.approval_by AS decided_by,
  to_char(r.approval_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS decided_at, r.approval_reason AS reason FROM quote r
  LEFT JOIN LATERAL (
    SELECT e.after FROM audit_event e WHERE e.record_id = r.id AND e.action = 'approved'
    ORDER BY e.id DESC LIMIT 1) version ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(field, jsonb_build_object('approved', version.after -> field, 'now', now_value)), '{}') AS diff
    FROM jsonb_each(jsonb_build_object('open', r.open, 'high', r.high, 'low', r.low, 'close', r.close, 'volume', r.volume))
    AS present(field, now_value)
    WHERE version.after -> field IS DISTINCT FROM now_value HAVING version.after IS NOT NULL) approved ON true WHERE r.maker = $1::text AND r.ticker = $2::text AND r.approval = 0 AND r.flags & 4 <> 0 ORDER BY r.date DESC, r.ticker LIMIT $3::bigint OFFSET $4::bigint) line;
