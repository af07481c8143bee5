import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { type Listing, listByMoment } from '../../database/lists/listing.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { instant } from '../../database/sql.js';
import { countryKind } from '../../kinds/codes.js';
import { dateKind } from '../../kinds/kinds.js';

/** No market closure is longer, days: days further apart are not of one calendar. */
const LONGEST_CLOSING = 30;

/** Days of a calendar, or of all. */
interface CalendarRange extends DayRange {
  country?: string;
  status?: string;
}

/** SQL of the settlement table. */
@Injectable()
export class SettlementRepository {
  constructor(private readonly database: Database) {}

  /** Lists days with their settlement date: as many open days after an open one as the cycle of that day has. */
  reference(query: CalendarRange): List {
    const columns = `r.country, r.date, r.timezone, r.name, r.status,
         CASE WHEN r.status = 'open' AND cycle.sessions IS NOT NULL THEN (
           SELECT o.date FROM settlement o
           WHERE o.country = r.country AND o.status = 'open' AND o.date > r.date AND o.date <= r.date + ${LONGEST_CLOSING}
           ORDER BY o.date OFFSET cycle.sessions - 1 LIMIT 1) END AS settlement_date`;
    const joins = `
       LEFT JOIN (
         SELECT c.country, c.sessions, c.valid_from,
           coalesce(lead(c.valid_from) OVER (PARTITION BY c.country ORDER BY c.valid_from), 'infinity') AS until
         FROM settlement_cycle c) cycle
       ON cycle.country = r.country AND cycle.valid_from <= r.date AND cycle.until > r.date`;
    return this.listOf(query, { columns, joins });
  }

  /** Base metadata of stored days. */
  metadata(query: CalendarRange): List {
    const columns = `r.id, '/svc/settlement/' || r.id AS url, ${instant('r.changed_at')} AS timestamp,
         r.country, r.date, r.timezone, r.name, r.status`;
    return this.listOf(query, { columns });
  }

  private listOf(query: CalendarRange, selected: Pick<Listing, 'columns'> & { joins?: string }): List {
    return listByMoment(this.database, {
      ...selected,
      from: 'settlement r',
      conditions: new Conditions()
        .when(query.country, 'r.country = ?::text')
        .when(query.status, 'r.status = ?::text')
        .when(query.from_date, 'r.date >= ?::date')
        .when(query.to_date, 'r.date < ?::date + 1'),
      key: [
        { sql: 'r.date', name: 'date', kind: dateKind },
        { sql: 'r.country', name: 'country', kind: countryKind },
      ],
      query,
      quick: query.status === undefined,
    });
  }
}
