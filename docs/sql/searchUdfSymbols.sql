-- GET /udf/search
SELECT btrim(plain_text($1::text)) AS folded, ARRAY(
  SELECT t.ticker FROM (
    WITH RECURSIVE traded AS (
      (SELECT q.ticker FROM quote q WHERE q.ticker >= upper($1::text) COLLATE "C" ORDER BY q.ticker LIMIT 1)
      UNION ALL
      SELECT (SELECT q.ticker FROM quote q WHERE q.ticker > traded.ticker ORDER BY q.ticker LIMIT 1)
      FROM traded WHERE starts_with(traded.ticker, upper($1::text))
    )
    SELECT traded.ticker FROM traded WHERE starts_with(traded.ticker, upper($1::text))) t
  WHERE NOT EXISTS (SELECT FROM security s WHERE s.ticker = t.ticker)
  AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = t.ticker)
  AND EXISTS (
    SELECT FROM quote q WHERE q.ticker = t.ticker AND true)
  ORDER BY t.ticker) AS unlisted;

-- GET /udf/search
SELECT t.ticker, coalesce(i.name, s.name, t.ticker) AS description,
CASE WHEN i.code IS NOT NULL OR s.security_type = 'index' THEN 'index'
WHEN s.security_type IN ('fund_certificate', 'etf', 'closed_end_fund') THEN 'fund'
WHEN s.security_type = 'derivative' THEN 'futures' ELSE 'stock' END AS type,
coalesce(s.exchange, i.exchange, 'VN') AS exchange, array_remove(ARRAY[btrim(plain_text(i.name)), btrim(plain_text(s.name)), btrim(plain_text(i.name_en)), btrim(plain_text(s.name_en))], NULL) AS names
FROM (SELECT ticker FROM security UNION SELECT code FROM market_index) t
LEFT JOIN security s ON s.ticker = t.ticker
LEFT JOIN market_index i ON i.code = t.ticker ORDER BY t.ticker;
