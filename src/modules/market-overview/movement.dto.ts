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

/** Days of a page when `limit` is not given, about a month of trading, and at most. */
export const DEFAULT_DAYS = 20;
export const MAXIMUM_DAYS = 100;

/** Calendar days of the window that is taken where none is asked for. */
export const DEFAULT_WINDOW = 366;

const countKind = integerKind({ min: 0 });

/** Breadth of the market on a day. */
export class MovementRecord {
  @Shown(dateShown, { description: 'Trading day.', example: '2024-01-31' })
  date: string;
  @Shown(countKind, { description: 'Securities that closed above their reference price.', example: 84 })
  advances: number;
  @Shown(countKind, { description: 'Securities that closed below it.', example: 388 })
  declines: number;
  @Shown(countKind, { description: 'Securities that closed at it.', example: 75 })
  unchanged: number;
  @Shown(countKind, {
    description: 'Securities that closed at their ceiling; counted among the advances too.',
    example: 6,
  })
  ceilings: number;
  @Shown(countKind, {
    description: 'Securities that closed at their floor; counted among the declines too.',
    example: 9,
  })
  floors: number;
  @Shown(countKind, {
    description: 'Bars without volume, wherever they are counted above.',
    example: 12,
  })
  no_trade: number;
  @Shown(signedBigintKind, { description: 'Advances minus declines.', example: -304 })
  net_advances: number;
  @Shown(bigintKind, { description: 'Volume of all bars, securities.', example: 1284311900 })
  total_volume: number;
  @Shown(priceKind, {
    description:
      'Traded value of all bars, VND: matched and negotiated, close × volume where neither is stored.',
    example: 27331410000000,
  })
  total_value: number;
}

/** Parameters of GET /market/movement: a day costs a look at every bar of it, so pages are shorter than usual. */
export class MovementQuery extends DateRangeQuery {
  @QueryField(integerKind({ min: 1 }), {
    description: `Days to return: at most ${MAXIMUM_DAYS} as JSON (default ${DEFAULT_DAYS}); CSV and NDJSON have neither cap nor default.`,
    example: DEFAULT_DAYS,
  })
  declare limit?: number;

  @QueryField(dateKind, {
    description: 'One day; not together with from_date or to_date.',
    example: '20240131',
  })
  date?: string;

  @ExchangeFilter() exchange?: string;

  @QueryField(tickerKind, { description: 'Only members of this index on each day.', example: 'VN30' })
  code?: string;
}
