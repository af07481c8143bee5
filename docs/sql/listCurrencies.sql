-- GET /reference/currency
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code, r.numeric_code, r.name, r.minor_unit, r.symbol,
  to_json(r.countries) AS countries, to_json(r.entities) AS entities, to_json(r.is_fund) AS is_fund, r.status, r.introduction_date,
  r.withdrawal_date, r.source FROM currency r ORDER BY r.code LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/currency?code=VND&status=active&country=VN&q=dong
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code, r.numeric_code, r.name, r.minor_unit, r.symbol,
  to_json(r.countries) AS countries, to_json(r.entities) AS entities, to_json(r.is_fund) AS is_fund, r.status, r.introduction_date,
  r.withdrawal_date, r.source FROM currency r WHERE r.code = $1::text AND r.status = $2::text AND r.countries @> ARRAY[$3::text] AND search_words(VARIADIC ARRAY[r.code, r.numeric_code, r.name] || r.entities) @@ search_query($4::text) ORDER BY r.code LIMIT $5::bigint OFFSET $6::bigint) line;
