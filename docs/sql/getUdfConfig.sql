-- GET /udf/config
SELECT exchange FROM security
UNION SELECT exchange FROM market_index WHERE exchange IS NOT NULL ORDER BY exchange;
