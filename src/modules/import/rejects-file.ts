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

const COLUMNS = 'file,line,reason';

/** The rejects file cannot be created at its path. */
export class NotARejectsFile extends Error {}

/**
 * The rows that were not stored, each with its file, line and reason before its own text: with the file's header
 * on top, the corrected file can be imported as it is. Created with the first reject; an earlier run's file with
 * the same name is removed.
 */
export class RejectsFile {
  private stream: WriteStream | undefined;
  private failure: Error | undefined;
  private ending: Promise<void> | undefined;
  /** columns of the rows, for the first line */
  private header = 'row';

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

  /** Sets the header of the next files; only the first header counts. */
  setHeader(header: string): void {
    if (this.header === 'row') this.header = header;
  }

  /** Appends rejects; resolves when there is room for more. */
  async write(rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return;
    if (this.stream === undefined) {
      this.stream = createWriteStream(this.path);
      this.stream.on('error', (error) => {
        this.failure ??= new Error(`The rejects file ${this.path} cannot be written: ${error.message}`);
      });
      this.stream.write(`${COLUMNS},${this.header}\n`);
    }
    const lines = rejects.map(
      (each) => `${csvCell(each.file)},${each.line},${csvCell(each.reason)},${each.text}\n`,
    );
    const room = this.stream.write(lines.join(''));
    if (this.failure) throw this.failure;
    if (!room) await once(this.stream, 'drain').catch(() => undefined);
    if (this.failure) throw this.failure;
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
