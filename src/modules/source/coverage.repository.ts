import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { dayOverAt } from '../../market/calendar.sql.js';
import type { Coverage } from './coverage.js';

/** Newest scheduled runs that are read: each began where those before it had ended, so a few of them would do. */
const RUNS = 30;

/** SQL for the days that sources have fetched. */
@Injectable()
export class CoverageRepository {
  constructor(private readonly database: Database) {}

  /**
   * Days of a data set that the units of a source fetched, whoever requested their runs and whatever became of the
   * other units, by security: not what it fetched while it was declared for another data set, and not a day whose run
   * began before its close, as its data was not there yet. Without `since`, and once `since` has not changed for
   * {@link RUNS} scheduled runs, a security begins with its first scheduled unit, else with the first done.
   */
  async of(source: string, dataSet: string, since: string | undefined): Promise<Coverage[]> {
    return this.database.query<Coverage>({
      text: `
        WITH oldest AS (
          SELECT r.created_at, r.declaration #>> '{work,since}' AS since FROM source_run r
          WHERE r.source = $1::text AND r.declaration ->> 'data_set' = $3::text AND r.requested_by = 'schedule'
          ORDER BY r.created_at DESC OFFSET ${RUNS} LIMIT 1
        ), unit AS (
          SELECT u."values" ->> 'ticker' AS ticker, (u."values" ->> 'from')::date AS first, u.state = 'done' AS is_done,
            r.created_at, r.requested_by = 'schedule' AS is_scheduled,
            least((u."values" ->> 'to')::date, ${dayOverAt('r.created_at')}) AS last
          FROM source_run r JOIN source_unit u ON u.run_id = r.id
          WHERE r.source = $1::text AND r.declaration ->> 'data_set' = $3::text
            AND r.created_at >= coalesce((SELECT created_at FROM oldest), '-infinity')
            -- Units with a name read one file of a folder.
            AND r.replay_of IS NULL AND NOT u."values" ? 'name' AND (u.state = 'done' OR r.requested_by = 'schedule')
        ), covered AS (
          SELECT ticker, coalesce(CASE WHEN NOT EXISTS (SELECT FROM oldest o WHERE o.since = $2::text) THEN $2::date END,
              (array_agg(first ORDER BY is_scheduled DESC, created_at, first))[1]) AS start,
            range_agg(daterange(first, last, '[]')) FILTER (WHERE is_done AND first <= last) AS days
          FROM unit GROUP BY ticker
        )
        SELECT c.ticker, c.start::text AS start, (
          SELECT coalesce(jsonb_agg(jsonb_build_object('from', lower(d), 'to', upper(d) - 1) ORDER BY d), '[]')
          FROM unnest(c.days) d) AS days
        FROM covered c`,
      values: [source, since ?? null, dataSet],
    });
  }
}
