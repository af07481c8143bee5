-- GET /index/VNINDEX
SELECT row_to_json(profile)::text AS json FROM (
  SELECT
  idx.code, idx.name, idx.name_en, idx.exchange, idx.weighting, to_json(idx.main) AS main, to_json(idx.all_share) AS all_share, idx.base_date, idx.base_value, idx.description,
  level.date, level.open, level.high, level.low, level.close, move.change, 100 * move.change / nullif(before.close, 0) AS change_percent, gap.reason AS change_reason,
  nullif(member.count, 0) AS constituent_count
  FROM market_index idx
  LEFT JOIN LATERAL (
    SELECT q.date, q.open, q.high, q.low, q.close FROM quote q
    WHERE q.ticker = idx.code AND q.date <= $2::date AND true
    ORDER BY q.date DESC LIMIT 1) level ON true
  LEFT JOIN LATERAL (
    SELECT q.date, q.close FROM quote q
    WHERE q.ticker = idx.code AND q.date < level.date AND true
    ORDER BY q.date DESC LIMIT 1) before ON true
  CROSS JOIN LATERAL (
    SELECT
    CASE WHEN NULL IS NULL AND
    CASE WHEN level.date - before.date > 5 THEN
    (
      SELECT count(*)::int AS sessions
      FROM generate_series(1, (least(level.date, before.date + 30) + 1) - before.date - 1) step CROSS JOIN LATERAL (SELECT before.date + step AS date) day
      WHERE
      coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
        extract(isodow FROM day.date) < 6)) > 5 ELSE false END THEN 'base_too_old' END AS reason) gap
  CROSS JOIN LATERAL (
    SELECT CASE WHEN gap.reason IS NULL THEN nullif(level.close, 0) - nullif(before.close, 0) END AS change) move
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count FROM (
      SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
      FROM index_constituent c
      WHERE c.code = idx.code AND c.from_date <= $2::date AND (c.to_date IS NULL OR c.to_date >= $2::date)
      AND NOT EXISTS (
        SELECT FROM index_constituent n
        WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= $2::date)
      UNION ALL
      SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
      FROM market_index i JOIN security l ON l.exchange = i.exchange
      WHERE i.code = idx.code AND i.all_share AND l.security_type = 'stock'
      AND (l.listing_date IS NULL OR l.listing_date <= $2::date)
      AND (l.delisting_date IS NULL OR l.delisting_date >= $2::date)
      AND NOT EXISTS (
        SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
        FROM index_constituent c
        WHERE c.code = idx.code AND c.from_date <= $2::date AND (c.to_date IS NULL OR c.to_date >= $2::date)
        AND NOT EXISTS (
          SELECT FROM index_constituent n
          WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= $2::date))) listed) member
  WHERE idx.code = $1::text) profile;
