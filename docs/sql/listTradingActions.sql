-- GET /trading/actions
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.ticker, r.ex_date, r.type, r.announced_date, r.record_date, r.payment_date, r.cash_dividend,
  r.share_ratio, r.rights_ratio, r.rights_price, r.note FROM corporate_action r ORDER BY r.ex_date DESC, r.ticker, r.type LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trading/actions?from_date=20250601&to_date=20250630&ticker=ZDA&type=cash_dividend
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.ticker, r.ex_date, r.type, r.announced_date, r.record_date, r.payment_date, r.cash_dividend,
  r.share_ratio, r.rights_ratio, r.rights_price, r.note FROM corporate_action r WHERE r.ticker = ANY ($1::text[]) AND r.type = $2::text AND r.ex_date >= $3::date AND r.ex_date < $4::date + 1 ORDER BY r.ex_date DESC, r.ticker, r.type LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /trading/actions?ticker=ZDA&type=cash_dividend
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.ticker, r.ex_date, r.type, r.announced_date, r.record_date, r.payment_date, r.cash_dividend,
  r.share_ratio, r.rights_ratio, r.rights_price, r.note FROM corporate_action r WHERE r.ticker = ANY ($1::text[]) AND r.type = $2::text ORDER BY r.ex_date DESC, r.ticker, r.type LIMIT $3::bigint OFFSET $4::bigint) line;
