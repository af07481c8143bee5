-- GET /related-stocks?ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  WITH r AS MATERIALIZED (SELECT r.* FROM (
      WITH own AS MATERIALIZED (
        SELECT subject.ticker, subject.day, industry.code, nullif(shares.outstanding, 0) * nullif(today.price, 0) AS market_cap
        FROM (SELECT $1::text AS ticker, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS day) subject
        LEFT JOIN security m ON m.ticker = subject.ticker
        LEFT JOIN LATERAL (
          SELECT b.ticker, b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b
          WHERE b.ticker = subject.ticker AND b.date <= $2::date AND true
          ORDER BY b.date DESC LIMIT 1) bar ON true
        CROSS JOIN LATERAL (
          SELECT
          CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (bar.close + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) ELSE bar.close END AS price FROM (
            SELECT
            coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
            coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
            FROM corporate_action a WHERE a.ticker = subject.ticker AND bar.date < subject.day AND a.ex_date > bar.date AND a.ex_date <= subject.day) terms) today
        CROSS JOIN LATERAL (SELECT coalesce((
              SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= subject.day THEN m.code END
              FROM industry_membership m WHERE m.ticker = subject.ticker AND m.from_date <= subject.day
              ORDER BY m.from_date DESC LIMIT 1), m.industry_code) AS code) industry
        CROSS JOIN LATERAL (
          SELECT counts.listed, counts.outstanding,
          CASE WHEN counts.outstanding > 0 THEN NULL
          WHEN counts.outstanding = 0 OR coalesce(m.outstanding_shares, 0) = 0 THEN 'no_share_count'
          ELSE 'share_count_later' END AS reason
          FROM (
            SELECT coalesce(
              (SELECT d.listed_shares FROM daily_statistic d
                WHERE d.ticker = subject.ticker AND d.date <= subject.day AND d.listed_shares IS NOT NULL
                AND d.date >= coalesce(
                  CASE WHEN m.listed_shares IS NOT NULL AND m.shares_from <= subject.day THEN m.shares_from END,
                  '-infinity')
                ORDER BY d.date DESC LIMIT 1),
              CASE WHEN coalesce(m.shares_from, m.listing_date, (m.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= subject.day THEN m.listed_shares END) AS listed,
            coalesce(
              (SELECT d.outstanding_shares FROM daily_statistic d
                WHERE d.ticker = subject.ticker AND d.date <= subject.day AND d.outstanding_shares IS NOT NULL
                AND d.date >= coalesce(
                  CASE WHEN m.outstanding_shares IS NOT NULL AND m.shares_from <= subject.day THEN m.shares_from END,
                  '-infinity')
                ORDER BY d.date DESC LIMIT 1),
              CASE WHEN coalesce(m.shares_from, m.listing_date, (m.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= subject.day THEN m.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
      ), candidate AS MATERIALIZED (
        SELECT c.ticker FROM own, LATERAL (
          SELECT s.ticker FROM security s WHERE left(s.industry_code, 2) = left(own.code, 2)
          UNION
          SELECT i.ticker FROM industry_membership i WHERE left(i.code, 2) = left(own.code, 2)) c
        WHERE c.ticker <> own.ticker AND NOT EXISTS (SELECT FROM market_index x WHERE x.code = c.ticker)
      ), peer AS (
        SELECT c.ticker, m.name, m.exchange, industry.code AS industry_code, level.common AS common_level,
        bar.date, bar.close, today.price, cap.value AS market_cap, shares.outstanding AS shares, shares.reason AS shares_reason,
        CASE WHEN cap.value > 0 AND own.market_cap > 0 THEN abs(ln(cap.value) - ln(own.market_cap)) END AS distance
        FROM own CROSS JOIN candidate c
        LEFT JOIN security m ON m.ticker = c.ticker
        CROSS JOIN LATERAL (SELECT coalesce((
              SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= own.day THEN m.code END
              FROM industry_membership m WHERE m.ticker = c.ticker AND m.from_date <= own.day
              ORDER BY m.from_date DESC LIMIT 1), m.industry_code) AS code) industry
        CROSS JOIN LATERAL (
          SELECT max(l.digits) / 2 AS common FROM (VALUES (2), (4), (6), (8)) l (digits)
          WHERE length(own.code) >= l.digits AND left(industry.code, l.digits) = left(own.code, l.digits)) level
        CROSS JOIN LATERAL (
          SELECT b.ticker, b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b
          WHERE b.ticker = c.ticker AND b.date <= $2::date AND true
          ORDER BY b.date DESC LIMIT 1) bar
        CROSS JOIN LATERAL (
          SELECT
          CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (bar.close + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) ELSE bar.close END AS price FROM (
            SELECT
            coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
            coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
            FROM corporate_action a WHERE a.ticker = c.ticker AND bar.date < own.day AND a.ex_date > bar.date AND a.ex_date <= own.day) terms) today
        CROSS JOIN LATERAL (
          SELECT counts.listed, counts.outstanding,
          CASE WHEN counts.outstanding > 0 THEN NULL
          WHEN counts.outstanding = 0 OR coalesce(m.outstanding_shares, 0) = 0 THEN 'no_share_count'
          ELSE 'share_count_later' END AS reason
          FROM (
            SELECT coalesce(
              (SELECT d.listed_shares FROM daily_statistic d
                WHERE d.ticker = c.ticker AND d.date <= own.day AND d.listed_shares IS NOT NULL
                AND d.date >= coalesce(
                  CASE WHEN m.listed_shares IS NOT NULL AND m.shares_from <= own.day THEN m.shares_from END,
                  '-infinity')
                ORDER BY d.date DESC LIMIT 1),
              CASE WHEN coalesce(m.shares_from, m.listing_date, (m.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= own.day THEN m.listed_shares END) AS listed,
            coalesce(
              (SELECT d.outstanding_shares FROM daily_statistic d
                WHERE d.ticker = c.ticker AND d.date <= own.day AND d.outstanding_shares IS NOT NULL
                AND d.date >= coalesce(
                  CASE WHEN m.outstanding_shares IS NOT NULL AND m.shares_from <= own.day THEN m.shares_from END,
                  '-infinity')
                ORDER BY d.date DESC LIMIT 1),
              CASE WHEN coalesce(m.shares_from, m.listing_date, (m.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= own.day THEN m.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
        CROSS JOIN LATERAL (SELECT nullif(shares.outstanding, 0) * nullif(today.price, 0) AS value) cap
        WHERE level.common IS NOT NULL AND coalesce(m.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund'), true)
        AND coalesce(m.listing_date <= own.day, true) AND coalesce(m.delisting_date >= own.day, true)
      )
      SELECT row_number() OVER (ORDER BY common_level DESC, distance NULLS LAST, ticker) AS rank, peer.* FROM peer) r ORDER BY r.rank LIMIT $3::bigint OFFSET $4::bigint)
  SELECT r.rank, r.ticker, r.name, r.exchange, r.industry_code, r.common_level, r.date, r.close, move.change_percent,
  move.change_reason, r.market_cap, r.shares_reason, CASE WHEN known.net_profit > 0 THEN (nullif(r.shares, 0) * nullif(r.price, 0)) / known.net_profit END AS pe, CASE WHEN known.equity > 0 THEN (nullif(r.shares, 0) * nullif(r.price, 0)) / known.equity END AS pb, r.distance FROM r
  CROSS JOIN LATERAL (SELECT day.change_percent, day.change_reason FROM (
      SELECT b.ticker, b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b
      WHERE b.ticker = r.ticker AND b.date <= r.date AND true
      ORDER BY b.date DESC LIMIT 1) q
    LEFT JOIN security s ON s.ticker = q.ticker
    LEFT JOIN daily_statistic stat ON stat.ticker = q.ticker AND stat.date = q.date
    LEFT JOIN LATERAL (SELECT p.date, p.close, p.volume
      FROM quote p WHERE p.ticker = q.ticker AND p.date < q.date AND true AND true
      ORDER BY p.date DESC LIMIT 1) previous ON true
    LEFT JOIN daily_statistic before
    ON before.ticker = q.ticker AND before.date = CASE WHEN s.exchange = 'UPCOM' THEN previous.date END
    LEFT JOIN LATERAL (
      SELECT
      coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
      coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
      FROM corporate_action a WHERE a.ticker = q.ticker AND a.ex_date > previous.date AND a.ex_date <= q.date) terms ON true
    CROSS JOIN LATERAL (SELECT coalesce(nullif(before.average_price, 0), previous.close) AS price OFFSET 0) base
    CROSS JOIN LATERAL (
      SELECT
      CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * base.price THEN terms.rights ELSE 0 END + terms.shares) > 0 AND (base.price + CASE WHEN terms.paid < terms.rights * base.price THEN terms.paid ELSE 0 END) > terms.cash
      THEN ((base.price + CASE WHEN terms.paid < terms.rights * base.price THEN terms.paid ELSE 0 END) - terms.cash) / (1 + CASE WHEN terms.paid < terms.rights * base.price THEN terms.rights ELSE 0 END + terms.shares) END AS price,
      CASE WHEN previous.close > 0 THEN
      CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * previous.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (previous.close + CASE WHEN terms.paid < terms.rights * previous.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * previous.close THEN terms.rights ELSE 0 END + terms.shares) ELSE previous.close END END AS share_price OFFSET 0) ex
    LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
      WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= q.date AND t.price_from <= coalesce(stat.reference, ex.price)
      ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) own_tick
    ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
    CROSS JOIN LATERAL (
      SELECT
      coalesce(stat.reference, CASE WHEN (nullif(before.average_price, 0) IS NOT NULL OR coalesce(terms.cash <> 0 OR terms.shares <> 0 OR terms.rights <> 0, false)) AND own_tick.tick IS NOT NULL
        THEN (round(ex.price::numeric / own_tick.tick) * own_tick.tick)::double precision ELSE ex.price END) AS price OFFSET 0) ref
    LEFT JOIN LATERAL (SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
      b.resumption_sessions, b.resumption_band::numeric AS resumption_band
      FROM market_band b
      WHERE b.exchange = s.exchange AND b.security_type IN (s.security_type, 'stock') AND b.valid_from <= q.date AND (s.security_type <> 'covered_warrant' OR b.security_type = 'covered_warrant')
      ORDER BY b.security_type = s.security_type DESC, b.valid_from DESC LIMIT 1) rule ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
    CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN previous.volume > 0 THEN previous.date END, (SELECT p.date
          FROM quote p WHERE p.ticker = q.ticker AND p.date < q.date AND p.volume > 0 AND true
          ORDER BY p.date DESC LIMIT 1)) AS traded OFFSET 0) rest
    CROSS JOIN LATERAL (
      SELECT ref.price::numeric * (1 + width.band) AS up, ref.price::numeric * (1 - width.band) AS down
      FROM (SELECT
        CASE WHEN q.date = s.listing_date THEN 'first'
        WHEN (q.date - rest.traded > rule.resumption_sessions) IS TRUE AND rule.resumption_sessions <= (
          SELECT count(*)::int AS sessions
          FROM generate_series(1, q.date - rest.traded - 1) step CROSS JOIN LATERAL (SELECT rest.traded + step AS date) day
          WHERE
          coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
            extract(isodow FROM day.date) < 6)) THEN 'resumption'
        ELSE 'usual' END AS kind OFFSET 0) start CROSS JOIN LATERAL (SELECT CASE start.kind WHEN 'first' THEN rule.first_day_band WHEN 'resumption' THEN rule.resumption_band ELSE rule.band END AS band OFFSET 0) width
      OFFSET 0) edge
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
          CASE WHEN ref.price::numeric > own_tick.tick THEN (ceil(ref.price::numeric / own_tick.tick) - 1) * own_tick.tick ELSE ref.price::numeric END)::double precision END) AS floor
      OFFSET 0) limits
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
          CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
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
    CROSS JOIN LATERAL (SELECT CASE WHEN gap.reason IS NULL THEN nullif(q.close, 0) - ref.price END AS change) move
    CROSS JOIN LATERAL (
      SELECT ref.price AS reference, limits.ceiling, limits.floor, move.change,
      100 * move.change / nullif(ref.price, 0) AS change_percent, gap.reason AS change_reason,
      coalesce(stat.average_price, stat.matched_value / nullif(stat.matched_volume, 0)) AS average_price,
      coalesce(
        CASE WHEN coalesce(stat.matched_value, stat.negotiated_value) IS NOT NULL
        THEN coalesce(stat.matched_value, 0) + coalesce(stat.negotiated_value, 0) END, q.close * q.volume) AS traded_value,
      shares.listed AS listed_shares, shares.outstanding AS outstanding_shares,
      nullif(shares.outstanding, 0) * nullif(q.close, 0) AS market_cap, shares.reason AS shares_reason,
      CASE WHEN gap.reason IS NULL THEN CASE WHEN q.close = 0 OR q.close = ref.price THEN 'none' WHEN q.close >= limits.ceiling THEN 'ceiling' WHEN q.close <= limits.floor THEN 'floor' ELSE 'none' END
      ELSE 'none' END AS limit_state) day) move
  CROSS JOIN LATERAL (
    WITH version AS (
      SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits)
      i.statement, i.period, i.consolidation, i.audit, i.period_end_date, i.published_at, i.value, i.company_type,
      regexp_replace(
        CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
          SELECT min(form.valid_from) FROM statement_template form
          WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
        CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
        ELSE i.item_code END, '^(BK|IN|SC)', '') AS digits, i.fiscal_year,
      CASE i.period WHEN 'year' THEN 4 ELSE i.fiscal_quarter END AS quarter
      FROM statement_item i
      WHERE i.ticker = r.ticker AND i.item_code = ANY ('{10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339,24,321,340}'::text[])
      AND i.statement <> 'cash_flow_direct' AND i.unit = 'VND'
      AND i.period_end_date > (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date - 1150 AND i.published_at < (((now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh')
      ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits,
      i.published_at DESC, i.audit, i.item_code
    ), choice AS (
      SELECT v.consolidation FROM version v GROUP BY v.consolidation
      HAVING max(v.period_end_date) > (SELECT max(period_end_date) FROM version) - 366
      ORDER BY array_position(ARRAY['consolidated', 'single', 'parent'], v.consolidation) LIMIT 1
    ), figure AS (
      SELECT v.*, fiscal_year * 4 + quarter AS ordinal,
      CASE digits WHEN '50' THEN value + coalesce(max(value) FILTER (WHERE digits = '23') OVER report, 0)
      WHEN '60' THEN coalesce(max(value) FILTER (WHERE digits = '61') OVER report, value)
      ELSE value END AS amount
      FROM version v JOIN choice USING (consolidation)
      WINDOW report AS (PARTITION BY statement, period, fiscal_year, quarter)
    ), to_date AS (
      SELECT statement, digits, ordinal, fiscal_year, quarter, period_end_date, company_type,
      CASE digits WHEN '60' THEN coalesce(max(amount) FILTER (WHERE digits = '61') OVER report, amount)
      ELSE amount END AS amount
      FROM (
        SELECT DISTINCT ON (statement, digits, ordinal)
        statement, digits, ordinal, fiscal_year, quarter, period_end_date, company_type,
        CASE WHEN period <> 'quarter' THEN amount
        WHEN count(*) OVER of_year = quarter THEN sum(amount) OVER of_year END AS amount
        FROM figure WHERE statement <> 'balance_sheet'
        WINDOW of_year AS (PARTITION BY statement, digits, period, fiscal_year ORDER BY quarter)
        ORDER BY statement, digits, ordinal, array_position(ARRAY['year', 'cumulative'], period)) preferred
      WINDOW report AS (PARTITION BY statement, ordinal)
    ), flow AS (
      SELECT statement, digits, true AS is_of_quarters, ordinal, period_end_date, company_type,
      CASE WHEN lag(ordinal, 3) OVER line = ordinal - 3 THEN sum(amount) OVER (line ROWS 3 PRECEDING) END AS total
      FROM figure WHERE statement <> 'balance_sheet' AND period = 'quarter'
      WINDOW line AS (PARTITION BY statement, digits ORDER BY ordinal)
      UNION ALL
      SELECT statement, digits, false, ordinal, period_end_date, company_type, CASE quarter WHEN 4 THEN amount
      ELSE amount + max(amount) FILTER (WHERE quarter = 4) OVER year_before - max(amount) OVER same_before END
      FROM to_date
      WINDOW line AS (PARTITION BY statement, digits),
      year_before AS (line ORDER BY fiscal_year RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING),
      same_before AS (line ORDER BY ordinal RANGE BETWEEN 4 PRECEDING AND 4 PRECEDING)
    ), span AS (
      SELECT is_of_quarters, ordinal FROM flow
      WHERE statement = 'income_statement' AND digits IN ('60', '61') AND total IS NOT NULL
      AND period_end_date >= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date - 600
      ORDER BY period_end_date DESC, is_of_quarters DESC, ordinal DESC LIMIT 1
    ), year AS (
      SELECT max(f.period_end_date) AS flow_end,
      coalesce(max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '61' AND f.is_of_quarters = span.is_of_quarters), max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '61' AND f.is_of_quarters = false), max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '60' AND f.is_of_quarters = span.is_of_quarters)) AS net_profit,
      max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '10' AND f.is_of_quarters = span.is_of_quarters) AS revenue, CASE WHEN bool_and(f.company_type = 'ordinary') THEN
      max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '50' AND f.is_of_quarters = span.is_of_quarters) + coalesce(max(f.total) FILTER (WHERE f.statement = 'cash_flow_indirect' AND f.digits = '02' AND f.is_of_quarters = span.is_of_quarters), max(f.total) FILTER (WHERE f.statement = 'cash_flow_indirect' AND f.digits = '02' AND f.is_of_quarters = false)) END AS ebitda
      FROM flow f JOIN span USING (ordinal)
    ), sheet AS (
      SELECT period, ordinal, period_end_date FROM figure
      WHERE statement = 'balance_sheet' AND digits = '400' AND period_end_date >= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date - 600
      ORDER BY period_end_date DESC, published_at DESC, audit, period DESC, ordinal DESC LIMIT 1
    ), balance AS (
      SELECT digits, value, period_end_date, company_type FROM figure JOIN sheet USING (period, ordinal, period_end_date)
      WHERE statement = 'balance_sheet'
    ), position AS (
      SELECT max(period_end_date) AS balance_end,
      max(value) FILTER (WHERE digits = '400') - coalesce(max(value) FILTER (WHERE digits = '429'), 0) AS equity, coalesce(max(value) FILTER (WHERE digits = '429'), 0) AS minority,
      CASE WHEN bool_and(company_type = 'ordinary') THEN coalesce(max(value) FILTER (WHERE digits = '320'), 0)
      + coalesce(max(value) FILTER (WHERE digits = '338'), 0) + coalesce(max(value) FILTER (WHERE digits = '339'), 0) END AS debt,
      CASE WHEN bool_and(company_type = 'ordinary') THEN max(value) FILTER (WHERE digits = '110') END AS cash
      FROM balance
    )
    SELECT year.*, position.* FROM year CROSS JOIN position) known
  ORDER BY r.rank) line;

-- GET /related-stocks?ticker=ZDA&date=20250630
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  WITH r AS MATERIALIZED (SELECT r.* FROM (
      WITH own AS MATERIALIZED (
        SELECT subject.ticker, subject.day, industry.code, nullif(shares.outstanding, 0) * nullif(today.price, 0) AS market_cap
        FROM (SELECT $1::text AS ticker, $2::date AS day) subject
        LEFT JOIN security m ON m.ticker = subject.ticker
        LEFT JOIN LATERAL (
          SELECT b.ticker, b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b
          WHERE b.ticker = subject.ticker AND b.date <= $2::date AND true
          ORDER BY b.date DESC LIMIT 1) bar ON true
        CROSS JOIN LATERAL (
          SELECT
          CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (bar.close + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) ELSE bar.close END AS price FROM (
            SELECT
            coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
            coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
            FROM corporate_action a WHERE a.ticker = subject.ticker AND bar.date < subject.day AND a.ex_date > bar.date AND a.ex_date <= subject.day) terms) today
        CROSS JOIN LATERAL (SELECT coalesce((
              SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= subject.day THEN m.code END
              FROM industry_membership m WHERE m.ticker = subject.ticker AND m.from_date <= subject.day
              ORDER BY m.from_date DESC LIMIT 1), m.industry_code) AS code) industry
        CROSS JOIN LATERAL (
          SELECT counts.listed, counts.outstanding,
          CASE WHEN counts.outstanding > 0 THEN NULL
          WHEN counts.outstanding = 0 OR coalesce(m.outstanding_shares, 0) = 0 THEN 'no_share_count'
          ELSE 'share_count_later' END AS reason
          FROM (
            SELECT coalesce(
              (SELECT d.listed_shares FROM daily_statistic d
                WHERE d.ticker = subject.ticker AND d.date <= subject.day AND d.listed_shares IS NOT NULL
                AND d.date >= coalesce(
                  CASE WHEN m.listed_shares IS NOT NULL AND m.shares_from <= subject.day THEN m.shares_from END,
                  '-infinity')
                ORDER BY d.date DESC LIMIT 1),
              CASE WHEN coalesce(m.shares_from, m.listing_date, (m.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= subject.day THEN m.listed_shares END) AS listed,
            coalesce(
              (SELECT d.outstanding_shares FROM daily_statistic d
                WHERE d.ticker = subject.ticker AND d.date <= subject.day AND d.outstanding_shares IS NOT NULL
                AND d.date >= coalesce(
                  CASE WHEN m.outstanding_shares IS NOT NULL AND m.shares_from <= subject.day THEN m.shares_from END,
                  '-infinity')
                ORDER BY d.date DESC LIMIT 1),
              CASE WHEN coalesce(m.shares_from, m.listing_date, (m.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= subject.day THEN m.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
      ), candidate AS MATERIALIZED (
        SELECT c.ticker FROM own, LATERAL (
          SELECT s.ticker FROM security s WHERE left(s.industry_code, 2) = left(own.code, 2)
          UNION
          SELECT i.ticker FROM industry_membership i WHERE left(i.code, 2) = left(own.code, 2)) c
        WHERE c.ticker <> own.ticker AND NOT EXISTS (SELECT FROM market_index x WHERE x.code = c.ticker)
      ), peer AS (
        SELECT c.ticker, m.name, m.exchange, industry.code AS industry_code, level.common AS common_level,
        bar.date, bar.close, today.price, cap.value AS market_cap, shares.outstanding AS shares, shares.reason AS shares_reason,
        CASE WHEN cap.value > 0 AND own.market_cap > 0 THEN abs(ln(cap.value) - ln(own.market_cap)) END AS distance
        FROM own CROSS JOIN candidate c
        LEFT JOIN security m ON m.ticker = c.ticker
        CROSS JOIN LATERAL (SELECT coalesce((
              SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= own.day THEN m.code END
              FROM industry_membership m WHERE m.ticker = c.ticker AND m.from_date <= own.day
              ORDER BY m.from_date DESC LIMIT 1), m.industry_code) AS code) industry
        CROSS JOIN LATERAL (
          SELECT max(l.digits) / 2 AS common FROM (VALUES (2), (4), (6), (8)) l (digits)
          WHERE length(own.code) >= l.digits AND left(industry.code, l.digits) = left(own.code, l.digits)) level
        CROSS JOIN LATERAL (
          SELECT b.ticker, b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b
          WHERE b.ticker = c.ticker AND b.date <= $2::date AND true
          ORDER BY b.date DESC LIMIT 1) bar
        CROSS JOIN LATERAL (
          SELECT
          CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (bar.close + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * bar.close THEN terms.rights ELSE 0 END + terms.shares) ELSE bar.close END AS price FROM (
            SELECT
            coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
            coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
            FROM corporate_action a WHERE a.ticker = c.ticker AND bar.date < own.day AND a.ex_date > bar.date AND a.ex_date <= own.day) terms) today
        CROSS JOIN LATERAL (
          SELECT counts.listed, counts.outstanding,
          CASE WHEN counts.outstanding > 0 THEN NULL
          WHEN counts.outstanding = 0 OR coalesce(m.outstanding_shares, 0) = 0 THEN 'no_share_count'
          ELSE 'share_count_later' END AS reason
          FROM (
            SELECT coalesce(
              (SELECT d.listed_shares FROM daily_statistic d
                WHERE d.ticker = c.ticker AND d.date <= own.day AND d.listed_shares IS NOT NULL
                AND d.date >= coalesce(
                  CASE WHEN m.listed_shares IS NOT NULL AND m.shares_from <= own.day THEN m.shares_from END,
                  '-infinity')
                ORDER BY d.date DESC LIMIT 1),
              CASE WHEN coalesce(m.shares_from, m.listing_date, (m.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= own.day THEN m.listed_shares END) AS listed,
            coalesce(
              (SELECT d.outstanding_shares FROM daily_statistic d
                WHERE d.ticker = c.ticker AND d.date <= own.day AND d.outstanding_shares IS NOT NULL
                AND d.date >= coalesce(
                  CASE WHEN m.outstanding_shares IS NOT NULL AND m.shares_from <= own.day THEN m.shares_from END,
                  '-infinity')
                ORDER BY d.date DESC LIMIT 1),
              CASE WHEN coalesce(m.shares_from, m.listing_date, (m.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= own.day THEN m.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
        CROSS JOIN LATERAL (SELECT nullif(shares.outstanding, 0) * nullif(today.price, 0) AS value) cap
        WHERE level.common IS NOT NULL AND coalesce(m.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund'), true)
        AND coalesce(m.listing_date <= own.day, true) AND coalesce(m.delisting_date >= own.day, true)
      )
      SELECT row_number() OVER (ORDER BY common_level DESC, distance NULLS LAST, ticker) AS rank, peer.* FROM peer) r ORDER BY r.rank LIMIT $3::bigint OFFSET $4::bigint)
  SELECT r.rank, r.ticker, r.name, r.exchange, r.industry_code, r.common_level, r.date, r.close, move.change_percent,
  move.change_reason, r.market_cap, r.shares_reason, CASE WHEN known.net_profit > 0 THEN (nullif(r.shares, 0) * nullif(r.price, 0)) / known.net_profit END AS pe, CASE WHEN known.equity > 0 THEN (nullif(r.shares, 0) * nullif(r.price, 0)) / known.equity END AS pb, r.distance FROM r
  CROSS JOIN LATERAL (SELECT day.change_percent, day.change_reason FROM (
      SELECT b.ticker, b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b
      WHERE b.ticker = r.ticker AND b.date <= r.date AND true
      ORDER BY b.date DESC LIMIT 1) q
    LEFT JOIN security s ON s.ticker = q.ticker
    LEFT JOIN daily_statistic stat ON stat.ticker = q.ticker AND stat.date = q.date
    LEFT JOIN LATERAL (SELECT p.date, p.close, p.volume
      FROM quote p WHERE p.ticker = q.ticker AND p.date < q.date AND true AND true
      ORDER BY p.date DESC LIMIT 1) previous ON true
    LEFT JOIN daily_statistic before
    ON before.ticker = q.ticker AND before.date = CASE WHEN s.exchange = 'UPCOM' THEN previous.date END
    LEFT JOIN LATERAL (
      SELECT
      coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
      coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
      FROM corporate_action a WHERE a.ticker = q.ticker AND a.ex_date > previous.date AND a.ex_date <= q.date) terms ON true
    CROSS JOIN LATERAL (SELECT coalesce(nullif(before.average_price, 0), previous.close) AS price OFFSET 0) base
    CROSS JOIN LATERAL (
      SELECT
      CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * base.price THEN terms.rights ELSE 0 END + terms.shares) > 0 AND (base.price + CASE WHEN terms.paid < terms.rights * base.price THEN terms.paid ELSE 0 END) > terms.cash
      THEN ((base.price + CASE WHEN terms.paid < terms.rights * base.price THEN terms.paid ELSE 0 END) - terms.cash) / (1 + CASE WHEN terms.paid < terms.rights * base.price THEN terms.rights ELSE 0 END + terms.shares) END AS price,
      CASE WHEN previous.close > 0 THEN
      CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * previous.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (previous.close + CASE WHEN terms.paid < terms.rights * previous.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * previous.close THEN terms.rights ELSE 0 END + terms.shares) ELSE previous.close END END AS share_price OFFSET 0) ex
    LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
      WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= q.date AND t.price_from <= coalesce(stat.reference, ex.price)
      ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) own_tick
    ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
    CROSS JOIN LATERAL (
      SELECT
      coalesce(stat.reference, CASE WHEN (nullif(before.average_price, 0) IS NOT NULL OR coalesce(terms.cash <> 0 OR terms.shares <> 0 OR terms.rights <> 0, false)) AND own_tick.tick IS NOT NULL
        THEN (round(ex.price::numeric / own_tick.tick) * own_tick.tick)::double precision ELSE ex.price END) AS price OFFSET 0) ref
    LEFT JOIN LATERAL (SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
      b.resumption_sessions, b.resumption_band::numeric AS resumption_band
      FROM market_band b
      WHERE b.exchange = s.exchange AND b.security_type IN (s.security_type, 'stock') AND b.valid_from <= q.date AND (s.security_type <> 'covered_warrant' OR b.security_type = 'covered_warrant')
      ORDER BY b.security_type = s.security_type DESC, b.valid_from DESC LIMIT 1) rule ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
    CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN previous.volume > 0 THEN previous.date END, (SELECT p.date
          FROM quote p WHERE p.ticker = q.ticker AND p.date < q.date AND p.volume > 0 AND true
          ORDER BY p.date DESC LIMIT 1)) AS traded OFFSET 0) rest
    CROSS JOIN LATERAL (
      SELECT ref.price::numeric * (1 + width.band) AS up, ref.price::numeric * (1 - width.band) AS down
      FROM (SELECT
        CASE WHEN q.date = s.listing_date THEN 'first'
        WHEN (q.date - rest.traded > rule.resumption_sessions) IS TRUE AND rule.resumption_sessions <= (
          SELECT count(*)::int AS sessions
          FROM generate_series(1, q.date - rest.traded - 1) step CROSS JOIN LATERAL (SELECT rest.traded + step AS date) day
          WHERE
          coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
            extract(isodow FROM day.date) < 6)) THEN 'resumption'
        ELSE 'usual' END AS kind OFFSET 0) start CROSS JOIN LATERAL (SELECT CASE start.kind WHEN 'first' THEN rule.first_day_band WHEN 'resumption' THEN rule.resumption_band ELSE rule.band END AS band OFFSET 0) width
      OFFSET 0) edge
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
          CASE WHEN ref.price::numeric > own_tick.tick THEN (ceil(ref.price::numeric / own_tick.tick) - 1) * own_tick.tick ELSE ref.price::numeric END)::double precision END) AS floor
      OFFSET 0) limits
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
          CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
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
    CROSS JOIN LATERAL (SELECT CASE WHEN gap.reason IS NULL THEN nullif(q.close, 0) - ref.price END AS change) move
    CROSS JOIN LATERAL (
      SELECT ref.price AS reference, limits.ceiling, limits.floor, move.change,
      100 * move.change / nullif(ref.price, 0) AS change_percent, gap.reason AS change_reason,
      coalesce(stat.average_price, stat.matched_value / nullif(stat.matched_volume, 0)) AS average_price,
      coalesce(
        CASE WHEN coalesce(stat.matched_value, stat.negotiated_value) IS NOT NULL
        THEN coalesce(stat.matched_value, 0) + coalesce(stat.negotiated_value, 0) END, q.close * q.volume) AS traded_value,
      shares.listed AS listed_shares, shares.outstanding AS outstanding_shares,
      nullif(shares.outstanding, 0) * nullif(q.close, 0) AS market_cap, shares.reason AS shares_reason,
      CASE WHEN gap.reason IS NULL THEN CASE WHEN q.close = 0 OR q.close = ref.price THEN 'none' WHEN q.close >= limits.ceiling THEN 'ceiling' WHEN q.close <= limits.floor THEN 'floor' ELSE 'none' END
      ELSE 'none' END AS limit_state) day) move
  CROSS JOIN LATERAL (
    WITH version AS (
      SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits)
      i.statement, i.period, i.consolidation, i.audit, i.period_end_date, i.published_at, i.value, i.company_type,
      regexp_replace(
        CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
          SELECT min(form.valid_from) FROM statement_template form
          WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
        CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
        ELSE i.item_code END, '^(BK|IN|SC)', '') AS digits, i.fiscal_year,
      CASE i.period WHEN 'year' THEN 4 ELSE i.fiscal_quarter END AS quarter
      FROM statement_item i
      WHERE i.ticker = r.ticker AND i.item_code = ANY ('{10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339,24,321,340}'::text[])
      AND i.statement <> 'cash_flow_direct' AND i.unit = 'VND'
      AND i.period_end_date > $2::date - 1150 AND i.published_at < (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh')
      ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, digits,
      i.published_at DESC, i.audit, i.item_code
    ), choice AS (
      SELECT v.consolidation FROM version v GROUP BY v.consolidation
      HAVING max(v.period_end_date) > (SELECT max(period_end_date) FROM version) - 366
      ORDER BY array_position(ARRAY['consolidated', 'single', 'parent'], v.consolidation) LIMIT 1
    ), figure AS (
      SELECT v.*, fiscal_year * 4 + quarter AS ordinal,
      CASE digits WHEN '50' THEN value + coalesce(max(value) FILTER (WHERE digits = '23') OVER report, 0)
      WHEN '60' THEN coalesce(max(value) FILTER (WHERE digits = '61') OVER report, value)
      ELSE value END AS amount
      FROM version v JOIN choice USING (consolidation)
      WINDOW report AS (PARTITION BY statement, period, fiscal_year, quarter)
    ), to_date AS (
      SELECT statement, digits, ordinal, fiscal_year, quarter, period_end_date, company_type,
      CASE digits WHEN '60' THEN coalesce(max(amount) FILTER (WHERE digits = '61') OVER report, amount)
      ELSE amount END AS amount
      FROM (
        SELECT DISTINCT ON (statement, digits, ordinal)
        statement, digits, ordinal, fiscal_year, quarter, period_end_date, company_type,
        CASE WHEN period <> 'quarter' THEN amount
        WHEN count(*) OVER of_year = quarter THEN sum(amount) OVER of_year END AS amount
        FROM figure WHERE statement <> 'balance_sheet'
        WINDOW of_year AS (PARTITION BY statement, digits, period, fiscal_year ORDER BY quarter)
        ORDER BY statement, digits, ordinal, array_position(ARRAY['year', 'cumulative'], period)) preferred
      WINDOW report AS (PARTITION BY statement, ordinal)
    ), flow AS (
      SELECT statement, digits, true AS is_of_quarters, ordinal, period_end_date, company_type,
      CASE WHEN lag(ordinal, 3) OVER line = ordinal - 3 THEN sum(amount) OVER (line ROWS 3 PRECEDING) END AS total
      FROM figure WHERE statement <> 'balance_sheet' AND period = 'quarter'
      WINDOW line AS (PARTITION BY statement, digits ORDER BY ordinal)
      UNION ALL
      SELECT statement, digits, false, ordinal, period_end_date, company_type, CASE quarter WHEN 4 THEN amount
      ELSE amount + max(amount) FILTER (WHERE quarter = 4) OVER year_before - max(amount) OVER same_before END
      FROM to_date
      WINDOW line AS (PARTITION BY statement, digits),
      year_before AS (line ORDER BY fiscal_year RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING),
      same_before AS (line ORDER BY ordinal RANGE BETWEEN 4 PRECEDING AND 4 PRECEDING)
    ), span AS (
      SELECT is_of_quarters, ordinal FROM flow
      WHERE statement = 'income_statement' AND digits IN ('60', '61') AND total IS NOT NULL
      AND period_end_date >= $2::date - 600
      ORDER BY period_end_date DESC, is_of_quarters DESC, ordinal DESC LIMIT 1
    ), year AS (
      SELECT max(f.period_end_date) AS flow_end,
      coalesce(max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '61' AND f.is_of_quarters = span.is_of_quarters), max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '61' AND f.is_of_quarters = false), max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '60' AND f.is_of_quarters = span.is_of_quarters)) AS net_profit,
      max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '10' AND f.is_of_quarters = span.is_of_quarters) AS revenue, CASE WHEN bool_and(f.company_type = 'ordinary') THEN
      max(f.total) FILTER (WHERE f.statement = 'income_statement' AND f.digits = '50' AND f.is_of_quarters = span.is_of_quarters) + coalesce(max(f.total) FILTER (WHERE f.statement = 'cash_flow_indirect' AND f.digits = '02' AND f.is_of_quarters = span.is_of_quarters), max(f.total) FILTER (WHERE f.statement = 'cash_flow_indirect' AND f.digits = '02' AND f.is_of_quarters = false)) END AS ebitda
      FROM flow f JOIN span USING (ordinal)
    ), sheet AS (
      SELECT period, ordinal, period_end_date FROM figure
      WHERE statement = 'balance_sheet' AND digits = '400' AND period_end_date >= $2::date - 600
      ORDER BY period_end_date DESC, published_at DESC, audit, period DESC, ordinal DESC LIMIT 1
    ), balance AS (
      SELECT digits, value, period_end_date, company_type FROM figure JOIN sheet USING (period, ordinal, period_end_date)
      WHERE statement = 'balance_sheet'
    ), position AS (
      SELECT max(period_end_date) AS balance_end,
      max(value) FILTER (WHERE digits = '400') - coalesce(max(value) FILTER (WHERE digits = '429'), 0) AS equity, coalesce(max(value) FILTER (WHERE digits = '429'), 0) AS minority,
      CASE WHEN bool_and(company_type = 'ordinary') THEN coalesce(max(value) FILTER (WHERE digits = '320'), 0)
      + coalesce(max(value) FILTER (WHERE digits = '338'), 0) + coalesce(max(value) FILTER (WHERE digits = '339'), 0) END AS debt,
      CASE WHEN bool_and(company_type = 'ordinary') THEN max(value) FILTER (WHERE digits = '110') END AS cash
      FROM balance
    )
    SELECT year.*, position.* FROM year CROSS JOIN position) known
  ORDER BY r.rank) line;
