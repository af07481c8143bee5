import { BodyField } from '../../http/fields/fields.js';
import { bigintKind, dateKind, numberKind, priceKind, tickerKind } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';

/** Trading of foreign investors in one security on one day, to be written. */
export class ForeignTradeWrite extends ReadBack {
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @BodyField(dateKind, { description: 'Trade date: YYYY-MM-DD or YYYYMMDD.', example: '2024-01-31' })
  date: string;
  @BodyField(bigintKind, {
    description: 'Bought by foreign investors in matched trades, securities.',
    example: 120000,
    optional: true,
  })
  foreign_buy_volume_matched?: number | bigint;
  @BodyField(priceKind, {
    description: 'Bought by foreign investors in matched trades, VND.',
    example: 8034000000,
    optional: true,
  })
  foreign_buy_value_matched?: number;
  @BodyField(bigintKind, {
    description: 'Bought by foreign investors in negotiated trades, securities.',
    example: 120000,
    optional: true,
  })
  foreign_buy_volume_negotiated?: number | bigint;
  @BodyField(priceKind, {
    description: 'Bought by foreign investors in negotiated trades, VND.',
    example: 8034000000,
    optional: true,
  })
  foreign_buy_value_negotiated?: number;
  @BodyField(bigintKind, {
    description: 'Sold by foreign investors in matched trades, securities.',
    example: 120000,
    optional: true,
  })
  foreign_sell_volume_matched?: number | bigint;
  @BodyField(priceKind, {
    description: 'Sold by foreign investors in matched trades, VND.',
    example: 8034000000,
    optional: true,
  })
  foreign_sell_value_matched?: number;
  @BodyField(bigintKind, {
    description: 'Sold by foreign investors in negotiated trades, securities.',
    example: 120000,
    optional: true,
  })
  foreign_sell_volume_negotiated?: number | bigint;
  @BodyField(priceKind, {
    description: 'Sold by foreign investors in negotiated trades, VND.',
    example: 8034000000,
    optional: true,
  })
  foreign_sell_value_negotiated?: number;
  @BodyField(bigintKind, {
    description: 'Most securities that foreigners may hold.',
    example: 2089955445,
    optional: true,
  })
  foreign_total_room?: number | bigint;
  @BodyField(bigintKind, {
    description: 'Securities that foreigners hold.',
    example: 1058000000,
    optional: true,
  })
  foreign_owned_volume?: number | bigint;
  @BodyField(bigintKind, {
    description: 'Securities that foreigners may still buy at the beginning of the day.',
    example: 1031955445,
    optional: true,
  })
  foreign_remaining_room?: number | bigint;
  @BodyField(bigintKind, {
    description: 'Securities that foreigners may still buy now, after the trades of the day.',
    example: 1031835445,
    optional: true,
  })
  foreign_current_room?: number | bigint;
  @BodyField(numberKind({ min: 0, max: 1 }), {
    description: 'Share of all securities that foreigners hold, from 0 to 1.',
    example: 0.5062,
    optional: true,
  })
  foreign_ownership_ratio?: number;
}
