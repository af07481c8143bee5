-- GET /svc/quote/approval/counts
WITH
span AS MATERIALIZED (
  SELECT s.ticker, s.first, coalesce((
      SELECT q.date FROM quote q WHERE q.ticker = s.ticker AND q.date > s.last AND true
      ORDER BY q.date LIMIT 1), s.last) AS last
  FROM unnest($1::text[], $2::date[], $3::date[]) s (ticker, first, last)), found AS MATERIALIZED (
  SELECT r.ticker, r.date, found.flags
  FROM span JOIN quote r ON r.ticker = span.ticker AND r.date >= span.first AND r.date <= span.last
  LEFT JOIN security s ON s.ticker = r.ticker
  LEFT JOIN daily_statistic stat ON stat.ticker = r.ticker AND stat.date = r.date
  LEFT JOIN LATERAL (SELECT p.date, p.close, p.volume
    FROM quote p WHERE p.ticker = r.ticker AND p.date < r.date AND true AND true
    ORDER BY p.date DESC LIMIT 1) previous ON true
  LEFT JOIN daily_statistic before
  ON before.ticker = r.ticker AND before.date = previous.date AND s.exchange = 'UPCOM'
  LEFT JOIN LATERAL (
    SELECT
    coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
    coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
    FROM corporate_action a WHERE a.ticker = r.ticker AND a.ex_date > previous.date AND a.ex_date <= r.date) terms ON true
  CROSS JOIN LATERAL (SELECT coalesce(before.average_price, previous.close) AS price) base
  CROSS JOIN LATERAL (
    SELECT
    CASE WHEN 1 + terms.rights + terms.shares > 0 AND base.price + terms.paid > terms.cash
    THEN (base.price + terms.paid - terms.cash) / (1 + terms.rights + terms.shares) END AS price,
    (previous.close + terms.paid) / nullif(1 + terms.rights + terms.shares, 0) AS share_price) ex
  LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= r.date AND t.price_from <= ex.price
    ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) own_tick
  ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
  CROSS JOIN LATERAL (
    SELECT
    coalesce(stat.reference, CASE WHEN (before.average_price IS NOT NULL OR coalesce(terms.cash <> 0 OR terms.shares <> 0 OR terms.rights <> 0, false)) AND own_tick.tick IS NOT NULL
      THEN (round(ex.price::numeric / own_tick.tick) * own_tick.tick)::double precision ELSE ex.price END) AS price) ref
  LEFT JOIN LATERAL (SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
    b.resumption_sessions, b.resumption_band::numeric AS resumption_band
    FROM market_band b
    WHERE b.exchange = s.exchange AND b.security_type IN (s.security_type, 'stock') AND b.valid_from <= r.date AND (s.security_type <> 'covered_warrant' OR b.security_type = 'covered_warrant')
    ORDER BY b.security_type = s.security_type DESC, b.valid_from DESC LIMIT 1) rule ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
  CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN previous.volume > 0 THEN previous.date END, (SELECT p.date
        FROM quote p WHERE p.ticker = r.ticker AND p.date < r.date AND p.volume > 0 AND true
        ORDER BY p.date DESC LIMIT 1)) AS traded) rest
  CROSS JOIN LATERAL (
    SELECT ref.price::numeric * (1 + width.band) AS up, ref.price::numeric * (1 - width.band) AS down
    FROM (SELECT
      CASE WHEN r.date = s.listing_date THEN 'first'
      WHEN r.date - rest.traded > rule.resumption_sessions AND rule.resumption_sessions <= (
        SELECT count(*)::int AS sessions
        FROM generate_series(1, r.date - rest.traded - 1) step CROSS JOIN LATERAL (SELECT rest.traded + step AS date) day
        WHERE
        coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
          extract(isodow FROM day.date) < 6)) THEN 'resumption'
      ELSE 'usual' END AS kind) start CROSS JOIN LATERAL (SELECT CASE start.kind WHEN 'first' THEN rule.first_day_band WHEN 'resumption' THEN rule.resumption_band ELSE rule.band END AS band) width) edge
  LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= r.date AND t.price_from <= edge.up
    ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) up_tick ON true
  LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= r.date AND t.price_from <= edge.down
    ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) down_tick ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(stat.ceiling,
      CASE WHEN up_tick.tick IS NOT NULL THEN
      greatest(floor(edge.up / up_tick.tick) * up_tick.tick, (floor(ref.price::numeric / own_tick.tick) + 1) * own_tick.tick)::double precision END) AS ceiling, coalesce(stat.floor,
      CASE WHEN down_tick.tick IS NOT NULL THEN
      least(ceil(edge.down / down_tick.tick) * down_tick.tick,
        CASE WHEN ref.price::numeric > own_tick.tick THEN (ceil(ref.price::numeric / own_tick.tick) - 1) * own_tick.tick ELSE ref.price::numeric END)::double precision END) AS floor) limits
  CROSS JOIN LATERAL (
    SELECT s.exchange <> 'UPCOM' OR coalesce(stat.reference, before.average_price) IS NOT NULL AS known) basis
  CROSS JOIN LATERAL (
    SELECT (CASE WHEN basis.known AND (r.high > limits.ceiling OR r.low < limits.floor) THEN 1 ELSE 0 END
      + CASE WHEN EXISTS (
        SELECT FROM unnest(ARRAY[r.open, r.high, r.low, r.close]) price,
        LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
          WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= r.date AND t.price_from <= price
          ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) step
        WHERE mod(price::numeric, step.tick) <> 0) THEN 2 ELSE 0 END
      + CASE WHEN ex.price > 0 AND abs(r.close::numeric / ex.price::numeric - 1) >= 0.2 THEN 4 ELSE 0 END
      + CASE WHEN r.volume = 0 AND r.close <> previous.close AND r.close <> ref.price THEN 8 ELSE 0 END
      + CASE WHEN EXISTS (
        SELECT FROM settlement d WHERE d.country = 'VN' AND d.date = r.date AND d.status = 'closed') THEN 16 ELSE 0 END)::smallint AS flags) found
  WHERE r.flags & ~32 <> found.flags
), held AS (
  SELECT q.ticker, q.date, found.flags FROM found JOIN quote q USING (ticker, date)
  ORDER BY q.ticker, q.date FOR UPDATE OF q
)
UPDATE quote q SET flags = q.flags & 32 | held.flags FROM held WHERE q.ticker = held.ticker AND q.date = held.date;

-- GET /svc/quote/approval/counts
WITH
span AS MATERIALIZED (
  SELECT s.ticker, s.first, coalesce((
      SELECT q.date FROM quote q WHERE q.ticker = s.ticker AND q.date > s.last AND true
      ORDER BY q.date LIMIT 1), s.last) AS last
  FROM unnest($1::text[], $2::date[], $3::date[]) s (ticker, first, last)), hole AS MATERIALIZED (
  SELECT span.ticker, bar.date AS until, open.first, open.last, open.days
  FROM span
  CROSS JOIN LATERAL (
    SELECT q.date, lag(q.date) OVER (ORDER BY q.date) AS previous FROM quote q
    WHERE q.ticker = span.ticker AND q.date <= span.last AND true
    AND q.date >= coalesce((
        SELECT p.date FROM quote p WHERE p.ticker = span.ticker AND p.date < span.first AND true
        ORDER BY p.date DESC LIMIT 1), span.first)) bar
  CROSS JOIN LATERAL (
    SELECT min(d.date) AS first, max(d.date) AS last, count(*)::int AS days FROM settlement d
    WHERE d.country = 'VN' AND d.status = 'open' AND d.date > bar.previous AND d.date < bar.date) open
  WHERE bar.date >= span.first AND bar.date - bar.previous > 1 AND open.days > 0
), gone AS (
  DELETE FROM quote_gap g USING span
  WHERE g.ticker = span.ticker AND g.until >= span.first AND g.until <= span.last
  AND NOT EXISTS (SELECT FROM hole WHERE hole.ticker = g.ticker AND hole.until = g.until)
)
INSERT INTO quote_gap AS g (ticker, until, first, last, days)
SELECT ticker, until, first, last, days FROM hole
ON CONFLICT (ticker, until) DO UPDATE SET first = excluded.first, last = excluded.last, days = excluded.days
WHERE (g.first, g.last, g.days) IS DISTINCT FROM (excluded.first, excluded.last, excluded.days);

-- GET /svc/quote/approval/counts
SELECT (SELECT count(*)::int FROM (
    SELECT FROM quote r WHERE r.approval = 0 AND r.flags & 1 <> 0 LIMIT 10001) counted) AS outside_limits, (SELECT count(*)::int FROM (
    SELECT FROM quote r WHERE r.approval = 0 AND r.flags & 2 <> 0 LIMIT 10001) counted) AS off_tick, (SELECT count(*)::int FROM (
    SELECT FROM quote r WHERE r.approval = 0 AND r.flags & 4 <> 0 LIMIT 10001) counted) AS price_jump, (SELECT count(*)::int FROM (
    SELECT FROM quote r WHERE r.approval = 0 AND r.flags & 8 <> 0 LIMIT 10001) counted) AS change_without_volume, (SELECT count(*)::int FROM (
    SELECT FROM quote r WHERE r.approval = 0 AND r.flags & 16 <> 0 LIMIT 10001) counted) AS non_trading_day;

-- GET /svc/quote/approval/counts
SELECT EXISTS (SELECT FROM quote_check) AS waiting;

-- GET /svc/quote/approval/counts
SELECT coalesce((SELECT max(id) FROM audit_event), 0) AS newest, coalesce(p.position, 0) AS position,
coalesce(p.publication <> $1::text, false) OR EXISTS (SELECT FROM quote_check) AS waiting
FROM (VALUES (true)) one (row) LEFT JOIN quote_check_progress p ON p.only_one;

-- GET /svc/quote/approval/counts
SELECT coalesce(sum(t.pending), 0) AS pending FROM quote_ticker t WHERE t.pending > 0;

-- GET /svc/quote/approval/counts
SELECT position, publication FROM quote_check_progress FOR UPDATE;

-- GET /svc/quote/approval/counts
SELECT name, declaration, next_run_at FROM source
WHERE active AND next_run_at <= clock_timestamp() ORDER BY next_run_at;
