import { type LineSink, Lines, LONGEST } from './lines.js';
import { decodeUtf8, UNDECODABLE } from './text.js';

/** Receives rows in the order of the file; a row has the number of the line that it begins on. */
export interface RowSink {
  row(fields: string[], text: string, line: number): void;
  /** text that is not a row */
  broken(reason: string, text: string, line: number): void;
}

/**
 * The only reader of CSV files (RFC 4180, LF or CRLF): splits text that is pushed piece by piece into rows, in bounded
 * memory, each with its own text and line, which the rejects file needs. The first line shows whether commas,
 * semicolons or tabs separate fields. Empty lines are skipped. A quote that is never closed costs its own line only:
 * reading goes on with the next one.
 */
export class CsvReader {
  private readonly rows: RowsOfLines;
  private readonly lines: Lines;

  constructor(sink: RowSink) {
    this.rows = new RowsOfLines(sink);
    this.lines = new Lines(this.rows);
  }

  /** delimiter of the file, known from its first row; empty before */
  get delimiter(): string {
    return this.rows.delimiter;
  }

  /** Takes the next piece of the text, cut anywhere. */
  push(piece: string): void {
    this.lines.push(piece);
  }

  /** Marks the text as complete. */
  end(): void {
    this.lines.end();
    this.rows.end();
  }
}

/** A row of a CSV file, or a piece of it that is not a row; lines count from 1. */
export type CsvRow = { line: number; cells: string[] } | { line: number; reason: string };

/** Yields the rows of a CSV file as they arrive. */
export async function* csvRows(file: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  let ready: CsvRow[] = [];
  const reader = new CsvReader({
    row: (cells, text, line) =>
      ready.push(text.includes(UNDECODABLE) ? { line, reason: 'the text is not UTF-8' } : { line, cells }),
    broken: (reason, _text, line) => ready.push({ line, reason }),
  });
  for await (const text of decodeUtf8(file as AsyncIterable<Buffer>)) {
    reader.push(text);
    yield* ready;
    ready = [];
  }
  reader.end();
  yield* ready;
}

/** Whether a row has a cell for each column, and no others but blank ones: exports end rows with a delimiter. */
export function fitsColumns(cells: readonly string[], columns: number): boolean {
  return cells.length >= columns && cells.slice(columns).every((each) => each.trim() === '');
}

/** A value as one CSV cell (RFC 4180): empty for null, JSON for lists and objects, quoted where it must be. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

class RowsOfLines implements LineSink {
  delimiter = '';
  /** lines of a row whose quote is still open, its fields before that quote, and the pieces of the open field */
  private open: string[] = [];
  private fields: string[] = [];
  private pieces: string[] = [];
  private openLength = 0;
  private openSince = 0;

  constructor(private readonly sink: RowSink) {}

  line(text: string, line: number): void {
    if (this.open.length > 0) {
      this.open.push(text);
      this.openLength += text.length + 1;
      if (this.openLength > LONGEST) this.giveUp();
      else this.settle(text, true);
      return;
    }
    const row = withoutReturn(text);
    if (row.trim() === '') return;
    if (this.delimiter === '') this.delimiter = delimiterOf(row);
    if (!row.includes('"')) {
      this.sink.row(row.split(this.delimiter), row, line);
      return;
    }
    this.open = [text];
    this.openLength = text.length;
    this.openSince = line;
    this.settle(text, false);
  }

  overlong(text: string, line: number): void {
    this.end();
    this.sink.broken(`the line is longer than ${LONGEST} characters`, text, line);
  }

  end(): void {
    while (this.open.length > 0) this.giveUp();
  }

  /** Reads the newest line of the open row: hands out the row if that completes it, or gives up. */
  private settle(text: string, beginsInField: boolean): void {
    const state = this.read(text, beginsInField);
    if (state === 'complete') {
      const { open, fields } = this;
      this.close();
      this.sink.row(fields, withoutReturn(open.join('\n')), this.openSince);
    } else if (state === 'malformed') this.giveUp();
  }

  private read(text: string, beginsInField: boolean): 'open' | 'complete' | 'malformed' {
    const row = withoutReturn(text);
    let isInside = beginsInField;
    for (let at = 0; ; isInside = false) {
      let stop: number;
      if (isInside || row[at] === '"') {
        const from = isInside ? at : at + 1;
        const close = closingQuote(row, from);
        if (close < 0) {
          this.pieces.push(text.slice(from));
          return 'open';
        }
        this.fields.push(this.fieldEndingWith(row.slice(from, close)));
        stop = close + 1;
        if (stop < row.length && row[stop] !== this.delimiter) return 'malformed';
      } else {
        const next = row.indexOf(this.delimiter, at);
        stop = next < 0 ? row.length : next;
        this.fields.push(row.slice(at, stop));
      }
      if (stop >= row.length) return 'complete';
      at = stop + 1;
    }
  }

  /** The open field with its last piece; doubled quotes stand for one. */
  private fieldEndingWith(piece: string): string {
    let field = piece;
    if (this.pieces.length > 0) {
      field = [...this.pieces, piece].join('\n');
      this.pieces = [];
    }
    return field.replaceAll('""', '"');
  }

  private close(): void {
    this.open = [];
    this.fields = [];
    this.pieces = [];
  }

  /** Reports the first of the open lines as no row, and reads the others again. */
  private giveUp(): void {
    const [first = '', ...others] = this.open;
    const since = this.openSince;
    this.close();
    this.sink.broken('a quote is not closed, or text follows a closing quote', first, since);
    for (const [index, text] of others.entries()) this.line(text, since + 1 + index);
  }
}

/** A line without the carriage return of CRLF. */
const withoutReturn = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text);

/** Position of the quote that closes a field; doubled quotes stand for one. -1 when there is none. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Comma, semicolon or tab: the one that the first line has most of. */
function delimiterOf(row: string): string {
  const count = (delimiter: string) => row.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
