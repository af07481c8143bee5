import { sma, windowMean } from './moving-average.js';
import { nulls } from './series.js';
import { highest, lowest, windowSum } from './window.js';
import { isRounding, isZero, moveFrom } from './zero.js';

/** Typical price: (high + low + close) / 3. Price units. First valid index: 0. */
function typicalPrice(high: Float64Array, low: Float64Array, close: Float64Array): Float64Array {
  const out = new Float64Array(close.length);
  for (let i = 0; i < close.length; i++) {
    out[i] = ((high[i] as number) + (low[i] as number) + (close[i] as number)) / 3;
  }
  return out;
}

/**
 * Commodity channel index: (t - mean t) / (0.015 · mean |t - mean t|) of the typical price t over `period` bars.
 * No unit. Null when t does not change within the window. First valid index: period - 1.
 * Source: Lambert 1980; TA-Lib CCI.
 */
export function cci(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  period: number,
): Float64Array {
  const typical = typicalPrice(high, low, close);
  const out = nulls(close.length);
  for (let i = period - 1; i < close.length; i++) {
    const mean = windowMean(typical, i, period);
    let distance = 0;
    for (let j = i - period + 1; j <= i; j++) distance += Math.abs((typical[j] as number) - mean);
    distance /= period;
    if (!isRounding(distance, mean)) out[i] = ((typical[i] as number) - mean) / (0.015 * distance);
  }
  return out;
}

/**
 * Relative strength index: 100 · gain / (gain + loss), the averages smoothed as (prev · (period - 1) + x) / period.
 * Points, 0 to 100. Seed: the mean of the first `period` changes. Null while there has been no change.
 * First valid index: period. Source: Wilder 1978; TA-Lib RSI.
 */
export function rsi(close: Float64Array, period: number): Float64Array {
  const out = nulls(close.length);
  if (close.length <= period) return out;
  const share = 1 / period;
  let gain = 0;
  let loss = 0;
  let prior = close[0] as number;
  for (let i = 1; i <= period; i++) {
    const last = close[i] as number;
    const change = moveFrom(prior, last);
    gain += Math.max(change, 0);
    loss += Math.max(-change, 0);
    prior = last;
  }
  gain *= share;
  loss *= share;
  if (!isZero(gain + loss)) out[period] = 100 * (gain / (gain + loss));
  for (let i = period + 1; i < close.length; i++) {
    const last = close[i] as number;
    const change = moveFrom(prior, last);
    prior = last;
    gain += (Math.max(change, 0) - gain) * share;
    loss += (Math.max(-change, 0) - loss) * share;
    if (!isZero(gain + loss)) out[i] = 100 * (gain / (gain + loss));
  }
  return out;
}

/**
 * Chande momentum oscillator: 100 · (gain - loss) / (gain + loss), which is 2 · RSI - 100 because TA-Lib smooths
 * both alike (Chande's own sums are plain). Points, -100 to 100. Seed and nulls as RSI. First valid index: period.
 * Source: Chande 1994; TA-Lib CMO.
 */
export function cmo(close: Float64Array, period: number): Float64Array {
  return rsi(close, period).map((value) => 2 * value - 100);
}

/**
 * Momentum: close - close `period` bars earlier. Price units. First valid index: period. Source: TA-Lib MOM.
 */
export function momentum(close: Float64Array, period: number): Float64Array {
  const out = nulls(close.length);
  for (let i = period; i < close.length; i++) {
    out[i] = moveFrom(close[i - period] as number, close[i] as number);
  }
  return out;
}

/**
 * Money flow index: 100 · positive / (positive + negative) of the money flows t · volume over the last `period`
 * bars, t the typical price; an unchanged t counts for neither side. Points, 0 to 100.
 * Null without any flow, or while a volume in the window is missing. First valid index: period.
 * Source: Quong and Soudack; TA-Lib MFI.
 */
export function mfi(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  volume: Float64Array,
  period: number,
): Float64Array {
  const typical = typicalPrice(high, low, close);
  const positive = new Float64Array(close.length);
  const negative = new Float64Array(close.length);
  for (let i = 1; i < close.length; i++) {
    const price = typical[i] as number;
    const move = moveFrom(typical[i - 1] as number, price);
    const shares = volume[i] as number;
    // A missing volume makes the window null even if the price is unchanged.
    positive[i] = move > 0 ? price * shares : 0 * shares;
    negative[i] = move < 0 ? price * shares : 0;
  }
  const out = nulls(close.length);
  for (let i = period; i < close.length; i++) {
    const inflow = windowSum(positive, i, period);
    const flow = inflow + windowSum(negative, i, period);
    if (flow !== 0) out[i] = 100 * (inflow / flow);
  }
  return out;
}

/**
 * Rate of change: 100 · (close / close `period` bars earlier - 1). Percent; null when the earlier close is 0.
 * First valid index: period. Source: TA-Lib ROC.
 */
export function roc(close: Float64Array, period: number): Float64Array {
  const out = nulls(close.length);
  for (let i = period; i < close.length; i++) {
    const earlier = close[i - period] as number;
    if (earlier !== 0) out[i] = (moveFrom(earlier, close[i] as number) / earlier) * 100;
  }
  return out;
}

/**
 * %K: 100 · (close - lowest low) / (highest high - lowest low) over `period` bars. Points, 0 to 100.
 * Null when high = low over the window. First valid index: period - 1. Source: TA-Lib STOCHF.
 */
function percentK(high: Float64Array, low: Float64Array, close: Float64Array, period: number): Float64Array {
  const top = highest(high, period);
  const bottom = lowest(low, period);
  const out = nulls(close.length);
  for (let i = period - 1; i < close.length; i++) {
    const range = (top[i] as number) - (bottom[i] as number);
    if (!isRounding(range, top[i] as number))
      out[i] = 100 * (((close[i] as number) - (bottom[i] as number)) / range);
  }
  return out;
}

/**
 * Fast stochastic: fast_k = %K(kPeriod), fast_d = SMA(fast_k, dPeriod). Points, 0 to 100; fast_d is null while a
 * fast_k in its window is. First valid index of both: kPeriod + dPeriod - 2 (%K is cut to where %D starts).
 * Source: Lane; TA-Lib STOCHF.
 */
export function stochasticFast(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  kPeriod: number,
  dPeriod: number,
): { fast_k: Float64Array; fast_d: Float64Array } {
  const k = percentK(high, low, close, kPeriod);
  const d = sma(k, dPeriod);
  return { fast_k: k.fill(Number.NaN, 0, kPeriod + dPeriod - 2), fast_d: d };
}

/**
 * Slow stochastic: slow_k = SMA(%K(kPeriod), slowing), slow_d = SMA(slow_k, dPeriod). Points, 0 to 100; null
 * while a value in the window is. First valid index of both: kPeriod + slowing + dPeriod - 3.
 * Source: Lane; TA-Lib STOCH.
 */
export function stochasticSlow(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  kPeriod: number,
  slowing: number,
  dPeriod: number,
): { slow_k: Float64Array; slow_d: Float64Array } {
  const k = sma(percentK(high, low, close, kPeriod), slowing);
  const d = sma(k, dPeriod);
  return { slow_k: k.fill(Number.NaN, 0, kPeriod + slowing + dPeriod - 3), slow_d: d };
}

/**
 * Williams %R: -100 · (highest high - close) / (highest high - lowest low) over `period` bars. Points, -100 to 0.
 * Null when high = low over the window. First valid index: period - 1. Source: Williams; TA-Lib WILLR.
 */
export function williamsR(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  period: number,
): Float64Array {
  const top = highest(high, period);
  const bottom = lowest(low, period);
  const out = nulls(close.length);
  for (let i = period - 1; i < close.length; i++) {
    const range = (top[i] as number) - (bottom[i] as number);
    if (!isRounding(range, top[i] as number))
      out[i] = 100 * (((close[i] as number) - (top[i] as number)) / range);
  }
  return out;
}
