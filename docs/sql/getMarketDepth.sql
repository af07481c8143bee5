-- GET /trading/market-depth?ticker=ZDA
SELECT row_to_json(book)::text AS json FROM (
  SELECT r.ticker, to_char(r.timestamp AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp, (
    SELECT coalesce(json_agg(json_build_object(
          'level', l.level, 'price', l.entry -> 'price', 'volume', l.entry -> 'volume') ORDER BY l.level), '[]')
    FROM jsonb_array_elements(r.bids) WITH ORDINALITY l(entry, level) WHERE l.level <= $2::int) AS bids, (
    SELECT coalesce(json_agg(json_build_object(
          'level', l.level, 'price', l.entry -> 'price', 'volume', l.entry -> 'volume') ORDER BY l.level), '[]')
    FROM jsonb_array_elements(r.asks) WITH ORDINALITY l(entry, level) WHERE l.level <= $2::int) AS asks
  FROM market_depth r
  WHERE r.ticker = $1::text AND r.timestamp <= coalesce($3::timestamptz, 'infinity')
  ORDER BY r.timestamp DESC LIMIT 1) book;
