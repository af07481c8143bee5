import { FieldOf, QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import { assignedCountryKind } from '../../kinds/codes.js';
import { dateKind, dateShown, instantShown, textShown, uuidKind } from '../../kinds/kinds.js';
import { writeBody } from '../dataset/columns.js';
import { dayStatusKind, Settlement } from './settlement.entity.js';

/** A settlement day to be written (specification 2.8). */
export class SettlementWrite extends writeBody(Settlement, 'recogized') {}

/** A day of the settlement calendar (specification 2.8). */
class SettlementDay {
  @FieldOf(Settlement) country: string;
  @FieldOf(Settlement, '2026-02-13') date: string;
  @FieldOf(Settlement) timezone: string;
  @Shown(
    textShown,
    'Name of the day; ends with (projected) if it is based on a rule rather than an official notice.',
    'Trading day',
  )
  name: string;
  @Shown(dayStatusKind, 'Whether the trading system is open.', 'open') status: string;
}

/** A day of the calendar as the reference endpoint shows it. */
export class SettlementReference extends SettlementDay {
  @ShownOrNull(
    dateShown,
    'Settlement date of trades on this day: the cycle of the day counted in open days, in Vietnam T+3 before 2016 and T+2 since; null for a closed day, past the end of the calendar, and if no cycle of the country is stored.',
    '2026-02-24',
  )
  settlement_date: string | null;
}

/** A stored settlement day with its control fields. */
export class StoredSettlementDay extends SettlementDay {
  @Shown(uuidKind, 'Identifier assigned by the service.', '5c1f7f53-7d39-4a6e-9a55-4f0a1c0f8f11') id: string;
  @Shown(instantShown, 'Last change, UTC.', '2026-01-05T02:10:00.000000Z') timestamp: string;
}

/** A stored settlement day in the list of the resource. */
export class SettlementMetadata extends StoredSettlementDay {
  @Shown(textShown, 'Address of the item.', '/svc/settlement/5c1f7f53-7d39-4a6e-9a55-4f0a1c0f8f11')
  url: string;
}

/** Parameters of GET /reference/settlement and GET /svc/settlement. */
export class SettlementQuery extends DateRangeQuery {
  @QueryField(assignedCountryKind, 'Country, ISO 3166-1 alpha-2.', 'VN') country?: string;
  @QueryField(dayStatusKind, 'Only open or only closed days.', 'closed') status?: 'open' | 'closed';
}

/** Natural key of a settlement day in a query. */
export class SettlementKeyQuery {
  @RequiredQueryField(assignedCountryKind, 'Country, ISO 3166-1 alpha-2.', 'VN') country: string;
  @RequiredQueryField(dateKind, 'The day.', '20260216') date: string;
}
