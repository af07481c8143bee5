import { emaFrom } from './moving-average.js';
import { nulls } from './series.js';
import { sumFrom } from './window.js';
import { isRounding, isZero, moveFrom } from './zero.js';

/** Directional movement, points from 0 to 100. */
export interface DirectionalMovement {
  adx: Float64Array;
  plus_di: Float64Array;
  minus_di: Float64Array;
}

/**
 * Directional movement: ±DI = 100 · smoothed ±DM / smoothed true range, DX = 100 · |+DI - -DI| / (+DI + -DI),
 * ADX = Wilder's average of DX. Points, 0 to 100. Equal up and down moves count for neither side.
 * Seed: sums of the first period - 1 moves and ranges, then X - X / period + x; ADX the mean of the first
 * `period` DX. First valid index: DI period, ADX 2 · period - 1.
 * Null: DI without any range, ADX on a bar whose DX is 0/0; such a bar leaves the average unchanged (and counts
 * as 0 in its seed). Source: Wilder 1978; TA-Lib ADX, PLUS_DI, MINUS_DI.
 */
export function adx(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  period: number,
): DirectionalMovement {
  const count = close.length;
  const out = { adx: nulls(count), plus_di: nulls(count), minus_di: nulls(count) };
  const { adx: adxOut, plus_di: plusOut, minus_di: minusOut } = out;
  const share = 1 / period;
  const firstAdx = 2 * period - 1;
  let plus = 0;
  let minus = 0;
  let range = 0;
  let average = 0;
  let priorHigh = high[0] as number;
  let priorLow = low[0] as number;
  let priorClose = close[0] as number;
  for (let i = 1; i < count; i++) {
    const barHigh = high[i] as number;
    const barLow = low[i] as number;
    const up = moveFrom(priorHigh, barHigh);
    const down = moveFrom(barLow, priorLow);
    if (i >= period) {
      plus -= plus * share;
      minus -= minus * share;
      range -= range * share;
    }
    if (!isRounding(up - down, barHigh)) {
      if (up > down && up > 0) plus += up;
      else if (down > up && down > 0) minus += down;
    }
    range += trueRange(barHigh, barLow, priorClose);
    priorHigh = barHigh;
    priorLow = barLow;
    priorClose = close[i] as number;
    if (i < period || isZero(range)) continue;
    const plusDi = 100 * (plus / range);
    const minusDi = 100 * (minus / range);
    plusOut[i] = plusDi;
    minusOut[i] = minusDi;
    const both = plusDi + minusDi;
    if (isZero(both)) continue;
    const dx = 100 * (Math.abs(plusDi - minusDi) / both);
    average += i <= firstAdx ? dx * share : (dx - average) * share;
    if (i >= firstAdx) adxOut[i] = average;
  }
  return out;
}

/** Greatest distance between today's high, today's low and yesterday's close. Price units. Wilder 1978. */
function trueRange(high: number, low: number, priorClose: number): number {
  return moveFrom(Math.min(low, priorClose), Math.max(high, priorClose));
}

/**
 * ADX rating: the mean of ADX and its value period - 1 bars earlier. Points, 0 to 100; null when either is.
 * First valid index: 3 · period - 2. Source: Wilder 1978; TA-Lib ADXR.
 */
export function adxr(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  period: number,
): Float64Array {
  const { adx: now } = adx(high, low, close, period);
  const out = nulls(close.length);
  for (let i = period - 1; i < close.length; i++) {
    out[i] = ((now[i] as number) + (now[i - period + 1] as number)) / 2;
  }
  return out;
}

/** The least-squares line through the last `period` closes. */
export interface Regression {
  /** the line at the last bar, price units */
  linear_regression: Float64Array;
  /** price units per bar */
  slope: Float64Array;
  /** the line at the first bar of the window, price units */
  intercept: Float64Array;
}

/**
 * Linear regression of the last `period` closes on the bar number x = 0 … period - 1:
 * slope = Σ(x - x̄)(y - ȳ) / Σ(x - x̄)², intercept = ȳ - slope · x̄. First valid index: period - 1.
 * Source: TA-Lib LINEARREG, LINEARREG_SLOPE, LINEARREG_INTERCEPT.
 */
export function linearRegression(close: Float64Array, period: number): Regression {
  const count = close.length;
  const out = { linear_regression: nulls(count), slope: nulls(count), intercept: nulls(count) };
  const middle = (period - 1) / 2;
  const spread = (period * (period * period - 1)) / 12;
  for (let i = period - 1; i < count; i++) {
    const last = close[i] as number;
    const first = i - period + 1;
    let products = 0;
    for (let j = first; j <= i; j++) products += (j - first - middle) * ((close[j] as number) - last);
    const slope = products / spread;
    const mean = last + sumFrom(last, close, i, period) / period;
    out.linear_regression[i] = mean + slope * middle;
    out.slope[i] = slope;
    out.intercept[i] = mean - slope * middle;
  }
  return out;
}

/** Moving average convergence/divergence, price units. */
export interface Macd {
  macd: Float64Array;
  signal: Float64Array;
  histogram: Float64Array;
}

/**
 * MACD: fast EMA - slow EMA; signal = EMA of it; histogram = macd - signal. Price units.
 * Seed: both averages start at bar slow - 1, so the fast seed is the SMA of the `fast` bars that end there; the
 * signal's is the mean of the first `signal` differences. First valid index of all three: slow + signal - 2.
 * Source: Appel; TA-Lib MACD.
 */
export function macd(close: Float64Array, fast: number, slow: number, signal: number): Macd {
  const count = close.length;
  const out = { macd: nulls(count), signal: nulls(count), histogram: nulls(count) };
  const start = slow - 1;
  const first = start + signal - 1;
  if (first >= count) return out;
  const slowAverage = emaFrom(close, slow, start);
  const difference = emaFrom(close, fast, start);
  for (let i = start; i < count; i++) difference[i] = (difference[i] as number) - (slowAverage[i] as number);
  out.signal = emaFrom(difference, signal, first);
  for (let i = first; i < count; i++) {
    const value = difference[i] as number;
    out.macd[i] = value;
    out.histogram[i] = value - (out.signal[i] as number);
  }
  return out;
}
