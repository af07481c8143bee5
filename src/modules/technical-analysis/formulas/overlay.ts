import { windowMean } from './moving-average.js';
import { nulls } from './series.js';
import { isRounding, moveFrom } from './zero.js';

/** Bands around the mean price, price units. */
export interface Bands {
  upper: Float64Array;
  middle: Float64Array;
  lower: Float64Array;
}

/**
 * Bollinger bands: middle = SMA(period), upper and lower = middle ± deviation · σ, with the population standard
 * deviation σ = √(Σ(x - middle)² / period) in a second pass over the window. Price units.
 * First valid index: period - 1. Source: TA-Lib BBANDS with a simple average (whose σ is the difference of two
 * large sums and therefore less exact).
 */
export function bollingerBands(close: Float64Array, period: number, deviation: number): Bands {
  const upper = nulls(close.length);
  const middle = nulls(close.length);
  const lower = nulls(close.length);
  for (let i = period - 1; i < close.length; i++) {
    const mean = windowMean(close, i, period);
    const width = deviation * Math.sqrt(squaresFrom(mean, close, i, period) / period);
    upper[i] = mean + width;
    middle[i] = mean;
    lower[i] = mean - width;
  }
  return { upper, middle, lower };
}

/** Σ(x - mean)² of the `period` values that end at index `end`; four partial sums, for speed. */
function squaresFrom(mean: number, values: Float64Array, end: number, period: number): number {
  let i = end - period + 1;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (; i + 3 <= end; i += 4) {
    const p = (values[i] as number) - mean;
    const q = (values[i + 1] as number) - mean;
    const r = (values[i + 2] as number) - mean;
    const s = (values[i + 3] as number) - mean;
    a += p * p;
    b += q * q;
    c += r * r;
    d += s * s;
  }
  for (; i <= end; i++) {
    const p = (values[i] as number) - mean;
    a += p * p;
  }
  return a + b + (c + d);
}

/**
 * Parabolic stop and reverse: sar += af · (extreme - sar); af grows by `step` at each new extreme up to
 * `maximum`. Price units. It reverses when the price touches it (low ≤ sar, high ≥ sar), starts again at the
 * extreme of the trade that ended, and never enters the range of the last two bars.
 * Seed: long, unless the downward move of bar 1 is positive and exceeds the upward one; the first SAR is the
 * low (long) or the high (short) of bar 0. First valid index: 1. Source: Wilder 1978; TA-Lib SAR.
 */
export function parabolicSar(
  high: Float64Array,
  low: Float64Array,
  step: number,
  maximum: number,
): Float64Array {
  const out = nulls(high.length);
  if (high.length < 2) return out;
  let long = startsLong(high, low);
  let sar = (long ? low[0] : high[0]) as number;
  let extreme = (long ? high[1] : low[1]) as number;
  let acceleration = step;
  let priorHigh = high[1] as number;
  let priorLow = low[1] as number;
  for (let i = 1; i < high.length; i++) {
    const barHigh = high[i] as number;
    const barLow = low[i] as number;
    const isReversal = long ? moveFrom(sar, barLow) <= 0 : moveFrom(sar, barHigh) >= 0;
    if (isReversal) {
      long = !long;
      sar = outside(long, extreme, priorHigh, barHigh, priorLow, barLow);
      acceleration = step;
      extreme = long ? barHigh : barLow;
    }
    out[i] = sar;
    if (!isReversal && (long ? moveFrom(extreme, barHigh) > 0 : moveFrom(extreme, barLow) < 0)) {
      extreme = long ? barHigh : barLow;
      acceleration = Math.min(acceleration + step, maximum);
    }
    sar = outside(long, sar + acceleration * (extreme - sar), priorHigh, barHigh, priorLow, barLow);
    priorHigh = barHigh;
    priorLow = barLow;
  }
  return out;
}

function startsLong(high: Float64Array, low: Float64Array): boolean {
  const up = moveFrom(high[0] as number, high[1] as number);
  const down = moveFrom(low[1] as number, low[0] as number);
  return !(down > 0 && down > up && !isRounding(down - up, high[1] as number));
}

/** Keeps the SAR of a long trade at or below the last two lows, of a short one at or above the last two highs. */
function outside(
  long: boolean,
  sar: number,
  priorHigh: number,
  high: number,
  priorLow: number,
  low: number,
): number {
  return long ? Math.min(sar, priorLow, low) : Math.max(sar, priorHigh, high);
}
