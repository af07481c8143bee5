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
        WHERE l.ticker = $1::text AND l.date < $2::date AND l.close > 0 AND true
        ORDER BY l.date DESC LIMIT 1)
      * unit.count * (q.price - start.price) / nullif(sum(unit.count * start.price) OVER (), 0) AS contribution_point,
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
        SELECT b.*, today.price
        FROM (
          SELECT b.ticker, b.date, b.close, b.volume FROM quote b
          WHERE b.ticker = m.ticker AND b.date <= $2::date AND b.close > 0 AND true
          ORDER BY b.date DESC LIMIT 1) b
        CROSS JOIN LATERAL (
          SELECT
          CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * b.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (b.close + CASE WHEN terms.paid < terms.rights * b.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * b.close THEN terms.rights ELSE 0 END + terms.shares) ELSE b.close END AS price FROM (
            SELECT
            coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
            coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
            FROM corporate_action a WHERE a.ticker = m.ticker AND b.date < $2::date AND a.ex_date > b.date AND a.ex_date <= $2::date) terms) today) q
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
              WHERE d.ticker = q.ticker AND d.date <= $2::date AND d.listed_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= $2::date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= $2::date THEN s.listed_shares END) AS listed,
          coalesce(
            (SELECT d.outstanding_shares FROM daily_statistic d
              WHERE d.ticker = q.ticker AND d.date <= $2::date AND d.outstanding_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= $2::date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= $2::date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
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
        ELSE 'none' END AS limit_state) day
      CROSS JOIN LATERAL (
        SELECT CASE WHEN i.weighting = 'price' THEN 1
        ELSE coalesce(m.shares, nullif(day.outstanding_shares, 0)) * m.free_float_ratio * m.cap_ratio END AS count) unit
      CROSS JOIN LATERAL (SELECT q.date = $2::date AS today) traded
      CROSS JOIN LATERAL (
        SELECT CASE WHEN traded.today THEN coalesce(ex.share_price, stat.reference) ELSE q.price END AS price) start) part WHERE part.open AND true) ranking ORDER BY rank LIMIT $3::bigint OFFSET $4::bigint) line;

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
        WHERE l.ticker = $1::text AND l.date < $2::date AND l.close > 0 AND true
        ORDER BY l.date DESC LIMIT 1)
      * unit.count * (q.price - start.price) / nullif(sum(unit.count * start.price) OVER (), 0) AS contribution_point,
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
        SELECT b.*, today.price
        FROM (
          SELECT b.ticker, b.date, b.close, b.volume FROM quote b
          WHERE b.ticker = m.ticker AND b.date <= $2::date AND b.close > 0 AND true
          ORDER BY b.date DESC LIMIT 1) b
        CROSS JOIN LATERAL (
          SELECT
          CASE WHEN (1 + CASE WHEN terms.paid < terms.rights * b.close THEN terms.rights ELSE 0 END + terms.shares) > 0 THEN (b.close + CASE WHEN terms.paid < terms.rights * b.close THEN terms.paid ELSE 0 END) / (1 + CASE WHEN terms.paid < terms.rights * b.close THEN terms.rights ELSE 0 END + terms.shares) ELSE b.close END AS price FROM (
            SELECT
            coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
            coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
            FROM corporate_action a WHERE a.ticker = m.ticker AND b.date < $2::date AND a.ex_date > b.date AND a.ex_date <= $2::date) terms) today) q
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
              WHERE d.ticker = q.ticker AND d.date <= $2::date AND d.listed_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= $2::date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= $2::date THEN s.listed_shares END) AS listed,
          coalesce(
            (SELECT d.outstanding_shares FROM daily_statistic d
              WHERE d.ticker = q.ticker AND d.date <= $2::date AND d.outstanding_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= $2::date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= $2::date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) shares
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
        ELSE 'none' END AS limit_state) day
      CROSS JOIN LATERAL (
        SELECT CASE WHEN i.weighting = 'price' THEN 1
        ELSE coalesce(m.shares, nullif(day.outstanding_shares, 0)) * m.free_float_ratio * m.cap_ratio END AS count) unit
      CROSS JOIN LATERAL (SELECT q.date = $2::date AS today) traded
      CROSS JOIN LATERAL (
        SELECT CASE WHEN traded.today THEN coalesce(ex.share_price, stat.reference) ELSE q.price END AS price) start) part WHERE part.open AND contribution_point > 0) ranking ORDER BY rank LIMIT $3::bigint OFFSET $4::bigint) line;
