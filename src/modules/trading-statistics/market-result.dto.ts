import { QueryField, Shown } from '../../http/fields/fields.js';
import { ChangeReason, Extended, type NullReason, TradeDate } from '../../http/fields/market-fields.js';
import { DateRangeQuery, MAXIMUM_CODES } from '../../http/fields/queries.js';
import { bigintKind, choiceKind, listOf, numberKind, priceKind, tickerKind } from '../../kinds/kinds.js';

/** Trading of a main index on one day (specification 2.2); with `fields=extended` also the breadth of its members. */
export class MarketResultRecord {
  @Shown(tickerKind, 'Index symbol.', 'VNINDEX') code: string;
  @TradeDate() date: string;
  @Shown(priceKind, 'Open level, points.', 1179.65) open: number;
  @Shown(priceKind, 'High level, points.', 1185.3) high: number;
  @Shown(priceKind, 'Low level, points.', 1160.02) low: number;
  @Shown(priceKind, 'Close level, points.', 1164.31) close: number;
  @Shown(bigintKind, 'Total trade volume, securities.', 1017683000) volume: number;
  @Extended(numberKind(), 'Close minus the previous close, points.', -15.34) change?: number | null;
  @Extended(numberKind(), 'The change in percent of the previous close.', -1.3)
  change_percent?: number | null;
  @ChangeReason(Extended) change_reason?: NullReason | null;
  @Extended(
    bigintKind,
    'Members that closed above their reference. This and the following count members of that day with a quote; null if there is none.',
    96,
  )
  advances?: number | null;
  @Extended(bigintKind, 'Members that closed below their reference.', 407) declines?: number | null;
  @Extended(bigintKind, 'Members that closed at their reference.', 50) unchanged?: number | null;
  @Extended(bigintKind, 'Of the advances, members that closed at the ceiling.', 6) ceilings?: number | null;
  @Extended(bigintKind, 'Of the declines, members that closed at the floor.', 3) floors?: number | null;
  @Extended(bigintKind, 'Volume of the members, securities.', 998761300) total_volume?: number | null;
  @Extended(
    priceKind,
    'Value of the members, matched and negotiated, otherwise close × volume, VND.',
    23861000000000,
  )
  total_value?: number | null;
}

/** Parameters of GET /trade/market/result. */
export class MarketResultQuery extends DateRangeQuery {
  @QueryField(
    listOf(tickerKind, MAXIMUM_CODES),
    `One index symbol, or up to ${MAXIMUM_CODES} separated by commas. All main indices by default.`,
    'VNINDEX',
  )
  code?: string[];

  @QueryField(
    choiceKind(['basic', 'extended']),
    'extended adds the change, the breadth of the members and their totals.',
    'basic',
    { default: 'basic' },
  )
  fields?: 'basic' | 'extended';
}
