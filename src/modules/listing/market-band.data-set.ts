import { type DataSet, storedItem } from '../dataset/data-set.js';
import { MarketBandWrite } from './market-band.dto.js';

/** Daily price bands of exchanges. */
export const MARKET_BAND: DataSet<MarketBandWrite> = {
  name: 'market_band',
  title: 'Daily price bands of exchanges',
  table: 'market_band',
  key: ['exchange', 'valid_from'],
  record: MarketBandWrite,
  dateColumn: 'valid_from',
  path: '/svc/record/market_band',
  itemJson: storedItem(MarketBandWrite),
};
