import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { assignedCountryKind } from '../../kinds/codes.js';
import { choiceKind, dateKind, numberKind, textOf } from '../../kinds/kinds.js';
import { KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** How much an event moves markets. */
export const importanceKind = choiceKind(['low', 'medium', 'high']);

/** A name in the calendar: an organiser, an event or a place. Three of them form the key: 2,704 bytes at most. */
export const calendarNameKind = textOf({ max: 200 });

/** An entry of the economic calendar; natural key (date, organiser, event_name, location). */
@RecordTable('economic_event', 'economic_event_by_date', 'economic_event_words')
@Check('economic_event_country', `country ~ '^[A-Z]{2}$'`)
@Check('economic_event_date', `isfinite(date)`)
@Check('economic_event_names', `organiser <> '' AND event_name <> '' AND location <> ''`)
@Check(
  'economic_event_values',
  `actual > '-Infinity' AND actual < 'Infinity' AND forecast > '-Infinity' AND forecast < 'Infinity' AND previous > '-Infinity' AND previous < 'Infinity'`,
)
export class EconomicEvent extends StoredRecord {
  @KeyColumn(dateKind, 'Day of the event: YYYY-MM-DD or YYYYMMDD.', '2024-02-29') date: string;
  @KeyColumn(calendarNameKind, 'Organiser or publisher of the event.', 'General Statistics Office', {
    columnNames: ['organizer', 'source'],
  })
  organiser: string;
  @KeyColumn(calendarNameKind, 'Name of the event.', 'CPI, year on year', {
    columnNames: ['event', 'name', 'title'],
  })
  event_name: string;
  @KeyColumn(calendarNameKind, 'Location of the event.', 'Ha Noi', { columnNames: ['place'] })
  location: string;
  @OptionalColumn(assignedCountryKind, 'Country concerned, ISO 3166-1 alpha-2.', 'VN', {
    column: { collation: 'C' },
  })
  country?: string;
  @OptionalColumn(importanceKind, 'Market impact of the event.', 'high') importance?: string;
  @OptionalColumn(numberKind(), 'Published figure, in `unit`.', 3.98) actual?: number;
  @OptionalColumn(numberKind(), 'Figure expected beforehand, in `unit`.', 3.8, {
    columnNames: ['consensus', 'expected'],
  })
  forecast?: number;
  @OptionalColumn(numberKind(), 'Figure of the previous period, in `unit`.', 3.37) previous?: number;
  @OptionalColumn(textOf({ max: 50 }), 'Unit of the figures.', 'percent') unit?: string;
}
