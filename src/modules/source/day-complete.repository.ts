import { Injectable } from '@nestjs/common';
import { eventNotice } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import { isOpenDay } from '../../market/calendar.sql.js';

/** Share of the recently quoted and still listed securities with which a day is complete. */
const COMPLETE = 0.95;
/** Calendar days before a day that define its universe: five sessions, except across the longest closure. */
const RECENT = 10;
/** Newest days of a run that are checked: a back-fill of years does not complete current days. */
const DAYS = 10;

/** Days for which decisions on rows in quarantine are looked at: longer than an outage. */
const DECIDED = 10;

/** Any fixed number that no other lock of this service has: runs that end together announce one after the other. */
const LOCK = 7_120_115_043;

/** The key of a complete day's event, and what the event says. */
interface CompleteDay {
  key: object;
  facts: object;
}

/** SQL for the days whose quotes are complete. */
@Injectable()
export class DayCompleteRepository {
  constructor(private readonly database: Database) {}

  /**
   * Announces each open day from `from` to `to` whose quotes are complete, once per revision: again only if quotes of
   * the day have been written or decided since. A day with rows in quarantine is not complete.
   */
  async announce(from: string, to: string, run: string): Promise<void> {
    const days = await this.completeDays(from, to);
    if (days.length === 0) return;
    await this.database.transaction(async (transaction) => {
      await transaction.query({ text: 'SELECT pg_advisory_xact_lock($1::bigint)', values: [LOCK] });
      await transaction.query({
        text: `
          INSERT INTO audit_event (resource, action, record_key, actor, request_id, after)
          SELECT 'dataset', 'day_complete', c.key, 'service', $1::text, c.facts
          FROM jsonb_to_recordset($2::jsonb) c (key jsonb, facts jsonb)
          WHERE NOT EXISTS (SELECT FROM audit_event e WHERE e.resource = 'dataset' AND e.action = 'day_complete'
            AND e.record_key = c.key AND e.after -> 'changed_at' = c.facts -> 'changed_at')
          RETURNING ${eventNotice('audit_event', `'*'`)}`,
        values: [run, JSON.stringify(days)],
      });
    });
  }

  /** Announces the days with rows of the quarantine that were decided lately, also before an outage, if they are complete now. */
  async announceDecided(): Promise<void> {
    const days = await this.database.query<{ date: string; run: string }>({
      text: `SELECT q.record_key ->> 'date' AS date, (array_agg(q.run_id ORDER BY q.decided_at DESC))[1]::text AS run
             FROM quarantine q
             WHERE q.state IN ('released', 'corrected', 'rejected') AND q.resource = 'quote'
               AND q.decided_at > clock_timestamp() - interval '${DECIDED} days'
             GROUP BY 1 ORDER BY 1 DESC LIMIT ${DAYS}`,
      values: [],
    });
    for (const { date, run } of days) await this.announce(date, date, run);
  }

  private completeDays(from: string, to: string): Promise<CompleteDay[]> {
    return this.database.query<CompleteDay>({
      text: `
        WITH day AS (
          SELECT d::date AS date FROM generate_series(greatest($1::date, $2::date - ${DAYS}), $2::date, interval '1 day') d
          WHERE ${isOpenDay('d::date')}
        ), counted AS (
          SELECT day.date, own.quotes, own.changed_at, universe.expected
          FROM day
          CROSS JOIN LATERAL (
            SELECT count(*)::int AS quotes, max(q.changed_at) AS changed_at FROM quote q WHERE q.date = day.date) own
          CROSS JOIN LATERAL (
            SELECT count(*)::int AS expected, count(*) FILTER (WHERE recent.is_there) AS present FROM (
              SELECT bool_or(q.date = day.date) AS is_there FROM quote q LEFT JOIN security s ON s.ticker = q.ticker
              WHERE q.date >= day.date - ${RECENT} AND q.date <= day.date
                AND (s.delisting_date IS NULL OR s.delisting_date >= day.date)
              GROUP BY q.ticker HAVING bool_or(q.date < day.date)) recent) universe
          WHERE own.quotes > 0 AND universe.present >= universe.expected * ${COMPLETE}
            AND NOT EXISTS (SELECT FROM quarantine w WHERE w.state = 'waiting' AND w.resource = 'quote'
              AND w.record_key ->> 'date' = day.date::text)
        )
        SELECT jsonb_build_object('resource', 'quote', 'date', c.date) AS key, jsonb_build_object(
          'quotes', c.quotes, 'expected', greatest(c.expected, c.quotes), 'changed_at', c.changed_at) AS facts
        FROM counted c`,
      values: [from, to],
    });
  }
}
