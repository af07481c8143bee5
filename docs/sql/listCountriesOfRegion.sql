-- GET /reference/countries/region/Asia
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

-- GET /reference/countries/region/Asia
SELECT 1 AS one FROM country r WHERE lower(r.record ->> 'region') = lower($1::text) LIMIT 1;

-- GET /reference/countries/region/Asia
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f."cca2" AS "alpha2Code", f."cca2" AS "cca2", f."cca3" AS "alpha3Code", f."cca3" AS "cca3", f."ccn3" AS "numericCode", f."ccn3" AS "ccn3", f."altSpellings" AS "altSpellings", f."area" AS "area", f."borders" AS "borders", f."callingCodes" AS "callingCodes", f."idd" AS "idd", f."capital" AS "capital", f."capitalInfo" AS "capitalInfo", f."car" AS "car", f."cioc" AS "cioc", f."coatOfArms" AS "coatOfArms", f."continents" AS "continents", f."currencies" AS "currencies", f."demonym" AS "demonym", f."demonyms" AS "demonyms", f."independent" AS "independent", f."fifa" AS "fifa", f."flag" AS "flag", f."flags" AS "flags", f."gini" AS "gini", f."languages" AS "languages", f."latlng" AS "latlng", f."maps" AS "maps", f."name" AS "name", f."nativeName" AS "nativeName", f."population" AS "population", f."postalCodes" AS "postalCodes", f."region" AS "region", f."regionalBlocs" AS "regionalBlocs", f."startOfWeek" AS "startOfWeek", f."status" AS "status", f."subregion" AS "subregion", f."timezones" AS "timezones", f."translations" AS "translations", f."unMember" AS "unMember" FROM country r, jsonb_to_record(r.record) AS f("cca2" text, "cca3" text, "ccn3" text, "altSpellings" jsonb, "area" jsonb, "borders" jsonb, "callingCodes" jsonb, "idd" jsonb, "capital" jsonb, "capitalInfo" jsonb, "car" jsonb, "cioc" text, "coatOfArms" jsonb, "continents" jsonb, "currencies" jsonb, "demonym" text, "demonyms" jsonb, "independent" jsonb, "fifa" text, "flag" text, "flags" jsonb, "gini" jsonb, "languages" jsonb, "latlng" jsonb, "maps" jsonb, "name" jsonb, "nativeName" text, "population" jsonb, "postalCodes" jsonb, "region" text, "regionalBlocs" jsonb, "startOfWeek" text, "status" text, "subregion" text, "timezones" jsonb, "translations" jsonb, "unMember" jsonb) WHERE lower(r.record ->> 'region') = lower($1::text) ORDER BY r.cca2 LIMIT $2::bigint OFFSET $3::bigint) line;

-- GET /reference/countries/region/Asia?fields=name%2Ccca2%2Ccurrencies
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT f."name" AS "name", f."cca2" AS "cca2", f."currencies" AS "currencies" FROM country r, jsonb_to_record(r.record) AS f("cca2" text, "cca3" text, "ccn3" text, "altSpellings" jsonb, "area" jsonb, "borders" jsonb, "callingCodes" jsonb, "idd" jsonb, "capital" jsonb, "capitalInfo" jsonb, "car" jsonb, "cioc" text, "coatOfArms" jsonb, "continents" jsonb, "currencies" jsonb, "demonym" text, "demonyms" jsonb, "independent" jsonb, "fifa" text, "flag" text, "flags" jsonb, "gini" jsonb, "languages" jsonb, "latlng" jsonb, "maps" jsonb, "name" jsonb, "nativeName" text, "population" jsonb, "postalCodes" jsonb, "region" text, "regionalBlocs" jsonb, "startOfWeek" text, "status" text, "subregion" text, "timezones" jsonb, "translations" jsonb, "unMember" jsonb) WHERE lower(r.record ->> 'region') = lower($1::text) ORDER BY r.cca2 LIMIT $2::bigint OFFSET $3::bigint) line;
