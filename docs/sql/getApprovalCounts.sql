-- GET /svc/quote/approval/counts
SELECT (SELECT count(*)::int AS total FROM (SELECT 1 FROM quote r WHERE r.approval = 0 AND r.flags & 1 <> 0 LIMIT 10001) counted) AS outside_limits,
(SELECT count(*)::int AS total FROM (SELECT 1 FROM quote r WHERE r.approval = 0 AND r.flags & 2 <> 0 LIMIT 10001) counted) AS off_tick,
(SELECT count(*)::int AS total FROM (SELECT 1 FROM quote r WHERE r.approval = 0 AND r.flags & 4 <> 0 LIMIT 10001) counted) AS price_jump,
(SELECT count(*)::int AS total FROM (SELECT 1 FROM quote r WHERE r.approval = 0 AND r.flags & 8 <> 0 LIMIT 10001) counted) AS change_without_volume,
(SELECT count(*)::int AS total FROM (SELECT 1 FROM quote r WHERE r.approval = 0 AND r.flags & 16 <> 0 LIMIT 10001) counted) AS non_trading_day;

-- GET /svc/quote/approval/counts
SELECT coalesce(sum(t.pending), 0) AS pending FROM quote_ticker t WHERE t.pending > 0;
