import { ON_EVERY_NODE } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { BAND_FLAGS, LOT_FLAGS, TICK_FLAGS } from './listing-flags.js';
import { MarketBand, MarketLot, MarketTick } from './market-rules.entity.js';

export const MARKET_BAND = dataSet(MarketBand, {
  title: 'Daily price bands of exchanges',
  placement: ON_EVERY_NODE,
  flags: BAND_FLAGS,
  dateColumn: 'valid_from',
});

export const MARKET_TICK = dataSet(MarketTick, {
  title: 'Tick sizes of exchanges',
  placement: ON_EVERY_NODE,
  flags: TICK_FLAGS,
  dateColumn: 'valid_from',
});

export const MARKET_LOT = dataSet(MarketLot, {
  title: 'Lot sizes of exchanges',
  placement: ON_EVERY_NODE,
  flags: LOT_FLAGS,
  dateColumn: 'valid_from',
});
