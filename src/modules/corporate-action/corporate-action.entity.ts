import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { ABOVE_MINUS_1, dateKind, numberKind, priceKind, textOf } from '../../kinds/kinds.js';
import { KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { actionTypeKind } from './action-terms.js';

/** An action of a company that counts from its ex-date on; natural key (ticker, ex_date, type). */
@RecordTable('corporate_action', 'corporate_action_by_date')
@Check(
  'corporate_action_terms',
  `cash_dividend >= 0 AND cash_dividend < 'Infinity' AND share_ratio > -1 AND share_ratio < 'Infinity' AND rights_ratio >= 0 AND rights_ratio < 'Infinity' AND rights_price >= 0 AND rights_price < 'Infinity'`,
)
@Check(
  'corporate_action_dates',
  `isfinite(ex_date) AND isfinite(record_date) AND isfinite(payment_date) AND isfinite(announced_date)`,
)
export class CorporateAction extends StoredRecord {
  @Ticker(KeyColumn) ticker: string;
  @KeyColumn(
    dateKind,
    'First day on which a buyer no longer takes part; for an event, its day.',
    '2024-06-10',
    { columnNames: ['ex dividend date', 'ex right date', 'ex rights date', 'ngày gdkhq'] },
  )
  ex_date: string;
  @KeyColumn(
    actionTypeKind,
    'Type of action; actions with the same ex-date count together.',
    'cash_dividend',
    {
      columnNames: ['action type', 'event type', 'action'],
      column: { collation: undefined },
    },
  )
  type: string;
  @OptionalColumn(dateKind, 'Record date: holders on this day take part.', '2024-06-11', {
    columnNames: ['registration date', 'last registration date', 'ngày đkcc'],
  })
  record_date?: string;
  @OptionalColumn(dateKind, 'Day of payment, or first trading day of new shares.', '2024-07-05', {
    columnNames: ['pay date', 'payable date', 'execution date'],
  })
  payment_date?: string;
  @OptionalColumn(dateKind, 'Day on which it was announced.', '2024-05-20', {
    columnNames: ['announcement date', 'public date', 'publication date'],
  })
  announced_date?: string;
  @OptionalColumn(priceKind, 'Cash per share, VND; for a cash_dividend.', 1500, {
    columnNames: ['dividend', 'dividend per share', 'dps', 'cash amount'],
  })
  cash_dividend?: number;
  @OptionalColumn(
    // A ratio of −1 would leave no share.
    numberKind({ min: ABOVE_MINUS_1 }),
    'New shares per held share, free of charge: 0.2 is 20 %; a 1-for-1 split is 1, a 10-to-1 consolidation −0.9. For a stock_dividend, bonus_issue or split.',
    0.2,
    { columnNames: ['stock ratio', 'bonus ratio', 'split ratio'] },
  )
  share_ratio?: number;
  @OptionalColumn(numberKind({ min: 0 }), 'Shares on offer per held share; for a rights_issue.', 0.5, {
    columnNames: ['issue ratio', 'subscription ratio'],
  })
  rights_ratio?: number;
  @OptionalColumn(priceKind, 'Issue price, VND per share; for a rights_issue.', 10000, {
    columnNames: ['issue price', 'subscription price', 'offer price'],
  })
  rights_price?: number;
  @OptionalColumn(textOf({ max: 1000 }), 'Description of the action.', 'Interim dividend of 2024', {
    columnNames: ['description', 'event title', 'title', 'content'],
  })
  note?: string;
}
