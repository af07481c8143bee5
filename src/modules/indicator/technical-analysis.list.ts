import { type ComputedList, csvCell } from '../../http/computed-list.js';
import { findIndicator } from './catalogue.js';
import type { IndicatorRequest } from './expression.js';
import type { Column } from './indicator.js';
import type { TechnicalAnalysisQuery, TechnicalAnalysisRecord } from './technical-analysis.dto.js';
import type { History } from './technical-analysis.repository.js';

/** One output of one item. */
interface Cell {
  /** name of the CSV column */
  column: string;
  /** where the value of a bar is put before its record is written, and under which name */
  place: Record<string, number | string | boolean | null>;
  name: string;
  values: Column;
}

/**
 * The answer for one ticker: every item computed over the whole history, then the window of dates and the
 * cursor cut from it; `after` is the date of the cursor. A value therefore never depends on what is shown.
 */
export function analysisList(
  query: TechnicalAnalysisQuery,
  requests: readonly IndicatorRequest[],
  { dates, series }: History,
  after: string | undefined,
): ComputedList {
  // One record for all bars: JSON.stringify writes its numbers twice as fast as text can be joined from them,
  // and NaN as null.
  const record: TechnicalAnalysisRecord = { ticker: query.ticker, date: '', values: {} };
  const cells = requests.flatMap((request) => cellsOf(request, series, record));
  const oldestFirst = query.order === 'asc';
  const begin = query.from_date === undefined ? 0 : positionOf(dates, query.from_date);
  const first = after !== undefined && oldestFirst ? Math.max(begin, positionAfter(dates, after)) : begin;
  const end = after !== undefined && !oldestFirst ? positionOf(dates, after) : dates.length;
  const barOf = (row: number) => (oldestFirst ? first + row : end - 1 - row);
  return {
    query,
    unit: null,
    total: dates.length - begin,
    count: Math.max(0, end - first),
    columns: ['ticker', 'date', ...cells.map(({ column }) => column)],
    json: (row) => {
      const bar = barOf(row);
      record.date = dates[bar] ?? '';
      for (const { place, name, values } of cells) place[name] = values[bar] ?? null;
      return JSON.stringify(record);
    },
    csv: (row) => {
      const bar = barOf(row);
      let line = `${query.ticker},${dates[bar]}`;
      for (const { values } of cells) line += `,${csvValue(values[bar])}`;
      return line;
    },
    key: (row) => [dates[barOf(row)]],
  };
}

/** Computes an item and makes its place in the record; its outputs in the order of the catalogue. */
function cellsOf(
  { code, params, key }: IndicatorRequest,
  series: History['series'],
  record: TechnicalAnalysisRecord,
): Cell[] {
  const indicator = findIndicator(code);
  if (indicator === undefined) throw new Error(`${code} is not in the catalogue`);
  const computed = indicator.compute(series, params);
  const place: Cell['place'] = Object.fromEntries(indicator.outputs.map(({ name }) => [name, null]));
  record.values[key] = place;
  return indicator.outputs.map(({ name }) => ({
    column: indicator.outputs.length === 1 ? key : `${key}.${name}`,
    place,
    name,
    values: computed[name] ?? [],
  }));
}

/** A number in full, empty for what is not finite; a word or flag. */
function csvValue(value: number | string | boolean | null | undefined): number | string {
  if (typeof value !== 'number') return csvCell(value);
  return Number.isFinite(value) ? value : '';
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
