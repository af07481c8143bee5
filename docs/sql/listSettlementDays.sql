-- GET /reference/settlement
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.country, r.date, r.timezone, r.name, r.status,
  CASE WHEN r.status = 'open' AND cycle.sessions IS NOT NULL THEN (
    SELECT o.date FROM settlement o
    WHERE o.country = r.country AND o.status = 'open' AND o.date > r.date AND o.date <= r.date + 30
    ORDER BY o.date OFFSET cycle.sessions - 1 LIMIT 1) END AS settlement_date FROM settlement r
  LEFT JOIN (
    SELECT c.country, c.sessions, c.valid_from,
    coalesce(lead(c.valid_from) OVER (PARTITION BY c.country ORDER BY c.valid_from), 'infinity') AS until
    FROM settlement_cycle c) cycle
  ON cycle.country = r.country AND cycle.valid_from <= r.date AND cycle.until > r.date WHERE r.country = $1::text ORDER BY r.date DESC, r.country LIMIT $2::bigint OFFSET $3::bigint) line;

-- GET /reference/settlement?from_date=20250601&to_date=20250630&country=VN&status=closed
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.country, r.date, r.timezone, r.name, r.status,
  CASE WHEN r.status = 'open' AND cycle.sessions IS NOT NULL THEN (
    SELECT o.date FROM settlement o
    WHERE o.country = r.country AND o.status = 'open' AND o.date > r.date AND o.date <= r.date + 30
    ORDER BY o.date OFFSET cycle.sessions - 1 LIMIT 1) END AS settlement_date FROM settlement r
  LEFT JOIN (
    SELECT c.country, c.sessions, c.valid_from,
    coalesce(lead(c.valid_from) OVER (PARTITION BY c.country ORDER BY c.valid_from), 'infinity') AS until
    FROM settlement_cycle c) cycle
  ON cycle.country = r.country AND cycle.valid_from <= r.date AND cycle.until > r.date WHERE r.country = $1::text AND r.status = $2::text AND r.date >= $3::date AND r.date < $4::date + 1 ORDER BY r.date DESC, r.country LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /reference/settlement?country=VN&status=closed
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.country, r.date, r.timezone, r.name, r.status,
  CASE WHEN r.status = 'open' AND cycle.sessions IS NOT NULL THEN (
    SELECT o.date FROM settlement o
    WHERE o.country = r.country AND o.status = 'open' AND o.date > r.date AND o.date <= r.date + 30
    ORDER BY o.date OFFSET cycle.sessions - 1 LIMIT 1) END AS settlement_date FROM settlement r
  LEFT JOIN (
    SELECT c.country, c.sessions, c.valid_from,
    coalesce(lead(c.valid_from) OVER (PARTITION BY c.country ORDER BY c.valid_from), 'infinity') AS until
    FROM settlement_cycle c) cycle
  ON cycle.country = r.country AND cycle.valid_from <= r.date AND cycle.until > r.date WHERE r.country = $1::text AND r.status = $2::text ORDER BY r.date DESC, r.country LIMIT $3::bigint OFFSET $4::bigint) line;
