-- GET /udf/symbols?symbol=ZDA
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
