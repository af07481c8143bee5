import { ON_EVERY_NODE } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { SettlementWrite } from './settlement.dto.js';
import { Settlement } from './settlement.entity.js';
import { SETTLEMENT_FLAGS } from './settlement-flags.js';

/** Open and closed days of trading systems. */
export const SETTLEMENT = dataSet(Settlement, {
  record: SettlementWrite,
  title: 'Settlement days: open and closed days of the trading system',
  placement: ON_EVERY_NODE,
  dateColumn: 'date',
  flags: SETTLEMENT_FLAGS,
});
