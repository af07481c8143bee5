import { type DataSet, storedItem } from '../dataset/data-set.js';
import { MarketLotWrite } from './market-lot.dto.js';

/** Lot sizes of exchanges. */
export const MARKET_LOT: DataSet<MarketLotWrite> = {
  name: 'market_lot',
  title: 'Lot sizes of exchanges',
  table: 'market_lot',
  key: ['exchange', 'valid_from'],
  record: MarketLotWrite,
  dateColumn: 'valid_from',
  path: '/svc/record/market_lot',
  itemJson: storedItem(MarketLotWrite),
};
