-- GET /trade/market/result
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT level.* FROM market_index i CROSS JOIN LATERAL (
    SELECT q.ticker AS code, q.date, q.open, q.high, q.low, q.close, q.volume FROM quote q WHERE true AND q.ticker >= i.code AND q.ticker <= i.code
    ORDER BY q.ticker DESC, q.date DESC LIMIT $1::bigint + $2::bigint) level
  WHERE i.main ORDER BY date DESC, code LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trade/market/result?from_date=20250601&to_date=20250630&code=VNINDEX&fields=basic
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT level.* FROM market_index i CROSS JOIN LATERAL (
    SELECT q.ticker AS code, q.date, q.open, q.high, q.low, q.close, q.volume FROM quote q WHERE true AND i.code = ANY ($1::text[]) AND (q.ticker, q.date) >= (i.code, $2::date) AND (q.ticker, q.date) <= (i.code, $3::date)
    ORDER BY q.ticker DESC, q.date DESC LIMIT $4::bigint + $5::bigint) level
  WHERE i.main ORDER BY date DESC, code LIMIT $4::bigint OFFSET $5::bigint) line;

-- GET /trade/market/result?code=VNINDEX&fields=basic
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT level.* FROM market_index i CROSS JOIN LATERAL (
    SELECT q.ticker AS code, q.date, q.open, q.high, q.low, q.close, q.volume FROM quote q WHERE true AND i.code = ANY ($1::text[]) AND q.ticker >= i.code AND q.ticker <= i.code
    ORDER BY q.ticker DESC, q.date DESC LIMIT $2::bigint + $3::bigint) level
  WHERE i.main ORDER BY date DESC, code LIMIT $2::bigint OFFSET $3::bigint) line;
