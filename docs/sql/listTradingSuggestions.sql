-- GET /trading/suggestions
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
  r.author, to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM trading_suggestion r ORDER BY r.published_at DESC, r.suggestion_id LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trading/suggestions?side=buy
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
  r.author, to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM trading_suggestion r WHERE r.side = $1::text ORDER BY r.published_at DESC, r.suggestion_id LIMIT $2::bigint OFFSET $3::bigint) line;
