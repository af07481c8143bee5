import { nulls } from './series.js';
import { sumFrom } from './window.js';

/**
 * Mean of the `period` values that end at index `end`, as last + Σ(x - last) / period, so that the mean of
 * equal values is exactly that value. Unit of `values`.
 */
export function windowMean(values: Float64Array, end: number, period: number): number {
  const last = values[end] as number;
  return last + sumFrom(last, values, end, period) / period;
}

/**
 * Simple moving average: the mean of the last `period` values. Unit of `values`; null while a value in the
 * window is. First valid index: period - 1. Source: TA-Lib SMA.
 */
export function sma(values: Float64Array, period: number): Float64Array {
  const out = nulls(values.length);
  for (let i = period - 1; i < values.length; i++) out[i] = windowMean(values, i, period);
  return out;
}

/**
 * Exponential moving average: e += (x - e) · 2 / (period + 1). Unit of `values`, which may not be null.
 * Seed: SMA of the first `period`. First valid index: period - 1. Source: TA-Lib EMA.
 */
export function ema(values: Float64Array, period: number): Float64Array {
  return emaFrom(values, period, period - 1);
}

/**
 * EMA whose seed is the SMA of the `period` values that end at index `first`; null before. TA-Lib starts
 * like this when the output begins later than the period requires (MACD).
 */
export function emaFrom(values: Float64Array, period: number, first: number): Float64Array {
  const out = nulls(values.length);
  if (first >= values.length) return out;
  const weight = 2 / (period + 1);
  let average = windowMean(values, first, period);
  out[first] = average;
  for (let i = first + 1; i < values.length; i++) {
    average += ((values[i] as number) - average) * weight;
    out[i] = average;
  }
  return out;
}
