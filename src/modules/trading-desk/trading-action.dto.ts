import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import { numberKind, priceKind } from '../../kinds/kinds.js';
import { actionTypeKind } from '../corporate-action/action-terms.js';
import { CorporateAction } from '../corporate-action/corporate-action.entity.js';

/** A corporate action or an event of a company. */
export class TradingActionRecord {
  @FieldOf(CorporateAction) ticker: string;
  @FieldOf(CorporateAction) ex_date: string;
  @Shown(actionTypeKind, 'Kind of action or event.', 'cash_dividend') type: string;
  @FieldOf(CorporateAction) announced_date: string | null;
  @FieldOf(CorporateAction) record_date: string | null;
  @FieldOf(CorporateAction) payment_date: string | null;
  @ShownOrNull(priceKind, 'Cash per share, VND.', 1500) cash_dividend: number | null;
  @ShownOrNull(numberKind({ min: -1 }), 'New shares per share held, free of charge, decimal.', null)
  share_ratio: number | null;
  @ShownOrNull(numberKind({ min: 0 }), 'Shares on offer per share held, decimal.', null)
  rights_ratio: number | null;
  @ShownOrNull(priceKind, 'Issue price, VND per share.', null) rights_price: number | null;
  @FieldOf(CorporateAction, 'Interim dividend') note: string | null;
}

/** Parameters of GET /trading/actions. */
export class TradingActionQuery extends TickerRangeQuery {
  @QueryField(actionTypeKind, 'Kind of action or event.', 'cash_dividend') type?: string;
}
