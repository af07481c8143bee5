import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import {
  assignedCountryKind,
  choiceKind,
  countryKind,
  dateKind,
  dateShown,
  numberKind,
  textOf,
  textShown,
} from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { calendarNameKind } from './economic-event.entity.js';

/** How much an event moves markets. */
export const importanceKind = choiceKind(['low', 'medium', 'high']);

/** An entry of the economic calendar, to be written. */
export class EconomicEventWrite extends ReadBack {
  @BodyField(dateKind, { description: 'Day of the event: YYYY-MM-DD or YYYYMMDD.', example: '2024-02-29' })
  date: string;
  @BodyField(calendarNameKind, {
    description: 'Who holds or publishes it.',
    example: 'General Statistics Office',
  })
  organiser: string;
  @BodyField(calendarNameKind, { description: 'What it is.', example: 'CPI, year on year' })
  event_name: string;
  @BodyField(calendarNameKind, { description: 'Where it takes place.', example: 'Ha Noi' })
  location: string;
  @BodyField(assignedCountryKind, {
    description: 'Country that it is about, ISO 3166-1 alpha-2.',
    example: 'VN',
    optional: true,
  })
  country?: string;
  @BodyField(importanceKind, { description: 'How much it moves markets.', example: 'high', optional: true })
  importance?: string;
  @BodyField(numberKind(), { description: 'Figure published, in `unit`.', example: 3.98, optional: true })
  actual?: number;
  @BodyField(numberKind(), {
    description: 'Figure expected before, in `unit`.',
    example: 3.8,
    optional: true,
  })
  forecast?: number;
  @BodyField(numberKind(), {
    description: 'Figure of the period before, in `unit`.',
    example: 3.37,
    optional: true,
  })
  previous?: number;
  @BodyField(textOf({ max: 50 }), { description: 'Unit of the figures.', example: 'percent', optional: true })
  unit?: string;
}

/** An entry of the economic calendar. */
export class EconomicEventRecord {
  @Shown(dateShown, { description: 'Day of the event.', example: '2024-02-29' })
  date: string;
  @Shown(textShown, { description: 'Who holds or publishes it.', example: 'General Statistics Office' })
  organiser: string;
  @Shown(textShown, { description: 'What it is.', example: 'CPI, year on year' })
  event_name: string;
  @Shown(textShown, { description: 'Where it takes place.', example: 'Ha Noi' })
  location: string;
  @Shown(countryKind, {
    description: 'Country that it is about, ISO 3166-1 alpha-2.',
    example: 'VN',
    nullable: true,
  })
  country: string | null;
  @Shown(importanceKind, { description: 'How much it moves markets.', example: 'high', nullable: true })
  importance: string | null;
  @Shown(numberKind(), { description: 'Figure published, in `unit`.', example: 3.98, nullable: true })
  actual: number | null;
  @Shown(numberKind(), { description: 'Figure expected before, in `unit`.', example: 3.8, nullable: true })
  forecast: number | null;
  @Shown(numberKind(), {
    description: 'Figure of the period before, in `unit`.',
    example: 3.37,
    nullable: true,
  })
  previous: number | null;
  @Shown(textShown, { description: 'Unit of the figures.', example: 'percent', nullable: true })
  unit: string | null;
}

/** Parameters of GET /economics/calendar. */
export class EconomicEventQuery extends DateRangeQuery {
  @QueryField(countryKind, { description: 'Country, ISO 3166-1 alpha-2.', example: 'VN' })
  country?: string;
  @QueryField(calendarNameKind, {
    description: 'Organiser, its whole name, in any letter case, with or without diacritics.',
    example: 'General Statistics Office',
  })
  organiser?: string;
  @QueryField(importanceKind, { description: 'How much it moves markets.', example: 'high' })
  importance?: string;
  @QueryField(textOf({ max: 100 }), {
    description:
      'Words of the organiser, event or location, all of them, each by its beginning, in any letter case, with or without diacritics.',
    example: 'cpi',
  })
  q?: string;
}
