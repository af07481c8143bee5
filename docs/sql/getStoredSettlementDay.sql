-- GET /svc/settlement/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10
WITH r AS MATERIALIZED (SELECT * FROM settlement stored WHERE stored.id = $1::uuid) SELECT r.id, r.revision, (SELECT row_to_json(stored_item) FROM (
    SELECT r.country, r.date, r.timezone, r.name, r.status, r.id, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp) stored_item)::text AS json FROM r;
