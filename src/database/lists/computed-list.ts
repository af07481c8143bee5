import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { csvCell } from '../../files/csv.js';
import type { StreamFormat } from '../copy-out.js';
import type { Count, List, Page, PageRequest, Resolved, Window } from './list.js';
import { TextBuffer } from './text-buffer.js';

/** Rows that are computed in this process instead of selected. */
export interface ComputedRows {
  query: PageRequest;
  /** unit of the values for `meta.unit`, null when there is none */
  unit: string | null;
  /** for `meta`, see {@link List} */
  resolved?: Resolved;
  /** all matching rows, before any cursor */
  total: number;
  /** rows from the cursor on, numbered from 0 in the order of the answer */
  count: number;
  /** names of the CSV columns, not yet quoted */
  columns: readonly string[];
  /** computes the rows from `first` to before `end`, if that is deferred until they are needed */
  ready?(first: number, end: number): Promise<void>;
  /** prepares the rows written as JSON next, from `first` to before `end`, if that is cheaper than row by row */
  prepareJson?(first: number, end: number): void;
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

/** A list of {@link ComputedRows}: only the rows of the requested page or stream are computed and written. */
export class ComputedList implements List {
  readonly query: PageRequest;
  readonly unit: string | null;
  readonly resolved: Resolved | undefined;

  constructor(private readonly rows: ComputedRows) {
    this.query = rows.query;
    this.unit = rows.unit;
    this.resolved = rows.resolved;
  }

  async page({ limit, offset }: Window): Promise<Page> {
    const { rows } = this;
    const end = Math.min(rows.count, offset + limit);
    await rows.ready?.(offset, end);
    const texts: Buffer[] = [];
    const line = (row: number, out: TextBuffer) => {
      if (row > offset) out.text(',\n');
      rows.json(row, out);
    };
    for (const piece of pieces(offset, end, line, rows.prepareJson?.bind(rows))) {
      texts.push(piece);
      if (texts.length % PIECES_A_TURN === 0) await setImmediate();
    }
    return {
      rows: texts,
      count: Math.max(0, end - offset),
      after: offset < end && end < rows.count ? rows.key(end - 1) : undefined,
    };
  }

  async stream(format: StreamFormat, sink: Writable): Promise<void> {
    await pipeline(this.text(format), sink);
  }

  async count(): Promise<Count> {
    return { total: this.rows.total, isEstimate: false };
  }

  /** The list from its offset to its limit, piece by piece as its reader takes them. */
  private async *text(format: StreamFormat): AsyncGenerator<Buffer> {
    const { rows } = this;
    const { offset = 0, limit = rows.count } = rows.query;
    const end = Math.min(rows.count, offset + limit);
    if (format === 'csv') yield Buffer.from(`${rows.columns.map(csvCell).join(',')}\n`);
    const line = (row: number, out: TextBuffer) => {
      if (format === 'csv') rows.csv(row, out);
      else rows.json(row, out);
      out.text('\n');
    };
    for (let first = offset; first < end; first += ROWS_A_PIECE) {
      const last = Math.min(end, first + ROWS_A_PIECE);
      await rows.ready?.(first, last);
      yield* pieces(first, last, line, format === 'csv' ? undefined : rows.prepareJson?.bind(rows));
    }
  }
}

function* pieces(
  first: number,
  end: number,
  line: (row: number, out: TextBuffer) => void,
  prepareJson?: (first: number, end: number) => void,
): Generator<Buffer> {
  const out = new TextBuffer();
  for (let from = first; from < end; from += ROWS_A_PIECE) {
    const last = Math.min(end, from + ROWS_A_PIECE);
    prepareJson?.(from, last);
    for (let row = from; row < last; row++) line(row, out);
    yield out.take();
  }
}

/**
 * A list of records in memory, in their order or, with `order=desc`, reversed. `columns`: if the list may be empty, so
 * that its CSV still has a header.
 */
export function recordList<Row extends object>(
  records: readonly Row[],
  {
    query,
    key,
    after,
    columns = Object.keys(records[0] ?? {}),
    unit = null,
    resolved = {},
  }: RecordListing<Row>,
): List {
  const rows = query.order === 'desc' ? records.toReversed() : records;
  const last = after === undefined ? -1 : rows.findIndex((row) => row[key] === after[0]);
  // A list that no longer has the cursor's record ends there: starting over would repeat rows.
  const start = after !== undefined && last === -1 ? rows.length : last + 1;
  const at = (row: number) => rows[start + row] as Row;
  return new ComputedList({
    query,
    unit,
    resolved,
    total: rows.length,
    count: rows.length - start,
    columns,
    json: (row, out) => out.text(JSON.stringify(at(row))),
    csv: (row, out) => out.text(Object.values(at(row)).map(csvCell).join(',')),
    key: (row) => [at(row)[key]],
  });
}

interface RecordListing<Row> {
  query: PageRequest;
  /** field that the list is ordered by */
  key: keyof Row & string;
  /** values of the cursor */
  after: unknown[] | undefined;
  columns?: readonly string[];
  /** unit of the values, null when not given */
  unit?: string | null;
  /** for `meta`, see {@link List} */
  resolved?: Resolved;
}
