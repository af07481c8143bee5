import { type LineSink, LONGEST } from './lines.js';

/** What rows are handed to, in the order of the file; a row has the number of the line that it begins on. */
export interface RowSink {
  row(fields: string[], text: string, line: number): void;
  /** text that is no row */
  broken(reason: string, text: string, line: number): void;
}

/**
 * Makes rows of the lines of a CSV file (RFC 4180, LF or CRLF), keeping every row's own text and line, which the
 * rejects file needs. Empty lines are passed over. A quote that is never closed costs its own line only: reading
 * goes on with the next one.
 */
export class CsvRows implements LineSink {
  /** of the file, known from its first line */
  delimiter = '';
  /** lines of a row whose quote is still open */
  private open: string[] = [];
  private openLength = 0;
  private openSince = 0;

  constructor(private readonly sink: RowSink) {}

  line(text: string, line: number): void {
    if (this.open.length > 0) {
      this.open.push(text);
      this.openLength += text.length + 1;
      // Only another quote can end it.
      if (this.openLength > LONGEST) this.giveUp();
      else if (text.includes('"')) this.settle();
      return;
    }
    const row = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (row.trim() === '') return;
    if (this.delimiter === '') this.delimiter = delimiterOf(row);
    if (!row.includes('"')) {
      this.sink.row(row.split(this.delimiter), row, line);
      return;
    }
    this.open = [text];
    this.openLength = text.length;
    this.openSince = line;
    this.settle();
  }

  overlong(text: string, line: number): void {
    this.end();
    this.sink.broken(`the line is longer than ${LONGEST} characters`, text, line);
  }

  /** No more lines come. */
  end(): void {
    while (this.open.length > 0) this.giveUp();
  }

  /** Hands out the open row if it is complete by now. */
  private settle(): void {
    const text = this.open.join('\n');
    const row = text.endsWith('\r') ? text.slice(0, -1) : text;
    const fields = quotedFields(row, this.delimiter);
    if (fields === 'open') return;
    if (fields === 'malformed') {
      this.giveUp();
      return;
    }
    this.open = [];
    this.sink.row(fields, row, this.openSince);
  }

  /** The first of the open lines is no row; the others are read anew. */
  private giveUp(): void {
    const [first = '', ...others] = this.open;
    const since = this.openSince;
    this.open = [];
    this.sink.broken('a quote is not closed, or text follows a closing quote', first, since);
    for (const [index, text] of others.entries()) this.line(text, since + 1 + index);
  }
}

/** The fields of a row with quotes; `open` when its end is inside a quoted field. */
function quotedFields(row: string, delimiter: string): string[] | 'open' | 'malformed' {
  const fields: string[] = [];
  for (let at = 0; ; ) {
    let stop: number;
    if (row[at] === '"') {
      const close = closingQuote(row, at + 1);
      if (close < 0) return 'open';
      fields.push(row.slice(at + 1, close).replaceAll('""', '"'));
      stop = close + 1;
      if (stop < row.length && row[stop] !== delimiter) return 'malformed';
    } else {
      const next = row.indexOf(delimiter, at);
      stop = next < 0 ? row.length : next;
      fields.push(row.slice(at, stop));
    }
    if (stop >= row.length) return fields;
    at = stop + 1;
  }
}

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
