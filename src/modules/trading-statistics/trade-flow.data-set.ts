import { dataSet } from '../dataset/data-set.js';
import { TradeFlow } from './trade-flow.entity.js';

/** Trade flow: orders, active trades and net trading by investor. */
export const TRADE_FLOW = dataSet(TradeFlow, {
  title: 'Trade flow: orders, active trades and net trading by investor',
  dateColumn: 'date',
});
