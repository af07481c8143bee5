import { Inject, Injectable } from '@nestjs/common';
import { eventNotice } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import { marketDate, TODAY } from '../../database/sql.js';
import { isOpenDay } from '../../market/calendar.sql.js';
import { DATA_SETS, type DataSets } from '../dataset/data-set.js';

/** Open days that the newest record of such a source may lag behind unless it declares otherwise. */
const USUAL = 3;
/** How far back open days are counted, calendar days. */
const FARTHEST = 400;

/**
 * Since when the source `s` without a stored record could have brought one: its last declaration, which may have named
 * another data set; once it is stale, a further one does not make it less so.
 */
const SINCE = '(CASE WHEN s.stale_since IS NULL THEN s.changed_at ELSE s.created_at END)';

/** SQL for the alarms of sources that deliver nothing new. */
@Injectable()
export class StalenessRepository {
  constructor(
    private readonly database: Database,
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
  ) {}

  /**
   * Announces each active source whose newest record has become too old, and each that has recovered: once, however many
   * processes there are. Today does not count as a day behind, because its session may still be open.
   */
  async announce(): Promise<void> {
    const daily = Object.values(this.dataSets).filter((dataSet) => dataSet.daily);
    await this.database.query({
      text: `
        WITH looked AS (
          SELECT s.name, s.newest_date, behind.days, allowed.days AS most, statement_timestamp() AS moment
          FROM source s
          CROSS JOIN LATERAL (SELECT coalesce((s.declaration ->> 'stale_days')::int, CASE
            WHEN s.declaration -> 'schedule' IS NOT NULL AND s.declaration ->> 'data_set' = ANY ($1::text[])
            THEN ${USUAL} END) AS days) allowed
          CROSS JOIN LATERAL (
            SELECT count(*)::int AS days FROM generate_series(
              greatest(coalesce(s.newest_date, ${marketDate(SINCE)}), ${TODAY} - ${FARTHEST}) + 1,
              ${TODAY} - 1, interval '1 day') d
            WHERE ${isOpenDay('d::date')}) behind
          WHERE s.active AND allowed.days IS NOT NULL
        ), changed AS (
          UPDATE source s SET stale_since = CASE WHEN l.days > l.most THEN l.moment END
          FROM looked l
          WHERE s.name = l.name AND (l.days > l.most) <> (s.stale_since IS NOT NULL)
          RETURNING s.name, s.stale_since, l.newest_date, l.days
        )
        INSERT INTO audit_event (resource, action, record_key, actor, after)
        SELECT 'source', CASE WHEN c.stale_since IS NULL THEN 'recovered' ELSE 'stale' END,
          jsonb_build_object('name', c.name), 'service',
          jsonb_build_object('newest_date', c.newest_date, 'open_days', c.days)
        FROM changed c RETURNING ${eventNotice('audit_event', `'*'`)}`,
      values: [daily.map(({ name }) => name)],
    });
  }
}
