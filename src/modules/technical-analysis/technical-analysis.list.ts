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
 * The answer for one ticker: every item is computed over the whole history, which is then cut to the window of dates
 * and the cursor; `after` is the date of the cursor. A value therefore never depends on what is shown.
 */
export function analysisList(
  query: ShownDays,
  requests: readonly IndicatorRequest[],
  { dates, series }: History,
  after: string | undefined,
): List {
  const cells = requests.flatMap((request) => cellsOf(request, series));
  const writer = new BarWriter(query.ticker, cells);
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
    prepareJson: (first, end) => {
      const [one, other] = [barOf(first), barOf(end - 1)];
      writer.take(Math.min(one, other), Math.max(one, other) + 1);
    },
    json: (row, out) => {
      const bar = barOf(row);
      out.text(writer.text(dates[bar] as string, bar));
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

/** Computes an item; returns its outputs in the order of the catalogue. */
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
 * Writes bars as JSON texts: the text between the values is built once, and the values of several bars are written as
 * one list and split at its commas, which no word of an indicator contains. JSON.stringify is fastest with a list of
 * numbers.
 */
class BarWriter {
  private readonly start: string;
  /** text before each value of a bar */
  private readonly labels: readonly string[];
  private texts: readonly string[] = [];
  private first = 0;

  constructor(
    ticker: string,
    private readonly cells: readonly Cell[],
  ) {
    this.start = `{"ticker":${JSON.stringify(ticker)},"date":"`;
    this.labels = cells.map(({ item, output }, at) => {
      const isNew = item !== cells[at - 1]?.item;
      const before = at === 0 ? '","values":{' : isNew ? '},' : ',';
      return `${before}${isNew ? `${JSON.stringify(item)}:{` : ''}${JSON.stringify(output)}:`;
    });
  }

  /** Takes the bars to be written next, from `first` to `end` (exclusive). */
  take(first: number, end: number): void {
    const values: unknown[] = [];
    for (let bar = first; bar < end; bar++) {
      for (const cell of this.cells) values.push(cell.values[bar]);
    }
    this.texts = JSON.stringify(values).slice(1, -1).split(',');
    this.first = first;
  }

  /** The JSON text of one of the bars taken. */
  text(date: string, bar: number): string {
    let place = (bar - this.first) * this.labels.length;
    let text = this.start + date;
    for (const label of this.labels) text += `${label}${this.texts[place++]}`;
    return `${text}}}}`;
  }
}

/** A number in full, empty if it is not finite; words and flags as CSV cells. */
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
