import { ON_EVERY_NODE } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { INDEX_FLAGS } from './index-flags.js';
import { MarketIndex } from './market-index.entity.js';

export const MARKET_INDEX = dataSet(MarketIndex, {
  title: 'Market indices',
  placement: ON_EVERY_NODE,
  flags: INDEX_FLAGS,
});
