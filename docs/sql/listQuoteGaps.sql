-- GET /quote/gaps
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH name (ticker) AS (
    WITH RECURSIVE traded AS (
      (SELECT q.ticker FROM quote q WHERE q.ticker >= '' COLLATE "C" ORDER BY q.ticker LIMIT 1)
      UNION ALL
      SELECT (SELECT q.ticker FROM quote q WHERE q.ticker > traded.ticker ORDER BY q.ticker LIMIT 1)
      FROM traded WHERE starts_with(traded.ticker, '')
    )
    SELECT traded.ticker FROM traded WHERE starts_with(traded.ticker, '')), span AS MATERIALIZED (
    SELECT name.ticker, first.date AS first, last.date AS last
    FROM name
    CROSS JOIN LATERAL (
      SELECT b.date FROM quote b WHERE b.ticker = name.ticker AND true
      ORDER BY b.date  LIMIT 1) first
    CROSS JOIN LATERAL (
      SELECT b.date FROM quote b WHERE b.ticker = name.ticker AND true
      ORDER BY b.date DESC LIMIT 1) last) SELECT ticker, date FROM (
    SELECT missing.ticker, d.date
    FROM (SELECT date FROM settlement WHERE country = 'VN' AND status = 'open'
      ORDER BY date DESC) d
    CROSS JOIN LATERAL (
      SELECT span.ticker FROM span
      WHERE span.first < d.date AND d.date < span.last AND NOT EXISTS (
        SELECT FROM quote q WHERE q.ticker = span.ticker AND q.date = d.date AND true)
      OFFSET 0) missing) gap ORDER BY date DESC, ticker LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /quote/gaps?from_date=20250601&to_date=20250630&ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH name (ticker) AS (SELECT unnest($1::text[])), span AS MATERIALIZED (
    SELECT name.ticker, first.date AS first, last.date AS last
    FROM name
    CROSS JOIN LATERAL (
      SELECT b.date FROM quote b WHERE b.ticker = name.ticker AND true
      ORDER BY b.date  LIMIT 1) first
    CROSS JOIN LATERAL (
      SELECT b.date FROM quote b WHERE b.ticker = name.ticker AND true
      ORDER BY b.date DESC LIMIT 1) last) SELECT ticker, date FROM (
    SELECT missing.ticker, d.date
    FROM (SELECT date FROM settlement WHERE country = 'VN' AND status = 'open'
      ORDER BY date DESC) d
    CROSS JOIN LATERAL (
      SELECT span.ticker FROM span
      WHERE span.first < d.date AND d.date < span.last AND NOT EXISTS (
        SELECT FROM quote q WHERE q.ticker = span.ticker AND q.date = d.date AND true)
      OFFSET 0) missing) gap WHERE date >= $2::date AND date <= $3::date ORDER BY date DESC, ticker LIMIT $4::bigint OFFSET $5::bigint) line;

-- GET /quote/gaps?ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH name (ticker) AS (SELECT unnest($1::text[])), span AS MATERIALIZED (
    SELECT name.ticker, first.date AS first, last.date AS last
    FROM name
    CROSS JOIN LATERAL (
      SELECT b.date FROM quote b WHERE b.ticker = name.ticker AND true
      ORDER BY b.date  LIMIT 1) first
    CROSS JOIN LATERAL (
      SELECT b.date FROM quote b WHERE b.ticker = name.ticker AND true
      ORDER BY b.date DESC LIMIT 1) last) SELECT ticker, date FROM (
    SELECT missing.ticker, d.date
    FROM (SELECT date FROM settlement WHERE country = 'VN' AND status = 'open'
      ORDER BY date DESC) d
    CROSS JOIN LATERAL (
      SELECT span.ticker FROM span
      WHERE span.first < d.date AND d.date < span.last AND NOT EXISTS (
        SELECT FROM quote q WHERE q.ticker = span.ticker AND q.date = d.date AND true)
      OFFSET 0) missing) gap ORDER BY date DESC, ticker LIMIT $2::bigint OFFSET $3::bigint) line;
