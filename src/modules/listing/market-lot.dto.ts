import { BodyField } from '../../http/fields/fields.js';
import { dateKind, integerKind, textOf } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';

/** Securities of a round lot, from a day on, to be written. */
export class MarketLotWrite extends ReadBack {
  @BodyField(textOf({ max: 20 }), { description: 'Exchange.', example: 'HOSE' })
  exchange: string;
  @BodyField(dateKind, { description: 'First day.', example: '2021-01-04' })
  valid_from: string;
  @BodyField(integerKind({ min: 1 }), { description: 'Securities of a round lot.', example: 100 })
  lot: number;
}
