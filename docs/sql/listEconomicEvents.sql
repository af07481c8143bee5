-- GET /economics/calendar
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT e.date, e.organiser, e.event_name, e.location, e.country, e.importance, e.actual, e.forecast,
  e.previous, e.unit
  FROM economic_event e ORDER BY e.date DESC, e.organiser, e.event_name, e.location LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /economics/calendar?organiser=General+Statistics+Office&importance=high&q=cpi
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT e.date, e.organiser, e.event_name, e.location, e.country, e.importance, e.actual, e.forecast,
  e.previous, e.unit
  FROM economic_event e WHERE plain_text(e.organiser) = plain_text($1::text) AND e.importance = $2::text AND search_words(e.organiser, e.event_name, e.location) @@ search_query($3::text) ORDER BY e.date DESC, e.organiser, e.event_name, e.location LIMIT $4::bigint OFFSET $5::bigint) line;
