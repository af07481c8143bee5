-- GET /reference/countries
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f."cca2" AS "alpha2Code", f."cca2" AS "cca2", f."cca3" AS "alpha3Code", f."cca3" AS "cca3", f."ccn3" AS "numericCode", f."ccn3" AS "ccn3", f."altSpellings" AS "altSpellings", f."area" AS "area", f."borders" AS "borders", f."callingCodes" AS "callingCodes", f."idd" AS "idd", f."capital" AS "capital", f."capitalInfo" AS "capitalInfo", f."car" AS "car", f."cioc" AS "cioc", f."coatOfArms" AS "coatOfArms", f."continents" AS "continents", f."currencies" AS "currencies", f."demonym" AS "demonym", f."demonyms" AS "demonyms", f."independent" AS "independent", f."fifa" AS "fifa", f."flag" AS "flag", f."flags" AS "flags", f."gini" AS "gini", f."languages" AS "languages", f."latlng" AS "latlng", f."maps" AS "maps", f."name" AS "name", f."nativeName" AS "nativeName", f."population" AS "population", f."postalCodes" AS "postalCodes", f."region" AS "region", f."regionalBlocs" AS "regionalBlocs", f."startOfWeek" AS "startOfWeek", f."status" AS "status", f."subregion" AS "subregion", f."timezones" AS "timezones", f."translations" AS "translations", f."unMember" AS "unMember" FROM country r, jsonb_to_record(r.record) AS f("cca2" text, "cca3" text, "ccn3" text, "altSpellings" jsonb, "area" jsonb, "borders" jsonb, "callingCodes" jsonb, "idd" jsonb, "capital" jsonb, "capitalInfo" jsonb, "car" jsonb, "cioc" text, "coatOfArms" jsonb, "continents" jsonb, "currencies" jsonb, "demonym" text, "demonyms" jsonb, "independent" jsonb, "fifa" text, "flag" text, "flags" jsonb, "gini" jsonb, "languages" jsonb, "latlng" jsonb, "maps" jsonb, "name" jsonb, "nativeName" text, "population" jsonb, "postalCodes" jsonb, "region" text, "regionalBlocs" jsonb, "startOfWeek" text, "status" text, "subregion" text, "timezones" jsonb, "translations" jsonb, "unMember" jsonb) ORDER BY r.cca2 LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/countries?fields=name%2Ccca2%2Ccurrencies&region=Asia&q=viet+nam
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f."name" AS "name", f."cca2" AS "cca2", f."currencies" AS "currencies" FROM country r, jsonb_to_record(r.record) AS f("cca2" text, "cca3" text, "ccn3" text, "altSpellings" jsonb, "area" jsonb, "borders" jsonb, "callingCodes" jsonb, "idd" jsonb, "capital" jsonb, "capitalInfo" jsonb, "car" jsonb, "cioc" text, "coatOfArms" jsonb, "continents" jsonb, "currencies" jsonb, "demonym" text, "demonyms" jsonb, "independent" jsonb, "fifa" text, "flag" text, "flags" jsonb, "gini" jsonb, "languages" jsonb, "latlng" jsonb, "maps" jsonb, "name" jsonb, "nativeName" text, "population" jsonb, "postalCodes" jsonb, "region" text, "regionalBlocs" jsonb, "startOfWeek" text, "status" text, "subregion" text, "timezones" jsonb, "translations" jsonb, "unMember" jsonb) WHERE lower(r.record ->> 'region') = lower($1::text) AND search_words(
    r.record ->> 'cca2', r.record ->> 'cca3', r.record #>> '{name,common}', r.record #>> '{name,official}',
    r.record ->> 'altSpellings', r.record ->> 'nativeName',
    jsonb_path_query_array(r.record, '$.translations.*.common')::text) @@ search_query($2::text) ORDER BY r.cca2 LIMIT $3::bigint OFFSET $4::bigint) line;

-- GET /reference/countries?fields=name%2Ccca2%2Ccurrencies&region=Asia&q=viet+nam
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
