import { type DataSet, storedItem } from '../dataset/data-set.js';
import { TradeFlowWrite } from './trade-flow.dto.js';

/** Trade flow: orders, active trades and net trading by investor. */
export const TRADE_FLOW: DataSet<TradeFlowWrite> = {
  name: 'trade_flow',
  title: 'Trade flow: orders, active trades and net trading by investor',
  table: 'trade_flow',
  key: ['scope', 'code', 'date'],
  record: TradeFlowWrite,
  dateColumn: 'date',
  defaults: { scope: 'ticker' },
  path: '/svc/record/trade_flow',
  itemJson: storedItem(TradeFlowWrite),
};
