-- GET /trading/relative-return?ticker=ZDA
WITH
event AS (
  SELECT e.ticker, e.effective, previous.date AS previous, base.price AS base, ex.price AS ex_price,
  ex.price / base.price AS factor, 1 + e.rights + e.shares AS share_factor
  FROM (
    SELECT a.ticker, traded.date AS effective,
    coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
    coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
    FROM corporate_action a
    CROSS JOIN LATERAL (
      SELECT b.date FROM quote b WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND true
      ORDER BY b.date LIMIT 1) traded
    WHERE coalesce(a.cash_dividend, a.share_ratio, a.rights_ratio) IS NOT NULL
    AND a.ticker = ANY ($1::text[])
    AND a.ex_date <= $3::date AND traded.date <= $3::date
    GROUP BY a.ticker, traded.date) e
  CROSS JOIN LATERAL (
    SELECT p.date, p.close FROM quote p
    WHERE p.ticker = e.ticker AND p.date < e.effective AND true
    ORDER BY p.date DESC LIMIT 1) previous
  LEFT JOIN security s ON s.ticker = e.ticker
  LEFT JOIN daily_statistic stat ON stat.ticker = e.ticker AND stat.date = previous.date AND s.exchange = 'UPCOM'
  CROSS JOIN LATERAL (SELECT coalesce(stat.average_price, previous.close) AS price) base
  CROSS JOIN LATERAL (SELECT
    CASE WHEN 1 + e.rights + e.shares > 0 AND base.price + e.paid > e.cash
    THEN (base.price + e.paid - e.cash) / (1 + e.rights + e.shares) END AS price) ex
  WHERE base.price > 0 AND ex.price > 0
), adjustment AS (
  SELECT ticker, effective, product(factor) OVER later AS price_factor,
  product(share_factor) OVER later AS share_factor
  FROM event WINDOW later AS (PARTITION BY ticker ORDER BY effective DESC)
), adjustment_steps AS MATERIALIZED (
  SELECT ticker, array_agg(effective ORDER BY effective) AS effective,
  array_agg(price_factor ORDER BY effective) AS price_factor,
  array_agg(share_factor ORDER BY effective) AS share_factor
  FROM adjustment GROUP BY ticker
),
last AS (
  SELECT t.ticker, bar.date FROM unnest($1::text[]) t(ticker)
  CROSS JOIN LATERAL (
    SELECT q.date FROM quote q
    WHERE q.ticker = t.ticker AND q.date <= $3::date AND true ORDER BY q.date DESC LIMIT 1) bar
), reach AS (
  SELECT least($2::date, (min(date) - interval '3 years')::date) AS since FROM last
)
SELECT last.ticker, history.bars,
(SELECT string_agg(date_send(f.effective) || float8send(f.price_factor) || float8send(f.share_factor), '' ORDER BY f.effective) FROM adjustment f WHERE f.ticker = last.ticker) AS factors
FROM last CROSS JOIN reach
LEFT JOIN LATERAL (
  SELECT q.date FROM quote q
  WHERE q.ticker = last.ticker AND q.date <= reach.since AND true ORDER BY q.date DESC LIMIT 1) base ON true
CROSS JOIN LATERAL (
  SELECT string_agg(date_send(bar.date) || float8send(bar.close), '') AS bars
  FROM (
    SELECT q.date, q.close FROM quote q
    WHERE q.ticker = last.ticker AND q.date >= coalesce(base.date, '-infinity') AND q.date <= last.date
    AND true
    ORDER BY q.date) bar) history;

-- GET /trading/relative-return?ticker=ZDA
WITH RECURSIVE step AS (
  SELECT newest.date, (
    coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = newest.date),
      extract(isodow FROM newest.date) < 6) AND (
      SELECT CASE WHEN listed.count < 10 THEN EXISTS (
        SELECT FROM quote q WHERE q.date = newest.date AND true
        AND NOT EXISTS (SELECT FROM market_index own WHERE own.code = q.ticker))
      ELSE (SELECT count(*) FROM (
          SELECT FROM quote q JOIN security s ON s.ticker = q.ticker
          WHERE q.date = newest.date AND true AND s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund')
          AND (s.listing_date IS NULL OR s.listing_date <= newest.date) AND (s.delisting_date IS NULL OR s.delisting_date >= newest.date)
          LIMIT ceil(listed.count / 10.0)) traded) >= listed.count / 10.0 END
      FROM (SELECT count(*) AS count FROM security s WHERE s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund')
        AND (s.listing_date IS NULL OR s.listing_date <= newest.date) AND (s.delisting_date IS NULL OR s.delisting_date >= newest.date)) listed)) AS holds, 1 AS count FROM (SELECT q.date FROM quote q WHERE q.date <= $1::date ORDER BY q.date DESC LIMIT 1) newest
  UNION ALL
  SELECT earlier.date, (
    coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = earlier.date),
      extract(isodow FROM earlier.date) < 6) AND (
      SELECT CASE WHEN listed.count < 10 THEN EXISTS (
        SELECT FROM quote q WHERE q.date = earlier.date AND true
        AND NOT EXISTS (SELECT FROM market_index own WHERE own.code = q.ticker))
      ELSE (SELECT count(*) FROM (
          SELECT FROM quote q JOIN security s ON s.ticker = q.ticker
          WHERE q.date = earlier.date AND true AND s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund')
          AND (s.listing_date IS NULL OR s.listing_date <= earlier.date) AND (s.delisting_date IS NULL OR s.delisting_date >= earlier.date)
          LIMIT ceil(listed.count / 10.0)) traded) >= listed.count / 10.0 END
      FROM (SELECT count(*) AS count FROM security s WHERE s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund')
        AND (s.listing_date IS NULL OR s.listing_date <= earlier.date) AND (s.delisting_date IS NULL OR s.delisting_date >= earlier.date)) listed)), step.count + 1
  FROM step CROSS JOIN LATERAL (SELECT q.date FROM quote q WHERE q.date < step.date ORDER BY q.date DESC LIMIT 1) earlier
  WHERE NOT step.holds AND step.count < 60
)
SELECT date::text AS day FROM step WHERE holds;

-- GET /trading/relative-return?ticker=ZDA&benchmark=VNINDEX&period=1m
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
