-- GET /trading/actions
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.ticker, r.ex_date, r.type, r.announced_date, r.record_date, r.payment_date, r.cash_dividend,
  r.share_ratio, r.rights_ratio, r.rights_price, r.note FROM corporate_action r ORDER BY r.ex_date DESC, r.ticker, r.type LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /trading/actions?type=cash_dividend
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.ticker, r.ex_date, r.type, r.announced_date, r.record_date, r.payment_date, r.cash_dividend,
  r.share_ratio, r.rights_ratio, r.rights_price, r.note FROM corporate_action r WHERE r.type = $1::text ORDER BY r.ex_date DESC, r.ticker, r.type LIMIT $2::bigint OFFSET $3::bigint) line;
