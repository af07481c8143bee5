/*
 * Returns and risk of a series of closes. Days are counted since 2000-01-01, ascending and distinct; prices may be
 * in any unit. A figure that cannot be known, 0/0 included, is null. Returns, volatility and alpha are decimals
 * (0.05 is 5 %). Sources: Bacon, Practical Portfolio Performance Measurement and Attribution (2008), chapters 2
 * and 4; Sharpe, The Sharpe Ratio (1994); Jensen, The Performance of Mutual Funds (1968).
 */

/** Closes by day. */
export interface Prices {
  days: Int32Array;
  closes: Float64Array;
}

/** Trading days of a year, by which daily figures are annualised. */
const TRADING_DAYS = 252;
/** Calendar days of a year, by which the return of a window is annualised. */
const CALENDAR_DAYS = 365;
/** A deviation smaller than this fraction of the greatest return is rounding, not risk. */
const ROUNDING = 1e-12;

/** Index of the last day that is not after `day`; −1 when there is none. */
export function lastAt(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as number) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The closes that a window is measured with: its base, the last close on or before `from` (the first close in the
 * window where there is none), and all later ones up to `to`. Empty without a close after the base.
 */
export function windowOf({ days, closes }: Prices, from: number, to: number): Prices {
  const base = Math.max(0, lastAt(days, from));
  const end = lastAt(days, to);
  const [first, last] = end > base ? [base, end + 1] : [0, 0];
  return { days: days.subarray(first, last), closes: closes.subarray(first, last) };
}

/** Simple return from the last close on or before `start` to the last one on or before `end`: P1 / P0 − 1. */
export function returnBetween({ days, closes }: Prices, start: number, end: number): number | null {
  const [base, last] = [lastAt(days, start), lastAt(days, end)];
  if (base < 0) return null;
  return finite((closes[last] as number) / (closes[base] as number) - 1);
}

/** Daily simple returns r(t) = P(t) / P(t−1) − 1, one fewer than closes. */
export function dailyReturns(closes: Float64Array): Float64Array {
  const returns = new Float64Array(Math.max(0, closes.length - 1));
  for (let at = 0; at < returns.length; at++) {
    returns[at] = (closes[at + 1] as number) / (closes[at] as number) - 1;
  }
  return returns;
}

/** P(last) / P(first) − 1. */
export function totalReturn(closes: Float64Array): number | null {
  if (closes.length < 2) return null;
  return finite((closes.at(-1) as number) / (closes[0] as number) - 1);
}

/** (1 + r)^(365 / days) − 1 of a return over calendar days; null for less than one day. */
export function annualizedReturn(total: number | null, days: number): number | null {
  if (total === null || days < 1) return null;
  return finite((1 + total) ** (CALENDAR_DAYS / days) - 1);
}

/** s · √252 with the sample standard deviation s (n − 1) of daily returns; null for fewer than two returns. */
export function volatility(returns: Float64Array): number | null {
  if (returns.length < 2) return null;
  return finite(Math.sqrt(variance(returns) * TRADING_DAYS));
}

/** The deepest fall from an earlier high: min over t of P(t) / max(P(s), s ≤ t) − 1; negative or 0. */
export function maxDrawdown(closes: Float64Array): number | null {
  if (closes.length < 2) return null;
  let high = Number.NEGATIVE_INFINITY;
  let deepest = 0;
  for (const close of closes) {
    high = Math.max(high, close);
    deepest = Math.min(deepest, close / high - 1);
  }
  return finite(deepest);
}

/** (252 · mean(r) − annual risk-free rate) / volatility; null without volatility. */
export function sharpeRatio(returns: Float64Array, riskFreeRate: number): number | null {
  const risk = volatility(returns);
  if (risk === null || risk === 0) return null;
  return finite((TRADING_DAYS * mean(returns) - riskFreeRate) / risk);
}

/** Closes of two series on the days that both have, from the first to the last day of `own`. */
export function common(own: Prices, other: Prices): { own: Float64Array; other: Float64Array } {
  const closes = { own: new Float64Array(own.days.length), other: new Float64Array(own.days.length) };
  let count = 0;
  let at = 0;
  for (let index = 0; index < own.days.length; index++) {
    const day = own.days[index] as number;
    while (at < other.days.length && (other.days[at] as number) < day) at++;
    if (other.days[at] !== day) continue;
    closes.own[count] = own.closes[index] as number;
    closes.other[count] = other.closes[at] as number;
    count++;
  }
  return { own: closes.own.subarray(0, count), other: closes.other.subarray(0, count) };
}

/** cov(r, b) / var(b) of paired daily returns; null for fewer than two pairs or a benchmark that does not move. */
export function beta(returns: Float64Array, benchmark: Float64Array): number | null {
  if (returns.length < 2) return null;
  const risk = variance(benchmark);
  return risk === 0 ? null : finite(covariance(returns, benchmark) / risk);
}

/** Jensen's alpha per year: 252 · mean(r) − [rf + β · (252 · mean(b) − rf)], rf the annual risk-free rate. */
export function alpha(returns: Float64Array, benchmark: Float64Array, riskFreeRate: number): number | null {
  const slope = beta(returns, benchmark);
  if (slope === null) return null;
  const excess = TRADING_DAYS * mean(returns) - riskFreeRate;
  return finite(excess - slope * (TRADING_DAYS * mean(benchmark) - riskFreeRate));
}

/** The number, or null if it is not finite. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Sample covariance, in two passes. */
function covariance(left: Float64Array, right: Float64Array): number {
  const [a, b] = [mean(left), mean(right)];
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += ((left[at] as number) - a) * ((right[at] as number) - b);
  return sum / (left.length - 1);
}

/** Sample variance; 0 if the values differ only by rounding, as those of steady growth do. */
function variance(values: Float64Array): number {
  let greatest = 0;
  for (const value of values) greatest = Math.max(greatest, Math.abs(value));
  const variance = covariance(values, values);
  return Math.sqrt(variance) <= ROUNDING * greatest ? 0 : variance;
}
