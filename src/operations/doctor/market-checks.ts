import { TODAY } from '../../database/sql.js';
import { isOpenDay, isOpenMarket } from '../../market/calendar.sql.js';
import { bad, type Check, ok, some } from './finding.js';

/** Open days to look back on. */
const WINDOW = 30;

const calendar: Check = {
  name: 'settlement calendar',
  async look({ read }) {
    const rows = await read<{ month: string; days: number }>(
      `SELECT to_char(m.month, 'YYYY-MM') AS month, count(s.date)::int AS days
       FROM (SELECT date_trunc('month', ${TODAY}) + make_interval(months => n) AS month FROM generate_series(0, 1) n) m
       LEFT JOIN settlement s ON ${isOpenMarket('s')}
         AND s.date >= m.month AND s.date < m.month + interval '1 month'
       GROUP BY m.month ORDER BY m.month`,
    );
    const empty = rows.filter(({ days }) => days === 0).map(({ month }) => month);
    if (empty.length === 0)
      return ok(rows.map(({ month, days }) => `${month}: ${days} open days`).join(', '));
    return bad(
      'fail',
      `no open day of VN in ${empty.join(', ')}`,
      'Start the service, which loads the shipped years, or npm run import -- settlement <file>',
    );
  },
};

/** Open days without a quote between the first and the last quote of a ticker in the window. */
const gaps: Check = {
  name: 'quote gaps',
  async look({ read }) {
    const rows = await read<{ ticker: string; days: number }>(
      `WITH open AS (
         SELECT s.date FROM settlement s
         WHERE ${isOpenMarket('s')} AND s.date <= (SELECT max(date) FROM quote)
         ORDER BY s.date DESC LIMIT ${WINDOW}
       ), traded AS (
         SELECT q.ticker, min(q.date) AS first, max(q.date) AS last FROM quote q
         WHERE q.date >= (SELECT min(date) FROM open) GROUP BY q.ticker
       )
       SELECT t.ticker, count(*)::int AS days FROM traded t
       JOIN open o ON o.date > t.first AND o.date < t.last
       WHERE NOT EXISTS (SELECT FROM quote q WHERE q.ticker = t.ticker AND q.date = o.date)
       GROUP BY t.ticker ORDER BY days DESC, t.ticker`,
    );
    if (rows.length === 0) return ok(`none in the last ${WINDOW} open days up to the newest quote`);
    const days = rows.reduce((sum, row) => sum + row.days, 0);
    return bad(
      'warn',
      `${days} in the last ${WINDOW} open days up to the newest quote: ${some(rows.map((row) => `${row.ticker} ${row.days}`))}`,
      'Suspended tickers have none; otherwise npm run import -- quote <file>',
    );
  },
};

/** Open days between the newest quote and today. Today is left out: its quotes come after the close. */
const freshness: Check = {
  name: 'newest quote',
  async look({ read }) {
    const rows = await read<{
      newest: string | null;
      first: string | null;
      last: string | null;
      days: number;
    }>(
      `SELECT newest.date::text AS newest, min(day.date)::text AS first, max(day.date)::text AS last,
         count(day.date)::int AS days
       FROM (SELECT max(q.date) AS date FROM quote q WHERE q.date <= ${TODAY}) newest
       LEFT JOIN LATERAL (
         SELECT newest.date + step AS date FROM generate_series(1, ${TODAY} - newest.date - 1) step
         WHERE ${isOpenDay('(newest.date + step)')}) day ON true
       GROUP BY newest.date`,
    );
    const { newest = null, first = null, last = null, days = 0 } = rows[0] ?? {};
    if (newest === null) return ok('no quote is stored');
    if (days === 0) return ok(`${newest}: no open day since is without quotes`);
    return bad(
      'warn',
      `${newest}: no quote on the ${days} open days from ${first} to ${last}`,
      'Import them: npm run import -- quote <file>, or see the runs of the source',
    );
  },
};

/** Decisions on quotes that are not in the audit log: they bypassed the service. */
const audit: Check = {
  name: 'audit log',
  async look({ client, read }) {
    // Decisions are taken out of their table first: planners of clusters join no local table with a distributed one.
    const rows = await read<{ key: string }>(
      `SELECT q.ticker || ' ' || q.date AS key
       FROM (SELECT id, ticker, date, approval, approval_by FROM quote WHERE approval <> 0 OFFSET 0) q
       WHERE NOT EXISTS (
         SELECT FROM audit_event e
         WHERE e.record_id = q.id AND e.action = CASE q.approval WHEN 1 THEN 'approved' ELSE 'rejected' END
           AND e.actor = q.approval_by)
       ORDER BY q.date DESC, q.ticker`,
    );
    const guard = await client.query(
      `SELECT FROM pg_trigger WHERE tgrelid = 'audit_event'::regclass AND tgname = 'audit_event_append_only'
         AND tgenabled IN ('O', 'A')`,
    );
    if (guard.rowCount === 0) {
      return bad(
        'fail',
        'the trigger that keeps it append-only is off',
        'ALTER TABLE audit_event ENABLE TRIGGER audit_event_append_only, and find out who turned it off',
      );
    }
    if (rows.length === 0) return ok('knows every decision on a quote; append-only');
    return bad(
      'fail',
      `${rows.length} decisions without an event: ${some(rows.map((row) => row.key))}`,
      'Somebody wrote past the service: revoke and approve these quotes again, find out who',
    );
  },
};

/** Checks of the stored market data. */
export const MARKET_CHECKS: readonly Check[] = [calendar, freshness, gaps, audit];
