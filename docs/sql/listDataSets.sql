-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM account LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'account' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'account' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM asset_class LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'asset_class' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'asset_class' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM corporate_action LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'corporate_action' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'corporate_action' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT min(r.ex_date) AS first, max(r.ex_date) AS last FROM corporate_action r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM country LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'country' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'country' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM currency LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'currency' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'currency' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM daily_statistic LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'daily_statistic' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'daily_statistic' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.ticker) AS value FROM daily_statistic r
    UNION ALL
    SELECT (SELECT min(r.ticker) FROM daily_statistic r WHERE r.ticker > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.date) FROM daily_statistic r WHERE r.ticker = l.value) AS first,
    (SELECT max(r.date) FROM daily_statistic r WHERE r.ticker = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM economic_event LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'economic_event' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'economic_event' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT min(r.date) AS first, max(r.date) AS last FROM economic_event r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM filing LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'filing' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'filing' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT min(r.filing_date) AS first, max(r.filing_date) AS last FROM filing r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM foreign_trade LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'foreign_trade' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'foreign_trade' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT min(r.date) AS first, max(r.date) AS last FROM foreign_trade r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM index_constituent LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'index_constituent' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'index_constituent' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.code) AS value FROM index_constituent r
    UNION ALL
    SELECT (SELECT min(r.code) FROM index_constituent r WHERE r.code > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.from_date) FROM index_constituent r WHERE r.code = l.value) AS first,
    (SELECT max(r.from_date) FROM index_constituent r WHERE r.code = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM industry LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'industry' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'industry' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM industry_membership LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'industry_membership' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'industry_membership' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.ticker) AS value FROM industry_membership r
    UNION ALL
    SELECT (SELECT min(r.ticker) FROM industry_membership r WHERE r.ticker > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.from_date) FROM industry_membership r WHERE r.ticker = l.value) AS first,
    (SELECT max(r.from_date) FROM industry_membership r WHERE r.ticker = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM market_band LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_band' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_band' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.exchange) AS value FROM market_band r
    UNION ALL
    SELECT (SELECT min(r.exchange) FROM market_band r WHERE r.exchange > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.valid_from) FROM market_band r WHERE r.exchange = l.value) AS first,
    (SELECT max(r.valid_from) FROM market_band r WHERE r.exchange = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM market_depth LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_depth' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_depth' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.ticker) AS value FROM market_depth r
    UNION ALL
    SELECT (SELECT min(r.ticker) FROM market_depth r WHERE r.ticker > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT (min(own.first) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(own.last) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.timestamp) FROM market_depth r WHERE r.ticker = l.value) AS first,
    (SELECT max(r.timestamp) FROM market_depth r WHERE r.ticker = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM market_index LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_index' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_index' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM market_insight LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_insight' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_insight' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT (min(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM market_insight r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM market_lot LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_lot' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_lot' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.exchange) AS value FROM market_lot r
    UNION ALL
    SELECT (SELECT min(r.exchange) FROM market_lot r WHERE r.exchange > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.valid_from) FROM market_lot r WHERE r.exchange = l.value) AS first,
    (SELECT max(r.valid_from) FROM market_lot r WHERE r.exchange = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM market_tick LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_tick' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_tick' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.exchange) AS value FROM market_tick r
    UNION ALL
    SELECT (SELECT min(r.exchange) FROM market_tick r WHERE r.exchange > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.valid_from) FROM market_tick r WHERE r.exchange = l.value) AS first,
    (SELECT max(r.valid_from) FROM market_tick r WHERE r.exchange = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM mic LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'mic' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'mic' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM news LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'news' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'news' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT (min(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM news r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM order_statistic LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'order_statistic' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'order_statistic' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.ticker) AS value FROM order_statistic r
    UNION ALL
    SELECT (SELECT min(r.ticker) FROM order_statistic r WHERE r.ticker > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.date) FROM order_statistic r WHERE r.ticker = l.value) AS first,
    (SELECT max(r.date) FROM order_statistic r WHERE r.ticker = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM quote LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'quote' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'quote' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
(
  SELECT count(*)::int FROM settlement s
  WHERE s.country = 'VN' AND s.status = 'open' AND s.date > bounds.first AND s.date < bounds.last
  AND (SELECT true FROM quote q WHERE q.date = s.date LIMIT 1) IS NULL) AS gap_days
FROM (SELECT min(r.date) AS first, max(r.date) AS last FROM quote r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM security LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'security' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'security' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM settlement LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'settlement' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'settlement' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.country) AS value FROM settlement r
    UNION ALL
    SELECT (SELECT min(r.country) FROM settlement r WHERE r.country > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.date) FROM settlement r WHERE r.country = l.value) AS first,
    (SELECT max(r.date) FROM settlement r WHERE r.country = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM statement_item LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'statement_item' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'statement_item' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM statement_template LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'statement_template' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'statement_template' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM trade_flow LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'trade_flow' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'trade_flow' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.scope) AS value FROM trade_flow r
    UNION ALL
    SELECT (SELECT min(r.scope) FROM trade_flow r WHERE r.scope > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.date) FROM trade_flow r WHERE r.scope = l.value) AS first,
    (SELECT max(r.date) FROM trade_flow r WHERE r.scope = l.value) AS last) own) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int FROM (SELECT FROM trading_suggestion LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'trading_suggestion' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'trading_suggestion' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT (min(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM trading_suggestion r) bounds;

-- GET /svc/datasets
WITH
span AS MATERIALIZED (
  SELECT s.ticker, s.first, coalesce((
      SELECT q.date FROM quote q WHERE q.ticker = s.ticker AND q.date > s.last AND true
      ORDER BY q.date LIMIT 1), s.last) AS last
  FROM unnest($1::text[], $2::date[], $3::date[]) s (ticker, first, last)), found AS MATERIALIZED (
  SELECT r.ticker, r.date, found.flags
  FROM span JOIN quote r ON r.ticker = span.ticker AND r.date >= span.first AND r.date <= span.last
  LEFT JOIN security s ON s.ticker = r.ticker
  LEFT JOIN daily_statistic stat ON stat.ticker = r.ticker AND stat.date = r.date
  LEFT JOIN LATERAL (SELECT p.date, p.close, p.volume
    FROM quote p WHERE p.ticker = r.ticker AND p.date < r.date AND true AND true
    ORDER BY p.date DESC LIMIT 1) previous ON true
  LEFT JOIN daily_statistic before
  ON before.ticker = r.ticker AND before.date = previous.date AND s.exchange = 'UPCOM'
  LEFT JOIN LATERAL (
    SELECT
    coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
    coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
    FROM corporate_action a WHERE a.ticker = r.ticker AND a.ex_date > previous.date AND a.ex_date <= r.date) terms ON true
  CROSS JOIN LATERAL (SELECT coalesce(before.average_price, previous.close) AS price) base
  CROSS JOIN LATERAL (
    SELECT
    CASE WHEN 1 + terms.rights + terms.shares > 0 AND base.price + terms.paid > terms.cash
    THEN (base.price + terms.paid - terms.cash) / (1 + terms.rights + terms.shares) END AS price,
    (previous.close + terms.paid) / nullif(1 + terms.rights + terms.shares, 0) AS share_price) ex
  LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= r.date AND t.price_from <= ex.price
    ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) own_tick
  ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
  CROSS JOIN LATERAL (
    SELECT
    coalesce(stat.reference, CASE WHEN (before.average_price IS NOT NULL OR coalesce(terms.cash <> 0 OR terms.shares <> 0 OR terms.rights <> 0, false)) AND own_tick.tick IS NOT NULL
      THEN (round(ex.price::numeric / own_tick.tick) * own_tick.tick)::double precision ELSE ex.price END) AS price) ref
  LEFT JOIN LATERAL (SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
    b.resumption_sessions, b.resumption_band::numeric AS resumption_band
    FROM market_band b
    WHERE b.exchange = s.exchange AND b.security_type IN (s.security_type, 'stock') AND b.valid_from <= r.date AND (s.security_type <> 'covered_warrant' OR b.security_type = 'covered_warrant')
    ORDER BY b.security_type = s.security_type DESC, b.valid_from DESC LIMIT 1) rule ON s.security_type IN ('stock', 'fund_certificate', 'etf', 'closed_end_fund', 'covered_warrant')
  CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN previous.volume > 0 THEN previous.date END, (SELECT p.date
        FROM quote p WHERE p.ticker = r.ticker AND p.date < r.date AND p.volume > 0 AND true
        ORDER BY p.date DESC LIMIT 1)) AS traded) rest
  CROSS JOIN LATERAL (
    SELECT ref.price::numeric * (1 + width.band) AS up, ref.price::numeric * (1 - width.band) AS down
    FROM (SELECT
      CASE WHEN r.date = s.listing_date THEN 'first'
      WHEN r.date - rest.traded > rule.resumption_sessions AND rule.resumption_sessions <= (
        SELECT count(*)::int AS sessions
        FROM generate_series(1, r.date - rest.traded - 1) step CROSS JOIN LATERAL (SELECT rest.traded + step AS date) day
        WHERE
        coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = 'VN' AND c.date = day.date),
          extract(isodow FROM day.date) < 6)) THEN 'resumption'
      ELSE 'usual' END AS kind) start CROSS JOIN LATERAL (SELECT CASE start.kind WHEN 'first' THEN rule.first_day_band WHEN 'resumption' THEN rule.resumption_band ELSE rule.band END AS band) width) edge
  LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= r.date AND t.price_from <= edge.up
    ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) up_tick ON true
  LEFT JOIN LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= r.date AND t.price_from <= edge.down
    ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) down_tick ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(stat.ceiling,
      CASE WHEN up_tick.tick IS NOT NULL THEN
      greatest(floor(edge.up / up_tick.tick) * up_tick.tick, (floor(ref.price::numeric / own_tick.tick) + 1) * own_tick.tick)::double precision END) AS ceiling, coalesce(stat.floor,
      CASE WHEN down_tick.tick IS NOT NULL THEN
      least(ceil(edge.down / down_tick.tick) * down_tick.tick,
        CASE WHEN ref.price::numeric > own_tick.tick THEN (ceil(ref.price::numeric / own_tick.tick) - 1) * own_tick.tick ELSE ref.price::numeric END)::double precision END) AS floor) limits
  CROSS JOIN LATERAL (
    SELECT s.exchange <> 'UPCOM' OR coalesce(stat.reference, before.average_price) IS NOT NULL AS known) basis
  CROSS JOIN LATERAL (
    SELECT (CASE WHEN basis.known AND (r.high > limits.ceiling OR r.low < limits.floor) THEN 1 ELSE 0 END
      + CASE WHEN EXISTS (
        SELECT FROM unnest(ARRAY[r.open, r.high, r.low, r.close]) price,
        LATERAL (SELECT t.tick::numeric AS tick FROM market_tick t
          WHERE t.exchange = s.exchange AND t.security_type IN (s.security_type, 'stock') AND t.valid_from <= r.date AND t.price_from <= price
          ORDER BY t.security_type = s.security_type DESC, t.valid_from DESC, t.price_from DESC LIMIT 1) step
        WHERE mod(price::numeric, step.tick) <> 0) THEN 2 ELSE 0 END
      + CASE WHEN ex.price > 0 AND abs(r.close::numeric / ex.price::numeric - 1) >= 0.2 THEN 4 ELSE 0 END
      + CASE WHEN r.volume = 0 AND r.close <> previous.close AND r.close <> ref.price THEN 8 ELSE 0 END
      + CASE WHEN EXISTS (
        SELECT FROM settlement d WHERE d.country = 'VN' AND d.date = r.date AND d.status = 'closed') THEN 16 ELSE 0 END)::smallint AS flags) found
  WHERE r.flags & ~32 <> found.flags
), held AS (
  SELECT q.ticker, q.date, found.flags FROM found JOIN quote q USING (ticker, date)
  ORDER BY q.ticker, q.date FOR UPDATE OF q
)
UPDATE quote q SET flags = q.flags & 32 | held.flags FROM held WHERE q.ticker = held.ticker AND q.date = held.date;
