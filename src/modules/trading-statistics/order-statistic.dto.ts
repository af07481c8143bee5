import { BodyField } from '../../http/fields/fields.js';
import { bigintKind, dateKind, tickerKind } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';

/** Orders placed in one security on one day, matched or not, to be written. */
export class OrderStatisticWrite extends ReadBack {
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
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
}
