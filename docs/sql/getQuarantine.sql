-- GET /svc/quarantine/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10
SELECT row_to_json(line)::text AS json FROM (
  SELECT q.id, q.resource, q.source, q.run_id, q.record_key AS key, q.record, q.findings, q.state,
  to_char(q.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, to_char(q.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS decided_at, q.decided_by, q.reason,
  (SELECT to_jsonb(kept) FROM (
      SELECT b.ticker, b.date, b.open, b.high, b.low, b.close, b.volume, b.maker FROM quote b WHERE b.ticker = q.record_key ->> 'ticker' AND b.date = (q.record_key ->> 'date')::date) kept) AS stored,
  coalesce((SELECT jsonb_agg(jsonb_build_object('source', o.source, 'record', o.record) ORDER BY o.source)
      FROM quarantine o WHERE o.resource = q.resource AND o.source <> q.source AND o.record_key = q.record_key
      AND o.state = 'waiting'), '[]') AS others,
  coalesce((SELECT jsonb_agg(near ORDER BY near.date) FROM (
        (SELECT b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b WHERE b.ticker = q.record_key ->> 'ticker' AND b.date < (q.record_key ->> 'date')::date ORDER BY b.date DESC LIMIT 10)
        UNION ALL
        (SELECT b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b WHERE b.ticker = q.record_key ->> 'ticker' AND b.date > (q.record_key ->> 'date')::date ORDER BY b.date LIMIT 10)) near
    ), '[]') AS around FROM quarantine q WHERE q.id = $1::uuid) line;
