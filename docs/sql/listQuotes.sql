-- GET /quote
SELECT string_agg(format('{"ticker":"%s","date":"%s","open":%s,"high":%s,"low":%s,"close":%s,"volume":%s}',
    line.ticker, line.date, line.open, line.high, line.low, line.close, line.volume), E',\n') AS rows, count(*)::int AS count
FROM (SELECT ticker, date, open, high, low, close, volume FROM quote ORDER BY date DESC, ticker LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /quote?from_date=20250601&to_date=20250630&ticker=ZDA&interval=1d&adjusted=false&fields=basic&approval=all
SELECT string_agg(format('{"ticker":"%s","date":"%s","open":%s,"high":%s,"low":%s,"close":%s,"volume":%s}',
    line.ticker, line.date, line.open, line.high, line.low, line.close, line.volume), E',\n') AS rows, count(*)::int AS count
FROM (SELECT ticker, date, open, high, low, close, volume FROM quote WHERE ticker = $1::text AND date >= $2::date AND date < $3::date + 1 ORDER BY date DESC, ticker LIMIT $4::bigint OFFSET $5::bigint) line;
