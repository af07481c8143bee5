-- GET /market/losers
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT rank, ticker, name, exchange, date, close, reference, change, change_percent, volume, traded_value, market_cap, shares_reason, limit_state FROM (
    SELECT row_number() OVER (ORDER BY change_percent ASC, ticker)::int AS rank, ticker, name, exchange, date, close, reference, change, change_percent, volume, traded_value, market_cap, shares_reason, limit_state
    FROM (
      WITH requested AS (SELECT $1::date AS date),
      span AS MATERIALIZED (SELECT min(date) AS first, max(date) AS last FROM requested),
      traded AS MATERIALIZED (
        SELECT row_number() OVER () AS id, q.ticker, s.listing_date, s.exchange = 'UPCOM' AS by_average, before.date AS since,
        coalesce(CASE WHEN before.volume > 0 THEN before.date END, (SELECT b.date
            FROM quote b WHERE b.ticker = q.ticker AND b.date < span.first AND b.volume > 0 AND true
            ORDER BY b.date DESC LIMIT 1)) AS rested, s.security_type AS type,
        CASE WHEN s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant') THEN s.exchange END AS exchange
        FROM (SELECT b.ticker FROM quote b WHERE b.date = $1::date AND true) q CROSS JOIN span
        LEFT JOIN security s ON s.ticker = q.ticker
        LEFT JOIN LATERAL (SELECT b.date, b.volume
          FROM quote b WHERE b.ticker = q.ticker AND b.date < span.first AND true AND true
          ORDER BY b.date DESC LIMIT 1) before ON true
        WHERE CASE WHEN
        coalesce(s.security_type, 'stock') IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund')
        AND NOT EXISTS (SELECT FROM market_index own WHERE own.code = q.ticker) THEN true END),
      bar AS MATERIALIZED (
        SELECT t.id, t.ticker, t.exchange, t.type, t.listing_date, coalesce(b.rested, t.rested) AS traded, b.*
        FROM traded t CROSS JOIN span
        CROSS JOIN LATERAL (
          SELECT q.date, q.close, q.volume, lag(q.date) OVER days AS previous_date, lag(q.close) OVER days AS previous_close,
          max(q.date) FILTER (WHERE q.volume > 0) OVER days AS rested
          FROM quote q
          WHERE q.ticker = t.ticker AND q.date >= coalesce(t.since, span.first) AND q.date <= span.last
          AND true
          WINDOW days AS (ORDER BY q.date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) b
        WHERE (b.date IN (SELECT date FROM requested)) IS TRUE),
      statistic AS MATERIALIZED (
        SELECT t.id, d.date, d.reference, d.ceiling, d.floor, CASE WHEN t.by_average THEN nullif(d.average_price, 0) END AS average_price,
        CASE WHEN coalesce(d.matched_value, d.negotiated_value) IS NOT NULL
        THEN coalesce(d.matched_value, 0) + coalesce(d.negotiated_value, 0) END AS traded_value
        FROM traded t CROSS JOIN span
        CROSS JOIN LATERAL (
          SELECT d.* FROM daily_statistic d
          WHERE d.ticker = t.ticker AND d.date >= coalesce(t.since, span.first) AND d.date <= span.last OFFSET 0) d),
      terms AS MATERIALIZED (
        SELECT t.id, effective.date,
        coalesce(sum(a.cash_dividend ORDER BY a.ex_date, a.type), 0) AS cash, coalesce(sum(a.share_ratio ORDER BY a.ex_date, a.type), 0) AS shares, coalesce(sum(a.rights_ratio ORDER BY a.ex_date, a.type), 0) AS rights,
        coalesce(sum(a.rights_ratio * a.rights_price ORDER BY a.ex_date, a.type), 0) AS paid
        FROM traded t CROSS JOIN span
        JOIN corporate_action a ON a.ticker = t.ticker AND a.ex_date > coalesce(t.since, span.first) AND a.ex_date <= span.last
        CROSS JOIN LATERAL (
          SELECT b.date FROM quote b WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND true
          ORDER BY b.date LIMIT 1) effective
        GROUP BY t.id, effective.date),
      rules AS MATERIALIZED (
        SELECT e.exchange, e.type, requested.date, band.*, tick.*
        FROM (SELECT DISTINCT exchange, type FROM traded WHERE exchange IS NOT NULL) e CROSS JOIN requested
        LEFT JOIN LATERAL (SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
          b.resumption_sessions, b.resumption_band::numeric AS resumption_band
          FROM market_band b
          WHERE b.exchange = e.exchange AND b.security_type IN (e.type, 'stock') AND b.valid_from <= requested.date AND (e.type <> 'covered_warrant' OR b.security_type = 'covered_warrant')
          ORDER BY b.security_type = e.type DESC, b.valid_from DESC LIMIT 1) band ON true
        LEFT JOIN LATERAL (SELECT array_agg(t.price_from ORDER BY t.price_from) AS steps,
          array_agg(t.tick::numeric ORDER BY t.price_from) AS ticks
          FROM market_tick t
          WHERE t.exchange = e.exchange AND t.security_type IN (e.type, 'stock') AND t.valid_from <= requested.date AND NOT EXISTS (
            SELECT FROM market_tick n
            WHERE n.exchange = e.exchange AND n.security_type IN (e.type, 'stock') AND n.valid_from <= requested.date AND (n.security_type = e.type, n.valid_from) > (t.security_type = e.type, t.valid_from) AND n.price_from <= t.price_from)) tick ON true),
      market_day AS (
        SELECT ticker, date, close, volume, previous_date, previous_close, reference, ceiling, floor, traded_value, change_reason,
        CASE WHEN change_reason IS NULL THEN nullif(close, 0) - reference END AS change,
        CASE WHEN change_reason IS NULL THEN CASE WHEN close = 0 OR close = reference THEN 'none' WHEN close >= ceiling THEN 'ceiling' WHEN close <= floor THEN 'floor' ELSE 'none' END
        ELSE 'none' END AS limit_state
        FROM (
          SELECT ticker, date, close, volume, previous_date, previous_close, traded_value, change_reason, reference,
          coalesce(ceiling,
            CASE WHEN up_tick IS NOT NULL THEN
            greatest(floor(up / up_tick) * up_tick, (floor(exact / own_tick) + 1) * own_tick)::double precision END) AS ceiling,
          coalesce(floor,
            CASE WHEN down_tick IS NOT NULL THEN
            least(ceil(down / down_tick) * down_tick,
              CASE WHEN exact > own_tick THEN (ceil(exact / own_tick) - 1) * own_tick ELSE exact END)::double precision END) AS floor
          FROM (
            SELECT *, ticks[width_bucket(up::double precision, steps)] AS up_tick,
            ticks[width_bucket(down::double precision, steps)] AS down_tick
            FROM (
              SELECT *, exact * (1 + band) AS up, exact * (1 - band) AS down
              FROM (
                SELECT *, CASE WHEN ceiling IS NULL OR floor IS NULL THEN reference::numeric END AS exact
                FROM (
                  SELECT *,
                  coalesce(stored_reference, CASE WHEN is_computed AND own_tick IS NOT NULL
                    THEN (round(price::numeric / own_tick) * own_tick)::double precision ELSE price END) AS reference
                  FROM (
                    SELECT *, ticks[width_bucket(coalesce(stored_reference, price), steps)] AS own_tick FROM (
                      SELECT bar.ticker, bar.date, bar.close, bar.volume, bar.previous_date, bar.previous_close, rules.steps, rules.ticks,
                      CASE WHEN terms.id IS NULL THEN nullif(coalesce(before.average_price, bar.previous_close), 0) ELSE
                      CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * coalesce(before.average_price, bar.previous_close) THEN terms.rights ELSE 0 END + terms.shares) > 0 AND (coalesce(before.average_price, bar.previous_close) + CASE WHEN terms.paid < terms.rights * coalesce(before.average_price, bar.previous_close) THEN terms.paid ELSE 0 END) > terms.cash
                      THEN ((coalesce(before.average_price, bar.previous_close) + CASE WHEN terms.paid < terms.rights * coalesce(before.average_price, bar.previous_close) THEN terms.paid ELSE 0 END) - terms.cash) / (1 + CASE WHEN terms.paid < terms.rights * coalesce(before.average_price, bar.previous_close) THEN terms.rights ELSE 0 END + terms.shares) END END AS price,
                      (before.average_price IS NOT NULL OR coalesce(terms.cash <> 0 OR terms.shares <> 0 OR terms.rights <> 0, false)) AS is_computed, stat.reference AS stored_reference,
                      CASE
                      CASE WHEN bar.date = bar.listing_date THEN 'first'
                      WHEN (bar.date - bar.traded > rules.resumption_sessions) IS TRUE AND rules.resumption_sessions <= (
                        SELECT count(*)::int AS sessions
                        FROM generate_series(1, bar.date - bar.traded - 1) step CROSS JOIN LATERAL (SELECT bar.traded + step AS date) day
                        WHERE
                        coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
                          extract(isodow FROM day.date) < 6)) THEN 'resumption'
                      ELSE 'usual' END WHEN 'first' THEN rules.first_day_band WHEN 'resumption' THEN rules.resumption_band ELSE rules.band END AS band,
                      stat.ceiling, stat.floor,
                      CASE WHEN stat.reference IS NULL AND
                      CASE WHEN bar.date - bar.previous_date > 5 THEN
                      (
                        SELECT count(*)::int AS sessions
                        FROM generate_series(1, (least(bar.date, bar.previous_date + 30) + 1) - bar.previous_date - 1) step CROSS JOIN LATERAL (SELECT bar.previous_date + step AS date) day
                        WHERE
                        coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
                          extract(isodow FROM day.date) < 6)) > 5 ELSE false END THEN 'base_too_old' END AS change_reason,
                      coalesce(stat.traded_value, bar.close * bar.volume) AS traded_value
                      FROM bar
                      LEFT JOIN statistic stat ON stat.id = bar.id AND stat.date = bar.date
                      LEFT JOIN (SELECT * FROM statistic WHERE average_price IS NOT NULL) before
                      ON before.id = bar.id AND before.date = bar.previous_date
                      LEFT JOIN terms ON terms.id = bar.id AND terms.date = bar.date
                      LEFT JOIN rules ON rules.exchange = bar.exchange AND rules.type = bar.type AND rules.date = bar.date OFFSET 0) started
                    OFFSET 0) ticked
                  OFFSET 0) referred
                OFFSET 0) counted
              OFFSET 0) edged
            OFFSET 0) limited OFFSET 0) day)
      SELECT day.ticker, s.name, s.exchange, day.date, day.close, day.reference, day.change,
      100 * day.change / nullif(day.reference, 0) AS change_percent, day.volume, day.traded_value,
      nullif(shares.outstanding, 0) * nullif(day.close, 0) AS market_cap, shares.reason AS shares_reason, day.limit_state
      FROM market_day day LEFT JOIN security s ON s.ticker = day.ticker
      CROSS JOIN LATERAL (
        SELECT counts.listed, counts.outstanding,
        CASE WHEN counts.outstanding > 0 THEN NULL
        WHEN counts.outstanding = 0 OR coalesce(s.outstanding_shares, 0) = 0 THEN 'no_share_count'
        ELSE 'share_count_later' END AS reason
        FROM (
          SELECT coalesce(
            (SELECT d.listed_shares FROM daily_statistic d
              WHERE d.ticker = day.ticker AND d.date <= day.date AND d.listed_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= day.date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= day.date THEN s.listed_shares END) AS listed,
          coalesce(
            (SELECT d.outstanding_shares FROM daily_statistic d
              WHERE d.ticker = day.ticker AND d.date <= day.date AND d.outstanding_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= day.date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= day.date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares) move WHERE change_percent < 0 ) ranking ORDER BY rank LIMIT $2::bigint OFFSET $3::bigint) line;

-- GET /market/losers?exchange=HOSE&code=VN30&period=1w&min_value=1000000000
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT rank, ticker, name, exchange, date, close, reference, change, change_percent, volume, traded_value, market_cap, shares_reason, limit_state FROM (
    SELECT row_number() OVER (ORDER BY change_percent ASC, ticker)::int AS rank, ticker, name, exchange, date, close, reference, change, change_percent, volume, traded_value, market_cap, shares_reason, limit_state
    FROM (
      WITH requested AS (SELECT $1::date AS date),
      span AS MATERIALIZED (SELECT min(date) AS first, max(date) AS last FROM requested),
      traded AS MATERIALIZED (
        SELECT row_number() OVER () AS id, q.ticker, s.listing_date, s.exchange = 'UPCOM' AS by_average, before.date AS since,
        coalesce(CASE WHEN before.volume > 0 THEN before.date END, (SELECT b.date
            FROM quote b WHERE b.ticker = q.ticker AND b.date < span.first AND b.volume > 0 AND true
            ORDER BY b.date DESC LIMIT 1)) AS rested, s.security_type AS type,
        CASE WHEN s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant') THEN s.exchange END AS exchange
        FROM (SELECT m.ticker FROM (
            SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
            FROM index_constituent c
            WHERE c.code = $3::text AND c.from_date <= $1::date AND (c.to_date IS NULL OR c.to_date >= $1::date)
            AND NOT EXISTS (
              SELECT FROM index_constituent n
              WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= $1::date)
            UNION ALL
            SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
            FROM market_index i JOIN security l ON l.exchange = i.exchange
            WHERE i.code = $3::text AND i.all_share AND l.security_type = 'stock'
            AND (l.listing_date IS NULL OR l.listing_date <= $1::date)
            AND (l.delisting_date IS NULL OR l.delisting_date >= $1::date)
            AND NOT EXISTS (
              SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
              FROM index_constituent c
              WHERE c.code = $3::text AND c.from_date <= $1::date AND (c.to_date IS NULL OR c.to_date >= $1::date)
              AND NOT EXISTS (
                SELECT FROM index_constituent n
                WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= $1::date))) m) q CROSS JOIN span
        LEFT JOIN security s ON s.ticker = q.ticker
        LEFT JOIN LATERAL (SELECT b.date, b.volume
          FROM quote b WHERE b.ticker = q.ticker AND b.date < span.first AND true AND true
          ORDER BY b.date DESC LIMIT 1) before ON true
        WHERE CASE WHEN
        coalesce(s.security_type, 'stock') IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund')
        AND NOT EXISTS (SELECT FROM market_index own WHERE own.code = q.ticker) AND s.exchange = $2::text THEN true END),
      bar AS MATERIALIZED (
        SELECT t.id, t.ticker, t.exchange, t.type, t.listing_date, coalesce(b.rested, t.rested) AS traded, b.*
        FROM traded t CROSS JOIN span
        CROSS JOIN LATERAL (
          SELECT q.date, q.close, q.volume, lag(q.date) OVER days AS previous_date, lag(q.close) OVER days AS previous_close,
          max(q.date) FILTER (WHERE q.volume > 0) OVER days AS rested
          FROM quote q
          WHERE q.ticker = t.ticker AND q.date >= coalesce(t.since, span.first) AND q.date <= span.last
          AND true
          WINDOW days AS (ORDER BY q.date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) b
        WHERE (b.date IN (SELECT date FROM requested)) IS TRUE),
      statistic AS MATERIALIZED (
        SELECT t.id, d.date, d.reference, d.ceiling, d.floor, CASE WHEN t.by_average THEN nullif(d.average_price, 0) END AS average_price,
        CASE WHEN coalesce(d.matched_value, d.negotiated_value) IS NOT NULL
        THEN coalesce(d.matched_value, 0) + coalesce(d.negotiated_value, 0) END AS traded_value
        FROM traded t CROSS JOIN span
        CROSS JOIN LATERAL (
          SELECT d.* FROM daily_statistic d
          WHERE d.ticker = t.ticker AND d.date >= coalesce(t.since, span.first) AND d.date <= span.last OFFSET 0) d),
      terms AS MATERIALIZED (
        SELECT t.id, effective.date,
        coalesce(sum(a.cash_dividend ORDER BY a.ex_date, a.type), 0) AS cash, coalesce(sum(a.share_ratio ORDER BY a.ex_date, a.type), 0) AS shares, coalesce(sum(a.rights_ratio ORDER BY a.ex_date, a.type), 0) AS rights,
        coalesce(sum(a.rights_ratio * a.rights_price ORDER BY a.ex_date, a.type), 0) AS paid
        FROM traded t CROSS JOIN span
        JOIN corporate_action a ON a.ticker = t.ticker AND a.ex_date > coalesce(t.since, span.first) AND a.ex_date <= span.last
        CROSS JOIN LATERAL (
          SELECT b.date FROM quote b WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND true
          ORDER BY b.date LIMIT 1) effective
        GROUP BY t.id, effective.date),
      rules AS MATERIALIZED (
        SELECT e.exchange, e.type, requested.date, band.*, tick.*
        FROM (SELECT DISTINCT exchange, type FROM traded WHERE exchange IS NOT NULL) e CROSS JOIN requested
        LEFT JOIN LATERAL (SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
          b.resumption_sessions, b.resumption_band::numeric AS resumption_band
          FROM market_band b
          WHERE b.exchange = e.exchange AND b.security_type IN (e.type, 'stock') AND b.valid_from <= requested.date AND (e.type <> 'covered_warrant' OR b.security_type = 'covered_warrant')
          ORDER BY b.security_type = e.type DESC, b.valid_from DESC LIMIT 1) band ON true
        LEFT JOIN LATERAL (SELECT array_agg(t.price_from ORDER BY t.price_from) AS steps,
          array_agg(t.tick::numeric ORDER BY t.price_from) AS ticks
          FROM market_tick t
          WHERE t.exchange = e.exchange AND t.security_type IN (e.type, 'stock') AND t.valid_from <= requested.date AND NOT EXISTS (
            SELECT FROM market_tick n
            WHERE n.exchange = e.exchange AND n.security_type IN (e.type, 'stock') AND n.valid_from <= requested.date AND (n.security_type = e.type, n.valid_from) > (t.security_type = e.type, t.valid_from) AND n.price_from <= t.price_from)) tick ON true),
      market_day AS (
        SELECT ticker, date, close, volume, previous_date, previous_close, reference, ceiling, floor, traded_value, change_reason,
        CASE WHEN change_reason IS NULL THEN nullif(close, 0) - reference END AS change,
        CASE WHEN change_reason IS NULL THEN CASE WHEN close = 0 OR close = reference THEN 'none' WHEN close >= ceiling THEN 'ceiling' WHEN close <= floor THEN 'floor' ELSE 'none' END
        ELSE 'none' END AS limit_state
        FROM (
          SELECT ticker, date, close, volume, previous_date, previous_close, traded_value, change_reason, reference,
          coalesce(ceiling,
            CASE WHEN up_tick IS NOT NULL THEN
            greatest(floor(up / up_tick) * up_tick, (floor(exact / own_tick) + 1) * own_tick)::double precision END) AS ceiling,
          coalesce(floor,
            CASE WHEN down_tick IS NOT NULL THEN
            least(ceil(down / down_tick) * down_tick,
              CASE WHEN exact > own_tick THEN (ceil(exact / own_tick) - 1) * own_tick ELSE exact END)::double precision END) AS floor
          FROM (
            SELECT *, ticks[width_bucket(up::double precision, steps)] AS up_tick,
            ticks[width_bucket(down::double precision, steps)] AS down_tick
            FROM (
              SELECT *, exact * (1 + band) AS up, exact * (1 - band) AS down
              FROM (
                SELECT *, CASE WHEN ceiling IS NULL OR floor IS NULL THEN reference::numeric END AS exact
                FROM (
                  SELECT *,
                  coalesce(stored_reference, CASE WHEN is_computed AND own_tick IS NOT NULL
                    THEN (round(price::numeric / own_tick) * own_tick)::double precision ELSE price END) AS reference
                  FROM (
                    SELECT *, ticks[width_bucket(coalesce(stored_reference, price), steps)] AS own_tick FROM (
                      SELECT bar.ticker, bar.date, bar.close, bar.volume, bar.previous_date, bar.previous_close, rules.steps, rules.ticks,
                      CASE WHEN terms.id IS NULL THEN nullif(coalesce(before.average_price, bar.previous_close), 0) ELSE
                      CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * coalesce(before.average_price, bar.previous_close) THEN terms.rights ELSE 0 END + terms.shares) > 0 AND (coalesce(before.average_price, bar.previous_close) + CASE WHEN terms.paid < terms.rights * coalesce(before.average_price, bar.previous_close) THEN terms.paid ELSE 0 END) > terms.cash
                      THEN ((coalesce(before.average_price, bar.previous_close) + CASE WHEN terms.paid < terms.rights * coalesce(before.average_price, bar.previous_close) THEN terms.paid ELSE 0 END) - terms.cash) / (1 + CASE WHEN terms.paid < terms.rights * coalesce(before.average_price, bar.previous_close) THEN terms.rights ELSE 0 END + terms.shares) END END AS price,
                      (before.average_price IS NOT NULL OR coalesce(terms.cash <> 0 OR terms.shares <> 0 OR terms.rights <> 0, false)) AS is_computed, stat.reference AS stored_reference,
                      CASE
                      CASE WHEN bar.date = bar.listing_date THEN 'first'
                      WHEN (bar.date - bar.traded > rules.resumption_sessions) IS TRUE AND rules.resumption_sessions <= (
                        SELECT count(*)::int AS sessions
                        FROM generate_series(1, bar.date - bar.traded - 1) step CROSS JOIN LATERAL (SELECT bar.traded + step AS date) day
                        WHERE
                        coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
                          extract(isodow FROM day.date) < 6)) THEN 'resumption'
                      ELSE 'usual' END WHEN 'first' THEN rules.first_day_band WHEN 'resumption' THEN rules.resumption_band ELSE rules.band END AS band,
                      stat.ceiling, stat.floor,
                      CASE WHEN stat.reference IS NULL AND
                      CASE WHEN bar.date - bar.previous_date > 5 THEN
                      (
                        SELECT count(*)::int AS sessions
                        FROM generate_series(1, (least(bar.date, bar.previous_date + 30) + 1) - bar.previous_date - 1) step CROSS JOIN LATERAL (SELECT bar.previous_date + step AS date) day
                        WHERE
                        coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
                          extract(isodow FROM day.date) < 6)) > 5 ELSE false END THEN 'base_too_old' END AS change_reason,
                      coalesce(stat.traded_value, bar.close * bar.volume) AS traded_value
                      FROM bar
                      LEFT JOIN statistic stat ON stat.id = bar.id AND stat.date = bar.date
                      LEFT JOIN (SELECT * FROM statistic WHERE average_price IS NOT NULL) before
                      ON before.id = bar.id AND before.date = bar.previous_date
                      LEFT JOIN terms ON terms.id = bar.id AND terms.date = bar.date
                      LEFT JOIN rules ON rules.exchange = bar.exchange AND rules.type = bar.type AND rules.date = bar.date OFFSET 0) started
                    OFFSET 0) ticked
                  OFFSET 0) referred
                OFFSET 0) counted
              OFFSET 0) edged
            OFFSET 0) limited OFFSET 0) day), first AS MATERIALIZED (
        SELECT day.ticker, b.date, b.close
        FROM market_day day CROSS JOIN LATERAL (
          SELECT b.date, b.close FROM quote b
          WHERE b.ticker = day.ticker AND b.date <= ($1::date - 7) AND b.close > 0 AND true
          ORDER BY b.date DESC LIMIT 1) b
        WHERE NOT
        CASE WHEN ($1::date - 7) - b.date > 5 THEN
        (
          SELECT count(*)::int AS sessions
          FROM generate_series(1, (least(($1::date - 7), b.date + 30) + 1) - b.date - 1) step CROSS JOIN LATERAL (SELECT b.date + step AS date) day
          WHERE
          coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
            extract(isodow FROM day.date) < 6)) > 5 ELSE false END
      ),
      event AS (
        SELECT e.ticker, e.effective, previous.date AS previous, base.price AS base, ex.price AS ex_price,
        ex.price / base.price AS factor, (1 + CASE WHEN e.paid < e.rights * base.price THEN e.rights ELSE 0 END + e.shares) AS share_factor
        FROM (
          SELECT a.ticker, traded.date AS effective,
          coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
          coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
          FROM corporate_action a
          CROSS JOIN LATERAL (
            SELECT b.date FROM quote b WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND true
            ORDER BY b.date LIMIT 1) traded
          WHERE coalesce(a.cash_dividend, a.share_ratio, a.rights_ratio) IS NOT NULL
          AND a.ex_date <= $1::date AND traded.date <= $1::date
          AND a.ex_date > (SELECT min(date) FROM first)
          GROUP BY a.ticker, traded.date) e
        CROSS JOIN LATERAL (
          SELECT p.date, p.close FROM quote p
          WHERE p.ticker = e.ticker AND p.date < e.effective AND p.close > 0 AND true
          ORDER BY p.date DESC LIMIT 1) previous
        LEFT JOIN security s ON s.ticker = e.ticker
        LEFT JOIN daily_statistic stat ON stat.ticker = e.ticker AND stat.date = previous.date AND s.exchange = 'UPCOM'
        CROSS JOIN LATERAL (SELECT coalesce(nullif(stat.average_price, 0), previous.close) AS price) base
        CROSS JOIN LATERAL (SELECT
          CASE WHEN (1 + CASE WHEN e.paid < e.rights * base.price THEN e.rights ELSE 0 END + e.shares) > 0 AND (base.price + CASE WHEN e.paid < e.rights * base.price THEN e.paid ELSE 0 END) > e.cash
          THEN ((base.price + CASE WHEN e.paid < e.rights * base.price THEN e.paid ELSE 0 END) - e.cash) / (1 + CASE WHEN e.paid < e.rights * base.price THEN e.rights ELSE 0 END + e.shares) END AS price) ex
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
      comparable AS MATERIALIZED (
        SELECT first.ticker, first.close * coalesce(product(event.factor ORDER BY event.effective), 1) AS price
        FROM first LEFT JOIN event ON event.ticker = first.ticker AND event.effective > first.date
        GROUP BY first.ticker, first.close
      )
      SELECT day.ticker, s.name, s.exchange, day.date, day.close, comparable.price AS reference,
      CASE WHEN abs(day.close - comparable.price) > 1e-14 * day.close THEN day.close - comparable.price ELSE 0 END AS change, 100 *
      CASE WHEN abs(day.close - comparable.price) > 1e-14 * day.close THEN day.close - comparable.price ELSE 0 END / nullif(comparable.price, 0) AS change_percent, day.volume,
      day.traded_value, nullif(shares.outstanding, 0) * nullif(day.close, 0) AS market_cap, shares.reason AS shares_reason, day.limit_state
      FROM market_day day JOIN comparable ON comparable.ticker = day.ticker AND day.close > 0
      LEFT JOIN security s ON s.ticker = day.ticker
      CROSS JOIN LATERAL (
        SELECT counts.listed, counts.outstanding,
        CASE WHEN counts.outstanding > 0 THEN NULL
        WHEN counts.outstanding = 0 OR coalesce(s.outstanding_shares, 0) = 0 THEN 'no_share_count'
        ELSE 'share_count_later' END AS reason
        FROM (
          SELECT coalesce(
            (SELECT d.listed_shares FROM daily_statistic d
              WHERE d.ticker = day.ticker AND d.date <= day.date AND d.listed_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= day.date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= day.date THEN s.listed_shares END) AS listed,
          coalesce(
            (SELECT d.outstanding_shares FROM daily_statistic d
              WHERE d.ticker = day.ticker AND d.date <= day.date AND d.outstanding_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= day.date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= day.date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares) move WHERE change_percent < 0 AND traded_value >= $4::double precision) ranking ORDER BY rank LIMIT $5::bigint OFFSET $6::bigint) line;
