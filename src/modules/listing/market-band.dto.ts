import { BodyField } from '../../http/fields/fields.js';
import { dateKind, textOf } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { bandKind } from './rule-kinds.js';

/** How far prices of an exchange may move in a day, from a day on, to be written. */
export class MarketBandWrite extends ReadBack {
  @BodyField(textOf({ max: 20 }), { description: 'Exchange.', example: 'HOSE' })
  exchange: string;
  @BodyField(dateKind, { description: 'First day.', example: '2013-01-15' })
  valid_from: string;
  @BodyField(bandKind, { description: 'Greatest move from the reference price, as a ratio.', example: 0.07 })
  band: number;
  @BodyField(bandKind, { description: 'The same on the first trading day of a security.', example: 0.2 })
  first_day_band: number;
}
