-- GET /fundamental/ratios?ticker=ZDA
SELECT * FROM (
  SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code)
  i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.company_type,
  CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
    SELECT min(form.valid_from) FROM statement_template form
    WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
  CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
  ELSE i.item_code END AS item_code, i.value, i.period_end_date::text AS period_end_date, to_char(i.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at
  FROM statement_item i WHERE i.ticker = $1::text
  ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code,
  i.published_at DESC, i.audit) f
ORDER BY period_end_date, period, statement, item_code;

-- GET /fundamental/ratios?ticker=ZDA
SELECT period_end.day::text AS day, q.close, shares.outstanding::double precision AS shares, shares.reason AS "sharesReason",
CASE WHEN NOT EXISTS (SELECT FROM industry i WHERE i.code = member.code AND i.scheme <> 'GICS')
THEN member.code END AS industry
FROM unnest($2::date[]) AS period_end(day)
LEFT JOIN security s ON s.ticker = $1::text
LEFT JOIN LATERAL (
  SELECT b.date, b.close FROM quote b
  WHERE b.ticker = $1::text AND b.date <= period_end.day AND true
  ORDER BY b.date DESC LIMIT 1) q ON true
CROSS JOIN LATERAL (SELECT coalesce((
      SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= period_end.day THEN m.code END
      FROM industry_membership m WHERE m.ticker = $1::text AND m.from_date <= period_end.day
      ORDER BY m.from_date DESC LIMIT 1), s.industry_code) AS code) member
CROSS JOIN LATERAL (
  SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
  CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
  WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
  FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= period_end.day AS known) source
  LEFT JOIN LATERAL (
    SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
    WHERE d.ticker = $1::text AND d.date <= period_end.day
    AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
    ORDER BY d.date DESC LIMIT 1) told ON true) shares;

-- GET /fundamental/ratios?ticker=ZDA&consolidation=consolidated&audit=audited&period=quarter&fiscal_year=2024&fiscal_quarter=4&company_type=ordinary&as_of=20250131&group=profitability
SELECT * FROM (
  SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code)
  i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.company_type,
  CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
    SELECT min(form.valid_from) FROM statement_template form
    WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
  CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
  ELSE i.item_code END AS item_code, i.value, i.period_end_date::text AS period_end_date, to_char(i.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at
  FROM statement_item i WHERE i.ticker = $1::text AND i.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND i.consolidation = $3::text AND i.audit = $4::text AND i.company_type = $5::text
  ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code,
  i.published_at DESC, i.audit) f
ORDER BY period_end_date, period, statement, item_code;

-- GET /fundamental/ratios?ticker=ZDA&consolidation=consolidated&audit=audited&period=quarter&fiscal_year=2024&fiscal_quarter=4&company_type=ordinary&as_of=20250131&group=profitability
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
