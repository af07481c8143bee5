-- GET /reference/gics/search
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT b.ticker, b.code, length(b.code) / 2 AS level, own.name, own.name_en, own.scheme, b.from_date, b.to_date, CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AS sector_code, sector.name AS sector_name, CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AS industry_group_code, industry_group.name AS industry_group_name, CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AS industry_code, industry.name AS industry_name, CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AS sub_industry_code, sub_industry.name AS sub_industry_name FROM (
    SELECT NULL::text AS ticker, i.code, i.valid_from AS from_date, least(i.valid_to, (
        SELECT min(n.valid_from) - 1 FROM industry n
        WHERE n.code = i.code AND n.valid_from > i.valid_from)) AS to_date, i.name, i.name_en, i.scheme
    FROM industry i) b CROSS JOIN LATERAL (SELECT greatest(b.from_date, least(b.to_date, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)) AS day) a LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sector ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry_group ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sub_industry ON true CROSS JOIN LATERAL (SELECT b.name, b.name_en, b.scheme) own ORDER BY b.code, b.from_date LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /reference/gics/search?ticker=ZDA&code=3020&q=food
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT b.ticker, b.code, length(b.code) / 2 AS level, own.name, own.name_en, own.scheme, b.from_date, b.to_date, CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AS sector_code, sector.name AS sector_name, CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AS industry_group_code, industry_group.name AS industry_group_name, CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AS industry_code, industry.name AS industry_name, CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AS sub_industry_code, sub_industry.name AS sub_industry_name FROM (
    SELECT m.ticker, m.code, m.from_date, least(m.to_date, (
        SELECT min(n.from_date) - 1 FROM industry_membership n
        WHERE n.ticker = m.ticker AND n.from_date > m.from_date)) AS to_date
    FROM industry_membership m) b CROSS JOIN LATERAL (SELECT greatest(b.from_date, least(b.to_date, (now() AT TIME ZONE 'Asia/Ho_Chi_Minh')::date)) AS day) a LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sector ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry_group ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sub_industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = b.code AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) own ON true WHERE b.code >= $1::text AND b.code < $2::text AND b.ticker = ANY ($3::text[]) AND search_words(b.code, sector.name, sector.name_en, industry_group.name, industry_group.name_en, industry.name, industry.name_en, sub_industry.name, sub_industry.name_en) @@ search_query($4::text) ORDER BY b.from_date DESC, b.ticker LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /reference/gics/search?ticker=ZDA&code=3020&q=food&date=20250630
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT b.ticker, b.code, length(b.code) / 2 AS level, own.name, own.name_en, own.scheme, b.from_date, b.to_date, CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AS sector_code, sector.name AS sector_name, CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AS industry_group_code, industry_group.name AS industry_group_name, CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AS industry_code, industry.name AS industry_name, CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AS sub_industry_code, sub_industry.name AS sub_industry_name FROM (
    SELECT m.ticker, m.code, m.from_date, least(m.to_date, (
        SELECT min(n.from_date) - 1 FROM industry_membership n
        WHERE n.ticker = m.ticker AND n.from_date > m.from_date)) AS to_date
    FROM industry_membership m) b CROSS JOIN LATERAL (SELECT $1::date AS day) a LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 2 THEN left(b.code, 2) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sector ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 4 THEN left(b.code, 4) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry_group ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 6 THEN left(b.code, 6) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = CASE WHEN length(b.code) >= 8 THEN left(b.code, 8) END AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) sub_industry ON true LEFT JOIN LATERAL (
    SELECT i.name, i.name_en, i.scheme FROM industry i
    WHERE i.code = b.code AND i.valid_from <= a.day AND (i.valid_to IS NULL OR i.valid_to >= a.day)
    ORDER BY i.valid_from DESC LIMIT 1) own ON true WHERE b.code >= $2::text AND b.code < $3::text AND b.from_date <= $1::date AND (b.to_date IS NULL OR b.to_date >= $1::date) AND b.ticker = ANY ($4::text[]) AND search_words(b.code, sector.name, sector.name_en, industry_group.name, industry_group.name_en, industry.name, industry.name_en, sub_industry.name, sub_industry.name_en) @@ search_query($5::text) ORDER BY b.from_date DESC, b.ticker LIMIT $6::bigint OFFSET $7::bigint) line;
