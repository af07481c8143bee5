-- GET /svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10
WITH r AS MATERIALIZED (SELECT * FROM quote stored WHERE stored.id = $1::uuid) SELECT r.id, r.revision, (SELECT row_to_json(item) FROM (
    SELECT r.ticker, r.date, r.open, r.high, r.low, r.close, r.volume,
    r.id, 'active' AS status, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
    EXISTS (SELECT FROM security s WHERE s.ticker = r.ticker)::int AS recogized,
    (r.approval = 1)::int AS is_apporval,
    CASE WHEN r.approval = 1 THEN r.approval_by END AS approval_by,
    CASE WHEN r.approval = 1 THEN to_char(r.approval_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END AS approval_at) item)::text AS json FROM r;
