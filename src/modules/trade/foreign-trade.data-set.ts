import { type DataSet, storedItem } from '../dataset/data-set.js';
import { ForeignTradeWrite } from './foreign-trade.dto.js';

/** Trading of foreign investors, a day a security. */
export const FOREIGN_TRADE: DataSet<ForeignTradeWrite> = {
  name: 'foreign_trade',
  title: 'Trading of foreign investors, a day a security',
  table: 'foreign_trade',
  key: ['ticker', 'date'],
  record: ForeignTradeWrite,
  dateColumn: 'date',
  dateLeads: true,
  path: '/svc/record/foreign_trade',
  itemJson: storedItem(ForeignTradeWrite),
};
