import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { listByMoment } from '../../database/lists/listing.js';
import type { DayRange } from '../../database/lists/ranges.js';
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
    return listByMoment(this.database, {
      columns: `e.date, e.organiser, e.event_name, e.location, e.country, e.importance, e.actual, e.forecast, e.previous, e.unit`,
      from: 'economic_event e',
      conditions,
      key: [
        { sql: 'e.date', name: 'date', kind: dateKind },
        ...NAMES.map((name) => ({ sql: `e.${name}`, name, kind: calendarNameKind })),
      ],
      query,
    });
  }
}
