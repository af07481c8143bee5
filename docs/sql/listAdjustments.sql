-- GET /adjustments?ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  WITH
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
      AND a.ticker = ANY (ARRAY[$1::text])
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
  ), own AS (
    SELECT n.ex_date, n.type, n.effective, ex.price / lag(ex.price, 1, event.base) OVER (
      PARTITION BY n.effective ORDER BY n.place) AS factor,
    row_number() OVER (PARTITION BY n.effective ORDER BY n.ex_date DESC, n.type) = 1 AS stands_first,
    EXISTS (
      SELECT FROM quote p
      WHERE p.ticker = $1::text AND p.date < n.effective AND p.close > 0 AND true
    ) AS has_earlier_price
    FROM (
      SELECT a.ex_date, a.type, traded.date AS effective, row_number() OVER counted AS place,
      coalesce(sum(a.cash_dividend) OVER counted, 0) AS cash, coalesce(sum(a.share_ratio) OVER counted, 0) AS shares, coalesce(sum(a.rights_ratio) OVER counted, 0) AS rights,
      coalesce(sum(a.rights_ratio * a.rights_price) OVER counted, 0) AS paid
      FROM corporate_action a CROSS JOIN LATERAL (
        SELECT b.date FROM quote b WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND true
        ORDER BY b.date LIMIT 1) traded
      WHERE a.ticker = $1::text AND coalesce(a.cash_dividend, a.share_ratio, a.rights_ratio) IS NOT NULL
      WINDOW counted AS (
        PARTITION BY traded.date
        ORDER BY a.rights_ratio IS NULL, a.cash_dividend IS NULL, a.share_ratio DESC, a.ex_date, a.type)) n
    LEFT JOIN event ON event.effective = n.effective
    CROSS JOIN LATERAL (SELECT
      CASE WHEN (1 + CASE WHEN n.paid < n.rights * event.base THEN n.rights ELSE 0 END + n.shares) > 0 AND (event.base + CASE WHEN n.paid < n.rights * event.base THEN n.paid ELSE 0 END) > n.cash
      THEN ((event.base + CASE WHEN n.paid < n.rights * event.base THEN n.paid ELSE 0 END) - n.cash) / (1 + CASE WHEN n.paid < n.rights * event.base THEN n.rights ELSE 0 END + n.shares) END AS price) ex)
  SELECT a.ticker, a.ex_date, a.record_date, a.type, a.cash_dividend, a.share_ratio, a.rights_ratio,
  a.rights_price, own.factor, CASE WHEN own.stands_first THEN e.factor END AS day_factor,
  f.price_factor AS cumulative_factor, e.base AS reference_before, e.ex_price AS reference_after,
  CASE WHEN e.effective IS NOT NULL THEN NULL WHEN own.effective IS NULL THEN 'not_in_effect'
  WHEN own.has_earlier_price THEN 'no_price_left' ELSE 'no_earlier_price' END AS reason
  FROM corporate_action a
  LEFT JOIN own ON own.ex_date = a.ex_date AND own.type = a.type
  LEFT JOIN event e ON e.effective = own.effective
  LEFT JOIN adjustment f ON f.effective = own.effective
  WHERE a.ticker = $1::text AND coalesce(a.cash_dividend, a.share_ratio, a.rights_ratio) IS NOT NULL ORDER BY a.ex_date DESC, a.type LIMIT $2::bigint OFFSET $3::bigint) line;

-- GET /adjustments?ticker=ZDA&start=20240102&end=20241231
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  WITH
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
      AND a.ticker = ANY (ARRAY[$1::text])
      AND a.ex_date <= $2::date AND traded.date <= $2::date
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
  ), own AS (
    SELECT n.ex_date, n.type, n.effective, ex.price / lag(ex.price, 1, event.base) OVER (
      PARTITION BY n.effective ORDER BY n.place) AS factor,
    row_number() OVER (PARTITION BY n.effective ORDER BY n.ex_date < $3::date, n.ex_date DESC, n.type) = 1 AS stands_first,
    EXISTS (
      SELECT FROM quote p
      WHERE p.ticker = $1::text AND p.date < n.effective AND p.close > 0 AND true
    ) AS has_earlier_price
    FROM (
      SELECT a.ex_date, a.type, traded.date AS effective, row_number() OVER counted AS place,
      coalesce(sum(a.cash_dividend) OVER counted, 0) AS cash, coalesce(sum(a.share_ratio) OVER counted, 0) AS shares, coalesce(sum(a.rights_ratio) OVER counted, 0) AS rights,
      coalesce(sum(a.rights_ratio * a.rights_price) OVER counted, 0) AS paid
      FROM corporate_action a CROSS JOIN LATERAL (
        SELECT b.date FROM quote b WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND true
        ORDER BY b.date LIMIT 1) traded
      WHERE a.ticker = $1::text AND coalesce(a.cash_dividend, a.share_ratio, a.rights_ratio) IS NOT NULL
      AND a.ex_date <= $2::date AND traded.date <= $2::date
      WINDOW counted AS (
        PARTITION BY traded.date
        ORDER BY a.rights_ratio IS NULL, a.cash_dividend IS NULL, a.share_ratio DESC, a.ex_date, a.type)) n
    LEFT JOIN event ON event.effective = n.effective
    CROSS JOIN LATERAL (SELECT
      CASE WHEN (1 + CASE WHEN n.paid < n.rights * event.base THEN n.rights ELSE 0 END + n.shares) > 0 AND (event.base + CASE WHEN n.paid < n.rights * event.base THEN n.paid ELSE 0 END) > n.cash
      THEN ((event.base + CASE WHEN n.paid < n.rights * event.base THEN n.paid ELSE 0 END) - n.cash) / (1 + CASE WHEN n.paid < n.rights * event.base THEN n.rights ELSE 0 END + n.shares) END AS price) ex)
  SELECT a.ticker, a.ex_date, a.record_date, a.type, a.cash_dividend, a.share_ratio, a.rights_ratio,
  a.rights_price, own.factor, CASE WHEN own.stands_first THEN e.factor END AS day_factor,
  f.price_factor AS cumulative_factor, e.base AS reference_before, e.ex_price AS reference_after,
  CASE WHEN e.effective IS NOT NULL THEN NULL WHEN own.effective IS NULL THEN 'not_in_effect'
  WHEN own.has_earlier_price THEN 'no_price_left' ELSE 'no_earlier_price' END AS reason
  FROM corporate_action a
  LEFT JOIN own ON own.ex_date = a.ex_date AND own.type = a.type
  LEFT JOIN event e ON e.effective = own.effective
  LEFT JOIN adjustment f ON f.effective = own.effective
  WHERE a.ticker = $1::text AND coalesce(a.cash_dividend, a.share_ratio, a.rights_ratio) IS NOT NULL AND a.ex_date >= $3::date AND a.ex_date <= $2::date ORDER BY a.ex_date DESC, a.type LIMIT $4::bigint OFFSET $5::bigint) line;
