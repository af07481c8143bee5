-- GET /svc/record/security?ticker=ZDA
SELECT r.id, r.revision, (SELECT row_to_json(stored_item) FROM (
    SELECT r.ticker, r.name, r.name_en, r.security_type, r.exchange, r.mic, r.isin, r.industry_code, r.listing_date, r.delisting_date, r.listed_shares, r.outstanding_shares, r.shares_from, r.id, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp) stored_item)::text AS json FROM security r WHERE r.ticker = $1::text;
