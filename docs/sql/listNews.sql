-- GET /news
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news ORDER BY news.published_at DESC, news.news_id LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /news?from_date=20250601&to_date=20250630&ticker=ZDA&category=securities&source_type=exchange&q=ket+qua+kinh+doanh&language=vi
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news WHERE news.published_at >= (($1::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND news.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND news.tickers && $3::text[] AND news.category = $4::text AND news.source_type = $5::text AND news.language = $6::text AND search_words(news.title, news.summary) @@ search_query($7::text) ORDER BY news.published_at DESC, news.news_id LIMIT $8::bigint OFFSET $9::bigint) line;

-- GET /news?ticker=ZDA&category=securities&source_type=exchange&q=ket+qua+kinh+doanh&language=vi
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news WHERE news.tickers && $1::text[] AND news.category = $2::text AND news.source_type = $3::text AND news.language = $4::text AND search_words(news.title, news.summary) @@ search_query($5::text) ORDER BY news.published_at DESC, news.news_id LIMIT $6::bigint OFFSET $7::bigint) line;
