import { QueryField, Shown } from '../../http/fields/fields.js';
import { DateRangeQuery, MAXIMUM_CODES } from '../../http/fields/queries.js';
import {
  bigintKind,
  choiceKind,
  dateShown,
  type Kind,
  listOf,
  numberKind,
  priceKind,
  signedBigintKind,
} from '../../kinds/kinds.js';
import { type FlowScope, flowCodeKind } from './trade-kinds.js';

/** A cell that is null where it is not known. */
const known = (kind: Pick<Kind<unknown>, 'schema'>, options: { description: string; example: number }) =>
  Shown(kind, { ...options, nullable: true });

/**
 * Trade flow of a security, a sector or an index on one day. Of a sector or an index as it is stored, else the sum
 * over its members of that day.
 */
export class TradeFlowRecord {
  @Shown(choiceKind(['ticker', 'sector', 'index']), {
    description: 'What the code names.',
    example: 'ticker',
  })
  scope: FlowScope;
  @Shown(flowCodeKind, { description: 'Security symbol, industry code or index code.', example: 'VNM' })
  code: string;
  @Shown(dateShown, { description: 'Trade date, a calendar date of the market.', example: '2024-01-31' })
  date: string;
  @known(bigintKind, { description: 'Buy orders placed.', example: 5210 })
  buy_order_count: number | null;
  @known(bigintKind, { description: 'Securities in buy orders placed.', example: 6120000 })
  buy_order_volume: number | null;
  @known(bigintKind, { description: 'Sell orders placed.', example: 4180 })
  sell_order_count: number | null;
  @known(bigintKind, { description: 'Securities in sell orders placed.', example: 5980000 })
  sell_order_volume: number | null;
  @known(bigintKind, {
    description: 'Traded at the price of the waiting seller, securities.',
    example: 1720000,
  })
  active_buy_volume: number | null;
  @known(priceKind, { description: 'The same, VND.', example: 115240000000 })
  active_buy_value: number | null;
  @known(bigintKind, {
    description: 'Traded at the price of the waiting buyer, securities.',
    example: 1495800,
  })
  active_sell_volume: number | null;
  @known(priceKind, { description: 'The same, VND.', example: 100218600000 })
  active_sell_value: number | null;
  @known(bigintKind, { description: 'Left in buy orders at the close, securities.', example: 2904200 })
  unmatched_buy_volume: number | null;
  @known(bigintKind, { description: 'Left in sell orders at the close, securities.', example: 2764200 })
  unmatched_sell_volume: number | null;
  @known(signedBigintKind, {
    description: 'Bought less sold by foreign investors, securities.',
    example: -15000,
  })
  foreign_net_volume: number | null;
  @known(numberKind(), { description: 'Bought less sold by foreign investors, VND.', example: -1005000000 })
  foreign_net_value: number | null;
  @known(signedBigintKind, {
    description: 'Bought less sold for the own account of securities companies, securities.',
    example: 8000,
  })
  proprietary_net_volume: number | null;
  @known(numberKind(), { description: 'The same, VND.', example: 536000000 })
  proprietary_net_value: number | null;
  @known(bigintKind, {
    description: 'Members whose flows were summed; null for securities and where the flow itself is stored.',
    example: 30,
  })
  member_count: number | null;
}

/** Parameters of GET /trade/flow. */
export class TradeFlowQuery extends DateRangeQuery {
  @QueryField(choiceKind(['ticker', 'sector', 'index']), {
    description: 'What the codes name.',
    example: 'ticker',
    default: 'ticker',
  })
  scope?: FlowScope;

  @QueryField(listOf(flowCodeKind, MAXIMUM_CODES), {
    description: `A security symbol, an industry code of 2, 4, 6 or 8 digits or an index code, after scope; or up to ${MAXIMUM_CODES} separated by commas. When not given: all securities, all sectors of 2 digits, all indices, and all stored flows of the scope.`,
    example: 'VNM',
  })
  code?: string[];
}
