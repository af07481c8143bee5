import { dataSet } from '../dataset/data-set.js';
import { SettlementCycle } from './settlement-cycle.entity.js';
import { CYCLE_FLAGS } from './settlement-flags.js';

/** Settlement cycles, from which settlement dates are computed. */
export const SETTLEMENT_CYCLE = dataSet(SettlementCycle, {
  title: 'Settlement cycles of markets',
  dateColumn: 'valid_from',
  flags: CYCLE_FLAGS,
});
