import { dataSet } from '../dataset/data-set.js';
import { INDEX_FLAGS } from './index-flags.js';
import { MarketIndex } from './market-index.entity.js';

export const MARKET_INDEX = dataSet(MarketIndex, {
  title: 'Market indices',
  flags: INDEX_FLAGS,
});
