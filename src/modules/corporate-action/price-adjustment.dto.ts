import { FieldOf, QueryAlias, RequiredQueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import { choiceKind, dateKind, numberKind, priceKind } from '../../kinds/kinds.js';
import { actionTypeKind } from './action-terms.js';
import { CorporateAction } from './corporate-action.entity.js';

/** Parameters of GET /adjustments. */
export class AdjustmentQuery extends DateRangeQuery {
  @Ticker(RequiredQueryField) ticker: string;

  @QueryAlias('from_date', dateKind, 'First ex-date, inclusive; alias of from_date.', '20240102')
  start?: string;

  @QueryAlias(
    'to_date',
    dateKind,
    'Last ex-date, inclusive; no factor includes an action that takes effect later. Alias of to_date.',
    '20241231',
  )
  end?: string;
}

/** A corporate action and the price adjustment of the day on which it takes effect. */
export class AdjustmentRecord {
  @FieldOf(CorporateAction) ticker: string;
  @FieldOf(CorporateAction) ex_date: string;
  @FieldOf(CorporateAction) record_date: string | null;
  @Shown(actionTypeKind, 'Type of action.', 'cash_dividend') type: string;
  @ShownOrNull(priceKind, 'Cash per held share, VND.', 1500) cash_dividend: number | null;
  @ShownOrNull(numberKind(), 'New shares per held share.', null) share_ratio: number | null;
  @ShownOrNull(priceKind, 'Rights shares on offer per held share.', null) rights_ratio: number | null;
  @ShownOrNull(priceKind, 'Price of a rights share, VND.', null) rights_price: number | null;
  @ShownOrNull(
    priceKind,
    'Factor by which this action alone multiplies earlier prices. Of actions that take effect together, each applies to the price left by those before it (rights, cash, free shares): their product is the factor of the day. Null if there is a reason.',
    0.9776,
  )
  factor: number | null;
  @ShownOrNull(
    priceKind,
    'reference_after / reference_before of all actions that take effect together, shown on the first of them in this list; null on the others.',
    0.9776,
  )
  day_factor: number | null;
  @ShownOrNull(
    priceKind,
    'Product of the factor of the day and those of all later days up to the last day requested (the last bar if omitted): the factor that earlier prices are multiplied by.',
    0.9512,
  )
  cumulative_factor: number | null;
  @ShownOrNull(
    priceKind,
    'Price before, P: the last close above 0, or on UPCOM the average matched price of its day if it is stored, VND.',
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
    'Why there is no factor: no bar from the ex-date up to `end`, no price stored before it, or terms that leave no price, such as a cash dividend above it; null if there is one.',
    null,
  )
  reason: string | null;
}
