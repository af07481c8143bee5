-- GET /trading/signal
SELECT t.ticker FROM (
  WITH RECURSIVE traded AS (
    (SELECT q.ticker FROM quote q WHERE q.ticker >= '' COLLATE "C" ORDER BY q.ticker LIMIT 1)
    UNION ALL
    SELECT (SELECT q.ticker FROM quote q WHERE q.ticker > traded.ticker ORDER BY q.ticker LIMIT 1)
    FROM traded WHERE starts_with(traded.ticker, '')
  )
  SELECT traded.ticker FROM traded WHERE starts_with(traded.ticker, '')) t LEFT JOIN security s ON s.ticker = t.ticker
WHERE ($2::text[] IS NULL OR t.ticker = ANY ($2::text[])) AND ($3::text IS NULL OR s.exchange = $3::text)
AND coalesce(s.security_type, 'stock') IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund')
AND coalesce(s.listing_date, $1::date) <= $1::date AND coalesce(s.delisting_date, $1::date) >= $1::date
AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = t.ticker)
AND EXISTS (
  SELECT FROM quote q
  WHERE q.ticker = t.ticker AND q.date <= $1::date AND q.close > 0 AND true)
ORDER BY t.ticker COLLATE "C";

-- GET /trading/signal
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
    AND a.ex_date <= coalesce($2::date, 'infinity') AND traded.date <= coalesce($2::date, 'infinity')
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
)
SELECT (SELECT string_agg(date_send(f.effective) || float8send(f.price_factor) || float8send(f.share_factor), '' ORDER BY f.effective) FROM adjustment f) AS factors,
string_agg(date_send(bar.date) || float8send(bar.open) || float8send(bar.high) || float8send(bar.low) || float8send(bar.close) || float8send(bar.volume), '') AS bars
FROM (
  SELECT q.date, q.open AS open, q.high AS high, q.low AS low, q.close AS close, q.volume::double precision AS volume
  FROM quote q
  WHERE q.ticker = $1::text AND q.date <= coalesce($2::date, 'infinity') AND q.close > 0 AND true
  ORDER BY q.date) bar;

-- GET /trading/signal?ticker=ZDA&exchange=HOSE
SELECT t.ticker FROM (SELECT unnest($2::text[]) AS ticker) t LEFT JOIN security s ON s.ticker = t.ticker
WHERE ($2::text[] IS NULL OR t.ticker = ANY ($2::text[])) AND ($3::text IS NULL OR s.exchange = $3::text)
AND true
AND EXISTS (
  SELECT FROM quote q
  WHERE q.ticker = t.ticker AND q.date <= $1::date AND q.close > 0 AND true)
ORDER BY t.ticker COLLATE "C";
