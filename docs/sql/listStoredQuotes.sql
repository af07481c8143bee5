-- GET /svc/quote
SELECT string_agg(format('{"url":"%s","ticker":"%s","date":"%s","id":"%s","status":"%s","timestamp":"%s","recogized":%s,"is_apporval":%s,"approval_by":%s,"approval_at":%s}',
    line.url, line.ticker, line.date, line.id, line.status, line.timestamp, line.recogized, line.is_apporval,
    coalesce(to_json(line.approval_by)::text, 'null'), coalesce(to_json(line.approval_at)::text, 'null')), E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT '/svc/quote/' || r.id AS url, r.ticker, r.date,
  r.id, 'active' AS status, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  EXISTS (SELECT FROM security s WHERE s.ticker = r.ticker)::int AS recogized,
  (r.approval = 1)::int AS is_apporval,
  CASE WHEN r.approval = 1 THEN r.approval_by END AS approval_by,
  CASE WHEN r.approval = 1 THEN to_char(r.approval_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END AS approval_at
  FROM quote r ORDER BY date DESC, ticker LIMIT $1::bigint OFFSET $2::bigint) line;

-- GET /svc/quote?from_date=20250601&to_date=20250630&ticker=ZDA&approval=pending
SELECT string_agg(format('{"url":"%s","ticker":"%s","date":"%s","id":"%s","status":"%s","timestamp":"%s","recogized":%s,"is_apporval":%s,"approval_by":%s,"approval_at":%s}',
    line.url, line.ticker, line.date, line.id, line.status, line.timestamp, line.recogized, line.is_apporval,
    coalesce(to_json(line.approval_by)::text, 'null'), coalesce(to_json(line.approval_at)::text, 'null')), E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT '/svc/quote/' || r.id AS url, r.ticker, r.date,
  r.id, 'active' AS status, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  EXISTS (SELECT FROM security s WHERE s.ticker = r.ticker)::int AS recogized,
  (r.approval = 1)::int AS is_apporval,
  CASE WHEN r.approval = 1 THEN r.approval_by END AS approval_by,
  CASE WHEN r.approval = 1 THEN to_char(r.approval_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END AS approval_at
  FROM quote r WHERE ticker = $1::text AND date >= $2::date AND date < $3::date + 1 AND approval = 0 ORDER BY date DESC, ticker LIMIT $4::bigint OFFSET $5::bigint) line;

-- GET /svc/quote?ticker=ZDA&approval=pending
SELECT string_agg(format('{"url":"%s","ticker":"%s","date":"%s","id":"%s","status":"%s","timestamp":"%s","recogized":%s,"is_apporval":%s,"approval_by":%s,"approval_at":%s}',
    line.url, line.ticker, line.date, line.id, line.status, line.timestamp, line.recogized, line.is_apporval,
    coalesce(to_json(line.approval_by)::text, 'null'), coalesce(to_json(line.approval_at)::text, 'null')), E',\n') AS rows, count(*)::int AS count
FROM (
  SELECT '/svc/quote/' || r.id AS url, r.ticker, r.date,
  r.id, 'active' AS status, to_char(r.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp,
  EXISTS (SELECT FROM security s WHERE s.ticker = r.ticker)::int AS recogized,
  (r.approval = 1)::int AS is_apporval,
  CASE WHEN r.approval = 1 THEN r.approval_by END AS approval_by,
  CASE WHEN r.approval = 1 THEN to_char(r.approval_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END AS approval_at
  FROM quote r WHERE ticker = $1::text AND approval = 0 ORDER BY date DESC, ticker LIMIT $2::bigint OFFSET $3::bigint) line;
