-- GET /trade/market/result
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT ticker AS code, date, open, high, low, close, volume FROM quote WHERE ticker IN (SELECT code FROM market_index WHERE main) AND true ORDER BY date DESC, ticker LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trade/market/result?from_date=20250601&to_date=20250630&code=VNINDEX&fields=basic
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT ticker AS code, date, open, high, low, close, volume FROM quote WHERE ticker IN (SELECT code FROM market_index WHERE main) AND true AND ticker = ANY ($1::text[]) AND date >= $2::date AND date <= $3::date ORDER BY date DESC, ticker LIMIT $4::bigint OFFSET $5::bigint) line;

-- GET /trade/market/result?code=VNINDEX&fields=basic
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT ticker AS code, date, open, high, low, close, volume FROM quote WHERE ticker IN (SELECT code FROM market_index WHERE main) AND true AND ticker = ANY ($1::text[]) ORDER BY date DESC, ticker LIMIT $2::bigint OFFSET $3::bigint) line;
