import { ComputedList } from '../../database/lists/computed-list.js';
import type { List } from '../../database/lists/list.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { csvCell } from '../../files/csv.js';
import { findIndicator } from './catalogue/catalogue.js';
import type { Column } from './catalogue/indicator.js';
import type { IndicatorRequest } from './expression.js';
import type { History } from './technical-analysis.repository.js';

/** Days of one ticker that are shown. */
interface ShownDays extends DayRange {
  ticker: string;
}

/** One output of one item. */
interface Cell {
  item: string;
  output: string;
  /** name of the CSV column */
  column: string;
  values: Column;
}

/**
 * The answer for one ticker: every item computed over the whole history, then the window of dates and the
 * cursor cut from it; `after` is the date of the cursor. A value therefore never depends on what is shown.
 */
export function analysisList(
  query: ShownDays,
  requests: readonly IndicatorRequest[],
  { dates, series }: History,
  after: string | undefined,
): List {
  const cells = requests.flatMap((request) => cellsOf(request, series));
  const record = recordOf(query.ticker, cells);
  const oldestFirst = query.order === 'asc';
  const begin = query.from_date === undefined ? 0 : positionOf(dates, query.from_date);
  const first = after !== undefined && oldestFirst ? Math.max(begin, positionAfter(dates, after)) : begin;
  const end = after !== undefined && !oldestFirst ? positionOf(dates, after) : dates.length;
  const barOf = (row: number) => (oldestFirst ? first + row : end - 1 - row);
  return new ComputedList({
    query,
    unit: null,
    total: dates.length - begin,
    count: Math.max(0, end - first),
    columns: ['ticker', 'date', ...cells.map(({ column }) => column)],
    json: (row, out) => {
      const bar = barOf(row);
      out.text(record(dates[bar] as string, bar));
    },
    csv: (row, out) => {
      const bar = barOf(row);
      let line = `${query.ticker},${dates[bar]}`;
      for (const { values } of cells) line += `,${csvOf(values[bar])}`;
      out.text(line);
    },
    key: (row) => [dates[barOf(row)]],
  });
}

/** Computes an item; its outputs in the order of the catalogue. */
function cellsOf({ code, params, key }: IndicatorRequest, series: History['series']): Cell[] {
  const indicator = findIndicator(code);
  if (indicator === undefined) throw new Error(`${code} is not in the catalogue`);
  const computed = indicator.compute(series, params);
  return indicator.outputs.map(({ name }) => ({
    item: key,
    output: name,
    column: indicator.outputs.length === 1 ? key : `${key}.${name}`,
    values: computed[name] ?? [],
  }));
}

/**
 * The writer of a bar as JSON text. One record is filled anew for every bar and written by JSON.stringify, which
 * turns NaN into null and knows the shape of the record: faster than putting the pieces together.
 */
function recordOf(ticker: string, cells: readonly Cell[]): (date: string, bar: number) => string {
  const values: Record<string, Record<string, unknown>> = {};
  const record = { ticker, date: '', values };
  const places = cells.map(({ item, output, values: column }) => {
    values[item] ??= {};
    return { outputs: values[item], output, column };
  });
  return (date, bar) => {
    record.date = date;
    for (const { outputs, output, column } of places) outputs[output] = column[bar];
    return JSON.stringify(record);
  };
}

/** A number in full, nothing where it is not finite; words and flags as CSV cells. */
function csvOf(value: Column[number] | undefined): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return csvCell(value);
}

/** Index of the first date that is not before `date`. */
function positionOf(dates: readonly string[], date: string): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] as string) < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the first date after `date`. */
function positionAfter(dates: readonly string[], date: string): number {
  const position = positionOf(dates, date);
  return dates[position] === date ? position + 1 : position;
}
