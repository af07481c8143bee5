import { nulls } from './series.js';

/**
 * Sums and extremes over the last `period` bars. Every sum is computed afresh from the bars of its window, so that
 * it neither drifts over a long history nor keeps a residue of a bar that has left, and is null exactly while a
 * missing value (NaN) is in the window.
 */

/** Sum of the `period` values that end at index `end`. Unit of `values`. */
export function windowSum(values: Float64Array, end: number, period: number): number {
  return sumFrom(0, values, end, period);
}

/**
 * Sum of the differences from `origin` of the `period` values that end at index `end`: exactly 0 when all equal
 * `origin`. Four partial sums, because in a single one each addition would wait for the one before.
 */
export function sumFrom(origin: number, values: Float64Array, end: number, period: number): number {
  let i = end - period + 1;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (; i + 3 <= end; i += 4) {
    a += (values[i] as number) - origin;
    b += (values[i + 1] as number) - origin;
    c += (values[i + 2] as number) - origin;
    d += (values[i + 3] as number) - origin;
  }
  for (; i <= end; i++) a += (values[i] as number) - origin;
  return a + b + (c + d);
}

/**
 * Sums of the last `period` values. Unit of `values`; null while a value in the window is.
 * First valid index: period - 1.
 */
export function rollingSum(values: Float64Array, period: number): Float64Array {
  const out = nulls(values.length);
  for (let i = period - 1; i < values.length; i++) out[i] = windowSum(values, i, period);
  return out;
}

/** Highest of the last `period` values. Unit of `values`. First valid index: period - 1. */
export function highest(values: Float64Array, period: number): Float64Array {
  return extremes(values, period, 1);
}

/** Lowest of the last `period` values. Unit of `values`. First valid index: period - 1. */
export function lowest(values: Float64Array, period: number): Float64Array {
  return extremes(values, period, -1);
}

/** Highest of the last `period` values times `sign`, as they are in `values`. */
function extremes(values: Float64Array, period: number, sign: 1 | -1): Float64Array {
  const out = nulls(values.length);
  const isBeyond = (i: number, at: number) => sign * (values[i] as number) >= sign * (values[at] as number);
  let at = -1;
  for (let i = period - 1; i < values.length; i++) {
    const first = i - period + 1;
    if (at < first) {
      at = first;
      for (let next = first + 1; next <= i; next++) if (isBeyond(next, at)) at = next;
    } else if (isBeyond(i, at)) at = i;
    out[i] = values[at] as number;
  }
  return out;
}
