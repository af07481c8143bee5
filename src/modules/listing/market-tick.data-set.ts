import { type DataSet, storedItem } from '../dataset/data-set.js';
import { MarketTickWrite } from './market-tick.dto.js';

/** Tick sizes of exchanges. */
export const MARKET_TICK: DataSet<MarketTickWrite> = {
  name: 'market_tick',
  title: 'Tick sizes of exchanges',
  table: 'market_tick',
  key: ['exchange', 'valid_from', 'price_from'],
  record: MarketTickWrite,
  dateColumn: 'valid_from',
  path: '/svc/record/market_tick',
  itemJson: storedItem(MarketTickWrite),
};
