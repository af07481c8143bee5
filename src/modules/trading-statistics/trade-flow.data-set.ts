import { dataSet } from '../dataset/data-set.js';
import { FLOW_FLAGS } from './statistic-flags.js';
import { TradeFlow } from './trade-flow.entity.js';

export const TRADE_FLOW = dataSet(TradeFlow, {
  title: 'Trade flow: orders, active trades and net trading by investor',
  placement: { kind: 'distributed', by: 'code' },
  dateColumn: 'date',
  daily: true,
  notAhead: 'date',
  flags: FLOW_FLAGS,
});
