-- GET /fundamental/ratios?ticker=ZDA
SELECT * FROM (
  SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code)
  i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.company_type, i.item_code,
  i.value, i.period_end_date::text AS period_end_date, to_char(i.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at
  FROM statement_item i WHERE i.ticker = $1::text
  ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code,
  i.published_at DESC, i.audit) f
ORDER BY period_end_date, period, statement, item_code;

-- GET /fundamental/ratios?ticker=ZDA
SELECT period_end.day::text AS day, q.close, shares.outstanding::double precision AS shares,
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
  SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed,
  coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding
  FROM (SELECT coalesce(s.shares_from,
      (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= period_end.day AS known) source
  LEFT JOIN LATERAL (
    SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
    WHERE d.ticker = $1::text AND d.date <= period_end.day
    AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
    ORDER BY d.date DESC LIMIT 1) told ON true) shares;

-- GET /fundamental/ratios?ticker=ZDA&consolidation=consolidated&audit=audited&period=quarter&fiscal_year=2024&fiscal_quarter=4&company_type=ordinary&as_of=20250131&group=profitability
SELECT * FROM (
  SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code)
  i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.company_type, i.item_code,
  i.value, i.period_end_date::text AS period_end_date, to_char(i.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS published_at
  FROM statement_item i WHERE i.ticker = $1::text AND i.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh') AND i.consolidation = $3::text AND i.audit = $4::text AND i.company_type = $5::text
  ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code,
  i.published_at DESC, i.audit) f
ORDER BY period_end_date, period, statement, item_code;

-- GET /fundamental/ratios?ticker=ZDA&consolidation=consolidated&audit=audited&period=quarter&fiscal_year=2024&fiscal_quarter=4&company_type=ordinary&as_of=20250131&group=profitability
WITH
span AS MATERIALIZED (
  SELECT s.ticker, s.first, coalesce((
      SELECT q.date FROM quote q WHERE q.ticker = s.ticker AND q.date > s.last AND true
      ORDER BY q.date LIMIT 1), s.last) AS last
  FROM unnest($1::text[], $2::date[], $3::date[]) s (ticker, first, last)), hole AS MATERIALIZED (
  SELECT span.ticker, bar.date AS until, open.first, open.last, open.days
  FROM span
  CROSS JOIN LATERAL (
    SELECT q.date, lag(q.date) OVER (ORDER BY q.date) AS previous FROM quote q
    WHERE q.ticker = span.ticker AND q.date <= span.last AND true
    AND q.date >= coalesce((
        SELECT p.date FROM quote p WHERE p.ticker = span.ticker AND p.date < span.first AND true
        ORDER BY p.date DESC LIMIT 1), span.first)) bar
  CROSS JOIN LATERAL (
    SELECT min(d.date) AS first, max(d.date) AS last, count(*)::int AS days FROM settlement d
    WHERE d.country = 'VN' AND d.status = 'open' AND d.date > bar.previous AND d.date < bar.date) open
  WHERE bar.date >= span.first AND bar.date - bar.previous > 1 AND open.days > 0
), gone AS (
  DELETE FROM quote_gap g USING span
  WHERE g.ticker = span.ticker AND g.until >= span.first AND g.until <= span.last
  AND NOT EXISTS (SELECT FROM hole WHERE hole.ticker = g.ticker AND hole.until = g.until)
)
INSERT INTO quote_gap AS g (ticker, until, first, last, days)
SELECT ticker, until, first, last, days FROM hole
ON CONFLICT (ticker, until) DO UPDATE SET first = excluded.first, last = excluded.last, days = excluded.days
WHERE (g.first, g.last, g.days) IS DISTINCT FROM (excluded.first, excluded.last, excluded.days);
