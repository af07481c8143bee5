import { dataSet } from '../../dataset/data-set.js';
import { Filing } from './filing.entity.js';
import { FILING_FLAGS } from './statement-flags.js';

export const FILING = dataSet(Filing, {
  title: 'Filings of companies with the securities regulator',
  isComputedFrom: false,
  dateColumn: 'filing_date',
  notAhead: 'filing_date',
  flags: FILING_FLAGS,
});
