import { setImmediate } from 'node:timers/promises';
import type { PageQuery } from './queries.js';

/**
 * A list whose rows are computed in this process instead of selected: what a {@link ListSource} is to
 * PostgreSQL. The reply interceptor renders the rows asked for, and only those, as a JSON page or as CSV or
 * NDJSON, with the same envelope, formats and limits.
 */
export interface ComputedList {
  query: PageQuery;
  /** unit of the values for `meta.unit`, null where there is none */
  unit: string | null;
  /** all matching rows, before any cursor */
  total: number;
  /** rows from the cursor on; they are numbered from 0 in the order of the answer */
  count: number;
  /** names of the CSV columns, not yet quoted */
  columns: readonly string[];
  /** JSON text of a row */
  json(row: number): string;
  /** CSV text of a row without its line end, cells quoted by {@link csvCell} */
  csv(row: number): string;
  /** values that make the order total, in its order: the cursor after this row */
  key(row: number): readonly unknown[];
}

/** Rows of one piece of text: some tens of kilobytes, so that a slow reader holds little. */
const ROWS_A_PIECE = 100;
/** Pieces of a page after which other requests have their turn. */
const PIECES_A_TURN = 5;

/** The rows of a JSON page as PostgreSQL would give them, on lines of their own between commas; in pieces. */
export async function pageText(list: ComputedList, first: number, end: number): Promise<string[]> {
  const texts: string[] = [];
  for (const piece of pieces(first, end, (row) => `${row === first ? '' : ',\n'}${list.json(row)}`)) {
    texts.push(piece);
    if (texts.length % PIECES_A_TURN === 0) await setImmediate();
  }
  return texts;
}

/** The whole list from its offset to its limit, piece by piece as its reader takes them. */
export function* streamText(list: ComputedList, format: 'csv' | 'ndjson'): Generator<string> {
  const { offset = 0, limit = list.count } = list.query;
  const end = Math.min(list.count, offset + limit);
  if (format === 'csv') {
    yield `${list.columns.map(csvCell).join(',')}\n`;
    yield* pieces(offset, end, (row) => `${list.csv(row)}\n`);
  } else yield* pieces(offset, end, (row) => `${list.json(row)}\n`);
}

function* pieces(first: number, end: number, line: (row: number) => string): Generator<string> {
  for (let from = first; from < end; from += ROWS_A_PIECE) {
    let text = '';
    for (let row = from; row < end && row < from + ROWS_A_PIECE; row++) text += line(row);
    yield text;
  }
}

/** A value as one CSV cell (RFC 4180): empty for null, JSON for lists and objects, quoted where it must be. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A list of records that are at hand, in their order or, with `order=desc`, backwards. */
export function recordList<Row extends object>(
  records: readonly Row[],
  { query, key, after }: { query: PageQuery; key: keyof Row & string; after: unknown[] | undefined },
): ComputedList {
  const rows = query.order === 'desc' ? records.toReversed() : records;
  const skipped = after === undefined ? 0 : rows.findIndex((row) => row[key] === after[0]) + 1;
  const at = (row: number) => rows[skipped + row] as Row;
  return {
    query,
    unit: null,
    total: rows.length,
    count: rows.length - skipped,
    columns: Object.keys(rows[0] ?? {}),
    json: (row) => JSON.stringify(at(row)),
    csv: (row) => Object.values(at(row)).map(csvCell).join(','),
    key: (row) => [at(row)[key]],
  };
}
