-- GET /reference/vac/search
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code AS account_code, r.parent_code, r.level, r.name, r.name_en, r.type, r.regime, r.company_type,
  r.valid_from, r.valid_to FROM account r ORDER BY r.code, r.regime LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/vac/search?code=112&q=tien+gui&regime=TT99&company_type=ordinary
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code AS account_code, r.parent_code, r.level, r.name, r.name_en, r.type, r.regime, r.company_type,
  r.valid_from, r.valid_to FROM account r WHERE r.regime = $1::text AND r.company_type = $2::text AND search_words(r.code, r.name, r.name_en) @@ search_query($3::text) AND r.code >= $4::text AND r.code < $5::text ORDER BY r.code, r.regime LIMIT $6::bigint OFFSET $7::bigint) line;

-- GET /reference/vac/search?code=112&q=tien+gui&regime=TT99&company_type=ordinary&date=20250630
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code AS account_code, r.parent_code, r.level, r.name, r.name_en, r.type, r.regime, r.company_type,
  r.valid_from, r.valid_to FROM account r WHERE r.regime = $1::text AND r.company_type = $2::text AND search_words(r.code, r.name, r.name_en) @@ search_query($3::text) AND r.code >= $4::text AND r.code < $5::text AND r.valid_from <= $6::date AND (r.valid_to IS NULL OR r.valid_to >= $7::date) ORDER BY r.code, r.regime LIMIT $8::bigint OFFSET $9::bigint) line;
