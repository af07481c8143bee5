-- GET /svc/webhooks/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10/delivery
SELECT row_to_json(line)::text AS json FROM (SELECT w.id, w.url, w.description, w.types, w.resources, w.tickers, w.active, w.maker,
  to_char(w.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at, to_char(w.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS changed_at, CASE WHEN w.position < (SELECT max(id) FROM audit_event) THEN (SELECT count(*)::int FROM (
      SELECT FROM audit_event e WHERE e.id > w.position AND e.id <= w.position + 10000 AND (e.action IN ('created', 'updated', 'imported', 'deleted', 'approved', 'rejected', 'revoked', 'proposal_created', 'proposal_approved', 'proposal_rejected', 'proposal_withdrawn', 'proposal_superseded', 'import_finished') AND e.resource IN ('quote', 'settlement', 'security', 'country', 'mic', 'currency', 'asset_class', 'account', 'industry', 'industry_membership', 'daily_statistic', 'foreign_trade', 'trade_flow', 'order_statistic', 'corporate_action', 'market_index', 'index_constituent', 'market_band', 'market_tick', 'market_lot', 'news', 'trading_suggestion', 'market_insight', 'market_depth', 'economic_event', 'filing', 'statement_item', 'statement_template', 'estimate', 'settlement_cycle')
        OR e.resource = 'source' AND e.action IN ('run_failed', 'stale', 'recovered') OR e.resource = 'dataset' AND e.action IN ('day_complete')) AND
      (w.types IS NULL OR (CASE WHEN e.action = 'import_finished' THEN 'import.finished'
          WHEN starts_with(e.action, 'proposal_') THEN 'proposal.' || substr(e.action, 10)
          ELSE e.resource || '.' || e.action END) = ANY (w.types)) AND (w.resources IS NULL OR e.resource = ANY (w.resources))
      AND (w.tickers IS NULL OR e.record_key IS NULL OR e.record_key ->> 'ticker' = ANY (w.tickers))
      LIMIT 1000) p) ELSE 0 END AS pending, w.failures,
  to_char(w.last_success_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS last_success_at, w.last_error, to_char(w.last_error_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS last_error_at,
  to_char(w.next_attempt_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS next_attempt_at FROM webhook w) line WHERE line.id = $1::uuid;
