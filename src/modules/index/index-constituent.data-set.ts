import { type DataSet, storedItem } from '../dataset/data-set.js';
import { checkPeriod } from '../reference/reference-kinds.js';
import { IndexConstituentWrite } from './index-constituent.dto.js';

/** Constituents of indices over time. */
export const INDEX_CONSTITUENT: DataSet<IndexConstituentWrite> = {
  name: 'index_constituent',
  title: 'Constituents of indices over time',
  table: 'index_constituent',
  key: ['code', 'ticker', 'from_date'],
  record: IndexConstituentWrite,
  dateColumn: 'from_date',
  defaults: { free_float_ratio: 1, cap_ratio: 1 },
  check: ({ from_date, to_date }) => checkPeriod(from_date, to_date, 'to_date'),
  path: '/svc/record/index_constituent',
  itemJson: storedItem(IndexConstituentWrite),
  columnNames: {
    code: ['index', 'index code', 'index symbol'],
    from_date: ['effective date', 'start date', 'valid from'],
    to_date: ['end date', 'valid to'],
    shares: ['index shares', 'calculation shares'],
    free_float_ratio: ['free float', 'free float factor'],
    cap_ratio: ['cap', 'capping factor', 'capping ratio'],
  },
};
