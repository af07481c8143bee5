import { ON_EVERY_NODE } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { checkPeriod } from '../reference/reference-kinds.js';
import { IndexConstituent } from './index-constituent.entity.js';
import { CONSTITUENT_FLAGS } from './index-flags.js';

export const INDEX_CONSTITUENT = dataSet(IndexConstituent, {
  title: 'Constituents of indices over time',
  placement: ON_EVERY_NODE,
  dateColumn: 'from_date',
  dateLeads: true,
  flags: CONSTITUENT_FLAGS,
  check: ({ from_date, to_date }) => checkPeriod(from_date, to_date, 'to_date'),
});
