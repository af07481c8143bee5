import { cmo, mfi, momentum, roc, rsi } from './momentum.js';
import { sma } from './moving-average.js';

/*
 * Average X = SMA(x(period), averagePeriod): an inference, because no public source defines the group; the reading is
 * that of TradingView's "RSI-based MA", MetaTrader's RSI_MA and CQG. Unit of x; null while an x in the window is.
 * First valid index: that of x + averagePeriod - 1.
 */

/** Average RSI. Points, 0 to 100. First valid index: period + averagePeriod - 1. */
export function averageRsi(close: Float64Array, period: number, averagePeriod: number): Float64Array {
  return sma(rsi(close, period), averagePeriod);
}

/** Average momentum. Price units. First valid index: period + averagePeriod - 1. */
export function averageMomentum(close: Float64Array, period: number, averagePeriod: number): Float64Array {
  return sma(momentum(close, period), averagePeriod);
}

/** Average MFI. Points, 0 to 100. First valid index: period + averagePeriod - 1. */
export function averageMfi(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  volume: Float64Array,
  period: number,
  averagePeriod: number,
): Float64Array {
  return sma(mfi(high, low, close, volume, period), averagePeriod);
}

/** Average ROC. Percent. First valid index: period + averagePeriod - 1. */
export function averageRoc(close: Float64Array, period: number, averagePeriod: number): Float64Array {
  return sma(roc(close, period), averagePeriod);
}

/** Average CMO. Points, -100 to 100. First valid index: period + averagePeriod - 1. */
export function averageCmo(close: Float64Array, period: number, averagePeriod: number): Float64Array {
  return sma(cmo(close, period), averagePeriod);
}
