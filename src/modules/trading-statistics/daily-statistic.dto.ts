import { BodyField } from '../../http/fields/fields.js';
import { bigintKind, dateKind, priceKind, tickerKind } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';

/** What the exchange says of a security beside its bar on one day, to be written. */
export class DailyStatisticWrite extends ReadBack {
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @BodyField(dateKind, { description: 'Trade date: YYYY-MM-DD or YYYYMMDD.', example: '2024-01-31' })
  date: string;
  @BodyField(priceKind, {
    description: 'Reference price of the day, VND; computed where it is not given.',
    example: 67000,
    optional: true,
  })
  reference?: number;
  @BodyField(priceKind, {
    description: 'Ceiling price, VND; computed where it is not given.',
    example: 71600,
    optional: true,
  })
  ceiling?: number;
  @BodyField(priceKind, {
    description: 'Floor price, VND; computed where it is not given.',
    example: 62400,
    optional: true,
  })
  floor?: number;
  @BodyField(priceKind, {
    description: 'Average price of matched trades, VND.',
    example: 66950,
    optional: true,
  })
  average_price?: number;
  @BodyField(bigintKind, { description: 'Matched volume, securities.', example: 3215800, optional: true })
  matched_volume?: number | bigint;
  @BodyField(priceKind, { description: 'Matched value, VND.', example: 215298310000, optional: true })
  matched_value?: number;
  @BodyField(bigintKind, {
    description: 'Negotiated (put-through) volume, securities.',
    example: 200000,
    optional: true,
  })
  negotiated_volume?: number | bigint;
  @BodyField(priceKind, { description: 'Negotiated value, VND.', example: 13400000000, optional: true })
  negotiated_value?: number;
  @BodyField(bigintKind, {
    description: 'Listed shares on this day; holds until a later day tells another figure.',
    example: 2089955445,
    optional: true,
  })
  listed_shares?: number | bigint;
  @BodyField(bigintKind, {
    description: 'Outstanding shares on this day; holds until a later day tells another figure.',
    example: 2089955445,
    optional: true,
  })
  outstanding_shares?: number | bigint;
}
