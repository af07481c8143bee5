-- GET /news/index
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news WHERE news.tickers && (
    SELECT array_agg(ever.ticker) FROM (
      SELECT c.ticker FROM index_constituent c WHERE c.code IN ($1::text)
      UNION
      SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange AND l.security_type = 'stock'
      WHERE i.all_share AND i.code IN ($1::text)) ever)
  AND EXISTS (SELECT FROM (
      SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
      FROM index_constituent c
      WHERE c.code = $1::text AND c.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND (c.to_date IS NULL OR c.to_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND NOT EXISTS (
        SELECT FROM index_constituent n
        WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      UNION ALL
      SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
      FROM market_index i JOIN security l ON l.exchange = i.exchange
      WHERE i.code = $1::text AND i.all_share AND l.security_type = 'stock'
      AND (l.listing_date IS NULL OR l.listing_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND (l.delisting_date IS NULL OR l.delisting_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND NOT EXISTS (
        SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
        FROM index_constituent c
        WHERE c.code = $1::text AND c.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND (c.to_date IS NULL OR c.to_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
        AND NOT EXISTS (
          SELECT FROM index_constituent n
          WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date))) member WHERE member.ticker = ANY (news.tickers)) ORDER BY news.published_at DESC, news.news_id LIMIT $2::bigint OFFSET $3::bigint) line;

-- GET /news/index?from_date=20250601&to_date=20250630&ticker=ZDA&category=securities&source_type=exchange&q=ket+qua+kinh+doanh&language=vi&code=VN30
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news WHERE news.published_at >= (($2::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND news.published_at < (($3::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND news.tickers && $4::text[] AND news.category = $5::text AND news.source_type = $6::text AND news.language = $7::text AND search_words(news.title, news.summary) @@ search_query($8::text) AND news.tickers && (
    SELECT array_agg(ever.ticker) FROM (
      SELECT c.ticker FROM index_constituent c WHERE c.code IN ($1::text)
      UNION
      SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange AND l.security_type = 'stock'
      WHERE i.all_share AND i.code IN ($1::text)) ever)
  AND EXISTS (SELECT FROM (
      SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
      FROM index_constituent c
      WHERE c.code = $1::text AND c.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND (c.to_date IS NULL OR c.to_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND NOT EXISTS (
        SELECT FROM index_constituent n
        WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      UNION ALL
      SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
      FROM market_index i JOIN security l ON l.exchange = i.exchange
      WHERE i.code = $1::text AND i.all_share AND l.security_type = 'stock'
      AND (l.listing_date IS NULL OR l.listing_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND (l.delisting_date IS NULL OR l.delisting_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND NOT EXISTS (
        SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
        FROM index_constituent c
        WHERE c.code = $1::text AND c.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND (c.to_date IS NULL OR c.to_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
        AND NOT EXISTS (
          SELECT FROM index_constituent n
          WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date))) member WHERE member.ticker = ANY (news.tickers)) ORDER BY news.published_at DESC, news.news_id LIMIT $9::bigint OFFSET $10::bigint) line;

-- GET /news/index?ticker=ZDA&category=securities&source_type=exchange&q=ket+qua+kinh+doanh&language=vi&code=VN30
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news WHERE news.tickers && $2::text[] AND news.category = $3::text AND news.source_type = $4::text AND news.language = $5::text AND search_words(news.title, news.summary) @@ search_query($6::text) AND news.tickers && (
    SELECT array_agg(ever.ticker) FROM (
      SELECT c.ticker FROM index_constituent c WHERE c.code IN ($1::text)
      UNION
      SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange AND l.security_type = 'stock'
      WHERE i.all_share AND i.code IN ($1::text)) ever)
  AND EXISTS (SELECT FROM (
      SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
      FROM index_constituent c
      WHERE c.code = $1::text AND c.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND (c.to_date IS NULL OR c.to_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND NOT EXISTS (
        SELECT FROM index_constituent n
        WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      UNION ALL
      SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
      FROM market_index i JOIN security l ON l.exchange = i.exchange
      WHERE i.code = $1::text AND i.all_share AND l.security_type = 'stock'
      AND (l.listing_date IS NULL OR l.listing_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND (l.delisting_date IS NULL OR l.delisting_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
      AND NOT EXISTS (
        SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
        FROM index_constituent c
        WHERE c.code = $1::text AND c.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND (c.to_date IS NULL OR c.to_date >= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)
        AND NOT EXISTS (
          SELECT FROM index_constituent n
          WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= (news.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date))) member WHERE member.ticker = ANY (news.tickers)) ORDER BY news.published_at DESC, news.news_id LIMIT $7::bigint OFFSET $8::bigint) line;
