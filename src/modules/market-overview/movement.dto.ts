import { QueryField, Shown } from '../../http/fields/fields.js';
import { ExchangeFilter } from '../../http/fields/market-fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import {
  bigintKind,
  dateKind,
  dateShown,
  integerKind,
  priceKind,
  signedBigintKind,
  tickerKind,
} from '../../kinds/kinds.js';

/** Days of a page by default, about a month of trading, and at most. */
export const DEFAULT_DAYS = 20;
export const MAXIMUM_DAYS = 100;

/** Calendar days of the default window. */
export const DEFAULT_WINDOW = 366;

const countKind = integerKind({ min: 0 });

/** Breadth of the market on a day. */
export class MovementRecord {
  @Shown(dateShown, 'Trading day.', '2024-01-31') date: string;
  @Shown(countKind, 'Securities that closed above their reference price.', 84) advances: number;
  @Shown(countKind, 'Securities that closed below their reference price.', 388) declines: number;
  @Shown(countKind, 'Securities that closed at their reference price.', 75) unchanged: number;
  @Shown(countKind, 'Securities that closed at their ceiling; also counted among the advances.', 6)
  ceilings: number;
  @Shown(countKind, 'Securities that closed at their floor; also counted among the declines.', 9)
  floors: number;
  @Shown(countKind, 'Bars without volume, regardless of how they are counted above.', 12) no_trade: number;
  @Shown(signedBigintKind, 'Advances minus declines.', -304) net_advances: number;
  @Shown(bigintKind, 'Volume of all bars, securities.', 1284311900) total_volume: number;
  @Shown(
    priceKind,
    'Traded value of all bars, VND: matched and negotiated, or close × volume if neither is stored.',
    27331410000000,
  )
  total_value: number;
}

/** Parameters of GET /market/movement: each day requires reading all its bars, so pages are shorter than usual. */
export class MovementQuery extends DateRangeQuery {
  @QueryField(
    integerKind({ min: 1 }),
    `Days to return: at most ${MAXIMUM_DAYS} as JSON (default ${DEFAULT_DAYS}); CSV and NDJSON have neither cap nor default.`,
    DEFAULT_DAYS,
  )
  declare limit?: number;

  @QueryField(dateKind, 'One day; cannot be combined with from_date or to_date.', '20240131') date?: string;
  @ExchangeFilter() exchange?: string;
  @QueryField(tickerKind, 'Only members of this index on each day.', 'VN30') code?: string;
}
