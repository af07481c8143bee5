import { BodyField } from '../../http/fields/fields.js';
import { bigintKind, dateKind, numberKind, tickerKind } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';

/** A period in which a security belongs to an index with these shares, to be written. */
export class IndexConstituentWrite extends ReadBack {
  @BodyField(tickerKind, { description: 'Index symbol.', example: 'VN30' })
  code: string;
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @BodyField(dateKind, { description: 'First day of these figures.', example: '2024-02-05' })
  from_date: string;
  @BodyField(dateKind, {
    description: 'Last day; until the next period of the security in this index when not given.',
    example: '2024-08-02',
    optional: true,
  })
  to_date?: string;
  @BodyField(bigintKind, {
    description: 'Shares that count in the index; the outstanding shares of the day when not given.',
    example: 2089955445,
    optional: true,
  })
  shares?: number | bigint;
  @BodyField(numberKind({ min: 0, max: 1 }), {
    description: 'Free-float factor, from 0 to 1; 1 when not given.',
    example: 0.4,
    default: 1,
    optional: true,
  })
  free_float_ratio?: number;
  @BodyField(numberKind({ min: 0, max: 1 }), {
    description: 'Capping factor, from 0 to 1; 1 when not given.',
    example: 1,
    default: 1,
    optional: true,
  })
  cap_ratio?: number;
}
