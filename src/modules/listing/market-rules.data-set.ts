import { dataSet } from '../dataset/data-set.js';
import { MarketBand, MarketLot, MarketTick } from './market-rules.entity.js';

export const MARKET_BAND = dataSet(MarketBand, {
  title: 'Daily price bands of exchanges',
  dateColumn: 'valid_from',
});

export const MARKET_TICK = dataSet(MarketTick, {
  title: 'Tick sizes of exchanges',
  dateColumn: 'valid_from',
});

export const MARKET_LOT = dataSet(MarketLot, {
  title: 'Lot sizes of exchanges',
  dateColumn: 'valid_from',
});
