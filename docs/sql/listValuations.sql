-- GET /valuation
SELECT coalesce(array_agg(date::text), '{}') AS days, (
  SELECT coalesce(array_agg(DISTINCT left(i.code, 4)), '{}') FROM (
    SELECT m.code FROM industry_membership m WHERE m.ticker = $1::text
    UNION ALL SELECT s.industry_code FROM security s WHERE s.ticker = $1::text) i
  WHERE i.code IS NOT NULL) AS industries
FROM (
  SELECT date FROM (SELECT q.date, q.ticker AS symbol FROM quote q WHERE q.ticker = $1::text AND q.date >= $2::date AND q.date <= $3::date AND true) bar
  ORDER BY date DESC, symbol LIMIT $4::bigint OFFSET $5::bigint) page;

-- GET /valuation
SELECT m.date::text AS date, m.industry, m.pe, m.pb, m.ps
FROM valued_day d JOIN market_median m ON m.date = d.date AND m.industry = ANY ($2::text[])
WHERE d.code = '' AND d.is_kept AND d.date = ANY ($1::date[]);

-- GET /valuation
SELECT m.date::text AS date, m.pe, m.pb, m.ps, m.ev_ebitda, m.earnings_yield, m.book_yield, m.dividend_yield_ratio
FROM valued_day d JOIN index_multiple m ON m.code = d.code AND m.date = d.date
WHERE d.code = $1::text AND d.is_kept AND d.date = ANY ($2::date[]);

-- GET /valuation
SELECT max(q.date)::text AS day FROM quote q
WHERE q.ticker = $1::text AND q.date <= $2::date AND true;

-- GET /valuation
SELECT month.date::text AS day FROM (
  SELECT own.date, row_number() OVER (PARTITION BY date_trunc('month', own.date) ORDER BY own.date DESC) AS place
  FROM quote own
  WHERE own.ticker = $1::text AND own.date >= $2::date AND own.date < $3::date AND true) month
WHERE month.place <= 3;

-- GET /valuation
WITH member AS MATERIALIZED (
  SELECT requested.day, each.ticker FROM unnest($2::date[]) requested (day)
  CROSS JOIN LATERAL (
    SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
    FROM index_constituent c
    WHERE c.code = $1::text AND c.from_date <= requested.day AND (c.to_date IS NULL OR c.to_date >= requested.day)
    AND NOT EXISTS (
      SELECT FROM index_constituent n
      WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= requested.day)
    UNION ALL
    SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
    FROM market_index i JOIN security l ON l.exchange = i.exchange
    WHERE i.code = $1::text AND i.all_share AND l.security_type = 'stock'
    AND (l.listing_date IS NULL OR l.listing_date <= requested.day)
    AND (l.delisting_date IS NULL OR l.delisting_date >= requested.day)
    AND NOT EXISTS (
      SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
      FROM index_constituent c
      WHERE c.code = $1::text AND c.from_date <= requested.day AND (c.to_date IS NULL OR c.to_date >= requested.day)
      AND NOT EXISTS (
        SELECT FROM index_constituent n
        WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= requested.day))) each
), stock AS MATERIALIZED (
  SELECT q.ticker, q.date, q.close, shares.outstanding AS shares, shares.reason AS shares_reason,
  industry.code AS industry, live.net_profit, live.revenue, live.ebitda, live.equity, live.minority, live.debt, live.cash,
  live.net_profit / nullif(shares.outstanding, 0) AS eps, live.equity / nullif(shares.outstanding, 0) AS bvps, CASE WHEN live.net_profit > 0 THEN (nullif(shares.outstanding, 0) * nullif(q.close, 0)) / live.net_profit END AS pe, CASE WHEN live.equity > 0 THEN (nullif(shares.outstanding, 0) * nullif(q.close, 0)) / live.equity END AS pb, CASE WHEN live.revenue > 0 THEN (nullif(shares.outstanding, 0) * nullif(q.close, 0)) / live.revenue END AS ps,
  CASE WHEN live.ebitda > 0 THEN ((nullif(shares.outstanding, 0) * nullif(q.close, 0)) + live.debt + live.minority - live.cash) / live.ebitda END AS ev_ebitda
  FROM (
    SELECT member.ticker, member.day AS date, last.price AS close
    FROM member CROSS JOIN LATERAL (
      SELECT b.*, today.price
      FROM (
        SELECT b.ticker, b.date, b.close, b.volume FROM quote b
        WHERE b.ticker = member.ticker AND b.date <= member.day AND b.close > 0 AND true
        ORDER BY b.date DESC LIMIT 1) b
      CROSS JOIN LATERAL (
        SELECT
        CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * b.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (b.close + CASE WHEN terms.paid < terms.rights * b.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * b.close THEN terms.rights ELSE 0 END + terms.shares) ELSE b.close END AS price FROM (
          SELECT
          coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
          coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
          FROM corporate_action a WHERE a.ticker = member.ticker AND b.date < member.day AND a.ex_date > b.date AND a.ex_date <= member.day) terms) today) last) q
  LEFT JOIN LATERAL (
    SELECT f.* FROM company_figure f WHERE f.ticker = q.ticker AND f.day <= q.date ORDER BY f.day DESC LIMIT 1) known ON true
  CROSS JOIN LATERAL (SELECT CASE WHEN known.flow_end >= q.date - 600 THEN known.net_profit END AS net_profit, CASE WHEN known.flow_end >= q.date - 600 THEN known.revenue END AS revenue, CASE WHEN known.flow_end >= q.date - 600 THEN known.ebitda END AS ebitda, CASE WHEN known.balance_end >= q.date - 600 THEN known.equity END AS equity, CASE WHEN known.balance_end >= q.date - 600 THEN known.minority END AS minority, CASE WHEN known.balance_end >= q.date - 600 THEN known.debt END AS debt, CASE WHEN known.balance_end >= q.date - 600 THEN known.cash END AS cash) live
  LEFT JOIN security s ON s.ticker = q.ticker
  CROSS JOIN LATERAL (SELECT coalesce((
        SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= q.date THEN m.code END
        FROM industry_membership m WHERE m.ticker = q.ticker AND m.from_date <= q.date
        ORDER BY m.from_date DESC LIMIT 1), s.industry_code) AS code) industry
  CROSS JOIN LATERAL (
    SELECT counts.listed, counts.outstanding,
    CASE WHEN counts.outstanding > 0 THEN NULL
    WHEN counts.outstanding = 0 OR coalesce(s.outstanding_shares, 0) = 0 THEN 'no_share_count'
    ELSE 'share_count_later' END AS reason
    FROM (
      SELECT coalesce(
        (SELECT d.listed_shares FROM daily_statistic d
          WHERE d.ticker = q.ticker AND d.date <= q.date AND d.listed_shares IS NOT NULL
          AND d.date >= coalesce(
            CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= q.date THEN s.shares_from END,
            '-infinity')
          ORDER BY d.date DESC LIMIT 1),
        CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date THEN s.listed_shares END) AS listed,
      coalesce(
        (SELECT d.outstanding_shares FROM daily_statistic d
          WHERE d.ticker = q.ticker AND d.date <= q.date AND d.outstanding_shares IS NOT NULL
          AND d.date >= coalesce(
            CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= q.date THEN s.shares_from END,
            '-infinity')
          ORDER BY d.date DESC LIMIT 1),
        CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares)
SELECT requested.day::text AS date, CASE WHEN sum(v.net_profit ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap ORDER BY v.ticker) FILTER (WHERE v.net_profit IS NOT NULL) / sum(v.net_profit ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) END AS pe, CASE WHEN sum(v.equity ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap ORDER BY v.ticker) FILTER (WHERE v.equity IS NOT NULL) / sum(v.equity ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) END AS pb, CASE WHEN sum(v.revenue ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) > 0 THEN sum(v.cap ORDER BY v.ticker) FILTER (WHERE v.revenue IS NOT NULL) / sum(v.revenue ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) END AS ps,
CASE WHEN sum(v.ebitda ORDER BY v.ticker) FILTER (WHERE v.cap + v.debt + v.minority - v.cash IS NOT NULL) > 0 THEN sum(v.cap + v.debt + v.minority - v.cash ORDER BY v.ticker) FILTER (WHERE v.ebitda IS NOT NULL) / sum(v.ebitda ORDER BY v.ticker) FILTER (WHERE v.cap + v.debt + v.minority - v.cash IS NOT NULL) END AS ev_ebitda,
sum(v.net_profit ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) / nullif(sum(v.cap ORDER BY v.ticker) FILTER (WHERE v.net_profit IS NOT NULL), 0) AS earnings_yield, sum(v.equity ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) / nullif(sum(v.cap ORDER BY v.ticker) FILTER (WHERE v.equity IS NOT NULL), 0) AS book_yield,
sum(v.paid ORDER BY v.ticker) FILTER (WHERE v.cap IS NOT NULL) / nullif(sum(v.cap ORDER BY v.ticker) FILTER (WHERE v.paid IS NOT NULL), 0) AS dividend_yield_ratio
FROM unnest($2::date[]) requested (day)
LEFT JOIN (
  SELECT k.*, nullif(k.shares, 0) * nullif(k.close, 0) AS cap,
  k.shares * coalesce((
      SELECT sum(paid.dividend / coalesce(paid.later_factor, 1)) AS cash
      FROM (
        SELECT e.dividend, product(e.share_factor) FILTER (WHERE e.share_factor > 0) OVER (
          ORDER BY e.ex_date DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS later_factor
        FROM (
          SELECT e.ex_date, e.dividend, (1 + CASE WHEN e.paid < e.rights * coalesce(previous.close, 'Infinity') THEN e.rights ELSE 0 END + e.shares) AS share_factor
          FROM (
            SELECT a.ex_date, sum(a.cash_dividend) AS dividend,
            coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
            coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
            FROM corporate_action a
            WHERE a.ticker = k.ticker AND a.ex_date <= k.date AND a.ex_date > k.date - interval '1 year'
            GROUP BY a.ex_date) e
          LEFT JOIN LATERAL (
            SELECT earlier.close FROM quote earlier
            WHERE earlier.ticker = k.ticker AND earlier.date < e.ex_date AND earlier.close > 0 AND true
            ORDER BY earlier.date DESC LIMIT 1) previous ON e.rights <> 0) e) paid), 0) AS paid
  FROM stock k) v ON v.date = requested.day
GROUP BY requested.day;

-- GET /valuation
WITH stock AS MATERIALIZED (
  SELECT q.ticker, q.date, q.close, shares.outstanding AS shares, shares.reason AS shares_reason,
  industry.code AS industry, live.net_profit, live.revenue, live.ebitda, live.equity, live.minority, live.debt, live.cash,
  live.net_profit / nullif(shares.outstanding, 0) AS eps, live.equity / nullif(shares.outstanding, 0) AS bvps, CASE WHEN live.net_profit > 0 THEN (nullif(shares.outstanding, 0) * nullif(q.close, 0)) / live.net_profit END AS pe, CASE WHEN live.equity > 0 THEN (nullif(shares.outstanding, 0) * nullif(q.close, 0)) / live.equity END AS pb, CASE WHEN live.revenue > 0 THEN (nullif(shares.outstanding, 0) * nullif(q.close, 0)) / live.revenue END AS ps,
  CASE WHEN live.ebitda > 0 THEN ((nullif(shares.outstanding, 0) * nullif(q.close, 0)) + live.debt + live.minority - live.cash) / live.ebitda END AS ev_ebitda
  FROM (
    SELECT q.ticker, q.date, q.close FROM unnest($1::date[]) requested (day) JOIN quote q ON q.date = requested.day
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
    SELECT counts.listed, counts.outstanding,
    CASE WHEN counts.outstanding > 0 THEN NULL
    WHEN counts.outstanding = 0 OR coalesce(s.outstanding_shares, 0) = 0 THEN 'no_share_count'
    ELSE 'share_count_later' END AS reason
    FROM (
      SELECT coalesce(
        (SELECT d.listed_shares FROM daily_statistic d
          WHERE d.ticker = q.ticker AND d.date <= q.date AND d.listed_shares IS NOT NULL
          AND d.date >= coalesce(
            CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= q.date THEN s.shares_from END,
            '-infinity')
          ORDER BY d.date DESC LIMIT 1),
        CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date THEN s.listed_shares END) AS listed,
      coalesce(
        (SELECT d.outstanding_shares FROM daily_statistic d
          WHERE d.ticker = q.ticker AND d.date <= q.date AND d.outstanding_shares IS NOT NULL
          AND d.date >= coalesce(
            CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= q.date THEN s.shares_from END,
            '-infinity')
          ORDER BY d.date DESC LIMIT 1),
        CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares)
SELECT requested.day::text AS date, '' AS industry, percentile_cont(0.5) WITHIN GROUP (ORDER BY pe) AS pe, percentile_cont(0.5) WITHIN GROUP (ORDER BY pb) AS pb, percentile_cont(0.5) WITHIN GROUP (ORDER BY ps) AS ps
FROM unnest($1::date[]) requested (day) LEFT JOIN stock ON stock.date = requested.day GROUP BY requested.day
UNION ALL
SELECT date::text, left(industry, 4), percentile_cont(0.5) WITHIN GROUP (ORDER BY pe), percentile_cont(0.5) WITHIN GROUP (ORDER BY pb), NULL
FROM stock WHERE industry IS NOT NULL GROUP BY date, left(industry, 4);

-- GET /valuation
SELECT member.code FROM (
  WITH stored AS (
    SELECT code, ticker, from_date,
    least(to_date, lead(from_date) OVER (PARTITION BY code, ticker ORDER BY from_date) - 1) AS until
    FROM index_constituent WHERE code IN ($1::text)
  ), gap AS (
    SELECT i.code, i.exchange, unnest('{(,)}'::datemultirange - coalesce(covered.days, '{}')) AS days
    FROM market_index i
    LEFT JOIN (
      SELECT code, range_agg(daterange(from_date, until, '[]')) AS days FROM stored GROUP BY code) covered
    ON covered.code = i.code
    WHERE i.all_share AND i.code IN ($1::text)
  )
  SELECT code, ticker, from_date, coalesce(until, 'infinity') AS until FROM stored
  UNION ALL
  SELECT gap.code, l.ticker, greatest(lower(gap.days), l.listing_date, '-infinity'),
  least(upper(gap.days) - 1, l.delisting_date, 'infinity')
  FROM gap JOIN security l ON l.exchange = gap.exchange AND l.security_type = 'stock') member LIMIT 1;

-- GET /valuation
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH
  market AS MATERIALIZED (SELECT * FROM unnest($4::date[], $5::double precision[], $6::double precision[], $7::double precision[]) bound (date, pe, pb, ps)),
  whole AS MATERIALIZED (SELECT * FROM unnest($8::date[], $9::double precision[], $10::double precision[], $11::double precision[], $12::double precision[], $13::double precision[], $14::double precision[], $15::double precision[]) bound (date, pe, pb, ps, ev_ebitda, earnings_yield, book_yield, dividend_yield_ratio)),
  month_end AS MATERIALIZED (SELECT * FROM unnest($16::date[], $17::double precision[]) bound (date, pe) WHERE pe IS NOT NULL),
  day AS (
    SELECT q.ticker AS symbol, q.date, q.close, whole.pe, whole.pb, whole.ps, whole.ev_ebitda,
    NULL::text AS shares_reason, nullif(q.close, 0) * whole.earnings_yield AS eps, nullif(q.close, 0) * whole.book_yield AS bvps,
    whole.dividend_yield_ratio, peers.pe AS industry_pe_median, peers.pb AS industry_pb_median, market.pe AS market_pe_median, market.pb AS market_pb_median, market.ps AS market_ps_median, rank.share AS pe_percentile_5y
    FROM quote q
    LEFT JOIN market ON market.date = q.date
    LEFT JOIN whole ON whole.date = q.date
    LEFT JOIN LATERAL (
      SELECT (1 + count(*) FILTER (WHERE e.pe <= whole.pe))::double precision / (1 + count(*)) AS share
      FROM month_end e
      WHERE e.date < date_trunc('month', q.date) AND e.date > q.date - interval '5 years') rank ON whole.pe IS NOT NULL
    CROSS JOIN LATERAL (SELECT NULL::double precision AS pe, NULL::double precision AS pb) peers
    WHERE q.ticker = $1::text AND q.date >= $2::date AND q.date <= $3::date AND true
  ) SELECT * FROM day ORDER BY date DESC, symbol LIMIT $18::bigint OFFSET $19::bigint) line;
