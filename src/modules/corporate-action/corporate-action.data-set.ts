import { BY_TICKER } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { ACTION_FLAGS } from './action-flags.js';
import { checkTerms } from './action-terms.js';
import { CorporateAction } from './corporate-action.entity.js';

export const CORPORATE_ACTION = dataSet(CorporateAction, {
  title: 'Corporate actions: dividends, issues, splits and events',
  placement: BY_TICKER,
  dateColumn: 'ex_date',
  dateLeads: true,
  check: checkTerms,
  flags: ACTION_FLAGS,
});
