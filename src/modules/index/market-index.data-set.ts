import { type DataSet, storedItem } from '../dataset/data-set.js';
import { MarketIndexWrite } from './market-index.dto.js';

/** Market indices. */
export const MARKET_INDEX: DataSet<MarketIndexWrite> = {
  name: 'market_index',
  title: 'Market indices',
  table: 'market_index',
  key: ['code'],
  record: MarketIndexWrite,
  defaults: { weighting: 'market_cap', main: false, all_share: false },
  path: '/svc/record/market_index',
  itemJson: storedItem(MarketIndexWrite),
};
