import { FieldOf, QueryAlias, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import { choiceKind, dateKind, numberKind, priceKind } from '../../kinds/kinds.js';
import { actionTypeKind } from './action-terms.js';
import { CorporateAction } from './corporate-action.entity.js';

/** Parameters of GET /adjustments. */
export class AdjustmentQuery extends DateRangeQuery {
  @Ticker(RequiredQueryField) ticker: string;

  @QueryAlias('from_date', dateKind, 'First ex-date, inclusive; another name of from_date.', '20240102')
  start?: string;

  @QueryAlias(
    'to_date',
    dateKind,
    'Last ex-date, inclusive; no factor counts an action that takes effect later. Another name of to_date.',
    '20241231',
  )
  end?: string;
}

/** A corporate action and the price adjustment of the day on which it takes effect. */
export class AdjustmentRecord {
  @FieldOf(CorporateAction) ticker: string;
  @FieldOf(CorporateAction) ex_date: string;
  @FieldOf(CorporateAction) record_date: string | null;
  @Shown(actionTypeKind, 'Kind of action.', 'cash_dividend') type: string;
  @ShownOrNull(priceKind, 'Cash a held share, VND.', 1500) cash_dividend: number | null;
  @ShownOrNull(numberKind(), 'New shares a held share.', null) share_ratio: number | null;
  @ShownOrNull(priceKind, 'Rights shares on offer a held share.', null) rights_ratio: number | null;
  @ShownOrNull(priceKind, 'Price of a rights share, VND.', null) rights_price: number | null;
  @ShownOrNull(
    priceKind,
    'What this action alone multiplies earlier prices by. Of actions that take effect together each counts from the price that those before it leave (rights, cash, free shares): their product is the factor of the day. Null with a reason.',
    0.9776,
  )
  factor: number | null;
  @ShownOrNull(
    priceKind,
    'reference_after / reference_before, of all actions that take effect together, on the first of them in this list; null on the others.',
    0.9776,
  )
  day_factor: number | null;
  @ShownOrNull(
    priceKind,
    'Product of the factor of the day and those of all later days up to the last day asked for (the last bar when not given): what earlier prices are multiplied by.',
    0.9512,
  )
  cumulative_factor: number | null;
  @ShownOrNull(
    priceKind,
    'Price before, P: the last close, on UPCOM the average matched price where it is stored, VND.',
    67000,
  )
  reference_before: number | null;
  @ShownOrNull(
    priceKind,
    "Price after, P' = (P + rights_ratio × rights_price - cash) / (1 + rights_ratio + share_ratio), not rounded to a tick, VND.",
    65500,
  )
  reference_after: number | null;
  @ShownOrNull(
    choiceKind(['not_in_effect', 'no_earlier_price', 'no_price_left']),
    'Why there is no factor: no bar since the ex-date up to `end`, no price stored before it, or terms that leave no price, as a cash dividend above it; null where there is one.',
    null,
  )
  reason: string | null;
}
