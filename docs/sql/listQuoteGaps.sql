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
SELECT (SELECT s.date::text FROM settlement s
  WHERE s.country = 'VN' AND s.status = 'open' AND s.date < $1::date ORDER BY s.date DESC LIMIT 1) AS before,
(SELECT s.date::text FROM settlement s
  WHERE s.country = 'VN' AND s.status = 'open' AND s.date >= $1::date AND s.date <= $2::date
  ORDER BY s.date LIMIT 1) AS within,
(SELECT s.date::text FROM settlement s
  WHERE s.country = 'VN' AND s.status = 'open' AND s.date > $2::date ORDER BY s.date LIMIT 1) AS after,
EXISTS (SELECT FROM settlement s
  WHERE s.country = 'VN' AND s.date >= $1::date AND s.date <= $2::date) AS known;

-- GET /quote/gaps?from_date=20250601&to_date=20250630&ticker=ZDA
SELECT name FROM (VALUES ('quote', EXISTS (SELECT FROM quote r WHERE true)), ('settlement', EXISTS (SELECT FROM settlement r WHERE true)))
data_set (name, stored)
WHERE NOT stored;

-- GET /quote/gaps?from_date=20250601&to_date=20250630&ticker=ZDA
SELECT value FROM unnest($1::text[]) WITH ORDINALITY asked (value, place)
WHERE NOT EXISTS (SELECT FROM security r WHERE r.ticker = value)
AND NOT EXISTS (SELECT FROM quote q WHERE q.ticker = value)
AND NOT EXISTS (SELECT FROM security s WHERE s.ticker = value)
AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = value)
ORDER BY place;

-- GET /quote/gaps?from_date=20250601&to_date=20250630&ticker=ZDA
SELECT bounds.first::text AS first, bounds.last::text AS last FROM (
  SELECT min((
      SELECT r.date FROM quote r WHERE r.ticker = asked.value AND true
      ORDER BY r.date ASC LIMIT 1)) AS first, max((
      SELECT r.date FROM quote r WHERE r.ticker = asked.value AND true
      ORDER BY r.date DESC LIMIT 1)) AS last FROM unnest($1::text[]) asked (value)) bounds;

-- GET /quote/gaps?from_date=20250601&to_date=20250630&ticker=ZDA
SELECT bounds.first::text AS first, bounds.last::text AS last FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.country) AS value FROM settlement r
    UNION ALL
    SELECT (SELECT min(r.country) FROM settlement r WHERE r.country > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.date) FROM settlement r WHERE r.country = l.value) AS first,
    (SELECT max(r.date) FROM settlement r WHERE r.country = l.value) AS last) own) bounds;

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
