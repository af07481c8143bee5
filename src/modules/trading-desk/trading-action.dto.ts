import { QueryField, Shown } from '../../http/fields/fields.js';
import { TickerRangeQuery } from '../../http/fields/queries.js';
import { dateShown, numberKind, priceKind, textShown, tickerKind } from '../../kinds/kinds.js';
import { actionTypeKind } from '../corporate-action/action-terms.js';

/** A corporate action or an event of a company. */
export class TradingActionRecord {
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(dateShown, {
    description: 'First day on which a buyer does not take part any more; of an event its day.',
    example: '2024-06-10',
  })
  ex_date: string;
  @Shown(actionTypeKind, { description: 'Kind of action or event.', example: 'cash_dividend' })
  type: string;
  @Shown(dateShown, {
    description: 'Day on which it was made public.',
    example: '2024-05-20',
    nullable: true,
  })
  announced_date: string | null;
  @Shown(dateShown, { description: 'Day whose holders take part.', example: '2024-06-11', nullable: true })
  record_date: string | null;
  @Shown(dateShown, {
    description: 'Day of payment or of the first trading of new shares.',
    example: '2024-07-05',
    nullable: true,
  })
  payment_date: string | null;
  @Shown(priceKind, { description: 'Cash a share, VND.', example: 1500, nullable: true })
  cash_dividend: number | null;
  @Shown(numberKind({ min: -1 }), {
    description: 'New shares a held share, free of charge, decimal.',
    example: null,
    nullable: true,
  })
  share_ratio: number | null;
  @Shown(numberKind({ min: 0 }), {
    description: 'Shares on offer a held share, decimal.',
    example: null,
    nullable: true,
  })
  rights_ratio: number | null;
  @Shown(priceKind, { description: 'Issue price, VND a share.', example: null, nullable: true })
  rights_price: number | null;
  @Shown(textShown, { description: 'What happened, in words.', example: 'Interim dividend', nullable: true })
  note: string | null;
}

/** Parameters of GET /trading/actions. */
export class TradingActionQuery extends TickerRangeQuery {
  @QueryField(actionTypeKind, { description: 'Kind of action or event.', example: 'cash_dividend' })
  type?: string;
}
