import { type ComputedList, csvCell } from '../../http/computed-list.js';
import type { TextBuffer } from '../../http/text-buffer.js';
import { findIndicator } from './catalogue.js';
import type { IndicatorRequest } from './expression.js';
import type { Column } from './indicator.js';
import type { TechnicalAnalysisQuery } from './technical-analysis.dto.js';
import type { History } from './technical-analysis.repository.js';

/** One output of one item, ready to be written bar by bar. */
interface Cell {
  /** name of the CSV column */
  column: string;
  /** JSON text between the value before and this one */
  opening: Buffer;
  values: Column;
}

const CLOSING = Buffer.from('}}}');
const COMMA = Buffer.from(',');
const NULL = Buffer.from('null');
const NOTHING = Buffer.alloc(0);

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
  const cells = requests.flatMap((request, place) => cellsOf(request, place, series));
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
    json: (row, out) => {
      const bar = barOf(row);
      out.text(`{"ticker":"${query.ticker}","date":"${dates[bar]}"`);
      for (const { opening, values } of cells) {
        out.encoded(opening);
        if (values instanceof Float64Array) writeFinite(values[bar], out, NULL);
        else out.text(JSON.stringify(values[bar]));
      }
      out.encoded(CLOSING);
    },
    csv: (row, out) => {
      const bar = barOf(row);
      out.text(`${query.ticker},${dates[bar]}`);
      for (const { values } of cells) {
        out.encoded(COMMA);
        if (values instanceof Float64Array) writeFinite(values[bar], out, NOTHING);
        else out.text(csvCell(values[bar]));
      }
    },
    key: (row) => [dates[barOf(row)]],
  };
}

/** Computes an item; its outputs in the order of the catalogue. */
function cellsOf({ code, params, key }: IndicatorRequest, place: number, series: History['series']): Cell[] {
  const indicator = findIndicator(code);
  if (indicator === undefined) throw new Error(`${code} is not in the catalogue`);
  const computed = indicator.compute(series, params);
  const item = `${place === 0 ? ',"values":{' : '},'}${JSON.stringify(key)}:{`;
  return indicator.outputs.map(({ name }, at) => ({
    column: indicator.outputs.length === 1 ? key : `${key}.${name}`,
    opening: Buffer.from(`${at === 0 ? item : ','}${JSON.stringify(name)}:`),
    values: computed[name] ?? [],
  }));
}

/** A number in full; what stands for it where it is not finite. */
function writeFinite(value: number | undefined, out: TextBuffer, otherwise: Uint8Array): void {
  if (value !== undefined && Number.isFinite(value)) out.number(value);
  else out.encoded(otherwise);
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
