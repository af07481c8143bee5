import { BodyField } from '../../http/fields/fields.js';
import {
  bigintKind,
  choiceKind,
  dateKind,
  numberKind,
  priceKind,
  signedBigintKind,
} from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { flowCodeKind } from './trade-kinds.js';

/** Trade flow of a security, a sector or an index on one day, to be written. */
export class TradeFlowWrite extends ReadBack {
  @BodyField(choiceKind(['ticker', 'sector', 'index']), {
    description:
      'What the code names; ticker when not given. Flows of sectors and indices are sums over their members where they are not stored.',
    example: 'ticker',
    default: 'ticker',
    optional: true,
  })
  scope?: string;
  @BodyField(flowCodeKind, { description: 'Security symbol, industry code or index code.', example: 'VNM' })
  code: string;
  @BodyField(dateKind, { description: 'Trade date: YYYY-MM-DD or YYYYMMDD.', example: '2024-01-31' })
  date: string;
  @BodyField(bigintKind, { description: 'Buy orders placed.', example: 5210, optional: true })
  buy_order_count?: number | bigint;
  @BodyField(bigintKind, {
    description: 'Securities in buy orders placed.',
    example: 6120000,
    optional: true,
  })
  buy_order_volume?: number | bigint;
  @BodyField(bigintKind, { description: 'Sell orders placed.', example: 4180, optional: true })
  sell_order_count?: number | bigint;
  @BodyField(bigintKind, {
    description: 'Securities in sell orders placed.',
    example: 5980000,
    optional: true,
  })
  sell_order_volume?: number | bigint;
  @BodyField(bigintKind, {
    description: 'Traded at the price of the waiting seller, securities.',
    example: 1720000,
    optional: true,
  })
  active_buy_volume?: number | bigint;
  @BodyField(priceKind, { description: 'The same, VND.', example: 115240000000, optional: true })
  active_buy_value?: number;
  @BodyField(bigintKind, {
    description: 'Traded at the price of the waiting buyer, securities.',
    example: 1495800,
    optional: true,
  })
  active_sell_volume?: number | bigint;
  @BodyField(priceKind, { description: 'The same, VND.', example: 100218600000, optional: true })
  active_sell_value?: number;
  @BodyField(bigintKind, {
    description: 'Left in buy orders at the close, securities.',
    example: 2904200,
    optional: true,
  })
  unmatched_buy_volume?: number | bigint;
  @BodyField(bigintKind, {
    description: 'Left in sell orders at the close, securities.',
    example: 2764200,
    optional: true,
  })
  unmatched_sell_volume?: number | bigint;
  @BodyField(signedBigintKind, {
    description: 'Bought less sold by foreign investors, securities.',
    example: -15000,
    optional: true,
  })
  foreign_net_volume?: number | bigint;
  @BodyField(numberKind(), {
    description: 'Bought less sold by foreign investors, VND.',
    example: -1005000000,
    optional: true,
  })
  foreign_net_value?: number;
  @BodyField(signedBigintKind, {
    description: 'Bought less sold for the own account of securities companies, securities.',
    example: 8000,
    optional: true,
  })
  proprietary_net_volume?: number | bigint;
  @BodyField(numberKind(), { description: 'The same, VND.', example: 536000000, optional: true })
  proprietary_net_value?: number;
}
