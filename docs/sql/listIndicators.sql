-- GET /trade/technical-analysis/indicators
SELECT name, declaration, next_run_at FROM source
WHERE active AND next_run_at <= clock_timestamp() ORDER BY next_run_at;
