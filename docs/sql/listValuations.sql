-- GET /valuation
SELECT r.ticker, min((r.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)::text AS first FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
JOIN statement_item r ON r.id >= batch.first_id AND r.id <= batch.last_id GROUP BY r.ticker;

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

-- GET /valuation
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

-- GET /valuation
SELECT e.resource, array_agg(e.after ->> 'first_id') AS first_ids, array_agg(e.after ->> 'last_id') AS last_ids
FROM audit_event e
WHERE e.id > $1::bigint AND e.id <= $2::bigint AND e.action = 'imported'
AND e.resource IN ('quote', 'daily_statistic', 'corporate_action', 'statement_item')
GROUP BY e.resource;

-- GET /valuation
SELECT min(r.date)::text AS first, ('9999-12-31'::date)::text AS last FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
JOIN daily_statistic r ON r.id >= batch.first_id AND r.id <= batch.last_id;

-- GET /valuation
SELECT min(r.date)::text AS first, max(r.date)::text AS last FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
JOIN quote r ON r.id >= batch.first_id AND r.id <= batch.last_id;

-- GET /valuation
SELECT min(r.ex_date)::text AS first, (max(r.ex_date) + 366)::text AS last FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
JOIN corporate_action r ON r.id >= batch.first_id AND r.id <= batch.last_id;

-- GET /valuation
SELECT p.ticker, p.day::text AS day, f.flow_end::text AS flow_end, f.net_profit, f.revenue, f.ebitda,
f.balance_end::text AS balance_end, f.equity, f.minority, f.debt, f.cash
FROM (
  SELECT DISTINCT i.ticker, (i.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS day
  FROM unnest($1::text[], $2::date[]) company (ticker, first)
  JOIN statement_item i ON i.ticker = company.ticker AND i.item_code = ANY ('{10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339,24,321,340}'::text[])
  AND (i.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date >= company.first) p
CROSS JOIN LATERAL (
  WITH version AS (
    SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code)
    i.statement, i.period, i.consolidation, i.period_end_date, i.published_at, i.value, i.company_type,
    regexp_replace(
      CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
        SELECT min(form.valid_from) FROM statement_template form
        WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
      CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
      ELSE i.item_code END, '^(BK|IN|SC)', '') AS digits,
    CASE i.period WHEN 'year' THEN i.fiscal_year ELSE i.fiscal_year * 4 + i.fiscal_quarter END AS ordinal
    FROM statement_item i
    WHERE i.ticker = p.ticker AND i.item_code = ANY ('{10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339,24,321,340}'::text[])
    AND i.period IN ('quarter', 'year') AND i.statement <> 'cash_flow_direct' AND i.unit = 'VND'
    AND i.period_end_date > p.day - 1000 AND i.published_at < ((p.day + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh')
    ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code,
    i.published_at DESC, i.audit
  ), chosen AS (
    SELECT v.consolidation FROM version v GROUP BY v.consolidation
    HAVING max(v.period_end_date) > (SELECT max(period_end_date) FROM version) - 366
    ORDER BY array_position(ARRAY['consolidated', 'single', 'parent'], v.consolidation) LIMIT 1
  ), figure AS (
    SELECT v.* FROM version v JOIN chosen USING (consolidation)
  ), flow AS (
    SELECT statement, digits, period, ordinal, period_end_date, company_type,
    CASE WHEN period = 'year' THEN value
    WHEN lag(ordinal, 3) OVER line = ordinal - 3 THEN sum(value) OVER (line ROWS 3 PRECEDING) END AS total
    FROM figure WHERE statement <> 'balance_sheet'
    WINDOW line AS (PARTITION BY statement, digits, period ORDER BY ordinal)
  ), span AS (
    SELECT period, ordinal, period_end_date FROM flow
    WHERE statement = 'income_statement' AND digits IN ('60', '61') AND total IS NOT NULL
    AND period_end_date >= p.day - 600
    ORDER BY period_end_date DESC, period LIMIT 1
  ), year AS (
    SELECT max(s.period_end_date) AS flow_end, coalesce(max(total) FILTER (WHERE statement = 'income_statement' AND digits = '61'), max(total) FILTER (WHERE statement = 'income_statement' AND digits = '60')) AS net_profit,
    max(total) FILTER (WHERE statement = 'income_statement' AND digits = '10') AS revenue,
    CASE WHEN max(company_type) = 'ordinary' THEN
    max(total) FILTER (WHERE statement = 'income_statement' AND digits = '50') + coalesce(max(total) FILTER (WHERE statement = 'income_statement' AND digits = '23'), 0) + max(total) FILTER (WHERE statement = 'cash_flow_indirect' AND digits = '02') END AS ebitda
    FROM flow f JOIN span s USING (period, ordinal)
  ), balance AS (
    SELECT DISTINCT ON (digits) digits, value, period_end_date, company_type FROM figure
    WHERE statement = 'balance_sheet' AND period_end_date = (
      SELECT max(period_end_date) FROM figure
      WHERE statement = 'balance_sheet' AND digits = '400' AND period_end_date >= p.day - 600)
    ORDER BY digits, published_at DESC
  ), position AS (
    SELECT max(period_end_date) AS balance_end,
    max(value) FILTER (WHERE digits = '400') - coalesce(max(value) FILTER (WHERE digits = '429'), 0) AS equity, coalesce(max(value) FILTER (WHERE digits = '429'), 0) AS minority,
    CASE WHEN max(company_type) = 'ordinary' THEN coalesce(max(value) FILTER (WHERE digits = '320'), 0)
    + coalesce(max(value) FILTER (WHERE digits = '338'), 0) + coalesce(max(value) FILTER (WHERE digits = '339'), 0) END AS debt,
    CASE WHEN max(company_type) = 'ordinary' THEN max(value) FILTER (WHERE digits = '110') END AS cash
    FROM balance
  )
  SELECT year.flow_end, year.net_profit, year.revenue, year.ebitda, position.balance_end, position.equity,
  position.minority, position.debt, position.cash
  FROM year CROSS JOIN position) f;

-- GET /valuation
WITH event AS MATERIALIZED (
  SELECT e.resource, e.action, e.record_key AS key, e.before, e.after FROM audit_event e
  WHERE e.id > $1::bigint AND e.id <= $2::bigint AND e.resource IN ('quote', 'daily_statistic', 'corporate_action', 'statement_item', 'statement_template', 'security', 'industry_membership', 'index_constituent', 'market_index')
  AND e.action NOT IN ('import_finished', 'import_approved', 'flags_dismissed', 'dismissal_revoked') AND NOT starts_with(e.action, 'proposal_'))
SELECT DISTINCT first::text AS first, last::text AS last FROM (
  SELECT (key ->> 'date')::date AS first, (key ->> 'date')::date AS last
  FROM event WHERE resource = 'quote' AND key IS NOT NULL AND action NOT IN ('approved', 'rejected', 'revoked')
  UNION ALL
  SELECT (key ->> 'date')::date, '9999-12-31'::date FROM event
  WHERE resource = 'daily_statistic' AND key IS NOT NULL AND (before -> 'outstanding_shares', before -> 'listed_shares') IS DISTINCT FROM (after -> 'outstanding_shares', after -> 'listed_shares')
  UNION ALL
  SELECT (key ->> 'ex_date')::date, (key ->> 'ex_date')::date + 366
  FROM event WHERE resource = 'corporate_action' AND key IS NOT NULL
  UNION ALL
  SELECT (key ->> 'from_date')::date, '9999-12-31'::date FROM event WHERE resource = 'industry_membership' AND key IS NOT NULL
  UNION ALL
  SELECT (key ->> 'from_date')::date, '9999-12-31'::date FROM event WHERE resource = 'index_constituent' AND key IS NOT NULL
  UNION ALL
  SELECT '0001-01-01'::date, '9999-12-31'::date FROM event
  WHERE (key IS NULL AND after -> 'first_id' IS NULL) OR resource = 'market_index'
  OR (action = 'imported' AND resource IN ('security', 'market_index', 'industry_membership', 'index_constituent'))
  OR (resource = 'security' AND key IS NOT NULL
    AND ((before -> 'industry_code', before -> 'outstanding_shares', before -> 'shares_from', before -> 'listing_date', before -> 'delisting_date', before -> 'exchange', before -> 'security_type') IS DISTINCT FROM (after -> 'industry_code', after -> 'outstanding_shares', after -> 'shares_from', after -> 'listing_date', after -> 'delisting_date', after -> 'exchange', after -> 'security_type') OR coalesce(after ->> 'shares_from', after ->> 'listing_date') IS NULL))) day
WHERE first IS NOT NULL;

-- GET /valuation
WITH event AS MATERIALIZED (
  SELECT e.resource, e.action, e.record_key AS key, e.before, e.after FROM audit_event e
  WHERE e.id > $1::bigint AND e.id <= $2::bigint AND e.resource IN ('quote', 'daily_statistic', 'corporate_action', 'statement_item', 'statement_template', 'security', 'industry_membership', 'index_constituent', 'market_index')
  AND e.action NOT IN ('import_finished', 'import_approved', 'flags_dismissed', 'dismissal_revoked') AND NOT starts_with(e.action, 'proposal_'))
SELECT ticker, min(first)::text AS first FROM (
  SELECT key ->> 'ticker' AS ticker, ((key ->> 'published_at')::timestamptz AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first
  FROM event WHERE resource = 'statement_item' AND key IS NOT NULL
  UNION ALL
  SELECT NULL, '0001-01-01'::date FROM event
  WHERE resource = 'statement_template' OR (resource = 'statement_item' AND (key IS NULL AND after -> 'first_id' IS NULL))) company
GROUP BY ticker;

-- GET /valuation
SELECT DISTINCT i.ticker FROM statement_item i;

-- GET /valuation
SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
WHERE locktype = 'relation' AND relation = 'audit_event'::regclass AND mode = 'RowExclusiveLock' AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND ($1::text[] IS NULL OR virtualtransaction = ANY ($1::text[]));

-- GET /valuation
SELECT max(id) AS id FROM audit_event;

-- GET /valuation
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH
  market AS MATERIALIZED (SELECT * FROM unnest($4::date[], $5::double precision[], $6::double precision[], $7::double precision[]) bound (date, pe, pb, ps)),
  whole AS MATERIALIZED (SELECT * FROM unnest($8::date[], $9::double precision[], $10::double precision[], $11::double precision[], $12::double precision[], $13::double precision[], $14::double precision[], $15::double precision[]) bound (date, pe, pb, ps, ev_ebitda, earnings_yield, book_yield, dividend_yield_ratio)),
  month_end AS MATERIALIZED (SELECT * FROM unnest($16::date[], $17::double precision[]) bound (date, pe) WHERE pe IS NOT NULL),
  day AS (
    SELECT q.ticker AS symbol, q.date, q.close, whole.pe, whole.pb, whole.ps, whole.ev_ebitda,
    NULL::text AS shares_reason, q.close * whole.earnings_yield AS eps, q.close * whole.book_yield AS bvps,
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
