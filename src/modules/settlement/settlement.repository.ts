import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { orderByDay } from '../../database/lists/order.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { type ListStatement, SqlList } from '../../database/lists/sql-list.js';
import { instant } from '../../database/sql.js';
import { countryKind } from '../../kinds/codes.js';

/** No closing of a market is longer, days: what is further apart is not of one calendar. */
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

  /** Days with their settlement date, as many open days after each open one as the cycle of its day has. */
  reference(query: CalendarRange): List {
    return new SqlList(
      this.database,
      listed(
        query,
        `SELECT r.country, r.date, r.timezone, r.name, r.status,
         CASE WHEN r.status = 'open' AND cycle.sessions IS NOT NULL THEN (
           SELECT o.date FROM settlement o
           WHERE o.country = r.country AND o.status = 'open' AND o.date > r.date AND o.date <= r.date + ${LONGEST_CLOSING}
           ORDER BY o.date OFFSET cycle.sessions - 1 LIMIT 1) END AS settlement_date
       FROM settlement r
       LEFT JOIN LATERAL (
         SELECT c.sessions FROM settlement_cycle c WHERE c.country = r.country AND c.valid_from <= r.date
         ORDER BY c.valid_from DESC LIMIT 1) cycle ON true`,
      ),
    );
  }

  /** Base metadata of stored days. */
  metadata(query: CalendarRange): List {
    return new SqlList(
      this.database,
      listed(
        query,
        `SELECT r.id, '/svc/settlement/' || r.id AS url, ${instant('r.changed_at')} AS timestamp,
         r.country, r.date, r.timezone, r.name, r.status
       FROM settlement r`,
      ),
    );
  }
}

function listed(query: CalendarRange, select: string): ListStatement {
  const conditions = new Conditions()
    .when(query.country, 'r.country = ?::text')
    .when(query.status, 'r.status = ?::text')
    .when(query.from_date, 'r.date >= ?::date')
    .when(query.to_date, 'r.date < ?::date + 1');
  const { where, values } = conditions.snapshot();
  const order = orderByDay(query, conditions, { date: 'r.date', symbol: 'r.country', kind: countryKind });
  return {
    select: `${select}${conditions.where} ORDER BY ${order}`,
    values: conditions.values,
    count: { text: `SELECT count(*) AS total FROM settlement r${where}`, values },
    key: ['date', 'country'],
    query,
    unit: null,
    quick: query.status === undefined,
  };
}
