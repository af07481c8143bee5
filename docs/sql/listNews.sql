-- GET /news
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score
  FROM news ORDER BY news.published_at DESC, news.news_id LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /news?ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score
  FROM news WHERE news.tickers && $1::text[] ORDER BY news.published_at DESC, news.news_id LIMIT $2::bigint OFFSET $3::bigint) line;
