-- GET /market/stock-news
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news WHERE news.tickers && (
    SELECT array_agg(ever.ticker) FROM (
      SELECT c.ticker FROM index_constituent c WHERE c.code = $1::text
      UNION
      SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange
      WHERE i.code = $1::text AND i.all_share) ever)
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

-- GET /market/stock-news?from_date=20250601&to_date=20250630&ticker=ZDA&category=securities&source_type=exchange&q=ket+qua+kinh+doanh&language=vi&code=VN30
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news WHERE news.published_at >= (($2::date)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND news.published_at < (($3::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND news.tickers && $4::text[] AND news.category = $5::text AND news.source_type = $6::text AND news.language = $7::text AND search_words(news.title, news.summary) @@ search_query($8::text) AND news.tickers && (
    SELECT array_agg(ever.ticker) FROM (
      SELECT c.ticker FROM index_constituent c WHERE c.code = $1::text
      UNION
      SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange
      WHERE i.code = $1::text AND i.all_share) ever)
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

-- GET /market/stock-news?ticker=ZDA&category=securities&source_type=exchange&q=ket+qua+kinh+doanh&language=vi&code=VN30
WITH member AS MATERIALIZED (
  SELECT asked.day, each.ticker FROM unnest($2::date[]) asked (day)
  CROSS JOIN LATERAL (
    SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
    FROM index_constituent c
    WHERE c.code = $1::text AND c.from_date <= asked.day AND (c.to_date IS NULL OR c.to_date >= asked.day)
    AND NOT EXISTS (
      SELECT FROM index_constituent n
      WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= asked.day)
    UNION ALL
    SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
    FROM market_index i JOIN security l ON l.exchange = i.exchange
    WHERE i.code = $1::text AND i.all_share AND l.security_type = 'stock'
    AND (l.listing_date IS NULL OR l.listing_date <= asked.day)
    AND (l.delisting_date IS NULL OR l.delisting_date >= asked.day)
    AND NOT EXISTS (
      SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
      FROM index_constituent c
      WHERE c.code = $1::text AND c.from_date <= asked.day AND (c.to_date IS NULL OR c.to_date >= asked.day)
      AND NOT EXISTS (
        SELECT FROM index_constituent n
        WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= asked.day))) each
), stock AS MATERIALIZED (
  SELECT q.ticker, q.date, q.close, shares.outstanding AS shares, shares.reason AS shares_reason,
  industry.code AS industry, live.net_profit, live.revenue, live.ebitda, live.equity, live.minority, live.debt, live.cash,
  live.net_profit / nullif(shares.outstanding, 0) AS eps, live.equity / nullif(shares.outstanding, 0) AS bvps, CASE WHEN live.net_profit > 0 THEN (q.close * shares.outstanding) / live.net_profit END AS pe, CASE WHEN live.equity > 0 THEN (q.close * shares.outstanding) / live.equity END AS pb, CASE WHEN live.revenue > 0 THEN (q.close * shares.outstanding) / live.revenue END AS ps,
  CASE WHEN live.ebitda > 0 THEN ((q.close * shares.outstanding) + live.debt + live.minority - live.cash) / live.ebitda END AS ev_ebitda
  FROM (
    SELECT q.ticker, q.date, q.close FROM member JOIN quote q ON q.ticker = member.ticker AND q.date = member.day
    WHERE true AND EXISTS (SELECT FROM company_figure f WHERE f.ticker = member.ticker)) q
  LEFT JOIN LATERAL (
    SELECT f.* FROM company_figure f WHERE f.ticker = q.ticker AND f.day <= q.date ORDER BY f.day DESC LIMIT 1) known ON true
  CROSS JOIN LATERAL (SELECT CASE WHEN known.flow_end >= q.date - 600 THEN known.net_profit END AS net_profit, CASE WHEN known.flow_end >= q.date - 600 THEN known.revenue END AS revenue, CASE WHEN known.flow_end >= q.date - 600 THEN known.ebitda END AS ebitda, CASE WHEN known.balance_end >= q.date - 600 THEN known.equity END AS equity, CASE WHEN known.balance_end >= q.date - 600 THEN known.minority END AS minority, CASE WHEN known.balance_end >= q.date - 600 THEN known.debt END AS debt, CASE WHEN known.balance_end >= q.date - 600 THEN known.cash END AS cash) live
  LEFT JOIN security s ON s.ticker = q.ticker
  CROSS JOIN LATERAL (SELECT coalesce((
        SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= q.date THEN m.code END
        FROM industry_membership m WHERE m.ticker = q.ticker AND m.from_date <= q.date
        ORDER BY m.from_date DESC LIMIT 1), s.industry_code) AS code) industry
  CROSS JOIN LATERAL (
    SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
    CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
    WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
    FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date AS known) source
    LEFT JOIN LATERAL (
      SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
      WHERE d.ticker = q.ticker AND d.date <= q.date
      AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
      ORDER BY d.date DESC LIMIT 1) told ON true) shares)
SELECT asked.day::text AS date, CASE WHEN sum(v.net_profit) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap) FILTER (WHERE v.net_profit IS NOT NULL) / sum(v.net_profit) FILTER (WHERE v.cap IS NOT NULL) END AS pe, CASE WHEN sum(v.equity) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap) FILTER (WHERE v.equity IS NOT NULL) / sum(v.equity) FILTER (WHERE v.cap IS NOT NULL) END AS pb, CASE WHEN sum(v.revenue) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap) FILTER (WHERE v.revenue IS NOT NULL) / sum(v.revenue) FILTER (WHERE v.cap IS NOT NULL) END AS ps,
CASE WHEN sum(v.ebitda) FILTER (WHERE v.cap + v.debt + v.minority - v.cash IS NOT NULL) > 0 THEN sum(v.cap + v.debt + v.minority - v.cash) FILTER (WHERE v.ebitda IS NOT NULL) / sum(v.ebitda) FILTER (WHERE v.cap + v.debt + v.minority - v.cash IS NOT NULL) END AS ev_ebitda,
sum(v.net_profit) FILTER (WHERE v.cap IS NOT NULL) / nullif(sum(v.cap) FILTER (WHERE v.net_profit IS NOT NULL), 0) AS earnings_yield, sum(v.equity) FILTER (WHERE v.cap IS NOT NULL) / nullif(sum(v.cap) FILTER (WHERE v.equity IS NOT NULL), 0) AS book_yield,
sum(v.paid) / nullif(sum(v.cap), 0) AS dividend_yield_ratio
FROM unnest($2::date[]) asked (day)
LEFT JOIN (
  SELECT k.*, k.close * k.shares AS cap,
  k.shares * coalesce((
      SELECT sum(paid.cash / coalesce(paid.later_factor, 1)) AS cash
      FROM (
        SELECT e.cash, product(e.share_factor) FILTER (WHERE e.share_factor > 0) OVER (
          ORDER BY e.ex_date DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later_factor
        FROM (
          SELECT a.ex_date, sum(a.cash_dividend) AS cash,
          1 + coalesce(sum(a.share_ratio), 0) + coalesce(sum(a.rights_ratio), 0) AS share_factor
          FROM corporate_action a
          WHERE a.ticker = k.ticker AND a.ex_date <= k.date AND a.ex_date > k.date - interval '1 year'
          GROUP BY a.ex_date) e) paid), 0) AS paid
  FROM stock k) v ON v.date = asked.day
GROUP BY asked.day;

-- GET /market/stock-news?ticker=ZDA&category=securities&source_type=exchange&q=ket+qua+kinh+doanh&language=vi&code=VN30
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
  to_json(news.tickers) AS tickers,
  news.language, to_char(news.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at, news.sentiment, news.sentiment_score FROM news WHERE news.tickers && $2::text[] AND news.category = $3::text AND news.source_type = $4::text AND news.language = $5::text AND search_words(news.title, news.summary) @@ search_query($6::text) AND news.tickers && (
    SELECT array_agg(ever.ticker) FROM (
      SELECT c.ticker FROM index_constituent c WHERE c.code = $1::text
      UNION
      SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange
      WHERE i.code = $1::text AND i.all_share) ever)
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
