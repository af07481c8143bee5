-- GET /fundamental/filings
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.filing_id AS id, r.ticker, r.filing_date, to_char(r.accepted_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS accepted_date,
  r.period_end_date, r.report_type, r.sec_unique_id, r.filing_url, r.report_url, r.instance_url FROM filing r ORDER BY r.filing_date DESC, r.filing_id LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /fundamental/filings?from_date=20250601&to_date=20250630&ticker=ZDA&report_type=quarterly_report
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.filing_id AS id, r.ticker, r.filing_date, to_char(r.accepted_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS accepted_date,
  r.period_end_date, r.report_type, r.sec_unique_id, r.filing_url, r.report_url, r.instance_url FROM filing r WHERE r.ticker = $1::text AND r.report_type = $2::text AND r.filing_date >= $3::date AND r.filing_date < $4::date + 1 ORDER BY r.filing_date DESC, r.filing_id LIMIT $5::bigint OFFSET $6::bigint) line;

-- GET /fundamental/filings?ticker=ZDA&report_type=quarterly_report
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (SELECT r.filing_id AS id, r.ticker, r.filing_date, to_char(r.accepted_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS accepted_date,
  r.period_end_date, r.report_type, r.sec_unique_id, r.filing_url, r.report_url, r.instance_url FROM filing r WHERE r.ticker = $1::text AND r.report_type = $2::text ORDER BY r.filing_date DESC, r.filing_id LIMIT $3::bigint OFFSET $4::bigint) line;
