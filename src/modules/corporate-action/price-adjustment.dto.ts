import { FieldOf, QueryAlias, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import { choiceKind, dateKind, numberKind, priceKind } from '../../kinds/kinds.js';
import { actionTypeKind } from './action-terms.js';
import { CorporateAction } from './corporate-action.entity.js';

/** Parameters of GET /adjustments. */
export class AdjustmentQuery extends DateRangeQuery {
  @Ticker(RequiredQueryField) ticker: string;

  @QueryAlias('from_date', dateKind, {
    description: 'First ex-date, inclusive; another name of from_date.',
    example: '20240102',
  })
  start?: string;

  @QueryAlias('to_date', dateKind, {
    description:
      'Last ex-date, inclusive; no factor counts an action that takes effect later. Another name of to_date.',
    example: '20241231',
  })
  end?: string;
}

/** A corporate action and the price adjustment of the day on which it takes effect. */
export class AdjustmentRecord {
  @FieldOf(CorporateAction) ticker: string;
  @FieldOf(CorporateAction) ex_date: string;
  @FieldOf(CorporateAction) record_date: string | null;
  @Shown(actionTypeKind, { description: 'Kind of action.', example: 'cash_dividend' })
  type: string;
  @ShownOrNull(priceKind, { description: 'Cash a held share, VND.', example: 1500 })
  cash_dividend: number | null;
  @ShownOrNull(numberKind(), { description: 'New shares a held share.', example: null })
  share_ratio: number | null;
  @ShownOrNull(priceKind, { description: 'Rights shares on offer a held share.', example: null })
  rights_ratio: number | null;
  @ShownOrNull(priceKind, { description: 'Price of a rights share, VND.', example: null })
  rights_price: number | null;
  @ShownOrNull(priceKind, {
    description:
      'What this action alone multiplies earlier prices by. Of actions that take effect together each counts from the price that those before it leave (rights, cash, free shares): their product is the factor of the day. Null with a reason.',
    example: 0.9776,
  })
  factor: number | null;
  @ShownOrNull(priceKind, {
    description:
      'reference_after / reference_before, of all actions that take effect together, on the first of them in this list; null on the others.',
    example: 0.9776,
  })
  day_factor: number | null;
  @ShownOrNull(priceKind, {
    description:
      'Product of the factor of the day and those of all later days up to the last day asked for (the last bar when not given): what earlier prices are multiplied by.',
    example: 0.9512,
  })
  cumulative_factor: number | null;
  @ShownOrNull(priceKind, {
    description:
      'Price before, P: the last close, on UPCOM the average matched price where it is stored, VND.',
    example: 67000,
  })
  reference_before: number | null;
  @ShownOrNull(priceKind, {
    description:
      "Price after, P' = (P + rights_ratio × rights_price - cash) / (1 + rights_ratio + share_ratio), not rounded to a tick, VND.",
    example: 65500,
  })
  reference_after: number | null;
  @ShownOrNull(choiceKind(['not_in_effect', 'no_earlier_price', 'no_price_left']), {
    description:
      'Why there is no factor: no bar since the ex-date up to `end`, no price stored before it, or terms that leave no price, as a cash dividend above it; null where there is one.',
    example: null,
  })
  reason: string | null;
}
