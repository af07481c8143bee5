import { BodyField } from '../../http/fields/fields.js';
import { dateKind, numberKind, priceKind, textOf, tickerKind } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { actionTypeKind } from './action-terms.js';

/** An action of a company that counts from its ex-date on, to be written. */
export class CorporateActionWrite extends ReadBack {
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @BodyField(dateKind, {
    description: 'First day on which a buyer does not take part any more; of an event its day.',
    example: '2024-06-10',
  })
  ex_date: string;
  @BodyField(actionTypeKind, {
    description: 'Kind of action; actions of one ex-date count together.',
    example: 'cash_dividend',
  })
  type: string;
  @BodyField(dateKind, { description: 'Day whose holders take part.', example: '2024-06-11', optional: true })
  record_date?: string;
  @BodyField(dateKind, {
    description: 'Day of payment or of the first trading of new shares.',
    example: '2024-07-05',
    optional: true,
  })
  payment_date?: string;
  @BodyField(dateKind, {
    description: 'Day on which it was made public.',
    example: '2024-05-20',
    optional: true,
  })
  announced_date?: string;
  @BodyField(priceKind, {
    description: 'Cash a share, VND; of a cash_dividend.',
    example: 1500,
    optional: true,
  })
  cash_dividend?: number;
  @BodyField(numberKind({ min: -1 }), {
    description:
      'New shares a held share, free of charge: 0.2 is 20 %; a 1-for-1 split is 1, a 10-to-1 consolidation −0.9. Of a stock_dividend, bonus_issue or split.',
    example: 0.2,
    optional: true,
  })
  share_ratio?: number;
  @BodyField(numberKind({ min: 0 }), {
    description: 'Shares on offer a held share; of a rights_issue.',
    example: 0.5,
    optional: true,
  })
  rights_ratio?: number;
  @BodyField(priceKind, {
    description: 'Issue price, VND a share; of a rights_issue.',
    example: 10000,
    optional: true,
  })
  rights_price?: number;
  @BodyField(textOf({ max: 1000 }), {
    description: 'What happened, in words.',
    example: 'Interim dividend of 2024',
    optional: true,
  })
  note?: string;
}
