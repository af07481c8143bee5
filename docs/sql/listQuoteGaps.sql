-- GET /quote/gaps
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH RECURSIVE gap AS MATERIALIZED (
    SELECT ticker, first, last FROM (
      SELECT g.ticker, g.first AS first, g.last AS last FROM quote_gap g) cut
    WHERE first <= last)
  SELECT ticker, date FROM (
    SELECT ticker, date FROM (
      SELECT gap.ticker, d.date FROM (
        SELECT gap.ticker, greatest(gap.first, edge.date) AS first, gap.last
        FROM gap CROSS JOIN (
          SELECT CASE WHEN count(*) = $1::bigint + $2::bigint THEN min(date) END AS date FROM (
            SELECT date FROM (
              SELECT gap.ticker, d.date FROM (SELECT * FROM gap ORDER BY last DESC LIMIT $1::bigint + $2::bigint) gap
              CROSS JOIN LATERAL (
                SELECT s.date FROM settlement s
                WHERE s.country = 'VN' AND s.status = 'open' AND s.date >= gap.first AND s.date <= gap.last
                ORDER BY s.date DESC LIMIT $1::bigint + $2::bigint) d) day
            ORDER BY date DESC LIMIT $1::bigint + $2::bigint) foremost) edge
        WHERE edge.date IS NULL OR gap.last >= edge.date) gap
      JOIN settlement d ON d.country = 'VN' AND d.status = 'open' AND d.date >= gap.first AND d.date <= gap.last) day ORDER BY date DESC, ticker LIMIT $1::bigint OFFSET $2::bigint) page ORDER BY date DESC, ticker LIMIT $1::bigint + $2::bigint) line;

-- GET /quote/gaps?from_date=20250601&to_date=20250630&ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH RECURSIVE gap AS MATERIALIZED (
    SELECT ticker, first, last FROM (
      SELECT g.ticker, greatest(g.first, $2::date) AS first, least(g.last, $3::date) AS last FROM quote_gap g WHERE g.ticker = ANY ($1::text[])) cut
    WHERE first <= last)
  SELECT ticker, date FROM (
    SELECT ticker, date FROM (
      SELECT gap.ticker, d.date FROM (
        SELECT gap.ticker, greatest(gap.first, edge.date) AS first, gap.last
        FROM gap CROSS JOIN (
          SELECT CASE WHEN count(*) = $4::bigint + $5::bigint THEN min(date) END AS date FROM (
            SELECT date FROM (
              SELECT gap.ticker, d.date FROM (SELECT * FROM gap ORDER BY last DESC LIMIT $4::bigint + $5::bigint) gap
              CROSS JOIN LATERAL (
                SELECT s.date FROM settlement s
                WHERE s.country = 'VN' AND s.status = 'open' AND s.date >= gap.first AND s.date <= gap.last
                ORDER BY s.date DESC LIMIT $4::bigint + $5::bigint) d) day
            ORDER BY date DESC LIMIT $4::bigint + $5::bigint) foremost) edge
        WHERE edge.date IS NULL OR gap.last >= edge.date) gap
      JOIN settlement d ON d.country = 'VN' AND d.status = 'open' AND d.date >= gap.first AND d.date <= gap.last) day ORDER BY date DESC, ticker LIMIT $4::bigint OFFSET $5::bigint) page ORDER BY date DESC, ticker LIMIT $4::bigint + $5::bigint) line;

-- GET /quote/gaps?ticker=ZDA
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (WITH RECURSIVE gap AS MATERIALIZED (
    SELECT ticker, first, last FROM (
      SELECT g.ticker, g.first AS first, g.last AS last FROM quote_gap g WHERE g.ticker = ANY ($1::text[])) cut
    WHERE first <= last)
  SELECT ticker, date FROM (
    SELECT ticker, date FROM (
      SELECT gap.ticker, d.date FROM (
        SELECT gap.ticker, greatest(gap.first, edge.date) AS first, gap.last
        FROM gap CROSS JOIN (
          SELECT CASE WHEN count(*) = $2::bigint + $3::bigint THEN min(date) END AS date FROM (
            SELECT date FROM (
              SELECT gap.ticker, d.date FROM (SELECT * FROM gap ORDER BY last DESC LIMIT $2::bigint + $3::bigint) gap
              CROSS JOIN LATERAL (
                SELECT s.date FROM settlement s
                WHERE s.country = 'VN' AND s.status = 'open' AND s.date >= gap.first AND s.date <= gap.last
                ORDER BY s.date DESC LIMIT $2::bigint + $3::bigint) d) day
            ORDER BY date DESC LIMIT $2::bigint + $3::bigint) foremost) edge
        WHERE edge.date IS NULL OR gap.last >= edge.date) gap
      JOIN settlement d ON d.country = 'VN' AND d.status = 'open' AND d.date >= gap.first AND d.date <= gap.last) day ORDER BY date DESC, ticker LIMIT $2::bigint OFFSET $3::bigint) page ORDER BY date DESC, ticker LIMIT $2::bigint + $3::bigint) line;
