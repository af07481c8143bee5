-- GET /index/constituents?code=VN30
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT rank, code, ticker, name, from_date, shares, shares_reason, free_float_ratio, cap_ratio, close, weight_percent FROM (
    SELECT row_number() OVER (ORDER BY weight_percent DESC NULLS LAST, ticker)::int AS rank, member.*
    FROM (
      SELECT $1::text AS code, m.ticker, s.name, m.from_date, used.shares,
      CASE WHEN m.shares IS NULL THEN known.reason END AS shares_reason, m.free_float_ratio, m.cap_ratio, last.close,
      100 * part.value / nullif(sum(part.value) OVER (), 0) AS weight_percent
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
      LEFT JOIN security s ON s.ticker = m.ticker
      LEFT JOIN LATERAL (
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
            FROM corporate_action a WHERE a.ticker = m.ticker AND b.date < $2::date AND a.ex_date > b.date AND a.ex_date <= $2::date) terms) today) last ON true
      CROSS JOIN LATERAL (
        SELECT counts.listed, counts.outstanding,
        CASE WHEN counts.outstanding > 0 THEN NULL
        WHEN counts.outstanding = 0 OR coalesce(s.outstanding_shares, 0) = 0 THEN 'no_share_count'
        ELSE 'share_count_later' END AS reason
        FROM (
          SELECT coalesce(
            (SELECT d.listed_shares FROM daily_statistic d
              WHERE d.ticker = m.ticker AND d.date <= $2::date AND d.listed_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.listed_shares IS NOT NULL AND s.shares_from <= $2::date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= $2::date THEN s.listed_shares END) AS listed,
          coalesce(
            (SELECT d.outstanding_shares FROM daily_statistic d
              WHERE d.ticker = m.ticker AND d.date <= $2::date AND d.outstanding_shares IS NOT NULL
              AND d.date >= coalesce(
                CASE WHEN s.outstanding_shares IS NOT NULL AND s.shares_from <= $2::date THEN s.shares_from END,
                '-infinity')
              ORDER BY d.date DESC LIMIT 1),
            CASE WHEN coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= $2::date THEN s.outstanding_shares END) AS outstanding OFFSET 0) counts) known
      CROSS JOIN LATERAL (SELECT coalesce(m.shares, nullif(known.outstanding, 0)) AS shares) used
      CROSS JOIN LATERAL (
        SELECT CASE WHEN i.weighting = 'price' THEN last.price
        ELSE used.shares * last.price * m.free_float_ratio * m.cap_ratio END AS value) part) member) ranking ORDER BY rank LIMIT $3::bigint OFFSET $4::bigint) line;
