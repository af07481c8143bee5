-- GET /trading/market-insight
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.insight_id AS id, r.type, r.title, r.body, r.author, to_json(r.tickers) AS tickers,
  to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM market_insight r ORDER BY r.published_at DESC, r.insight_id LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trading/market-insight?from_date=20250601&to_date=20250630&ticker=ZDA&type=market_outlook&q=trien+vong
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.insight_id AS id, r.type, r.title, r.body, r.author, to_json(r.tickers) AS tickers,
  to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM market_insight r WHERE r.published_at >= (($1::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND r.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND r.tickers && $3::text[] AND r.type = $4::text AND search_words(r.title, r.body) @@ search_query($5::text) ORDER BY r.published_at DESC, r.insight_id LIMIT $6::bigint OFFSET $7::bigint) line;

-- GET /trading/market-insight?ticker=ZDA&type=market_outlook&q=trien+vong
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.insight_id AS id, r.type, r.title, r.body, r.author, to_json(r.tickers) AS tickers,
  to_char(r.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at FROM market_insight r WHERE r.tickers && $1::text[] AND r.type = $2::text AND search_words(r.title, r.body) @@ search_query($3::text) ORDER BY r.published_at DESC, r.insight_id LIMIT $4::bigint OFFSET $5::bigint) line;
