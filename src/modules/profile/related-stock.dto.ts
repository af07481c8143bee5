import { QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { ChangeReason, type NullReason, Ticker, WhyNoShares } from '../../http/fields/market-fields.js';
import { LimitedTo, PageQuery } from '../../http/fields/queries.js';
import {
  dateKind,
  dateShown,
  integerKind,
  numberKind,
  priceKind,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import type { SharesReason } from '../../kinds/reasons.js';

/** Peers of a page when `limit` is not given, and at most. */
export const DEFAULT_PEERS = 10;
const MAXIMUM_PEERS = 50;

/** Parameters of GET /related-stocks. */
@LimitedTo(MAXIMUM_PEERS, DEFAULT_PEERS)
export class RelatedStockQuery extends PageQuery {
  @Ticker(RequiredQueryField) ticker: string;

  @QueryField(dateKind, {
    description: 'Day as of which the market is seen; the present one when not given.',
    example: '20240131',
  })
  date?: string;
}

/** A peer of a stock. */
export class RelatedStockRecord {
  @Shown(integerKind({ min: 1 }), { description: 'Place in the list, from 1.', example: 1 })
  rank: number;
  @Shown(tickerKind, { description: 'Security symbol of the peer.', example: 'MSN' })
  ticker: string;
  @ShownOrNull(textShown, {
    description: 'Its name; null where it is not in the security master.',
    example: 'CTCP Tập đoàn Masan',
  })
  name: string | null;
  @ShownOrNull(textShown, { description: 'Its exchange.', example: 'HOSE' })
  exchange: string | null;
  @Shown(textShown, { description: 'Its industry code on the date.', example: '30202030' })
  industry_code: string;
  @Shown(integerKind({ min: 1, max: 4 }), {
    description: 'Narrowest level in common: 4 sub-industry, 3 industry, 2 industry group, 1 sector.',
    example: 4,
  })
  common_level: number;
  @Shown(dateShown, { description: 'Day of its last bar by the date.', example: '2024-01-31' })
  date: string;
  @Shown(priceKind, { description: 'Close of that day, VND.', example: 64800 })
  close: number;
  @ShownOrNull(numberKind(), {
    description: 'Change of that day against the reference, percent points.',
    example: 1.25,
  })
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @ShownOrNull(priceKind, {
    description: 'Market capitalisation, VND: outstanding shares known on the date × close.',
    example: 92714000000000,
  })
  market_cap: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @ShownOrNull(numberKind(), {
    description:
      'Price to earnings, times: capitalisation ÷ net profit of twelve months, of the statements published by the date; null over a loss and where an input is not known.',
    example: 21.4,
  })
  pe: number | null;
  @ShownOrNull(numberKind(), {
    description: 'Price to book, times; null over negative equity and where an input is not known.',
    example: 2.6,
  })
  pb: number | null;
  @ShownOrNull(numberKind({ min: 0 }), {
    description: '|ln(own market capitalisation) - ln(that of the peer)|; null where either is unknown.',
    example: 0.41,
  })
  distance: number | null;
}
