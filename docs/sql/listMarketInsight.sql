-- GET /trading/market-insight
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.insight_id AS id, r.type, r.title, r.body, r.author, to_json(r.tickers) AS tickers,
  to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM market_insight r ORDER BY r.published_at DESC, r.insight_id LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trading/market-insight?from_date=20250601&to_date=20250630&ticker=ZDA&type=market_outlook&q=trien+vong
SELECT name FROM (VALUES ('market_insight', EXISTS (SELECT FROM market_insight r WHERE true)))
data_set (name, stored)
WHERE NOT stored;

-- GET /trading/market-insight?from_date=20250601&to_date=20250630&ticker=ZDA&type=market_outlook&q=trien+vong
SELECT value FROM unnest($1::text[]) WITH ORDINALITY asked (value, place)
WHERE NOT EXISTS (SELECT FROM security r WHERE r.ticker = value)
AND NOT EXISTS (SELECT FROM quote q WHERE q.ticker = value)
AND NOT EXISTS (SELECT FROM security s WHERE s.ticker = value)
AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = value)
ORDER BY place;

-- GET /trading/market-insight?from_date=20250601&to_date=20250630&ticker=ZDA&type=market_outlook&q=trien+vong
SELECT bounds.first::text AS first, bounds.last::text AS last FROM (SELECT (min(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM market_insight r) bounds;

-- GET /trading/market-insight?from_date=20250601&to_date=20250630&ticker=ZDA&type=market_outlook&q=trien+vong
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.insight_id AS id, r.type, r.title, r.body, r.author, to_json(r.tickers) AS tickers,
  to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM market_insight r WHERE r.published_at >= (($1::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND r.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND r.tickers && $3::text[] AND r.type = $4::text AND search_words(r.title, r.body) @@ search_query($5::text) ORDER BY r.published_at DESC, r.insight_id LIMIT $6::bigint OFFSET $7::bigint) line;

-- GET /trading/market-insight?ticker=ZDA&type=market_outlook&q=trien+vong
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.insight_id AS id, r.type, r.title, r.body, r.author, to_json(r.tickers) AS tickers,
  to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM market_insight r WHERE r.tickers && $1::text[] AND r.type = $2::text AND search_words(r.title, r.body) @@ search_query($3::text) ORDER BY r.published_at DESC, r.insight_id LIMIT $4::bigint OFFSET $5::bigint) line;
