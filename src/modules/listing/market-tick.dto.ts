import { BodyField } from '../../http/fields/fields.js';
import { dateKind, numberKind, priceKind, textOf } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';

/** Smallest step of prices from a price on, from a day on; a day counts whole tables only, to be written. */
export class MarketTickWrite extends ReadBack {
  @BodyField(textOf({ max: 20 }), { description: 'Exchange.', example: 'HOSE' })
  exchange: string;
  @BodyField(dateKind, {
    description: 'First day of the table of which this is a line.',
    example: '2016-09-12',
  })
  valid_from: string;
  @BodyField(priceKind, { description: 'Lowest price of this tick, VND.', example: 10000 })
  price_from: number;
  @BodyField(numberKind({ min: Number.MIN_VALUE }), { description: 'Tick, VND.', example: 50 })
  tick: number;
}
