import { BY_TICKER } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { checkBook } from './depth-side.js';
import { DEPTH_FLAGS } from './desk-flags.js';
import { MarketDepth } from './market-depth.entity.js';

/** Snapshots of order books. Their `timestamp` is the key, so the last change is `changed_at` here. */
export const MARKET_DEPTH = dataSet(MarketDepth, {
  title: 'Market depth: snapshots of order books',
  placement: BY_TICKER,
  isComputedFrom: false,
  check: checkBook,
  dateColumn: 'timestamp',
  dateLeads: true,
  notAhead: 'timestamp',
  flags: DEPTH_FLAGS,
});
