import { once } from 'node:events';
import {
  closeSync,
  createWriteStream,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  type WriteStream,
} from 'node:fs';
import { dirname } from 'node:path';
import { csvCell } from '../../files/csv.js';
import type { Reject } from './batch.js';
import { type Header, ONE_COLUMN, REJECT_COLUMNS } from './file-intake.js';

/** Columns before those of a row. */
const COLUMNS = REJECT_COLUMNS.join(',');

const NO_COLUMNS = { text: ONE_COLUMN, columns: 1, isComplete: true };

/** The rejects file cannot be created at its path. */
export class NotARejectsFile extends Error {}

/**
 * The rows that were not stored, each with its file, line and reason before its own text: with its file's header
 * above it, the corrected file can be imported as it is, even if the files have different columns. Created with the
 * first reject; an earlier run's file with the same name is removed.
 */
export class RejectsFile {
  private stream: WriteStream | undefined;
  private failure: Error | undefined;
  private ending: Promise<void> | undefined;
  /** headers by file, in the order of their lines, and the last one written */
  private readonly headers = new Map<string, Header[]>();
  private lastHeader: Omit<Header, 'file' | 'line'> | undefined;

  /** Throws {@link NotARejectsFile} rather than overwrite anything else. */
  constructor(readonly path: string) {
    if (!existsSync(dirname(path))) {
      throw new NotARejectsFile(`${path}: there is no such folder; name another file with --rejects`);
    }
    if (!existsSync(path)) return;
    // An empty one is left by an import that found no room for it.
    if (statSync(path).size > 0 && !beginsWith(path, COLUMNS)) {
      throw new NotARejectsFile(`${path} exists and is not a rejects file: name another with --rejects`);
    }
    rmSync(path);
  }

  /** Whether there was a reject. */
  get isWritten(): boolean {
    return this.stream !== undefined;
  }

  /** Adds a header of a file; a row of a file without one is a single column. */
  addHeader(header: Header): void {
    this.headers.set(header.file, [...(this.headers.get(header.file) ?? []), header]);
  }

  /** Appends rejects; resolves when there is room for more. */
  async write(rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return;
    if (this.stream === undefined) {
      this.stream = createWriteStream(this.path);
      this.stream.on('error', (error) => {
        this.failure ??= new Error(`The rejects file ${this.path} cannot be written: ${error.message}`);
      });
    }
    const lines = rejects.map(
      (each) =>
        `${this.headerAbove(each)}${csvCell(each.file)},${each.line},${csvCell(each.reason)},${each.text}\n`,
    );
    const room = this.stream.write(lines.join(''));
    if (this.failure) throw this.failure;
    if (!room) await once(this.stream, 'drain').catch(() => undefined);
    if (this.failure) throw this.failure;
  }

  /** The header of a row's file, unless the row may stand under the one above. */
  private headerAbove({ file, line }: Reject): string {
    const header = this.headers.get(file)?.findLast((each) => each.line < line) ?? NO_COLUMNS;
    const { lastHeader: above } = this;
    // Rows that lack a required column are refused under a longer header until they have as many.
    const isCovered = !header.isComplete && header.columns < (above?.columns ?? 0);
    if (header.text === above?.text || isCovered) return '';
    this.lastHeader = header;
    return `${COLUMNS},${header.text}\n`;
  }

  /** Resolves when everything is in the file; may be called again. */
  close(): Promise<void> {
    this.ending ??= this.end();
    return this.ending;
  }

  private async end(): Promise<void> {
    const { stream } = this;
    if (stream === undefined) return;
    // Its error is reported before it closes, but after the callback of `end`.
    if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', resolve).end());
    if (this.failure) throw this.failure;
  }
}

function beginsWith(path: string, text: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(text.length);
    readSync(file, head);
    return head.toString() === text;
  } finally {
    closeSync(file);
  }
}
