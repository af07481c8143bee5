import { QueryField, Shown } from '../../http/fields/fields.js';
import {
  Extended,
  type NullReason,
  REASON_TEXT,
  reasonKind,
  TradeDate,
} from '../../http/fields/market-fields.js';
import { DateRangeQuery, MAXIMUM_CODES } from '../../http/fields/queries.js';
import { bigintKind, choiceKind, listOf, numberKind, priceKind, tickerKind } from '../../kinds/kinds.js';

/** Trading of a main index on one day (specification 2.2); with `fields=extended` also the breadth of its members. */
export class MarketResultRecord {
  @Shown(tickerKind, { description: 'Index symbol.', example: 'VNINDEX' })
  code: string;
  @TradeDate() date: string;
  @Shown(priceKind, { description: 'Open level, points.', example: 1179.65 })
  open: number;
  @Shown(priceKind, { description: 'High level, points.', example: 1185.3 })
  high: number;
  @Shown(priceKind, { description: 'Low level, points.', example: 1160.02 })
  low: number;
  @Shown(priceKind, { description: 'Close level, points.', example: 1164.31 })
  close: number;
  @Shown(bigintKind, { description: 'Total trade volume, securities.', example: 1017683000 })
  volume: number;
  @Extended(numberKind(), { description: 'Close less the close before, points.', example: -15.34 })
  change?: number | null;
  @Extended(numberKind(), { description: 'The same in percent of the close before.', example: -1.3 })
  change_percent?: number | null;
  @Extended(reasonKind, REASON_TEXT) change_reason?: NullReason | null;
  @Extended(bigintKind, {
    description:
      'Members that closed above their reference. This and the following count members of that day with a quote; null where there is none.',
    example: 96,
  })
  advances?: number | null;
  @Extended(bigintKind, { description: 'Members that closed below their reference.', example: 407 })
  declines?: number | null;
  @Extended(bigintKind, { description: 'Members that closed at their reference.', example: 50 })
  unchanged?: number | null;
  @Extended(bigintKind, { description: 'Of the advances, members that closed at the ceiling.', example: 6 })
  ceilings?: number | null;
  @Extended(bigintKind, { description: 'Of the declines, members that closed at the floor.', example: 3 })
  floors?: number | null;
  @Extended(bigintKind, { description: 'Volume of the members, securities.', example: 998761300 })
  total_volume?: number | null;
  @Extended(priceKind, {
    description: 'Value of the members, matched and negotiated, else close × volume, VND.',
    example: 23861000000000,
  })
  total_value?: number | null;
}

/** Parameters of GET /trade/market/result. */
export class MarketResultQuery extends DateRangeQuery {
  @QueryField(listOf(tickerKind, MAXIMUM_CODES), {
    description: `One index symbol, or up to ${MAXIMUM_CODES} separated by commas. All main indices when not given.`,
    example: 'VNINDEX',
  })
  code?: string[];

  @QueryField(choiceKind(['basic', 'extended']), {
    description: 'extended adds the change, the breadth of the members and their totals.',
    example: 'basic',
    default: 'basic',
  })
  fields?: 'basic' | 'extended';
}
