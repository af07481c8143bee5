-- GET /reference/mic
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.mic, r.operating_mic, r.oprt_sgmt, r.market_name, r.legal_entity_name, r.lei,
  r.market_category, r.acronym, r.iso_country_code, r.city, r.website, r.status,
  to_char(r.creation_date, 'YYYYMMDD') AS creation_date,
  to_char(r.last_update_date, 'YYYYMMDD') AS last_update_date,
  to_char(r.last_validation_date, 'YYYYMMDD') AS last_validation_date,
  to_char(r.expiry_date, 'YYYYMMDD') AS expiry_date, r.comments FROM mic r ORDER BY r.mic LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/mic?mic=XSTC%2CHSTC&operating_mic=HSTC&country=VN&status=ACTIVE&q=ha+noi
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.mic, r.operating_mic, r.oprt_sgmt, r.market_name, r.legal_entity_name, r.lei,
  r.market_category, r.acronym, r.iso_country_code, r.city, r.website, r.status,
  to_char(r.creation_date, 'YYYYMMDD') AS creation_date,
  to_char(r.last_update_date, 'YYYYMMDD') AS last_update_date,
  to_char(r.last_validation_date, 'YYYYMMDD') AS last_validation_date,
  to_char(r.expiry_date, 'YYYYMMDD') AS expiry_date, r.comments FROM mic r WHERE r.mic = ANY ($1::text[]) AND r.operating_mic = $2::text AND r.iso_country_code = $3::text AND r.status = $4::text AND search_words(r.mic, r.market_name, r.legal_entity_name, r.acronym, r.city) @@ search_query($5::text) ORDER BY r.mic LIMIT $6::bigint OFFSET $7::bigint) line;

-- GET /reference/mic?mic=XSTC%2CHSTC&operating_mic=HSTC&country=VN&status=ACTIVE&q=ha+noi
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

-- GET /reference/mic?mic=XSTC%2CHSTC&operating_mic=HSTC&country=VN&status=ACTIVE&q=ha+noi
SELECT EXISTS (SELECT FROM quote_check) AS waiting;
