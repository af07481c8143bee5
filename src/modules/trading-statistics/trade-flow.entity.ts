import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { isSymbol } from '../../database/sql.js';
import { GivenTradeDate } from '../../http/fields/market-fields.js';
import { bigintKind, numberKind, priceKind, signedBigintKind } from '../../kinds/kinds.js';
import { KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { flowCodeKind, flowScopeKind } from './trade-kinds.js';

/** Trade flow of a security, a sector or an index on one day; natural key (scope, code, date). */
@RecordTable('trade_flow', 'trade_flow_by_date')
@Check('trade_flow_code', isSymbol('code', 2))
@Check(
  'trade_flow_volumes',
  `buy_order_count >= 0 AND buy_order_volume >= 0 AND sell_order_count >= 0 AND sell_order_volume >= 0 AND active_buy_volume >= 0 AND active_sell_volume >= 0 AND unmatched_buy_volume >= 0 AND unmatched_sell_volume >= 0`,
)
@Check('trade_flow_date', `isfinite(date)`)
@Check(
  'trade_flow_values',
  `active_buy_value >= 0 AND active_buy_value < 'Infinity' AND active_sell_value >= 0 AND active_sell_value < 'Infinity'`,
)
@Check(
  'trade_flow_net_values',
  `foreign_net_value > '-Infinity' AND foreign_net_value < 'Infinity' AND proprietary_net_value > '-Infinity' AND proprietary_net_value < 'Infinity'`,
)
export class TradeFlow extends StoredRecord {
  @KeyColumn(
    flowScopeKind,
    'What the code identifies; ticker by default. Flows of sectors and indices are sums over their members if not stored.',
    'ticker',
    { default: 'ticker' },
  )
  scope?: string;
  @KeyColumn(flowCodeKind, 'Security symbol, industry code or index code.', 'VNM') code: string;
  @GivenTradeDate(KeyColumn) date: string;
  @OptionalColumn(bigintKind, 'Buy orders placed.', 5210) buy_order_count?: number | bigint;
  @OptionalColumn(bigintKind, 'Securities in buy orders placed.', 6120000) buy_order_volume?: number | bigint;
  @OptionalColumn(bigintKind, 'Sell orders placed.', 4180) sell_order_count?: number | bigint;
  @OptionalColumn(bigintKind, 'Securities in sell orders placed.', 5980000)
  sell_order_volume?: number | bigint;
  @OptionalColumn(bigintKind, 'Traded at the price of the resting sell order, securities.', 1720000)
  active_buy_volume?: number | bigint;
  @OptionalColumn(priceKind, 'The same, VND.', 115240000000) active_buy_value?: number;
  @OptionalColumn(bigintKind, 'Traded at the price of the resting buy order, securities.', 1495800)
  active_sell_volume?: number | bigint;
  @OptionalColumn(priceKind, 'The same, VND.', 100218600000) active_sell_value?: number;
  @OptionalColumn(bigintKind, 'Remaining in buy orders at the close, securities.', 2904200)
  unmatched_buy_volume?: number | bigint;
  @OptionalColumn(bigintKind, 'Remaining in sell orders at the close, securities.', 2764200)
  unmatched_sell_volume?: number | bigint;
  @OptionalColumn(signedBigintKind, 'Bought minus sold by foreign investors, securities.', -15000)
  foreign_net_volume?: number | bigint;
  @OptionalColumn(numberKind(), 'Bought minus sold by foreign investors, VND.', -1005000000)
  foreign_net_value?: number;
  @OptionalColumn(
    signedBigintKind,
    'Bought minus sold by securities companies for their own account, securities.',
    8000,
  )
  proprietary_net_volume?: number | bigint;
  @OptionalColumn(numberKind(), 'The same, VND.', 536000000) proprietary_net_value?: number;
}
