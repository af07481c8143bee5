import { sma } from './moving-average.js';
import { nulls } from './series.js';
import { moveFrom } from './zero.js';

/**
 * Accumulation/distribution line: Σ volume · ((close - low) - (high - close)) / (high - low). Shares.
 * A bar with high = low or without volume leaves it unchanged. Seed: 0. First valid index: 0.
 * Source: Chaikin; TA-Lib AD.
 */
export function adLine(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  volume: Float64Array,
): Float64Array {
  const out = nulls(close.length);
  let line = 0;
  for (let i = 0; i < close.length; i++) {
    const top = high[i] as number;
    const bottom = low[i] as number;
    const last = close[i] as number;
    const shares = volume[i] as number;
    if (top > bottom && !Number.isNaN(shares))
      line += ((last - bottom - (top - last)) / (top - bottom)) * shares;
    out[i] = line;
  }
  return out;
}

/**
 * On-balance volume: plus the volume of a bar that closes higher, minus that of one that closes lower. Shares.
 * A bar without volume leaves it unchanged. Seed: the volume of bar 0, 0 when missing. First valid index: 0.
 * Source: Granville; TA-Lib OBV.
 */
export function obv(close: Float64Array, volume: Float64Array): Float64Array {
  const out = nulls(close.length);
  let balance = 0;
  let prior = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < close.length; i++) {
    const last = close[i] as number;
    const shares = volume[i] as number;
    if (!Number.isNaN(shares)) {
      const move = moveFrom(prior, last);
      if (move > 0) balance += shares;
      else if (move < 0) balance -= shares;
    }
    out[i] = balance;
    prior = last;
  }
  return out;
}

/**
 * Volume moving average: the mean volume of the last `period` bars. Shares; null while a volume in the window
 * is missing. First valid index: period - 1. Source: TA-Lib SMA of volume.
 */
export function vma(volume: Float64Array, period: number): Float64Array {
  return sma(volume, period);
}
