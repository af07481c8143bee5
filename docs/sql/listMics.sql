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
