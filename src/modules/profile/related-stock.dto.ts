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

/** Peers per page: the default of `limit`, and its maximum. */
export const DEFAULT_PEERS = 10;
const MAXIMUM_PEERS = 50;

/** Parameters of GET /related-stocks. */
@LimitedTo(MAXIMUM_PEERS, DEFAULT_PEERS)
export class RelatedStockQuery extends PageQuery {
  @Ticker(RequiredQueryField) ticker: string;

  @QueryField(dateKind, 'Day as of which the market is viewed; the present day by default.', '20240131')
  date?: string;
}

/** A peer of a stock. */
export class RelatedStockRecord {
  @Shown(integerKind({ min: 1 }), 'Position in the list, from 1.', 1) rank: number;
  @Shown(tickerKind, 'Security symbol of the peer.', 'MSN') ticker: string;
  @ShownOrNull(textShown, 'Name of the peer; null if not in the security master.', 'CTCP Tập đoàn Masan')
  name: string | null;
  @ShownOrNull(textShown, 'Exchange of the peer.', 'HOSE') exchange: string | null;
  @Shown(textShown, 'Industry code of the peer on the date.', '30202030') industry_code: string;
  @Shown(
    integerKind({ min: 1, max: 4 }),
    'Narrowest common level: 4 sub-industry, 3 industry, 2 industry group, 1 sector.',
    4,
  )
  common_level: number;
  @Shown(dateShown, 'Day of its last bar on or before the date.', '2024-01-31') date: string;
  @Shown(priceKind, 'Close of that day, VND.', 64800) close: number;
  @ShownOrNull(numberKind(), 'Change of that day against the reference, percent.', 1.25)
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @ShownOrNull(
    priceKind,
    'Market capitalisation, VND: outstanding shares known on the date × close, in shares of the date if share actions came between.',
    92714000000000,
  )
  market_cap: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @ShownOrNull(
    numberKind(),
    'Price to earnings, times: capitalisation ÷ net profit of twelve months, from the statements published by the date; null for a loss or if an input is unknown.',
    21.4,
  )
  pe: number | null;
  @ShownOrNull(numberKind(), 'Price to book, times; null for negative equity or if an input is unknown.', 2.6)
  pb: number | null;
  @ShownOrNull(
    numberKind({ min: 0 }),
    '|ln(own market capitalisation) - ln(that of the peer)|; null if either is unknown.',
    0.41,
  )
  distance: number | null;
}
