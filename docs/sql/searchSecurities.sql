-- GET /search?q=sua+viet+nam
SELECT b.ticker, b.name, b.name_en, b.security_type, b.exchange, b.isin, b.delisting_date::text AS delisting_date,
btrim(plain_text(b.name)) AS folded_name, btrim(coalesce(plain_text(b.name_en), '')) AS folded_name_en
FROM (
  SELECT s.ticker, s.name, s.name_en, s.security_type, s.exchange, s.isin, s.delisting_date FROM security s
  UNION ALL
  SELECT i.code, i.name, i.name_en, 'index', i.exchange, NULL, NULL FROM market_index i
  WHERE NOT EXISTS (SELECT FROM security s WHERE s.ticker = i.code)) b
ORDER BY b.ticker;

-- GET /search?q=sua+viet+nam
SELECT s.ticker, shares.outstanding * coalesce(newest.close, older.close) AS market_cap
FROM security s
CROSS JOIN LATERAL (
  SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
  CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
  WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
  FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS known) source
  LEFT JOIN LATERAL (
    SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
    WHERE d.ticker = s.ticker AND d.date <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date
    AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
    ORDER BY d.date DESC LIMIT 1) told ON true) shares
LEFT JOIN (
  SELECT q.ticker, q.close FROM quote q
  WHERE true AND q.date = $2::date) newest ON newest.ticker = s.ticker
LEFT JOIN LATERAL (
  SELECT q.close FROM quote q
  WHERE newest.ticker IS NULL AND q.ticker = s.ticker AND q.date <= $2::date AND true
  ORDER BY q.date DESC LIMIT 1) older ON true
WHERE s.ticker = ANY ($1::text[]) AND shares.outstanding * coalesce(newest.close, older.close) IS NOT NULL;

-- GET /search?q=sua+viet+nam
SELECT t.ticker FROM (
  WITH RECURSIVE traded AS (
    (SELECT q.ticker FROM quote q WHERE q.ticker >= upper($1::text) COLLATE "C" ORDER BY q.ticker LIMIT 1)
    UNION ALL
    SELECT (SELECT q.ticker FROM quote q WHERE q.ticker > traded.ticker ORDER BY q.ticker LIMIT 1)
    FROM traded WHERE starts_with(traded.ticker, upper($1::text))
  )
  SELECT traded.ticker FROM traded WHERE starts_with(traded.ticker, upper($1::text))) t
WHERE NOT EXISTS (SELECT FROM security s WHERE s.ticker = t.ticker)
AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = t.ticker)
AND EXISTS (SELECT FROM quote q WHERE q.ticker = t.ticker AND true);

-- GET /search?q=sua+viet+nam
WITH stock AS MATERIALIZED (
  SELECT q.ticker, q.date, q.close, shares.outstanding AS shares, shares.reason AS shares_reason,
  industry.code AS industry, live.net_profit, live.revenue, live.ebitda, live.equity, live.minority, live.debt, live.cash,
  live.net_profit / nullif(shares.outstanding, 0) AS eps, live.equity / nullif(shares.outstanding, 0) AS bvps, CASE WHEN live.net_profit > 0 THEN (q.close * shares.outstanding) / live.net_profit END AS pe, CASE WHEN live.equity > 0 THEN (q.close * shares.outstanding) / live.equity END AS pb, CASE WHEN live.revenue > 0 THEN (q.close * shares.outstanding) / live.revenue END AS ps,
  CASE WHEN live.ebitda > 0 THEN ((q.close * shares.outstanding) + live.debt + live.minority - live.cash) / live.ebitda END AS ev_ebitda
  FROM (
    SELECT q.ticker, q.date, q.close FROM unnest($1::date[]) asked (day) JOIN quote q ON q.date = asked.day
    WHERE true) q
  JOIN LATERAL (
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
SELECT asked.day::text AS date, '' AS industry, percentile_cont(0.5) WITHIN GROUP (ORDER BY pe) AS pe, percentile_cont(0.5) WITHIN GROUP (ORDER BY pb) AS pb, percentile_cont(0.5) WITHIN GROUP (ORDER BY ps) AS ps
FROM unnest($1::date[]) asked (day) LEFT JOIN stock ON stock.date = asked.day GROUP BY asked.day
UNION ALL
SELECT date::text, left(industry, 4), percentile_cont(0.5) WITHIN GROUP (ORDER BY pe), percentile_cont(0.5) WITHIN GROUP (ORDER BY pb), NULL
FROM stock WHERE industry IS NOT NULL GROUP BY date, left(industry, 4);

-- GET /search?q=sua+viet+nam
SELECT plain_text($1::text) AS folded, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date::text AS today,
concat_ws(' ', (SELECT concat_ws('/', count(*), sum(revision), max(changed_at)) FROM security), (SELECT concat_ws('/', count(*), sum(revision), max(changed_at)) FROM market_index)) AS version;
