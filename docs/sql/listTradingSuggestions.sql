-- GET /trading/suggestions
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
  r.author, to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM trading_suggestion r ORDER BY r.published_at DESC, r.suggestion_id LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trading/suggestions?from_date=20250601&to_date=20250630&ticker=ZDA&side=buy
SELECT name FROM (VALUES ('trading_suggestion', EXISTS (SELECT FROM trading_suggestion r WHERE true)))
data_set (name, stored)
WHERE NOT stored;

-- GET /trading/suggestions?from_date=20250601&to_date=20250630&ticker=ZDA&side=buy
SELECT value FROM unnest($1::text[]) WITH ORDINALITY asked (value, place)
WHERE NOT EXISTS (SELECT FROM security r WHERE r.ticker = value)
AND NOT EXISTS (SELECT FROM quote q WHERE q.ticker = value)
AND NOT EXISTS (SELECT FROM security s WHERE s.ticker = value)
AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = value)
ORDER BY place;

-- GET /trading/suggestions?from_date=20250601&to_date=20250630&ticker=ZDA&side=buy
SELECT bounds.first::text AS first, bounds.last::text AS last FROM (SELECT (min(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM trading_suggestion r) bounds;

-- GET /trading/suggestions?from_date=20250601&to_date=20250630&ticker=ZDA&side=buy
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
  r.author, to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM trading_suggestion r WHERE r.published_at >= (($1::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND r.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND r.ticker = ANY ($3::text[]) AND r.side = $4::text ORDER BY r.published_at DESC, r.suggestion_id LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /trading/suggestions?ticker=ZDA&side=buy
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
  r.author, to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM trading_suggestion r WHERE r.ticker = ANY ($1::text[]) AND r.side = $2::text ORDER BY r.published_at DESC, r.suggestion_id LIMIT $3::bigint OFFSET $4::bigint) line;
