import { dataSet } from '../dataset/data-set.js';
import { MarketIndex } from './market-index.entity.js';

/** Market indices. */
export const MARKET_INDEX = dataSet(MarketIndex, {
  title: 'Market indices',
});
