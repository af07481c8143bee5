import { dataSet } from '../dataset/data-set.js';
import { INSIGHT_FLAGS } from './desk-flags.js';
import { MarketInsight } from './market-insight.entity.js';

export const MARKET_INSIGHT = dataSet(MarketInsight, {
  title: 'Market insight',
  isComputedFrom: false,
  dateColumn: 'published_at',
  notAhead: 'published_at',
  flags: INSIGHT_FLAGS,
});
