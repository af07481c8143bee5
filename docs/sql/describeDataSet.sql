-- GET /svc/datasets/quote
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
