/**
 * Why a record of a file cannot be read: its text is not in the encoding of the file, a quote is not closed, or it has
 * other columns than the header, so that its cells may belong to others.
 */
export type BrokenRow = 'encoding' | 'quote' | 'columns';

/** One record of a file. */
export interface Row {
  /** line on which it begins, from 1 */
  line: number;
  /** the whole line if a quote in it is not closed */
  cells: string[];
  broken?: BrokenRow;
}

/** Separators used by exports, the likelier ones first. */
const SEPARATORS = [',', ';', '\t', '|'];

/** Longest record with line ends in quotes, characters: a quote that is still open after that is never closed. */
const LONGEST = 256 * 1024;
/** Replaces bytes that are not text in the encoding of the file. */
const UNDECODABLE = '\uFFFD';

/**
 * Reads records from text in pieces: quoted cells, quotes and line ends within them, CRLF, LF or CR. An apostrophe that
 * disarms a formula is not part of a cell. A quote that is never closed, or that text follows, costs its own line only:
 * reading goes on with the next one, as in the import command.
 */
export class CsvReader {
  private cell = '';
  private cells: string[] = [];
  private line = 1;
  private began = 1;
  private isQuoted = false;
  /** a quote was just read within a quoted cell: the end of the cell, or the first of a doubled quote */
  private isAfterQuote = false;
  /** a quoted cell is closed: only white space may follow */
  private isClosed = false;
  /** text followed a closing quote: the rest of the line is passed over */
  private isMalformed = false;
  private isAfterReturn = false;
  /** the text of the record so far, from earlier pieces */
  private earlier = '';

  constructor(private readonly separator: string) {}

  /** Returns the records that this piece completes, without empty lines. */
  push(piece: string): Row[] {
    const rows: Row[] = [];
    let text = piece;
    /** where the record begins in `text` */
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      const isLineFeedOfPair = character === '\n' && this.isAfterReturn;
      this.isAfterReturn = character === '\r';
      if (isLineFeedOfPair) {
        if (this.isQuoted) this.cell += '\n';
        else start = at + 1;
        continue;
      }
      const state = this.take(character, rows);
      if (state === 'open') continue;
      if (state === 'broken') {
        text = this.giveUp(this.earlier + text.slice(start, at + 1), rows) + text.slice(at + 1);
        at = -1;
      }
      this.earlier = '';
      start = at + 1;
    }
    this.earlier += text.slice(start);
    if (!this.isQuoted || this.isAfterQuote || this.earlier.length <= LONGEST) return rows;
    if (/[\r\n]/.test(this.earlier)) return [...rows, ...this.again()];
    this.isMalformed = true;
    return rows;
  }

  /** Returns the last records if no line end follows them. */
  end(): Row[] {
    const rows: Row[] = [];
    while ((this.isQuoted && !this.isAfterQuote) || this.isMalformed) rows.push(...this.again());
    this.finish(rows);
    this.earlier = '';
    return rows;
  }

  /** Gives the record up whose quote is still open, and reads its other lines again. */
  private again(): Row[] {
    const rows: Row[] = [];
    const rest = this.giveUp(this.earlier, rows);
    this.earlier = '';
    return [...rows, ...this.push(rest)];
  }

  private take(character: string, rows: Row[]): 'open' | 'complete' | 'broken' {
    const isLineEnd = character === '\n' || character === '\r';
    if (isLineEnd) this.line += 1;
    if (this.isMalformed) return isLineEnd ? 'broken' : 'open';
    if (this.isQuoted) {
      if (!this.isAfterQuote) {
        if (character === '"') this.isAfterQuote = true;
        else this.cell += character;
        return 'open';
      }
      this.isAfterQuote = false;
      if (character === '"') {
        this.cell += '"';
        return 'open';
      }
      this.isQuoted = false;
      this.isClosed = true;
    }
    if (isLineEnd) {
      this.finish(rows);
      return 'complete';
    }
    if (character === this.separator) this.endCell();
    else if (this.isClosed) this.isMalformed = character.trim() !== '';
    else if (character === '"' && this.cell.trim() === '') {
      this.cell = '';
      this.isQuoted = true;
    } else this.cell += character;
    return 'open';
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = '';
    this.isClosed = false;
  }

  private finish(rows: Row[]): void {
    const cells = [...this.cells, this.cell].map((cell) => withoutGuard(cell.trim()));
    if (cells.some((cell) => cell !== '')) {
      const isUndecodable = cells.some((cell) => cell.includes(UNDECODABLE));
      rows.push({ line: this.began, cells, ...(isUndecodable && { broken: 'encoding' }) });
    }
    this.forget();
    this.began = this.line;
  }

  /** Reports the first line of a text as no record; returns the others. */
  private giveUp(text: string, rows: Row[]): string {
    const [first = '', , end = ''] = /^([^\r\n]*)(\r\n|\r|\n|$)/.exec(text) ?? [];
    rows.push({ line: this.began, cells: [first.slice(0, first.length - end.length)], broken: 'quote' });
    this.forget();
    this.line = this.began + 1;
    this.began = this.line;
    this.isAfterReturn = end === '\r' && text.length === first.length;
    return text.slice(first.length);
  }

  private forget(): void {
    this.cells = [];
    this.cell = '';
    this.isQuoted = false;
    this.isAfterQuote = false;
    this.isClosed = false;
    this.isMalformed = false;
  }
}

/** The separator of a file: the most frequent one in its first line, outside quotes. */
export function separatorOf(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Reads the records of a file as a stream, so that no size is too large; a byte order mark is dropped, UTF-16 is
 * detected by its mark. The first record is the header. `onBytes` receives the number of bytes read.
 */
export async function* readCsv(
  file: Blob,
  onBytes: (read: number) => void = () => undefined,
): AsyncGenerator<Row[]> {
  const decoder = new TextDecoder(await encodingOf(file));
  const stream = file.stream().getReader();
  let reader: CsvReader | null = null;
  let columns: number | null = null;
  const withColumnsChecked = (row: Row): Row => {
    columns ??= row.cells.length;
    const isBlank = row.cells.slice(columns).every((cell) => cell === '');
    const isWhole = row.broken !== undefined || (row.cells.length >= columns && isBlank);
    return isWhole ? row : { ...row, broken: 'columns' };
  };
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await stream.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      reader ??= new CsvReader(separatorOf(text));
      yield reader.push(text).map(withColumnsChecked);
      if (done) break;
      bytes += value.length;
      onBytes(bytes);
    }
    yield reader.end().map(withColumnsChecked);
  } finally {
    // Releases the file, even if the rest is not wanted.
    await stream.cancel();
  }
}

async function encodingOf(file: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * Whether a spreadsheet would take a text, from behind its apostrophes, for a formula; negative numbers are none. In a
 * file such texts have one apostrophe more, as in lists with `csv=excel`.
 */
function isFormula(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  return /^[=+\-@\t\r]/.test(bare) && !/^-[\d.,]+(e[+-]?\d+)?$/i.test(bare);
}

/** A text as read from a file: without the apostrophe that disarms a formula. */
function withoutGuard(text: string): string {
  return text.startsWith("'") && isFormula(text) ? text.slice(1) : text;
}

/** A cell in CSV notation; spreadsheet formulas are disarmed, which {@link CsvReader} reverts. */
export function csvCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
