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
SELECT (SELECT count(*)::int FROM (SELECT FROM estimate LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'estimate' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'estimate' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

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
SELECT (SELECT count(*)::int FROM (SELECT FROM settlement_cycle LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date,
(SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'settlement_cycle' AND e.action = 'imported') AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'settlement_cycle' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (
  WITH RECURSIVE leader AS (
    SELECT min(r.country) AS value FROM settlement_cycle r
    UNION ALL
    SELECT (SELECT min(r.country) FROM settlement_cycle r WHERE r.country > l.value) FROM leader l
    WHERE l.value IS NOT NULL)
  SELECT min(own.first) AS first, max(own.last) AS last
  FROM leader l CROSS JOIN LATERAL (
    SELECT (SELECT min(r.valid_from) FROM settlement_cycle r WHERE r.country = l.value) AS first,
    (SELECT max(r.valid_from) FROM settlement_cycle r WHERE r.country = l.value) AS last) own) bounds;

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
SELECT p.ticker, p.day::text AS day, f.flow_end::text AS flow_end, f.net_profit, f.revenue, f.ebitda,
f.balance_end::text AS balance_end, f.equity, f.minority, f.debt, f.cash
FROM (
  SELECT DISTINCT i.ticker, (i.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS day
  FROM unnest($1::text[], $2::date[]) company (ticker, first)
  JOIN statement_item i ON i.ticker = company.ticker AND i.item_code = ANY ('{10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339,24,321,340}'::text[])
  AND (i.published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date >= company.first) p
CROSS JOIN LATERAL (
  WITH version AS (
    SELECT DISTINCT ON (i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code)
    i.statement, i.period, i.consolidation, i.period_end_date, i.published_at, i.value, i.company_type,
    regexp_replace(
      CASE WHEN i.company_type = 'ordinary' AND (i.period_end_date + 1 - make_interval(months => CASE i.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * i.fiscal_quarter END))::date >= (
        SELECT min(form.valid_from) FROM statement_template form
        WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280') THEN
      CASE i.statement WHEN 'balance_sheet' THEN CASE i.item_code WHEN '150' THEN 'none' WHEN '160' THEN '150' WHEN '230' THEN 'none' WHEN '240' THEN '230' WHEN '250' THEN '240' WHEN '260' THEN '250' WHEN '270' THEN '260' WHEN '280' THEN '270' WHEN '320' THEN 'none' WHEN '321' THEN '320' WHEN '338' THEN 'none' WHEN '339' THEN '338' WHEN '340' THEN '339' WHEN '420' THEN '421' WHEN '421' THEN 'none' ELSE i.item_code END WHEN 'income_statement' THEN CASE i.item_code WHEN '21' THEN 'none' WHEN '22' THEN '21' WHEN '23' THEN '22' WHEN '24' THEN '23' ELSE i.item_code END ELSE i.item_code END
      ELSE i.item_code END, '^(BK|IN|SC)', '') AS digits,
    CASE i.period WHEN 'year' THEN i.fiscal_year ELSE i.fiscal_year * 4 + i.fiscal_quarter END AS ordinal
    FROM statement_item i
    WHERE i.ticker = p.ticker AND i.item_code = ANY ('{10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339,24,321,340}'::text[])
    AND i.period IN ('quarter', 'year') AND i.statement <> 'cash_flow_direct' AND i.unit = 'VND'
    AND i.period_end_date > p.day - 1000 AND i.published_at < ((p.day + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh')
    ORDER BY i.statement, i.period, i.fiscal_year, i.fiscal_quarter, i.consolidation, i.item_code,
    i.published_at DESC, i.audit
  ), chosen AS (
    SELECT v.consolidation FROM version v GROUP BY v.consolidation
    HAVING max(v.period_end_date) > (SELECT max(period_end_date) FROM version) - 366
    ORDER BY array_position(ARRAY['consolidated', 'single', 'parent'], v.consolidation) LIMIT 1
  ), figure AS (
    SELECT v.* FROM version v JOIN chosen USING (consolidation)
  ), flow AS (
    SELECT statement, digits, period, ordinal, period_end_date, company_type,
    CASE WHEN period = 'year' THEN value
    WHEN lag(ordinal, 3) OVER line = ordinal - 3 THEN sum(value) OVER (line ROWS 3 PRECEDING) END AS total
    FROM figure WHERE statement <> 'balance_sheet'
    WINDOW line AS (PARTITION BY statement, digits, period ORDER BY ordinal)
  ), span AS (
    SELECT period, ordinal, period_end_date FROM flow
    WHERE statement = 'income_statement' AND digits IN ('60', '61') AND total IS NOT NULL
    AND period_end_date >= p.day - 600
    ORDER BY period_end_date DESC, period LIMIT 1
  ), year AS (
    SELECT max(s.period_end_date) AS flow_end, coalesce(max(total) FILTER (WHERE statement = 'income_statement' AND digits = '61'), max(total) FILTER (WHERE statement = 'income_statement' AND digits = '60')) AS net_profit,
    max(total) FILTER (WHERE statement = 'income_statement' AND digits = '10') AS revenue,
    CASE WHEN max(company_type) = 'ordinary' THEN
    max(total) FILTER (WHERE statement = 'income_statement' AND digits = '50') + coalesce(max(total) FILTER (WHERE statement = 'income_statement' AND digits = '23'), 0) + max(total) FILTER (WHERE statement = 'cash_flow_indirect' AND digits = '02') END AS ebitda
    FROM flow f JOIN span s USING (period, ordinal)
  ), balance AS (
    SELECT DISTINCT ON (digits) digits, value, period_end_date, company_type FROM figure
    WHERE statement = 'balance_sheet' AND period_end_date = (
      SELECT max(period_end_date) FROM figure
      WHERE statement = 'balance_sheet' AND digits = '400' AND period_end_date >= p.day - 600)
    ORDER BY digits, published_at DESC
  ), position AS (
    SELECT max(period_end_date) AS balance_end,
    max(value) FILTER (WHERE digits = '400') - coalesce(max(value) FILTER (WHERE digits = '429'), 0) AS equity, coalesce(max(value) FILTER (WHERE digits = '429'), 0) AS minority,
    CASE WHEN max(company_type) = 'ordinary' THEN coalesce(max(value) FILTER (WHERE digits = '320'), 0)
    + coalesce(max(value) FILTER (WHERE digits = '338'), 0) + coalesce(max(value) FILTER (WHERE digits = '339'), 0) END AS debt,
    CASE WHEN max(company_type) = 'ordinary' THEN max(value) FILTER (WHERE digits = '110') END AS cash
    FROM balance
  )
  SELECT year.flow_end, year.net_profit, year.revenue, year.ebitda, position.balance_end, position.equity,
  position.minority, position.debt, position.cash
  FROM year CROSS JOIN position) f;
