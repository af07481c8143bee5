import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { orderByMoment } from '../../database/lists/order.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { dateKind } from '../../kinds/kinds.js';
import { calendarNameKind } from './economic-event.entity.js';

/** Entries of the calendar. */
interface CalendarRange extends DayRange {
  country?: string;
  organiser?: string;
  importance?: string;
  /** words of the organiser, the event and the place */
  q?: string;
}

const NAMES = ['organiser', 'event_name', 'location'] as const;

/** SQL of the economic_event table. */
@Injectable()
export class EconomicsRepository {
  constructor(private readonly database: Database) {}

  /** Entries of the calendar, newest first unless asked otherwise: (date descending, organiser, event, location). */
  calendar(query: CalendarRange): List {
    const conditions = new Conditions()
      .when(query.country, 'e.country = ?::text')
      .when(query.organiser, 'plain_text(e.organiser) = plain_text(?::text)')
      .when(query.importance, 'e.importance = ?::text')
      .when(query.from_date, 'e.date >= ?::date')
      .when(query.to_date, 'e.date < ?::date + 1')
      .when(query.q, 'search_words(e.organiser, e.event_name, e.location) @@ search_query(?::text)');
    const { where, values } = conditions.snapshot();
    const order = orderByMoment(
      query,
      conditions,
      { sql: 'e.date', kind: dateKind },
      NAMES.map((name) => ({ sql: `e.${name}`, kind: calendarNameKind })),
    );
    return new SqlList(this.database, {
      select: `
        SELECT e.date, e.organiser, e.event_name, e.location, e.country, e.importance, e.actual, e.forecast,
          e.previous, e.unit
        FROM economic_event e${conditions.where} ORDER BY ${order}`,
      values: conditions.values,
      count: { text: `SELECT count(*) AS total FROM economic_event e${where}`, values },
      key: ['date', ...NAMES],
      query,
      unit: null,
    });
  }
}
