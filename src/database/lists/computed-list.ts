import { setImmediate } from 'node:timers/promises';
import type { PageRequest } from './list.js';
import { TextBuffer } from './text-buffer.js';

/**
 * A list whose rows are computed in this process instead of selected: what a {@link ListSource} is to
 * PostgreSQL. The reply interceptor renders the rows asked for, and only those, as a JSON page or as CSV or
 * NDJSON, with the same envelope, formats and limits.
 */
export interface ComputedList {
  query: PageRequest;
  /** unit of the values for `meta.unit`, null where there is none */
  unit: string | null;
  /** all matching rows, before any cursor */
  total: number;
  /** rows from the cursor on; they are numbered from 0 in the order of the answer */
  count: number;
  /** names of the CSV columns, not yet quoted */
  columns: readonly string[];
  /** computes the rows from `first` to before `end`, where that is left until they are wanted */
  ready?(first: number, end: number): Promise<void>;
  /** writes a row as JSON */
  json(row: number, out: TextBuffer): void;
  /** writes a row as CSV without its line end, cells quoted by {@link csvCell} */
  csv(row: number, out: TextBuffer): void;
  /** values that make the order total, in its order: the cursor after this row */
  key(row: number): readonly unknown[];
}

/** Rows of one piece of text: some tens of kilobytes, so that a slow reader holds little. */
const ROWS_A_PIECE = 100;
/** Pieces of a page after which other requests have their turn. */
const PIECES_A_TURN = 5;

/** The rows of a JSON page as PostgreSQL would give them, on lines of their own between commas; in pieces. */
export async function pageText(list: ComputedList, first: number, end: number): Promise<Buffer[]> {
  await list.ready?.(first, end);
  const texts: Buffer[] = [];
  const line = (row: number, out: TextBuffer) => {
    if (row > first) out.text(',\n');
    list.json(row, out);
  };
  for (const piece of pieces(first, end, line)) {
    texts.push(piece);
    if (texts.length % PIECES_A_TURN === 0) await setImmediate();
  }
  return texts;
}

/** The whole list from its offset to its limit, piece by piece as its reader takes them. */
export async function* streamText(list: ComputedList, format: 'csv' | 'ndjson'): AsyncGenerator<Buffer> {
  const { offset = 0, limit = list.count } = list.query;
  const end = Math.min(list.count, offset + limit);
  if (format === 'csv') yield Buffer.from(`${list.columns.map(csvCell).join(',')}\n`);
  const line = (row: number, out: TextBuffer) => {
    if (format === 'csv') list.csv(row, out);
    else list.json(row, out);
    out.text('\n');
  };
  for (let first = offset; first < end; first += ROWS_A_PIECE) {
    const last = Math.min(end, first + ROWS_A_PIECE);
    await list.ready?.(first, last);
    yield* pieces(first, last, line);
  }
}

function* pieces(
  first: number,
  end: number,
  line: (row: number, out: TextBuffer) => void,
): Generator<Buffer> {
  const out = new TextBuffer();
  for (let from = first; from < end; from += ROWS_A_PIECE) {
    for (let row = from; row < end && row < from + ROWS_A_PIECE; row++) line(row, out);
    yield out.take();
  }
}

/** A value as one CSV cell (RFC 4180): empty for null, JSON for lists and objects, quoted where it must be. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A list of records that are at hand, in their order or, with `order=desc`, backwards. `columns` where the list may be
 * empty, so that its CSV still has a header.
 */
export function recordList<Row extends object>(
  records: readonly Row[],
  { query, key, after, columns = Object.keys(records[0] ?? {}) }: RecordListing<Row>,
): ComputedList {
  const rows = query.order === 'desc' ? records.toReversed() : records;
  const last = after === undefined ? -1 : rows.findIndex((row) => row[key] === after[0]);
  // A list that no longer has the cursor's record ends there: beginning anew would repeat rows.
  const skipped = after !== undefined && last === -1 ? rows.length : last + 1;
  const at = (row: number) => rows[skipped + row] as Row;
  return {
    query,
    unit: null,
    total: rows.length,
    count: rows.length - skipped,
    columns,
    json: (row, out) => out.text(JSON.stringify(at(row))),
    csv: (row, out) => out.text(Object.values(at(row)).map(csvCell).join(',')),
    key: (row) => [at(row)[key]],
  };
}

interface RecordListing<Row> {
  query: PageRequest;
  /** field that the list is ordered by */
  key: keyof Row & string;
  /** values of the cursor */
  after: unknown[] | undefined;
  columns?: readonly string[];
}
