-- GET /market/contributors
SELECT r.ticker, min((r.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)::text AS first FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
JOIN statement_item r ON r.id >= batch.first_id AND r.id <= batch.last_id GROUP BY r.ticker;

-- GET /market/contributors
SELECT e.resource, array_agg(e.after ->> 'first_id') AS first_ids, array_agg(e.after ->> 'last_id') AS last_ids
FROM audit_event e
WHERE e.id > $1::bigint AND e.id <= $2::bigint AND e.action = 'imported'
AND e.resource IN ('quote', 'daily_statistic', 'corporate_action', 'statement_item')
GROUP BY e.resource;

-- GET /market/contributors
SELECT min(r.date)::text AS first, ('9999-12-31'::date)::text AS last FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
JOIN daily_statistic r ON r.id >= batch.first_id AND r.id <= batch.last_id;

-- GET /market/contributors
SELECT min(r.date)::text AS first, max(r.date)::text AS last FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
JOIN quote r ON r.id >= batch.first_id AND r.id <= batch.last_id;

-- GET /market/contributors
SELECT min(r.ex_date)::text AS first, (max(r.ex_date) + 366)::text AS last FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
JOIN corporate_action r ON r.id >= batch.first_id AND r.id <= batch.last_id;

-- GET /market/contributors
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

-- GET /market/contributors
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

-- GET /market/contributors
SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
WHERE locktype = 'relation' AND relation = 'audit_event'::regclass AND mode = 'RowExclusiveLock' AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND ($1::text[] IS NULL OR virtualtransaction = ANY ($1::text[]));

-- GET /market/contributors
SELECT max(id) AS id FROM audit_event;

-- GET /market/contributors
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT rank, ticker, close, change, change_percent, change_reason, weight_percent, contribution_point FROM (
    SELECT row_number() OVER (ORDER BY abs(contribution_point) DESC NULLS LAST, ticker)::int AS rank, part.*
    FROM (
      SELECT m.ticker, q.close,
      CASE WHEN traded.today THEN day.change ELSE 0 END AS change,
      CASE WHEN traded.today THEN day.change_percent ELSE 0 END AS change_percent,
      CASE WHEN traded.today THEN day.change_reason END AS change_reason,
      100 * unit.count * start.price / nullif(sum(unit.count * start.price) OVER (), 0) AS weight_percent,
      (SELECT l.close FROM quote l
        WHERE l.ticker = $1::text AND l.date < $2::date AND true
        ORDER BY l.date DESC LIMIT 1)
      * unit.count * (q.close - start.price) / nullif(sum(unit.count * start.price) OVER (), 0) AS contribution_point,
      bool_or(traded.today) OVER () AS open
      FROM (
        SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
        FROM index_constituent c
        WHERE c.code = $1::text AND c.from_date <= $2::date AND (c.to_date IS NULL OR c.to_date >= $2::date)
        AND NOT EXISTS (
          SELECT FROM index_constituent n
          WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= $2::date)
        UNION ALL
        SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
        FROM market_index i JOIN security l ON l.exchange = i.exchange
        WHERE i.code = $1::text AND i.all_share AND l.security_type = 'stock'
        AND (l.listing_date IS NULL OR l.listing_date <= $2::date)
        AND (l.delisting_date IS NULL OR l.delisting_date >= $2::date)
        AND NOT EXISTS (
          SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
          FROM index_constituent c
          WHERE c.code = $1::text AND c.from_date <= $2::date AND (c.to_date IS NULL OR c.to_date >= $2::date)
          AND NOT EXISTS (
            SELECT FROM index_constituent n
            WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= $2::date))) m
      LEFT JOIN market_index i ON i.code = $1::text
      CROSS JOIN LATERAL (
        SELECT b.* FROM quote b
        WHERE b.ticker = m.ticker AND b.date <= $2::date AND true
        ORDER BY b.date DESC LIMIT 1) q
      LEFT JOIN security s ON s.ticker = q.ticker
      LEFT JOIN daily_statistic stat ON stat.ticker = q.ticker AND stat.date = q.date
      LEFT JOIN LATERAL (SELECT p.date, p.close, p.volume
        FROM quote p WHERE p.ticker = q.ticker AND p.date < q.date AND true AND true
        ORDER BY p.date DESC LIMIT 1) previous ON true
      LEFT JOIN daily_statistic before
      ON before.ticker = q.ticker AND before.date = previous.date AND s.exchange = 'UPCOM'
      LEFT JOIN LATERAL (
        SELECT
        coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
        coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
        FROM corporate_action a WHERE a.ticker = q.ticker AND a.ex_date > previous.date AND a.ex_date <= q.date) terms ON true
      CROSS JOIN LATERAL (SELECT coalesce(before.average_price, previous.close) AS price) base
      CROSS JOIN LATERAL (
        SELECT
        CASE WHEN 1 + terms.rights + terms.shares > 0 AND base.price + terms.paid > terms.cash
        THEN (base.price + terms.paid - terms.cash) / (1 + terms.rights + terms.shares) END AS price,
        (previous.close + terms.paid) / nullif(1 + terms.rights + terms.shares, 0) AS share_price) ex
      LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
        WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= q.date AND t.price_from <= ex.price
        ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) own_tick
      ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
      CROSS JOIN LATERAL (
        SELECT
        coalesce(stat.reference, CASE WHEN (before.average_price IS NOT NULL OR coalesce(terms.cash <> 0 OR terms.shares <> 0 OR terms.rights <> 0, false)) AND own_tick.tick IS NOT NULL
          THEN (round(ex.price::numeric / own_tick.tick) * own_tick.tick)::double precision ELSE ex.price END) AS price) ref
      LEFT JOIN LATERAL (SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
        b.resumption_sessions, b.resumption_band::numeric AS resumption_band
        FROM market_band b
        WHERE b.exchange = s.exchange AND b.security_type IN (s.security_type, 'stock') AND b.valid_from <= q.date AND (s.security_type <> 'covered_warrant' OR b.security_type = 'covered_warrant')
        ORDER BY b.security_type = s.security_type DESC, b.valid_from DESC LIMIT 1) rule ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
      CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN previous.volume > 0 THEN previous.date END, (SELECT p.date
            FROM quote p WHERE p.ticker = q.ticker AND p.date < q.date AND p.volume > 0 AND true
            ORDER BY p.date DESC LIMIT 1)) AS traded) rest
      CROSS JOIN LATERAL (
        SELECT ref.price::numeric * (1 + width.band) AS up, ref.price::numeric * (1 - width.band) AS down
        FROM (SELECT
          CASE WHEN q.date = s.listing_date THEN 'first'
          WHEN q.date - rest.traded > rule.resumption_sessions AND rule.resumption_sessions <= (
            SELECT count(*)::int AS sessions
            FROM generate_series(1, q.date - rest.traded - 1) step CROSS JOIN LATERAL (SELECT rest.traded + step AS date) day
            WHERE
            coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
              extract(isodow FROM day.date) < 6)) THEN 'resumption'
          ELSE 'usual' END AS kind) start CROSS JOIN LATERAL (SELECT CASE start.kind WHEN 'first' THEN rule.first_day_band WHEN 'resumption' THEN rule.resumption_band ELSE rule.band END AS band) width) edge
      LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
        WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= q.date AND t.price_from <= edge.up
        ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) up_tick ON true
      LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
        WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= q.date AND t.price_from <= edge.down
        ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) down_tick ON true
      CROSS JOIN LATERAL (
        SELECT coalesce(stat.ceiling,
          CASE WHEN up_tick.tick IS NOT NULL THEN
          greatest(floor(edge.up / up_tick.tick) * up_tick.tick, (floor(ref.price::numeric / own_tick.tick) + 1) * own_tick.tick)::double precision END) AS ceiling, coalesce(stat.floor,
          CASE WHEN down_tick.tick IS NOT NULL THEN
          least(ceil(edge.down / down_tick.tick) * down_tick.tick,
            CASE WHEN ref.price::numeric > own_tick.tick THEN (ceil(ref.price::numeric / own_tick.tick) - 1) * own_tick.tick ELSE ref.price::numeric END)::double precision END) AS floor) limits
      CROSS JOIN LATERAL (
        SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
        CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
        WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
        FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date AS known) source
        LEFT JOIN LATERAL (
          SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
          WHERE d.ticker = q.ticker AND d.date <= q.date
          AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
          ORDER BY d.date DESC LIMIT 1) told ON true) shares
      CROSS JOIN LATERAL (
        SELECT
        CASE WHEN stat.reference IS NULL AND
        CASE WHEN q.date - previous.date > 5 THEN
        (
          SELECT count(*)::int AS sessions
          FROM generate_series(1, (least(q.date, previous.date + 30) + 1) - previous.date - 1) step CROSS JOIN LATERAL (SELECT previous.date + step AS date) day
          WHERE
          coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
            extract(isodow FROM day.date) < 6)) > 5 ELSE false END THEN 'base_too_old' END AS reason) gap
      CROSS JOIN LATERAL (SELECT CASE WHEN gap.reason IS NULL THEN q.close - ref.price END AS change) move
      CROSS JOIN LATERAL (
        SELECT ref.price AS reference, limits.ceiling, limits.floor, move.change,
        100 * move.change / nullif(ref.price, 0) AS change_percent, gap.reason AS change_reason,
        coalesce(stat.average_price, stat.matched_value / nullif(stat.matched_volume, 0)) AS average_price,
        coalesce(
          CASE WHEN coalesce(stat.matched_value, stat.negotiated_value) IS NOT NULL
          THEN coalesce(stat.matched_value, 0) + coalesce(stat.negotiated_value, 0) END, q.close * q.volume) AS traded_value,
        shares.listed AS listed_shares, shares.outstanding AS outstanding_shares,
        shares.outstanding * q.close AS market_cap, shares.reason AS shares_reason,
        CASE WHEN gap.reason IS NULL THEN CASE WHEN q.close >= limits.ceiling THEN 'ceiling' WHEN q.close <= limits.floor THEN 'floor' ELSE 'none' END
        ELSE 'none' END AS limit_state) day
      CROSS JOIN LATERAL (
        SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
        CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
        WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
        FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= $2::date AS known) source
        LEFT JOIN LATERAL (
          SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
          WHERE d.ticker = m.ticker AND d.date <= $2::date
          AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
          ORDER BY d.date DESC LIMIT 1) told ON true) known
      CROSS JOIN LATERAL (
        SELECT CASE WHEN i.weighting = 'price' THEN 1
        ELSE coalesce(m.shares, known.outstanding) * m.free_float_ratio * m.cap_ratio END AS count) unit
      CROSS JOIN LATERAL (SELECT q.date = $2::date AS today) traded
      CROSS JOIN LATERAL (
        SELECT CASE WHEN traded.today THEN coalesce(ex.share_price, stat.reference) ELSE q.close END AS price) start) part WHERE part.open AND true) ranked ORDER BY rank LIMIT $3::bigint OFFSET $4::bigint) line;

-- GET /market/contributors?code=VNINDEX&side=up
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

-- GET /market/contributors?code=VNINDEX&side=up
SELECT DISTINCT i.ticker FROM statement_item i;

-- GET /market/contributors?code=VNINDEX&side=up
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT rank, ticker, close, change, change_percent, change_reason, weight_percent, contribution_point FROM (
    SELECT row_number() OVER (ORDER BY contribution_point DESC, ticker)::int AS rank, part.*
    FROM (
      SELECT m.ticker, q.close,
      CASE WHEN traded.today THEN day.change ELSE 0 END AS change,
      CASE WHEN traded.today THEN day.change_percent ELSE 0 END AS change_percent,
      CASE WHEN traded.today THEN day.change_reason END AS change_reason,
      100 * unit.count * start.price / nullif(sum(unit.count * start.price) OVER (), 0) AS weight_percent,
      (SELECT l.close FROM quote l
        WHERE l.ticker = $1::text AND l.date < $2::date AND true
        ORDER BY l.date DESC LIMIT 1)
      * unit.count * (q.close - start.price) / nullif(sum(unit.count * start.price) OVER (), 0) AS contribution_point,
      bool_or(traded.today) OVER () AS open
      FROM (
        SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
        FROM index_constituent c
        WHERE c.code = $1::text AND c.from_date <= $2::date AND (c.to_date IS NULL OR c.to_date >= $2::date)
        AND NOT EXISTS (
          SELECT FROM index_constituent n
          WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= $2::date)
        UNION ALL
        SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
        FROM market_index i JOIN security l ON l.exchange = i.exchange
        WHERE i.code = $1::text AND i.all_share AND l.security_type = 'stock'
        AND (l.listing_date IS NULL OR l.listing_date <= $2::date)
        AND (l.delisting_date IS NULL OR l.delisting_date >= $2::date)
        AND NOT EXISTS (
          SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
          FROM index_constituent c
          WHERE c.code = $1::text AND c.from_date <= $2::date AND (c.to_date IS NULL OR c.to_date >= $2::date)
          AND NOT EXISTS (
            SELECT FROM index_constituent n
            WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= $2::date))) m
      LEFT JOIN market_index i ON i.code = $1::text
      CROSS JOIN LATERAL (
        SELECT b.* FROM quote b
        WHERE b.ticker = m.ticker AND b.date <= $2::date AND true
        ORDER BY b.date DESC LIMIT 1) q
      LEFT JOIN security s ON s.ticker = q.ticker
      LEFT JOIN daily_statistic stat ON stat.ticker = q.ticker AND stat.date = q.date
      LEFT JOIN LATERAL (SELECT p.date, p.close, p.volume
        FROM quote p WHERE p.ticker = q.ticker AND p.date < q.date AND true AND true
        ORDER BY p.date DESC LIMIT 1) previous ON true
      LEFT JOIN daily_statistic before
      ON before.ticker = q.ticker AND before.date = previous.date AND s.exchange = 'UPCOM'
      LEFT JOIN LATERAL (
        SELECT
        coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
        coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
        FROM corporate_action a WHERE a.ticker = q.ticker AND a.ex_date > previous.date AND a.ex_date <= q.date) terms ON true
      CROSS JOIN LATERAL (SELECT coalesce(before.average_price, previous.close) AS price) base
      CROSS JOIN LATERAL (
        SELECT
        CASE WHEN 1 + terms.rights + terms.shares > 0 AND base.price + terms.paid > terms.cash
        THEN (base.price + terms.paid - terms.cash) / (1 + terms.rights + terms.shares) END AS price,
        (previous.close + terms.paid) / nullif(1 + terms.rights + terms.shares, 0) AS share_price) ex
      LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
        WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= q.date AND t.price_from <= ex.price
        ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) own_tick
      ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
      CROSS JOIN LATERAL (
        SELECT
        coalesce(stat.reference, CASE WHEN (before.average_price IS NOT NULL OR coalesce(terms.cash <> 0 OR terms.shares <> 0 OR terms.rights <> 0, false)) AND own_tick.tick IS NOT NULL
          THEN (round(ex.price::numeric / own_tick.tick) * own_tick.tick)::double precision ELSE ex.price END) AS price) ref
      LEFT JOIN LATERAL (SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
        b.resumption_sessions, b.resumption_band::numeric AS resumption_band
        FROM market_band b
        WHERE b.exchange = s.exchange AND b.security_type IN (s.security_type, 'stock') AND b.valid_from <= q.date AND (s.security_type <> 'covered_warrant' OR b.security_type = 'covered_warrant')
        ORDER BY b.security_type = s.security_type DESC, b.valid_from DESC LIMIT 1) rule ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
      CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN previous.volume > 0 THEN previous.date END, (SELECT p.date
            FROM quote p WHERE p.ticker = q.ticker AND p.date < q.date AND p.volume > 0 AND true
            ORDER BY p.date DESC LIMIT 1)) AS traded) rest
      CROSS JOIN LATERAL (
        SELECT ref.price::numeric * (1 + width.band) AS up, ref.price::numeric * (1 - width.band) AS down
        FROM (SELECT
          CASE WHEN q.date = s.listing_date THEN 'first'
          WHEN q.date - rest.traded > rule.resumption_sessions AND rule.resumption_sessions <= (
            SELECT count(*)::int AS sessions
            FROM generate_series(1, q.date - rest.traded - 1) step CROSS JOIN LATERAL (SELECT rest.traded + step AS date) day
            WHERE
            coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
              extract(isodow FROM day.date) < 6)) THEN 'resumption'
          ELSE 'usual' END AS kind) start CROSS JOIN LATERAL (SELECT CASE start.kind WHEN 'first' THEN rule.first_day_band WHEN 'resumption' THEN rule.resumption_band ELSE rule.band END AS band) width) edge
      LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
        WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= q.date AND t.price_from <= edge.up
        ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) up_tick ON true
      LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
        WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= q.date AND t.price_from <= edge.down
        ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) down_tick ON true
      CROSS JOIN LATERAL (
        SELECT coalesce(stat.ceiling,
          CASE WHEN up_tick.tick IS NOT NULL THEN
          greatest(floor(edge.up / up_tick.tick) * up_tick.tick, (floor(ref.price::numeric / own_tick.tick) + 1) * own_tick.tick)::double precision END) AS ceiling, coalesce(stat.floor,
          CASE WHEN down_tick.tick IS NOT NULL THEN
          least(ceil(edge.down / down_tick.tick) * down_tick.tick,
            CASE WHEN ref.price::numeric > own_tick.tick THEN (ceil(ref.price::numeric / own_tick.tick) - 1) * own_tick.tick ELSE ref.price::numeric END)::double precision END) AS floor) limits
      CROSS JOIN LATERAL (
        SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
        CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
        WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
        FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date AS known) source
        LEFT JOIN LATERAL (
          SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
          WHERE d.ticker = q.ticker AND d.date <= q.date
          AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
          ORDER BY d.date DESC LIMIT 1) told ON true) shares
      CROSS JOIN LATERAL (
        SELECT
        CASE WHEN stat.reference IS NULL AND
        CASE WHEN q.date - previous.date > 5 THEN
        (
          SELECT count(*)::int AS sessions
          FROM generate_series(1, (least(q.date, previous.date + 30) + 1) - previous.date - 1) step CROSS JOIN LATERAL (SELECT previous.date + step AS date) day
          WHERE
          coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
            extract(isodow FROM day.date) < 6)) > 5 ELSE false END THEN 'base_too_old' END AS reason) gap
      CROSS JOIN LATERAL (SELECT CASE WHEN gap.reason IS NULL THEN q.close - ref.price END AS change) move
      CROSS JOIN LATERAL (
        SELECT ref.price AS reference, limits.ceiling, limits.floor, move.change,
        100 * move.change / nullif(ref.price, 0) AS change_percent, gap.reason AS change_reason,
        coalesce(stat.average_price, stat.matched_value / nullif(stat.matched_volume, 0)) AS average_price,
        coalesce(
          CASE WHEN coalesce(stat.matched_value, stat.negotiated_value) IS NOT NULL
          THEN coalesce(stat.matched_value, 0) + coalesce(stat.negotiated_value, 0) END, q.close * q.volume) AS traded_value,
        shares.listed AS listed_shares, shares.outstanding AS outstanding_shares,
        shares.outstanding * q.close AS market_cap, shares.reason AS shares_reason,
        CASE WHEN gap.reason IS NULL THEN CASE WHEN q.close >= limits.ceiling THEN 'ceiling' WHEN q.close <= limits.floor THEN 'floor' ELSE 'none' END
        ELSE 'none' END AS limit_state) day
      CROSS JOIN LATERAL (
        SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
        CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
        WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
        FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= $2::date AS known) source
        LEFT JOIN LATERAL (
          SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
          WHERE d.ticker = m.ticker AND d.date <= $2::date
          AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
          ORDER BY d.date DESC LIMIT 1) told ON true) known
      CROSS JOIN LATERAL (
        SELECT CASE WHEN i.weighting = 'price' THEN 1
        ELSE coalesce(m.shares, known.outstanding) * m.free_float_ratio * m.cap_ratio END AS count) unit
      CROSS JOIN LATERAL (SELECT q.date = $2::date AS today) traded
      CROSS JOIN LATERAL (
        SELECT CASE WHEN traded.today THEN coalesce(ex.share_price, stat.reference) ELSE q.close END AS price) start) part WHERE part.open AND contribution_point > 0) ranked ORDER BY rank LIMIT $3::bigint OFFSET $4::bigint) line;
