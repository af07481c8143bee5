import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { type QuoteInput, quotesOf } from './quotes.js';

/** The catalogue's path. */
export const CATALOGUE = '/trade/technical-analysis/indicators';
/** The path of the values. */
export const PATH = '/trade/technical-analysis';

type Values = Record<string, Record<string, number | string | boolean | null>>;
/** One record of an answer. */
export interface Row {
  ticker: string;
  date: string;
  values: Values;
}
interface Golden {
  series: Record<'open' | 'high' | 'low' | 'close' | 'volume', number[]>;
  cases: { code: string; params: number[]; outputs: Record<string, { first: number; values: number[] }> }[];
}

/** A committed series with TA-Lib's numbers, see PROVENANCE.md in its folder. */
export function golden(name: string): Golden {
  return JSON.parse(readFileSync(new URL(`../fixtures/indicator/${name}.json`, import.meta.url), 'utf8'));
}

/** The bars of a fixture as quotes of a ticker, one per calendar day. */
export function barsOf({ series }: Golden, ticker: string): QuoteInput[] {
  return quotesOf(ticker, series.close.length, '2021-01-01').map((quote, bar) => ({
    ...quote,
    open: series.open[bar] ?? 0,
    high: series.high[bar] ?? 0,
    low: series.low[bar] ?? 0,
    close: series.close[bar] ?? 0,
    volume: series.volume[bar] ?? 0,
  }));
}

/** One output of one item over the rows of an answer. */
export function columnOf(answer: Row[], key: string, output: string): Maybe {
  return answer.map((row) => row.values[key]?.[output] ?? null);
}

type Maybe = (number | string | boolean | null)[];

/** The same nulls, and |got - wanted| <= 1e-6 + 1e-9 · |wanted|. */
export function expectClose(actual: Maybe, expectedValues: (number | null)[]): void {
  expect(actual).toHaveLength(expectedValues.length);
  const differences = actual.flatMap((value, bar) => {
    const expected = expectedValues[bar] ?? null;
    if (value === null || expected === null)
      return value === expected ? [] : [`[${bar}] ${value}, not ${expected}`];
    const fits = Math.abs(Number(value) - expected) <= 1e-6 + 1e-9 * Math.abs(expected);
    return fits ? [] : [`[${bar}] ${value}, not ${expected}`];
  });
  expect(differences).toEqual([]);
}

/** Mean of the last `period` closes. */
export function plainSma(close: number[], period: number): (number | null)[] {
  return close.map((_, bar) =>
    bar < period - 1
      ? null
      : close.slice(bar - period + 1, bar + 1).reduce((sum, value) => sum + value, 0) / period,
  );
}

/** Wilder: means of gains and losses; without any change there is no value. */
export function plainRsi(close: number[], period: number): (number | null)[] {
  let gain = 0;
  let loss = 0;
  return close.map((value, bar) => {
    const change = bar === 0 ? 0 : value - (close[bar - 1] ?? 0);
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)];
    if (bar <= period) {
      gain += up / period;
      loss += down / period;
    } else {
      gain = (gain * (period - 1) + up) / period;
      loss = (loss * (period - 1) + down) / period;
    }
    if (bar < period || gain + loss < 1e-12) return null;
    return (100 * gain) / (gain + loss);
  });
}

/** Both averages begin at bar slow - 1, each with the plain mean of its last bars; so does the signal. */
export function plainMacd(close: number[], fast: number, slow: number, smoothing: number) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const line: number[] = [];
  let [quick, lazy] = [mean(close.slice(slow - fast, slow)), mean(close.slice(0, slow))];
  for (let bar = slow - 1; bar < close.length; bar++) {
    if (bar >= slow) {
      quick += (2 / (fast + 1)) * ((close[bar] ?? 0) - quick);
      lazy += (2 / (slow + 1)) * ((close[bar] ?? 0) - lazy);
    }
    line.push(quick - lazy);
  }
  const first = slow + smoothing - 2;
  let average = mean(line.slice(0, smoothing));
  const macd = close.map((_, bar) => (bar < first ? null : (line[bar - slow + 1] ?? null)));
  const signal = macd.map((value, bar) => {
    if (value !== null && bar > first) average += (2 / (smoothing + 1)) * (value - average);
    return value === null ? null : average;
  });
  return { macd, signal };
}
