import { FieldOf, QueryField, Shown } from '../../http/fields/fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import { assignedCountryKind } from '../../kinds/codes.js';
import { dateShown, textOf } from '../../kinds/kinds.js';
import { calendarNameKind, EconomicEvent, importanceKind } from './economic-event.entity.js';

/** An entry of the economic calendar. */
export class EconomicEventRecord {
  @Shown(dateShown, 'Day of the event.', '2024-02-29') date: string;
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
  @QueryField(assignedCountryKind, 'Country, ISO 3166-1 alpha-2.', 'VN') country?: string;
  @QueryField(
    calendarNameKind,
    'Full name of the organiser, ignoring case and diacritics.',
    'General Statistics Office',
  )
  organiser?: string;
  @QueryField(importanceKind, 'Market impact of the event.', 'high') importance?: string;
  @QueryField(
    textOf({ max: 100 }),
    'Words of the organiser, event or location; all must match, each as a prefix, ignoring case and diacritics.',
    'cpi',
  )
  q?: string;
}
