import type { Series } from '../../../src/modules/technical-analysis/formulas/series.js';
import type { GoldenCase } from './series.js';

type Undefined = (index: number) => boolean;

/** TA-Lib treats a divisor below this as zero. */
const EPSILON = 1e-14;

/**
 * Bars of an output that divide by zero: the definitions implemented once more, as plainly as possible, so that a null
 * of the kernel is accepted only where it is inevitable.
 */
export function zeroDivision(series: Series, { code, params }: GoldenCase, output: string): Undefined {
  const [period = 0, second = 0, third = 0] = params;
  const flatRange = (i: number, bars: number) =>
    Math.max(...last(series.high, i, bars)) === Math.min(...last(series.low, i, bars));
  switch (code) {
    case 'rsi':
    case 'cmo': {
      const change = wilderMeans(changes(series.close), period);
      return (i) => zero(change[i]);
    }
    case 'cci':
      return (i) => new Set(last(typical(series), i, period)).size === 1;
    case 'mfi':
      return (i) => last(flows(series), i, period).every((flow) => flow === 0);
    case 'williams_r':
      return (i) => flatRange(i, period);
    case 'stochastic_fast':
      return (i) => any(i, output === 'fast_k' ? 1 : second, (j) => flatRange(j, period));
    case 'stochastic_slow':
      return (i) => any(i, output === 'slow_k' ? second : second + third - 1, (j) => flatRange(j, period));
    case 'adx':
      return output === 'adx' ? noDirection(series, period) : noRange(series, period);
    case 'adxr': {
      const none = noDirection(series, period);
      return (i) => none(i) || none(i - period + 1);
    }
    default:
      return () => false;
  }
}

function zero(value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) < EPSILON;
}

function last(values: Float64Array, index: number, bars: number): Float64Array {
  return values.slice(index - bars + 1, index + 1);
}

function any(index: number, bars: number, holds: Undefined): boolean {
  return Array.from({ length: bars }, (_, back) => index - back).some(holds);
}

function changes(close: Float64Array): Float64Array {
  return close.map((value, i) => Math.abs(value - (close[i - 1] ?? value)));
}

function typical({ high, low, close }: Series): Float64Array {
  return close.map((value, i) => ((high[i] as number) + (low[i] as number) + value) / 3);
}

function flows(series: Series): Float64Array {
  const price = typical(series);
  return price.map((value, i) => (value === price[i - 1] ? 0 : value * (series.volume[i] as number)));
}

/** Mean of the first `period` values after bar 0, then (previous · (period - 1) + x) / period. */
function wilderMeans(values: Float64Array, period: number): (number | undefined)[] {
  const means: (number | undefined)[] = values.length > period ? new Array(period).fill(undefined) : [];
  let mean = values.slice(1, period + 1).reduce((sum, value) => sum + value, 0) / period;
  for (let i = period; i < values.length; i++) {
    if (i > period) mean = (mean * (period - 1) + (values[i] as number)) / period;
    means.push(mean);
  }
  return means;
}

/** Sum of the first period - 1 values after bar 0, then X - X / period + x. */
function wilderSums(values: Float64Array, period: number): (number | undefined)[] {
  const sums: (number | undefined)[] = new Array(period).fill(undefined);
  let sum = values.slice(1, period).reduce((total, value) => total + value, 0);
  for (let i = period; i < values.length; i++) {
    sum = sum - sum / period + (values[i] as number);
    sums.push(sum);
  }
  return sums;
}

function ranges({ high, low, close }: Series, period: number): (number | undefined)[] {
  const trueRange = high.map((top, i) => {
    const prior = close[i - 1] ?? top;
    const bottom = low[i] as number;
    return Math.max(top - bottom, Math.abs(top - prior), Math.abs(bottom - prior));
  });
  return wilderSums(trueRange, period);
}

function noRange(series: Series, period: number): Undefined {
  const range = ranges(series, period);
  return (i) => zero(range[i]);
}

/** No range, or neither side has moved: +DI + -DI = 0. */
function noDirection(series: Series, period: number): Undefined {
  const { high, low } = series;
  const moves = high.map((top, i) => {
    const up = i === 0 ? 0 : top - (high[i - 1] as number);
    const down = i === 0 ? 0 : (low[i - 1] as number) - (low[i] as number);
    return up === down ? 0 : Math.max(up, down, 0);
  });
  const directed = wilderSums(moves, period);
  const range = ranges(series, period);
  return (i) => zero(range[i]) || zero((100 * (directed[i] ?? 1)) / (range[i] ?? 1));
}
