import { readFileSync } from 'node:fs';
import { defaultsOf, findIndicator } from '../../../src/modules/technical-analysis/catalogue/catalogue.js';
import type {
  Column,
  Indicator,
  ParameterValues,
} from '../../../src/modules/technical-analysis/catalogue/indicator.js';
import type { Series } from '../../../src/modules/technical-analysis/formulas/series.js';

/** TA-Lib's output for one indicator and one set of parameters; values from index `first` on. */
export interface GoldenCase {
  code: string;
  params: number[];
  outputs: Record<string, { first: number; values: number[] }>;
}

const FIXTURES = ['ticks', 'flat', 'jumps', 'short'] as const;
type Fixture = (typeof FIXTURES)[number];

function golden(name: Fixture): { name: Fixture; series: Series; cases: GoldenCase[] } {
  const url = new URL(`../../fixtures/indicator/${name}.json`, import.meta.url);
  const { series, cases } = JSON.parse(readFileSync(url, 'utf8'));
  return { name, series: seriesOf(series), cases };
}

/** Every committed series with TA-Lib's numbers, see PROVENANCE.md in their folder. */
export const GOLDEN = FIXTURES.map(golden);

type Columns = Partial<Record<Exclude<keyof Series, 'length'>, readonly (number | null)[]>>;

/** A series of the given columns; missing prices equal the close, null is missing. */
export function seriesOf(columns: Columns): Series {
  const close = columns.close ?? columns.high ?? columns.volume ?? Object.values(columns)[0] ?? [];
  const arrays = Object.fromEntries(
    Object.entries({
      open: close,
      high: close,
      low: close,
      close,
      volume: close.map(() => null),
      ...columns,
    }).map(([name, values]) => [name, Float64Array.from(values, (value) => value ?? Number.NaN)]),
  );
  return { length: close.length, ...arrays } as Series;
}

/** The bars from index `from` up to but not including `to`. */
export function cut(series: Series, from: number, to: number): Series {
  const arrays = Object.entries(series).map(([name, column]) => [
    name,
    column instanceof Float64Array ? column.slice(from, to) : column,
  ]);
  return { ...Object.fromEntries(arrays), length: to - from };
}

/** A random walk on ticks of 50 VND with every column filled; on request with an occasional missing volume. */
export function randomSeries(length: number, seed: number, missing = false): Series {
  let state = seed;
  const upTo = (most: number) => {
    state = (state * 48271) % 2147483647;
    return state % (most + 1);
  };
  const rows: number[][] = [];
  let last = 20000;
  for (let i = 0; i < length; i++) {
    const open = last + 50 * (upTo(2) - 1);
    const close = Math.max(2000, open + 50 * (upTo(12) - 6));
    const high = Math.max(open, close) + 50 * upTo(4);
    const low = Math.min(open, close) - 50 * upTo(4);
    const volume = missing && upTo(49) === 0 ? Number.NaN : upTo(1_000_000_000);
    rows.push([open, high, low, close, volume, ...Array.from({ length: 6 }, () => 1 + upTo(1_000_000))]);
    last = close;
  }
  const column = (at: number) => rows.map((row) => row[at] as number);
  return seriesOf({
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
    foreignBuyVolume: column(5),
    foreignSellVolume: column(6),
    buyOrderCount: column(7),
    buyOrderVolume: column(8),
    sellOrderCount: column(9),
    sellOrderVolume: column(10),
  });
}

/** The indicator with a code that is in the catalogue. */
export function indicatorOf(code: string): Indicator {
  const indicator = findIndicator(code);
  if (indicator === undefined) throw new Error(`no indicator ${code}`);
  return indicator;
}

/** Every parameter by name: the values given in the order of the catalogue, then the defaults. */
export function paramsOf(indicator: Indicator, values: readonly (number | string)[] = []): ParameterValues {
  const entries = indicator.parameters
    .slice(0, values.length)
    .map(({ name }, at) => [name, values[at] as number | string]);
  return { ...defaultsOf(indicator), ...Object.fromEntries(entries) };
}

/** Computes one indicator by its code. */
export function compute(
  code: string,
  series: Series,
  ...values: (number | string)[]
): Record<string, Column> {
  const indicator = indicatorOf(code);
  return indicator.compute(series, paramsOf(indicator, values));
}

/** One output of one indicator, NaN as null. */
export function valuesOf(
  output: string,
  code: string,
  series: Series,
  ...values: (number | string)[]
): (number | string | boolean | null)[] {
  const column = compute(code, series, ...values)[output];
  if (column === undefined) throw new Error(`${code} has no output ${output}`);
  return Array.from<number | string | boolean | null, number | string | boolean | null>(column, (value) =>
    Number.isNaN(value) ? null : value,
  );
}
