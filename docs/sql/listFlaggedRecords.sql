-- GET /svc/datasets/quote/flagged
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT f.id, '/svc/quote/' || f.id AS url, json_build_object('ticker', f.ticker, 'date', f.date) AS key,
  to_json(array_agg((ARRAY['outside_limits', 'off_tick', 'price_jump', 'change_without_volume', 'non_trading_day', 'volume_above_shares', 'outside_listing', 'before_market'])[f.place] ORDER BY f.place)) AS flags, f.maker,
  to_char(f.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp, NULL AS dismissal
  FROM (SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 1 AS place FROM quote r WHERE (r.flags & 1 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'outside_limits' = ANY (d.flags))
    UNION ALL
    SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 2 AS place FROM quote r WHERE (r.flags & 2 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'off_tick' = ANY (d.flags))
    UNION ALL
    SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 3 AS place FROM quote r WHERE (r.flags & 4 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'price_jump' = ANY (d.flags))
    UNION ALL
    SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 4 AS place FROM quote r WHERE (r.flags & 8 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'change_without_volume' = ANY (d.flags))
    UNION ALL
    SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 5 AS place FROM quote r WHERE (r.flags & 16 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'non_trading_day' = ANY (d.flags))
    UNION ALL
    SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 6 AS place FROM quote r WHERE (r.flags & 64 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'volume_above_shares' = ANY (d.flags))
    UNION ALL
    SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 7 AS place FROM quote r WHERE (r.flags & 128 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'outside_listing' = ANY (d.flags))
    UNION ALL
    SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 8 AS place FROM quote r WHERE (r.flags & 256 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'before_market' = ANY (d.flags))) f
  GROUP BY f.id, f.ticker, f.date, f.maker, f.changed_at ORDER BY f.id DESC LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /svc/datasets/quote/flagged?flag=before_market&dismissed=false
SELECT string_agg(row_to_json(line)::text, E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT f.id, '/svc/quote/' || f.id AS url, json_build_object('ticker', f.ticker, 'date', f.date) AS key,
  to_json(array_agg((ARRAY['outside_limits', 'off_tick', 'price_jump', 'change_without_volume', 'non_trading_day', 'volume_above_shares', 'outside_listing', 'before_market'])[f.place] ORDER BY f.place)) AS flags, f.maker,
  to_char(f.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp, NULL AS dismissal
  FROM (SELECT r.ticker, r.date, r.id, r.changed_at, r.maker, right(r.id::text, 12) || '-' || r.revision::text AS version, 8 AS place FROM quote r WHERE (r.flags & 256 <> 0 AND r.approval = 0) AND NOT EXISTS (
      SELECT FROM flag_dismissal d
      WHERE d.resource = 'quote' AND d.record_id = r.id AND d.version = right(r.id::text, 12) || '-' || r.revision::text
      AND 'before_market' = ANY (d.flags))) f
  GROUP BY f.id, f.ticker, f.date, f.maker, f.changed_at ORDER BY f.id DESC LIMIT $1::bigint OFFSET $2::bigint) line;
