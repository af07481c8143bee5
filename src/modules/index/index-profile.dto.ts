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
  @Shown(tickerKind, { description: 'Index symbol.', example: 'VNINDEX' })
  code: string;
  @FieldOf(MarketIndex) name: string;
  @FieldOf(MarketIndex) name_en: string | null;
  @FieldOf(MarketIndex) exchange: string | null;
  @Shown(textShown, {
    description: 'How members are weighted: market_cap, free_float, capped_free_float or price.',
    example: 'market_cap',
  })
  weighting: string;
  @Shown(booleanKind, { description: 'Whether it is a main index of the market.', example: true })
  main: boolean;
  @Shown(booleanKind, {
    description: 'Whether every share listed on its exchange is a member.',
    example: true,
  })
  all_share: boolean;
  @FieldOf(MarketIndex) base_date: string | null;
  @FieldOf(MarketIndex) base_value: number | null;
  @FieldOf(MarketIndex, { example: 'All shares listed on HOSE.' })
  description: string | null;
  @ShownOrNull(dateShown, {
    description: 'Day of the level: the last one with a published level.',
    example: '2024-01-31',
  })
  date: string | null;
  @ShownOrNull(priceKind, { description: 'Open level, points.', example: 1179.65 })
  open: number | null;
  @ShownOrNull(priceKind, { description: 'High level, points.', example: 1180.71 })
  high: number | null;
  @ShownOrNull(priceKind, { description: 'Low level, points.', example: 1162.61 })
  low: number | null;
  @ShownOrNull(priceKind, { description: 'Close level, points.', example: 1164.31 })
  close: number | null;
  @ShownOrNull(numberKind(), {
    description: 'Close minus the published close before, points.',
    example: -15.34,
  })
  change: number | null;
  @ShownOrNull(numberKind(), {
    description: 'The change in percent points of the close before.',
    example: -1.3,
  })
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @ShownOrNull(integerKind({ min: 1 }), {
    description: 'Members on the day asked for, else on the day of the level; null where none are known.',
    example: 395,
  })
  constituent_count: number | null;
}

const AS_OF = 'Levels and members as they were known on this day; the last stored level when not given.';

/** Parameters of GET /index/{code}. */
export class IndexDayQuery {
  @QueryField(dateKind, { description: AS_OF, example: '20240131' })
  date?: string;
}

/** Parameters of GET /index/profile. */
export class IndexProfileQuery extends PageQuery {
  @QueryField(tickerKind, { description: 'Index symbol; all indices when not given.', example: 'VNINDEX' })
  code?: string;

  @QueryField(dateKind, { description: AS_OF, example: '20240131' })
  date?: string;
}

/** A member of an index on a day (GET /index/constituents). */
export class IndexConstituentRecord {
  @Shown(integerKind({ min: 1 }), { description: 'Place in the order by weight, from 1.', example: 1 })
  rank: number;
  @FieldOf(IndexConstituent) code: string;
  @FieldOf(IndexConstituent, { example: 'FPT' })
  ticker: string;
  @ShownOrNull(textShown, { description: 'Name of the security.', example: 'CTCP FPT' })
  name: string | null;
  @ShownOrNull(dateShown, {
    description:
      'First day of these figures; of a member by listing its first trading day, null where that is unknown.',
    example: '2024-02-05',
  })
  from_date: string | null;
  @ShownOrNull(bigintKind, {
    description:
      'Shares that count: those stored with the constituent, else the outstanding shares known on the day.',
    example: 1269968875,
  })
  shares: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
  @Shown(numberKind({ min: 0, max: 1 }), { description: 'Free-float factor.', example: 0.85 })
  free_float_ratio: number;
  @Shown(numberKind({ min: 0, max: 1 }), { description: 'Capping factor.', example: 1 })
  cap_ratio: number;
  @ShownOrNull(priceKind, { description: 'Last published close on or before the day, VND.', example: 96300 })
  close: number | null;
  @ShownOrNull(numberKind({ min: 0, max: 100 }), {
    description:
      'Weight, percent points: shares × close × free-float × cap of all members whose shares and close are known; of an index weighted by price, close alone.',
    example: 9.87,
  })
  weight_percent: number | null;
}

/** Parameters of GET /index/constituents. */
export class IndexConstituentQuery extends PageQuery {
  @RequiredQueryField(tickerKind, { description: 'Index symbol.', example: 'VN30' })
  code: string;

  @QueryField(dateKind, {
    description: 'Day on which the members are valid; the present day of the market when not given.',
    example: '20240131',
  })
  date?: string;
}
