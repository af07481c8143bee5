-- GET /udf/history?symbol=ZDA&resolution=1D&to=4102444800
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
), bar AS (
  SELECT q.date, q.open * coalesce(adj.price_factor, 1) AS open, q.high * coalesce(adj.price_factor, 1) AS high,
  q.low * coalesce(adj.price_factor, 1) AS low, q.close * coalesce(adj.price_factor, 1) AS close,
  CASE WHEN adj.share_factor IS NULL THEN q.volume::numeric
  ELSE round(q.volume * adj.share_factor::numeric) END AS volume
  FROM (SELECT * FROM quote q WHERE q.ticker = $1::text AND true AND q.close > 0 AND q.date < date '1970-01-01' + $3::int AND ($2::int IS NULL OR q.date >= date '1970-01-01' + $2::int) ORDER BY q.date DESC LIMIT $4::bigint) q
  LEFT JOIN adjustment_steps steps ON steps.ticker = q.ticker
  CROSS JOIN LATERAL (SELECT width_bucket(q.date, steps.effective) + 1 AS next) step
  CROSS JOIN LATERAL (
    SELECT steps.price_factor[step.next] AS price_factor, steps.share_factor[step.next] AS share_factor) adj), answer AS (
  SELECT CASE WHEN count(*) > 0 THEN json_build_object('s', 'ok',
    't', json_agg((date - date '1970-01-01')::bigint * 86400 ORDER BY date),
    'o', json_agg(open ORDER BY date), 'h', json_agg(high ORDER BY date),
    'l', json_agg(low ORDER BY date), 'c', json_agg(close ORDER BY date),
    'v', json_agg(volume ORDER BY date))::text END AS json
  FROM bar)
SELECT json, CASE WHEN json IS NULL THEN (SELECT max(q.date) FROM quote q WHERE q.ticker = $1::text AND true AND q.close > 0 AND q.date < date '1970-01-01' + $2::int) - date '1970-01-01' END AS before FROM answer;

-- GET /udf/history?symbol=ZDA&resolution=1D&to=4102444800
SELECT d.* FROM (
  SELECT t.ticker, coalesce(i.name, s.name, t.ticker) AS description,
  CASE WHEN i.code IS NOT NULL OR s.security_type = 'index' THEN 'index'
  WHEN s.security_type IN ('fund_certificate', 'etf', 'closed_end_fund') THEN 'fund'
  WHEN s.security_type = 'derivative' THEN 'futures' ELSE 'stock' END AS type,
  coalesce(s.exchange, i.exchange, 'VN') AS exchange, rule.tick, CASE WHEN rule.steps > 1 THEN rule.ticks END AS ticks,
  s.ticker IS NOT NULL OR i.code IS NOT NULL AS is_known
  FROM (SELECT $1::text COLLATE "C" AS ticker) t
  LEFT JOIN security s ON s.ticker = t.ticker
  LEFT JOIN market_index i ON i.code = t.ticker
  LEFT JOIN (
    SELECT kind.exchange, kind.security_type, min(step.tick)::float8 AS tick, count(*) AS steps,
    string_agg(CASE WHEN step.at = 0 THEN step.tick::text ELSE step.at || ' ' || step.tick END, ' '
      ORDER BY step.at) AS ticks
    FROM (SELECT DISTINCT exchange, security_type FROM security) kind
    CROSS JOIN LATERAL (SELECT array_agg(t.price_from ORDER BY t.price_from) AS steps,
      array_agg(t.tick::numeric ORDER BY t.price_from) AS ticks
      FROM market_tick t
      WHERE t.exchange = kind.exchange AND t.security_type IN (kind.security_type, 'stock') AND t.valid_from <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND NOT EXISTS (
        SELECT FROM market_tick n
        WHERE n.exchange = kind.exchange AND n.security_type IN (kind.security_type, 'stock') AND n.valid_from <= (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AND (n.security_type = kind.security_type, n.valid_from) > (t.security_type = kind.security_type, t.valid_from) AND n.price_from <= t.price_from)) rule
    CROSS JOIN LATERAL unnest(rule.steps, rule.ticks) step (at, tick)
    GROUP BY kind.exchange, kind.security_type) rule
  ON rule.exchange = s.exchange AND rule.security_type = s.security_type) d
WHERE d.is_known OR EXISTS (
  SELECT FROM quote q WHERE q.ticker = d.ticker AND true);
