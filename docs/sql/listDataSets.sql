-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'account' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'account' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'account' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'asset_class' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'asset_class' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'asset_class' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'corporate_action' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'corporate_action' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'corporate_action' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'country' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'country' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'country' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'currency' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'currency' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'currency' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'daily_statistic' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'daily_statistic' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'daily_statistic' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'economic_event' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'economic_event' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'economic_event' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'estimate' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'estimate' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'estimate' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'filing' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'filing' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'filing' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'foreign_trade' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'foreign_trade' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'foreign_trade' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'index_constituent' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'index_constituent' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'index_constituent' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'industry' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'industry' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'industry' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'industry_membership' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'industry_membership' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'industry_membership' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'market_band' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'market_band' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_band' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'market_depth' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'market_depth' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_depth' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'market_index' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'market_index' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_index' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'market_insight' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'market_insight' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_insight' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'market_lot' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'market_lot' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_lot' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'market_tick' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'market_tick' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'market_tick' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'mic' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'mic' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'mic' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'news' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'news' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'news' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'order_statistic' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'order_statistic' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'order_statistic' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'quote' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'quote' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'quote' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
(
  SELECT count(*)::int FROM settlement s
  WHERE s.country = 'VN' AND s.status = 'open' AND s.date > bounds.first AND s.date < bounds.last
  AND (SELECT true FROM quote q WHERE q.date = s.date LIMIT 1) IS NULL) AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'security' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'security' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'security' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'settlement' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'settlement' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'settlement' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'settlement_cycle' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'settlement_cycle' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'settlement_cycle' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'statement_item' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'statement_item' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'statement_item' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'statement_template' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'statement_template' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'statement_template' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'trade_flow' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'trade_flow' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'trade_flow' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT
(SELECT to_char(max(i.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM (
    SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
    WHERE e.resource = 'trading_suggestion' AND e.action = 'imported'
    UNION ALL (SELECT e.occurred_at FROM audit_event e
      WHERE e.resource = 'trading_suggestion' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
) AS last_import_at,
(SELECT to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM audit_event e
  WHERE e.resource = 'trading_suggestion' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
NULL::int AS gap_days
FROM (SELECT $1::date AS first, $2::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM account LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM asset_class LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM corporate_action LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.ex_date) AS first, max(r.ex_date) AS last FROM corporate_action r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM country LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM currency LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM daily_statistic LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.date) AS first, max(r.date) AS last FROM daily_statistic r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM economic_event LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.date) AS first, max(r.date) AS last FROM economic_event r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM estimate LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM filing LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.filing_date) AS first, max(r.filing_date) AS last FROM filing r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM foreign_trade LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.date) AS first, max(r.date) AS last FROM foreign_trade r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM index_constituent LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.from_date) AS first, max(r.from_date) AS last FROM index_constituent r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM industry LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM industry_membership LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.from_date) AS first, max(r.from_date) AS last FROM industry_membership r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM market_band LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
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
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM market_depth LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT (min(r.timestamp) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.timestamp) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM market_depth r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM market_index LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM market_insight LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT (min(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM market_insight r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM market_lot LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
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
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM market_tick LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
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
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM mic LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM news LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT (min(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM news r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM order_statistic LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.date) AS first, max(r.date) AS last FROM order_statistic r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM quote LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT min(r.date) AS first, max(r.date) AS last FROM quote r) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM security LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM settlement LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
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
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM settlement_cycle LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
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
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM statement_item LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM statement_template LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT NULL::date AS first, NULL::date AS last) bounds;

-- GET /svc/datasets
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM trade_flow LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
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
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM trading_suggestion LIMIT 100001) counted) AS row_count,
bounds.first::text AS first_date, bounds.last::text AS last_date
FROM (SELECT (min(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS first, (max(r.published_at) AT TIME ZONE 'Asia/Ho_Chi_Minh')::date AS last FROM trading_suggestion r) bounds;
