import { type DataSet, storedItem } from '../dataset/data-set.js';
import { checkTerms } from './action-terms.js';
import { CorporateActionWrite } from './corporate-action.dto.js';

/** Corporate actions: dividends, issues, splits and events. */
export const CORPORATE_ACTION: DataSet<CorporateActionWrite> = {
  name: 'corporate_action',
  title: 'Corporate actions: dividends, issues, splits and events',
  table: 'corporate_action',
  key: ['ticker', 'ex_date', 'type'],
  record: CorporateActionWrite,
  dateColumn: 'ex_date',
  dateLeads: true,
  check: checkTerms,
  path: '/svc/record/corporate_action',
  itemJson: storedItem(CorporateActionWrite),
  columnNames: {
    ex_date: ['ex dividend date', 'ex right date', 'ex rights date', 'ngày gdkhq'],
    type: ['action type', 'event type', 'action'],
    record_date: ['registration date', 'last registration date', 'ngày đkcc'],
    payment_date: ['pay date', 'payable date', 'execution date'],
    announced_date: ['announcement date', 'public date', 'publication date'],
    cash_dividend: ['dividend', 'dividend per share', 'dps', 'cash amount'],
    share_ratio: ['stock ratio', 'bonus ratio', 'split ratio'],
    rights_ratio: ['issue ratio', 'subscription ratio'],
    rights_price: ['issue price', 'subscription price', 'offer price'],
    note: ['description', 'event title', 'title', 'content'],
  },
};
