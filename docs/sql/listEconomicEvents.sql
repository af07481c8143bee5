-- GET /economics/calendar
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT e.date, e.organiser, e.event_name, e.location, e.country, e.importance, e.actual, e.forecast, e.previous, e.unit FROM economic_event e ORDER BY e.date DESC, e.organiser, e.event_name, e.location LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /economics/calendar?from_date=20250601&to_date=20250630&country=VN&organiser=General+Statistics+Office&importance=high&q=cpi
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT e.date, e.organiser, e.event_name, e.location, e.country, e.importance, e.actual, e.forecast, e.previous, e.unit FROM economic_event e WHERE e.country = $1::text AND plain_text(e.organiser) = plain_text($2::text) AND e.importance = $3::text AND e.date >= $4::date AND e.date < $5::date + 1 AND search_words(e.organiser, e.event_name, e.location) @@ search_query($6::text) ORDER BY e.date DESC, e.organiser, e.event_name, e.location LIMIT $7::bigint OFFSET $8::bigint) line;

-- GET /economics/calendar?country=VN&organiser=General+Statistics+Office&importance=high&q=cpi
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT e.date, e.organiser, e.event_name, e.location, e.country, e.importance, e.actual, e.forecast, e.previous, e.unit FROM economic_event e WHERE e.country = $1::text AND plain_text(e.organiser) = plain_text($2::text) AND e.importance = $3::text AND search_words(e.organiser, e.event_name, e.location) @@ search_query($4::text) ORDER BY e.date DESC, e.organiser, e.event_name, e.location LIMIT $5::bigint OFFSET $6::bigint) line;
