-- GET /svc/source/vendor-eod/run
SELECT declaration FROM source WHERE name = $1::text;
