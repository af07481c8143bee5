-- GET /news/sentiment
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  WITH page AS MATERIALIZED (
    WITH RECURSIVE step AS (
      (
        SELECT (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS date FROM news WHERE true AND true
        ORDER BY news.published_at DESC LIMIT 1)
      UNION ALL
      SELECT following.date FROM step CROSS JOIN LATERAL (
        SELECT (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS date FROM news WHERE true AND news.published_at < ((step.date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh')
        ORDER BY news.published_at DESC LIMIT 1) following
    ) SELECT date FROM step LIMIT $1::bigint OFFSET $2::bigint),
  span AS MATERIALIZED (SELECT min(date) AS first, max(date) AS last FROM page)
  SELECT day.* FROM (
    SELECT d.date, d.news_count, d.positive_count, d.neutral_count, d.negative_count, d.mean_score,
    d.news_count / (sum(d.news_count) OVER month_before / 30::double precision) AS buzz_ratio
    FROM (
      SELECT (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS date, count(*)::int AS news_count,
      (count(*) FILTER (WHERE coalesce(news.sentiment, CASE sign(news.sentiment_score)
            WHEN 1 THEN 'positive' WHEN 0 THEN 'neutral' WHEN -1 THEN 'negative' END) = 'positive'))::int AS positive_count,
      (count(*) FILTER (WHERE coalesce(news.sentiment, CASE sign(news.sentiment_score)
            WHEN 1 THEN 'positive' WHEN 0 THEN 'neutral' WHEN -1 THEN 'negative' END) = 'neutral'))::int AS neutral_count,
      (count(*) FILTER (WHERE coalesce(news.sentiment, CASE sign(news.sentiment_score)
            WHEN 1 THEN 'positive' WHEN 0 THEN 'neutral' WHEN -1 THEN 'negative' END) = 'negative'))::int AS negative_count,
      avg(news.sentiment_score ORDER BY news.published_at, news.news_id) AS mean_score
      FROM news WHERE true AND news.published_at >= (((SELECT first - 30 FROM span))::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh')
      AND news.published_at < (((SELECT last + 1 FROM span))::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh')
      GROUP BY 1) d
    WINDOW month_before AS (ORDER BY d.date RANGE BETWEEN interval '30 days' PRECEDING AND interval '1 day' PRECEDING)) day
  WHERE day.date >= (SELECT first FROM span) ORDER BY day.date DESC) line;
