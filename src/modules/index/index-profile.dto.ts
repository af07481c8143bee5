import { FieldOf, QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { ChangeReason, type NullReason, WhyNoShares } from '../../http/fields/market-fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import {
  bigintKind,
  booleanKind,
  dateKind,
  dateShown,
  integerKind,
  numberKind,
  priceKind,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import type { SharesReason } from '../../kinds/reasons.js';
import { IndexConstituent } from './index-constituent.entity.js';
import { MarketIndex } from './market-index.entity.js';

/** Profile of an index with its level (GET /index/profile, GET /index/{code}). */
export class IndexProfileRecord {
  @Shown(tickerKind, 'Index symbol.', 'VNINDEX') code: string;
  @FieldOf(MarketIndex) name: string;
  @FieldOf(MarketIndex) name_en: string | null;
  @FieldOf(MarketIndex) exchange: string | null;
  @Shown(textShown, 'Weighting of members: market_cap, free_float, capped_free_float or price.', 'market_cap')
  weighting: string;
  @Shown(booleanKind, 'Whether it is a main index of the market.', true) main: boolean;
  @Shown(booleanKind, 'Whether every share listed on its exchange is a member.', true) all_share: boolean;
  @FieldOf(MarketIndex) base_date: string | null;
  @FieldOf(MarketIndex) base_value: number | null;
  @FieldOf(MarketIndex, 'All shares listed on HOSE.') description: string | null;
  @ShownOrNull(dateShown, 'Day of the level: the last one with a published level.', '2024-01-31')
  date: string | null;
  @ShownOrNull(priceKind, 'Open level, points.', 1179.65) open: number | null;
  @ShownOrNull(priceKind, 'High level, points.', 1180.71) high: number | null;
  @ShownOrNull(priceKind, 'Low level, points.', 1162.61) low: number | null;
  @ShownOrNull(priceKind, 'Close level, points.', 1164.31) close: number | null;
  @ShownOrNull(numberKind(), 'Close minus the previous published close, points.', -15.34)
  change: number | null;
  @ShownOrNull(numberKind(), 'The change in percent of the previous close.', -1.3)
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @ShownOrNull(
    integerKind({ min: 1 }),
    'Members on the requested day, otherwise on the present day of the market; null if none are known.',
    395,
  )
  constituent_count: number | null;
}

const AS_OF = 'Levels and members as known on this day; the present day of the market by default.';

/** Parameters of GET /index/{code}. */
export class IndexDayQuery {
  @QueryField(dateKind, AS_OF, '20240131') date?: string;
}

/** Parameters of GET /index/profile. */
export class IndexProfileQuery extends PageQuery {
  @QueryField(tickerKind, 'Index symbol; all indices by default.', 'VNINDEX') code?: string;
  @QueryField(dateKind, AS_OF, '20240131') date?: string;
}

/** A member of an index on a day (GET /index/constituents). */
export class IndexConstituentRecord {
  @Shown(integerKind({ min: 1 }), 'Position by weight, from 1.', 1) rank: number;
  @FieldOf(IndexConstituent) code: string;
  @FieldOf(IndexConstituent, 'FPT') ticker: string;
  @ShownOrNull(textShown, 'Name of the security.', 'CTCP FPT') name: string | null;
  @ShownOrNull(
    dateShown,
    'First day of these figures; for a member by listing its first trading day, null if unknown.',
    '2024-02-05',
  )
  from_date: string | null;
  @ShownOrNull(
    bigintKind,
    'Shares that count: those stored with the constituent, otherwise the outstanding shares known on the day.',
    1269968875,
  )
  shares: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @Shown(numberKind({ min: 0, max: 1 }), 'Free-float factor.', 0.85) free_float_ratio: number;
  @Shown(numberKind({ min: 0, max: 1 }), 'Capping factor.', 1) cap_ratio: number;
  @ShownOrNull(priceKind, 'Last published close on or before the day, VND.', 96300) close: number | null;
  @ShownOrNull(
    numberKind({ min: 0, max: 100 }),
    'Weight, percent: shares × close × free-float × cap relative to all members whose shares and close are known; for a price-weighted index, close alone. The close of a member that has not traded since a bonus or another share action is in shares of the day.',
    9.87,
  )
  weight_percent: number | null;
}

/** Parameters of GET /index/constituents. */
export class IndexConstituentQuery extends PageQuery {
  @RequiredQueryField(tickerKind, 'Index symbol.', 'VN30') code: string;

  @QueryField(
    dateKind,
    'Day on which the members are valid; the present day of the market by default.',
    '20240131',
  )
  date?: string;
}
