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
};
