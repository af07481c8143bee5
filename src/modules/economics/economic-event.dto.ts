import { FieldOf, QueryField, Shown } from '../../http/fields/fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import { assignedCountryKind } from '../../kinds/codes.js';
import { dateShown, textOf } from '../../kinds/kinds.js';
import { calendarNameKind, EconomicEvent, importanceKind } from './economic-event.entity.js';

/** An entry of the economic calendar. */
export class EconomicEventRecord {
  @Shown(dateShown, { description: 'Day of the event.', example: '2024-02-29' })
  date: string;
  @FieldOf(EconomicEvent) organiser: string;
  @FieldOf(EconomicEvent) event_name: string;
  @FieldOf(EconomicEvent) location: string;
  @FieldOf(EconomicEvent) country: string | null;
  @FieldOf(EconomicEvent) importance: string | null;
  @FieldOf(EconomicEvent) actual: number | null;
  @FieldOf(EconomicEvent) forecast: number | null;
  @FieldOf(EconomicEvent) previous: number | null;
  @FieldOf(EconomicEvent) unit: string | null;
}

/** Parameters of GET /economics/calendar. */
export class EconomicEventQuery extends DateRangeQuery {
  @QueryField(assignedCountryKind, { description: 'Country, ISO 3166-1 alpha-2.', example: 'VN' })
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
