import { QueryField, RequiredQueryField, Shown } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { dateKind, dateShown, numberKind, priceKind, tickerKind } from '../../kinds/kinds.js';
import { actionTypeKind } from './action-terms.js';

/** Parameters of GET /adjustments. */
export class AdjustmentQuery extends PageQuery {
  @RequiredQueryField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;

  @QueryField(dateKind, {
    description: 'First ex-date, inclusive; the same day as `end` for one day.',
    example: '20240102',
  })
  start?: string;

  @QueryField(dateKind, {
    description: 'Last ex-date, inclusive; no factor counts an action that takes effect later.',
    example: '20241231',
  })
  end?: string;
}

/** A corporate action and the price adjustment of the day on which it takes effect. */
export class AdjustmentRecord {
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(dateShown, {
    description: 'First day on which a buyer does not take part any more; of an event its day.',
    example: '2024-06-10',
  })
  ex_date: string;
  @Shown(dateShown, { description: 'Day whose holders take part.', example: '2024-06-11', nullable: true })
  record_date: string | null;
  @Shown(actionTypeKind, {
    description: 'Kind of action; meeting, listing and other change no price.',
    example: 'cash_dividend',
  })
  type: string;
  @Shown(priceKind, { description: 'Cash a held share, VND.', example: 1500, nullable: true })
  cash_dividend: number | null;
  @Shown(numberKind(), { description: 'New shares a held share.', example: null, nullable: true })
  share_ratio: number | null;
  @Shown(priceKind, { description: 'Rights shares on offer a held share.', example: null, nullable: true })
  rights_ratio: number | null;
  @Shown(priceKind, { description: 'Price of a rights share, VND.', example: null, nullable: true })
  rights_price: number | null;
  @Shown(priceKind, {
    description:
      'reference_after / reference_before, of all actions that take effect together; null where nothing is adjusted (yet).',
    example: 0.9776,
    nullable: true,
  })
  factor: number | null;
  @Shown(priceKind, {
    description:
      'Product of this factor and those of all later days up to `end` (the last bar when not given): what earlier prices are multiplied by.',
    example: 0.9512,
    nullable: true,
  })
  cumulative_factor: number | null;
  @Shown(priceKind, {
    description:
      'Price before, P: the last close, on UPCOM the average matched price where it is stored, VND.',
    example: 67000,
    nullable: true,
  })
  reference_before: number | null;
  @Shown(priceKind, {
    description:
      "Price after, P' = (P + rights_ratio × rights_price - cash) / (1 + rights_ratio + share_ratio), not rounded to a tick, VND.",
    example: 65500,
    nullable: true,
  })
  reference_after: number | null;
}
