/** One record of a file. */
export interface Row {
  /** line on which it begins, from 1 */
  line: number;
  cells: string[];
}

/** Separators used by exports, the likelier ones first. */
const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Reads records from text in pieces: quoted cells, quotes and line ends within them, CRLF, LF or CR. An apostrophe that
 * disarms a formula is no part of a cell.
 */
export class CsvReader {
  private cell = '';
  private cells: string[] = [];
  private line = 1;
  private began = 1;
  private isQuoted = false;
  /** a quote was just read within a quoted cell: the end of the cell, or the first of a doubled quote */
  private isAfterQuote = false;
  private isAfterReturn = false;

  constructor(private readonly separator: string) {}

  /** Returns the records that this piece completes, without empty lines. */
  push(text: string): Row[] {
    const rows: Row[] = [];
    for (const character of text) {
      const isLineFeedOfPair = character === '\n' && this.isAfterReturn;
      this.isAfterReturn = character === '\r';
      if (!isLineFeedOfPair) this.take(character, rows);
      else if (this.isQuoted) this.cell += '\n';
    }
    return rows;
  }

  /** Returns the last record if no line end follows it. */
  end(): Row[] {
    const rows: Row[] = [];
    this.finish(rows);
    return rows;
  }

  private take(character: string, rows: Row[]): void {
    const isLineEnd = character === '\n' || character === '\r';
    if (isLineEnd) this.line += 1;
    if (this.isQuoted) {
      if (this.isAfterQuote) {
        this.isAfterQuote = false;
        if (character === '"') {
          this.cell += '"';
          return;
        }
        this.isQuoted = false;
      } else {
        if (character === '"') this.isAfterQuote = true;
        else this.cell += character;
        return;
      }
    }
    if (isLineEnd) this.finish(rows);
    else if (character === this.separator) {
      this.cells.push(this.cell);
      this.cell = '';
    } else if (character === '"' && this.cell.trim() === '') {
      this.cell = '';
      this.isQuoted = true;
    } else this.cell += character;
  }

  private finish(rows: Row[]): void {
    const cells = [...this.cells, this.cell].map((cell) => withoutGuard(cell.trim()));
    if (cells.some((cell) => cell !== '')) rows.push({ line: this.began, cells });
    this.cells = [];
    this.cell = '';
    this.isQuoted = false;
    this.isAfterQuote = false;
    this.began = this.line;
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
 * detected by its mark. `onBytes` receives the number of bytes read.
 */
export async function* readCsv(
  file: Blob,
  onBytes: (read: number) => void = () => undefined,
): AsyncGenerator<Row[]> {
  const decoder = new TextDecoder(await encodingOf(file));
  const stream = file.stream().getReader();
  let reader: CsvReader | null = null;
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await stream.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      reader ??= new CsvReader(separatorOf(text));
      yield reader.push(text);
      if (done) break;
      bytes += value.length;
      onBytes(bytes);
    }
    yield reader.end();
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
