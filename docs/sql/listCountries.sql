-- GET /reference/countries
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f."cca2" AS "alpha2Code", f."cca2" AS "cca2", f."cca3" AS "alpha3Code", f."cca3" AS "cca3", f."ccn3" AS "numericCode", f."ccn3" AS "ccn3", f."altSpellings" AS "altSpellings", f."area" AS "area", f."borders" AS "borders", f."callingCodes" AS "callingCodes", f."idd" AS "idd", f."capital" AS "capital", f."capitalInfo" AS "capitalInfo", f."car" AS "car", f."cioc" AS "cioc", f."coatOfArms" AS "coatOfArms", f."continents" AS "continents", f."currencies" AS "currencies", f."demonym" AS "demonym", f."demonyms" AS "demonyms", f."independent" AS "independent", f."fifa" AS "fifa", f."flag" AS "flag", f."flags" AS "flags", f."gini" AS "gini", f."languages" AS "languages", f."latlng" AS "latlng", f."maps" AS "maps", f."name" AS "name", f."nativeName" AS "nativeName", f."population" AS "population", f."postalCodes" AS "postalCodes", f."region" AS "region", f."regionalBlocs" AS "regionalBlocs", f."startOfWeek" AS "startOfWeek", f."status" AS "status", f."subregion" AS "subregion", f."timezones" AS "timezones", f."translations" AS "translations", f."unMember" AS "unMember" FROM country r, jsonb_to_record(r.record) AS f("cca2" text, "cca3" text, "ccn3" text, "altSpellings" jsonb, "area" jsonb, "borders" jsonb, "callingCodes" jsonb, "idd" jsonb, "capital" jsonb, "capitalInfo" jsonb, "car" jsonb, "cioc" text, "coatOfArms" jsonb, "continents" jsonb, "currencies" jsonb, "demonym" text, "demonyms" jsonb, "independent" jsonb, "fifa" text, "flag" text, "flags" jsonb, "gini" jsonb, "languages" jsonb, "latlng" jsonb, "maps" jsonb, "name" jsonb, "nativeName" text, "population" jsonb, "postalCodes" jsonb, "region" text, "regionalBlocs" jsonb, "startOfWeek" text, "status" text, "subregion" text, "timezones" jsonb, "translations" jsonb, "unMember" jsonb) ORDER BY r.cca2 LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/countries?fields=name%2Ccca2%2Ccurrencies&region=Asia&q=viet+nam
WITH stock AS MATERIALIZED (
  SELECT q.ticker, q.date, q.close, shares.outstanding AS shares, shares.reason AS shares_reason,
  industry.code AS industry, live.net_profit, live.revenue, live.ebitda, live.equity, live.minority, live.debt, live.cash,
  live.net_profit / nullif(shares.outstanding, 0) AS eps, live.equity / nullif(shares.outstanding, 0) AS bvps, CASE WHEN live.net_profit > 0 THEN (q.close * shares.outstanding) / live.net_profit END AS pe, CASE WHEN live.equity > 0 THEN (q.close * shares.outstanding) / live.equity END AS pb, CASE WHEN live.revenue > 0 THEN (q.close * shares.outstanding) / live.revenue END AS ps,
  CASE WHEN live.ebitda > 0 THEN ((q.close * shares.outstanding) + live.debt + live.minority - live.cash) / live.ebitda END AS ev_ebitda
  FROM (
    SELECT q.ticker, q.date, q.close FROM unnest($1::date[]) asked (day) JOIN quote q ON q.date = asked.day
    WHERE true) q
  JOIN LATERAL (
    SELECT f.* FROM company_figure f WHERE f.ticker = q.ticker AND f.day <= q.date ORDER BY f.day DESC LIMIT 1) known ON true
  CROSS JOIN LATERAL (SELECT CASE WHEN known.flow_end >= q.date - 600 THEN known.net_profit END AS net_profit, CASE WHEN known.flow_end >= q.date - 600 THEN known.revenue END AS revenue, CASE WHEN known.flow_end >= q.date - 600 THEN known.ebitda END AS ebitda, CASE WHEN known.balance_end >= q.date - 600 THEN known.equity END AS equity, CASE WHEN known.balance_end >= q.date - 600 THEN known.minority END AS minority, CASE WHEN known.balance_end >= q.date - 600 THEN known.debt END AS debt, CASE WHEN known.balance_end >= q.date - 600 THEN known.cash END AS cash) live
  LEFT JOIN security s ON s.ticker = q.ticker
  CROSS JOIN LATERAL (SELECT coalesce((
        SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= q.date THEN m.code END
        FROM industry_membership m WHERE m.ticker = q.ticker AND m.from_date <= q.date
        ORDER BY m.from_date DESC LIMIT 1), s.industry_code) AS code) industry
  CROSS JOIN LATERAL (
    SELECT coalesce(told.listed_shares, CASE WHEN source.known THEN s.listed_shares END) AS listed, coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) AS outstanding,
    CASE WHEN coalesce(told.outstanding_shares, CASE WHEN source.known THEN s.outstanding_shares END) IS NOT NULL THEN NULL
    WHEN s.outstanding_shares IS NULL THEN 'no_share_count' ELSE 'share_count_later' END AS reason
    FROM (SELECT coalesce(s.shares_from, s.listing_date, (s.changed_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date) <= q.date AS known) source
    LEFT JOIN LATERAL (
      SELECT d.listed_shares, d.outstanding_shares FROM daily_statistic d
      WHERE d.ticker = q.ticker AND d.date <= q.date
      AND (d.outstanding_shares IS NOT NULL OR d.listed_shares IS NOT NULL)
      ORDER BY d.date DESC LIMIT 1) told ON true) shares)
SELECT asked.day::text AS date, '' AS industry, percentile_cont(0.5) WITHIN GROUP (ORDER BY pe) AS pe, percentile_cont(0.5) WITHIN GROUP (ORDER BY pb) AS pb, percentile_cont(0.5) WITHIN GROUP (ORDER BY ps) AS ps
FROM unnest($1::date[]) asked (day) LEFT JOIN stock ON stock.date = asked.day GROUP BY asked.day
UNION ALL
SELECT date::text, left(industry, 4), percentile_cont(0.5) WITHIN GROUP (ORDER BY pe), percentile_cont(0.5) WITHIN GROUP (ORDER BY pb), NULL
FROM stock WHERE industry IS NOT NULL GROUP BY date, left(industry, 4);

-- GET /reference/countries?fields=name%2Ccca2%2Ccurrencies&region=Asia&q=viet+nam
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f."name" AS "name", f."cca2" AS "cca2", f."currencies" AS "currencies" FROM country r, jsonb_to_record(r.record) AS f("cca2" text, "cca3" text, "ccn3" text, "altSpellings" jsonb, "area" jsonb, "borders" jsonb, "callingCodes" jsonb, "idd" jsonb, "capital" jsonb, "capitalInfo" jsonb, "car" jsonb, "cioc" text, "coatOfArms" jsonb, "continents" jsonb, "currencies" jsonb, "demonym" text, "demonyms" jsonb, "independent" jsonb, "fifa" text, "flag" text, "flags" jsonb, "gini" jsonb, "languages" jsonb, "latlng" jsonb, "maps" jsonb, "name" jsonb, "nativeName" text, "population" jsonb, "postalCodes" jsonb, "region" text, "regionalBlocs" jsonb, "startOfWeek" text, "status" text, "subregion" text, "timezones" jsonb, "translations" jsonb, "unMember" jsonb) WHERE lower(r.record ->> 'region') = lower($1::text) AND search_words(
    r.record ->> 'cca2', r.record ->> 'cca3', r.record #>> '{name,common}', r.record #>> '{name,official}',
    r.record ->> 'altSpellings', r.record ->> 'nativeName',
    jsonb_path_query_array(r.record, '$.translations.*.common')::text) @@ search_query($2::text) ORDER BY r.cca2 LIMIT $3::bigint OFFSET $4::bigint) line;
