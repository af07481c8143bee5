-- GET /trading/suggestions
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
  r.author, to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM trading_suggestion r ORDER BY r.published_at DESC, r.suggestion_id LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trading/suggestions?from_date=20250601&to_date=20250630&ticker=ZDA&side=buy
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
  r.author, to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM trading_suggestion r WHERE r.published_at >= (($1::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND r.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND r.ticker = ANY ($3::text[]) AND r.side = $4::text ORDER BY r.published_at DESC, r.suggestion_id LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /trading/suggestions?ticker=ZDA&side=buy
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
  r.author, to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM trading_suggestion r WHERE r.ticker = ANY ($1::text[]) AND r.side = $2::text ORDER BY r.published_at DESC, r.suggestion_id LIMIT $3::bigint OFFSET $4::bigint) line;
