import { dataSet } from '../../dataset/data-set.js';
import { Filing } from './filing.entity.js';

/** Filings of companies with the securities regulator. */
export const FILING = dataSet(Filing, {
  title: 'Filings of companies with the securities regulator',
  dateColumn: 'filing_date',
});
