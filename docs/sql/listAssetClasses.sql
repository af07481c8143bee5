-- GET /reference/asset/classification
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code, r.market_category, r.asset_class, r.asset_subclass, r.name, r.description FROM asset_class r ORDER BY r.code LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/asset/classification?market_category=Fixed+Income&q=crude
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.code, r.market_category, r.asset_class, r.asset_subclass, r.name, r.description FROM asset_class r WHERE r.market_category = $1::text AND search_words(r.code, r.market_category, r.asset_class, r.name, r.description) @@ search_query($2::text) ORDER BY r.code LIMIT $3::bigint OFFSET $4::bigint) line;
