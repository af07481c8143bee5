import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { ExchangeFilter, MarketDay, Ticker, WhyNoShares } from '../../http/fields/market-fields.js';
import { LimitedTo, PageQuery } from '../../http/fields/queries.js';
import {
  bigintKind,
  choiceKind,
  dateShown,
  integerKind,
  numberKind,
  priceKind,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import type { SharesReason } from '../../kinds/reasons.js';

/** Rows of a ranking by default, and at most. */
export const DEFAULT_RANKS = 10;
const MAXIMUM_RANKS = 100;

/** A stock or fund certificate among those that rose or fell most. */
export class MoverRecord {
  @Shown(integerKind({ min: 1 }), 'Rank, from 1; ties by ticker.', 1) rank: number;
  @Ticker() ticker: string;
  @ShownOrNull(textShown, 'Name of the security.', 'CTCP Sữa Việt Nam') name: string | null;
  @ShownOrNull(textShown, 'Exchange.', 'HOSE') exchange: string | null;
  @Shown(dateShown, 'Trading day.', '2024-01-31') date: string;
  @Shown(priceKind, 'Close price, VND.', 67000) close: number;
  @Shown(
    priceKind,
    'Price that the close is compared with, VND: the reference price of the day, or for a longer period the adjusted close before it.',
    66500,
  )
  reference: number;
  @Shown(numberKind(), 'Close minus reference, VND.', 500) change: number;
  @Shown(numberKind(), 'The change in percent of the reference.', 0.75) change_percent: number;
  @Shown(bigintKind, 'Volume of the day, securities.', 3415800) volume: number;
  @Shown(
    priceKind,
    'Matched and negotiated value of the day, VND; close × volume if neither is stored.',
    228858600000,
  )
  traded_value: number;
  @ShownOrNull(priceKind, 'Outstanding shares known on the day × close, VND.', 140027014815000)
  market_cap: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @Shown(textShown, 'Limit that the close is at: ceiling, floor or none.', 'none') limit_state: string;
}

/** Parameters of GET /market/gainers and /market/losers. */
@LimitedTo(MAXIMUM_RANKS, DEFAULT_RANKS)
export class MoverQuery extends PageQuery {
  @MarketDay() date?: string;
  @ExchangeFilter() exchange?: string;
  @QueryField(tickerKind, 'Only members of this index on the day.', 'VN30') code?: string;

  @QueryField(
    choiceKind(['1d', '1w', '1m', 'ytd']),
    'Period of the change: the day against its reference price; otherwise since the last bar on or before 7 days earlier, a month earlier, or 31 December of the previous year.',
    '1w',
    { default: '1d' },
  )
  period?: '1d' | '1w' | '1m' | 'ytd';

  @QueryField(priceKind, 'Minimum traded value of the day, VND.', 1000000000)
  min_value?: number;
}
