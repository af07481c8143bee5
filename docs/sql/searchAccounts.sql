-- GET /reference/vac/search
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

-- GET /reference/vac/search
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code AS account_code, r.parent_code, r.level, r.name, r.name_en, r.type, r.regime, r.company_type,
  r.valid_from, r.valid_to FROM account r ORDER BY r.code, r.regime LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/vac/search?code=112&q=tien+gui&regime=TT99&company_type=ordinary
SELECT EXISTS (SELECT FROM quote_check) AS waiting;

-- GET /reference/vac/search?code=112&q=tien+gui&regime=TT99&company_type=ordinary
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code AS account_code, r.parent_code, r.level, r.name, r.name_en, r.type, r.regime, r.company_type,
  r.valid_from, r.valid_to FROM account r WHERE r.regime = $1::text AND r.company_type = $2::text AND search_words(r.code, r.name, r.name_en) @@ search_query($3::text) AND r.code >= $4::text AND r.code < $5::text ORDER BY r.code, r.regime LIMIT $6::bigint OFFSET $7::bigint) line;

-- GET /reference/vac/search?code=112&q=tien+gui&regime=TT99&company_type=ordinary&date=20250630
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code AS account_code, r.parent_code, r.level, r.name, r.name_en, r.type, r.regime, r.company_type,
  r.valid_from, r.valid_to FROM account r WHERE r.regime = $1::text AND r.company_type = $2::text AND search_words(r.code, r.name, r.name_en) @@ search_query($3::text) AND r.code >= $4::text AND r.code < $5::text AND r.valid_from <= $6::date AND (r.valid_to IS NULL OR r.valid_to >= $7::date) ORDER BY r.code, r.regime LIMIT $8::bigint OFFSET $9::bigint) line;
