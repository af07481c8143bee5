-- GET /reference/countries/country/VN
SELECT r.id, r.revision, (SELECT row_to_json(item) FROM (SELECT f."cca2" AS "alpha2Code", f."cca2" AS "cca2", f."cca3" AS "alpha3Code", f."cca3" AS "cca3", f."ccn3" AS "numericCode", f."ccn3" AS "ccn3", f."altSpellings" AS "altSpellings", f."area" AS "area", f."borders" AS "borders", f."callingCodes" AS "callingCodes", f."idd" AS "idd", f."capital" AS "capital", f."capitalInfo" AS "capitalInfo", f."car" AS "car", f."cioc" AS "cioc", f."coatOfArms" AS "coatOfArms", f."continents" AS "continents", f."currencies" AS "currencies", f."demonym" AS "demonym", f."demonyms" AS "demonyms", f."independent" AS "independent", f."fifa" AS "fifa", f."flag" AS "flag", f."flags" AS "flags", f."gini" AS "gini", f."languages" AS "languages", f."latlng" AS "latlng", f."maps" AS "maps", f."name" AS "name", f."nativeName" AS "nativeName", f."population" AS "population", f."postalCodes" AS "postalCodes", f."region" AS "region", f."regionalBlocs" AS "regionalBlocs", f."startOfWeek" AS "startOfWeek", f."status" AS "status", f."subregion" AS "subregion", f."timezones" AS "timezones", f."translations" AS "translations", f."unMember" AS "unMember") item)::text AS json
FROM country r, jsonb_to_record(r.record) AS f("cca2" text, "cca3" text, "ccn3" text, "altSpellings" jsonb, "area" jsonb, "borders" jsonb, "callingCodes" jsonb, "idd" jsonb, "capital" jsonb, "capitalInfo" jsonb, "car" jsonb, "cioc" text, "coatOfArms" jsonb, "continents" jsonb, "currencies" jsonb, "demonym" text, "demonyms" jsonb, "independent" jsonb, "fifa" text, "flag" text, "flags" jsonb, "gini" jsonb, "languages" jsonb, "latlng" jsonb, "maps" jsonb, "name" jsonb, "nativeName" text, "population" jsonb, "postalCodes" jsonb, "region" text, "regionalBlocs" jsonb, "startOfWeek" text, "status" text, "subregion" text, "timezones" jsonb, "translations" jsonb, "unMember" jsonb) WHERE r.cca2 = $1::text;

-- GET /reference/countries/country/VN?fields=name%2Ccca2%2Ccurrencies
SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
WHERE locktype = 'relation' AND relation = 'audit_event'::regclass AND mode = 'RowExclusiveLock' AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND ($1::text[] IS NULL OR virtualtransaction = ANY ($1::text[]));

-- GET /reference/countries/country/VN?fields=name%2Ccca2%2Ccurrencies
SELECT coalesce((SELECT max(id) FROM audit_event), 0) AS newest, coalesce(p.position, 0) AS position,
coalesce(p.publication <> $1::text, false) OR EXISTS (SELECT FROM quote_check) AS waiting
FROM (VALUES (true)) one (row) LEFT JOIN quote_check_progress p ON p.only_one;

-- GET /reference/countries/country/VN?fields=name%2Ccca2%2Ccurrencies
SELECT max(id) AS id FROM audit_event;

-- GET /reference/countries/country/VN?fields=name%2Ccca2%2Ccurrencies
SELECT r.id, r.revision, (SELECT row_to_json(item) FROM (SELECT f."name" AS "name", f."cca2" AS "cca2", f."currencies" AS "currencies") item)::text AS json
FROM country r, jsonb_to_record(r.record) AS f("cca2" text, "cca3" text, "ccn3" text, "altSpellings" jsonb, "area" jsonb, "borders" jsonb, "callingCodes" jsonb, "idd" jsonb, "capital" jsonb, "capitalInfo" jsonb, "car" jsonb, "cioc" text, "coatOfArms" jsonb, "continents" jsonb, "currencies" jsonb, "demonym" text, "demonyms" jsonb, "independent" jsonb, "fifa" text, "flag" text, "flags" jsonb, "gini" jsonb, "languages" jsonb, "latlng" jsonb, "maps" jsonb, "name" jsonb, "nativeName" text, "population" jsonb, "postalCodes" jsonb, "region" text, "regionalBlocs" jsonb, "startOfWeek" text, "status" text, "subregion" text, "timezones" jsonb, "translations" jsonb, "unMember" jsonb) WHERE r.cca2 = $1::text;

-- GET /reference/countries/country/VN?fields=name%2Ccca2%2Ccurrencies
SELECT position, publication FROM quote_check_progress FOR UPDATE SKIP LOCKED;
