import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { TradeDate } from '../../http/fields/market-fields.js';
import { DateRangeQuery, MAXIMUM_CODES } from '../../http/fields/queries.js';
import { bigintKind, listOf } from '../../kinds/kinds.js';
import { TradeFlow } from './trade-flow.entity.js';
import { type FlowScope, flowCodeKind, flowScopeKind } from './trade-kinds.js';

/**
 * Trade flow of a security, a sector or an index on one day. For a sector or an index the stored flow, else the sum
 * over its members of that day.
 */
export class TradeFlowRecord {
  @Shown(flowScopeKind, 'What the code identifies.', 'ticker') scope: FlowScope;
  @FieldOf(TradeFlow) code: string;
  @TradeDate() date: string;
  @FieldOf(TradeFlow) buy_order_count: number | null;
  @FieldOf(TradeFlow) buy_order_volume: number | null;
  @FieldOf(TradeFlow) sell_order_count: number | null;
  @FieldOf(TradeFlow) sell_order_volume: number | null;
  @FieldOf(TradeFlow) active_buy_volume: number | null;
  @FieldOf(TradeFlow) active_buy_value: number | null;
  @FieldOf(TradeFlow) active_sell_volume: number | null;
  @FieldOf(TradeFlow) active_sell_value: number | null;
  @FieldOf(TradeFlow) unmatched_buy_volume: number | null;
  @FieldOf(TradeFlow) unmatched_sell_volume: number | null;
  @FieldOf(TradeFlow) foreign_net_volume: number | null;
  @FieldOf(TradeFlow) foreign_net_value: number | null;
  @FieldOf(TradeFlow) proprietary_net_volume: number | null;
  @FieldOf(TradeFlow) proprietary_net_value: number | null;
  @ShownOrNull(
    bigintKind,
    'Number of members whose flows were summed; null for securities and if the flow itself is stored.',
    30,
  )
  member_count: number | null;
}

/** Parameters of GET /trade/flow. */
export class TradeFlowQuery extends DateRangeQuery {
  @QueryField(flowScopeKind, 'What the codes identify.', 'ticker', { default: 'ticker' })
  scope?: FlowScope;

  @QueryField(
    listOf(flowCodeKind, MAXIMUM_CODES),
    `A security symbol, an industry code of 2, 4, 6 or 8 digits or an index code, depending on scope; or up to ${MAXIMUM_CODES} separated by commas. If omitted: all securities, all 2-digit sectors, all indices, and all stored flows of the scope.`,
    'VNM',
  )
  code?: string[];
}
