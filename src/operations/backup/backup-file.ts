import { once } from 'node:events';
import { createReadStream, createWriteStream, lstatSync, openSync, rmSync } from 'node:fs';
import { link, open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Extract, extract, type Pack, pack } from 'tar-stream';

/** Number of the format; a reader refuses others. */
export const FORMAT = 1;
/** First member of the file: what has to be known before the rows. */
export const HEAD = 'backup.json';
/** Last member: counts and digests, and the proof that the file is complete. */
export const MANIFEST = 'manifest.json';
/** A table is split into members of this size: a member's length precedes it, and only one is held in memory. */
const PIECE = 4 * 1024 * 1024;
/** Much faster than zlib's default, for a few more bytes. */
const GZIP_LEVEL = 2;

/** The backup cannot be made or restored; the message says why and what to do. */
export class BackupError extends Error {}

/** Content of the first member. */
export interface BackupHead {
  format: number;
  /** version of the service that made it */
  version: string;
  /** when the snapshot was taken, UTC */
  created_at: string;
  /** names of the migrations that had run, oldest first */
  migrations: string[];
  tables: { name: string; columns: string[] }[];
}

/** Content of the last member, in addition to that of the first. */
export interface BackupManifest extends BackupHead {
  /** `sha256` over the rows as COPY text, ordered by primary key, texts in it by their bytes */
  contents: { name: string; rows: number; bytes: number; sha256: string }[];
  sequences: { name: string; last_value: string; is_called: boolean }[];
}

/** A member of an archive that is being read. */
type Entry = Extract extends AsyncIterable<infer Member> ? Member : never;

/** Writes the members of a backup, each as it comes. */
export class BackupWriter {
  constructor(private readonly target: Pack) {}

  /** A small JSON member. */
  json(name: string, value: object): Promise<void> {
    return this.member(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
  }

  /** The rows of a table, cut into members `data/<table>/<number>.copy`. */
  async rows(table: string, source: AsyncIterable<Buffer>): Promise<void> {
    let pieces: Buffer[] = [];
    let size = 0;
    let number = 1;
    const writeMember = async () => {
      await this.member(memberName(table, number++), Buffer.concat(pieces));
      [pieces, size] = [[], 0];
    };
    for await (const piece of source) {
      pieces.push(piece);
      size += piece.length;
      if (size >= PIECE) await writeMember();
    }
    if (size > 0 || number === 1) await writeMember();
  }

  /** Resolves when the file has taken the member, so that a slow disk is waited for. */
  private member(name: string, content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = this.target.entry({ name, size: content.length, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      );
      entry.on('error', reject);
      entry.end(content);
    });
  }
}

function memberName(table: string, number: number): string {
  return `data/${table}/${String(number).padStart(8, '0')}.copy`;
}

/**
 * Makes the file: as `<path>.partial` until it is complete and on the disk, readable by its owner alone, because it
 * holds the digests of tokens. It is removed as soon as `signal` aborts. Throws {@link BackupError} when a file of either
 * name exists, or their folder does not.
 */
export async function writeBackupFile(
  path: string,
  work: (writer: BackupWriter) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const partial = `${path}.partial`;
  const file = claim(partial, path);
  const remove = () => rmSync(partial, { force: true });
  signal?.addEventListener('abort', remove);
  const archive = pack();
  try {
    const writing = pipeline(
      archive,
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(partial, { fd: file, flush: true }),
    );
    const packing = work(new BackupWriter(archive)).then(
      () => archive.finalize(),
      (error: Error) => {
        archive.destroy(error);
        throw error;
      },
    );
    await Promise.all([packing, writing]);
    await publish(partial, path);
  } finally {
    // Synchronously, so that no signal comes in between and removes what another backup begins under this name.
    remove();
    signal?.removeEventListener('abort', remove);
  }
}

/** Opens the file to write, which must not exist yet; returns its descriptor. */
function claim(partial: string, path: string): number {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw fileExistsError(path);
  try {
    return openSync(partial, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BackupError(`${path}: there is no such folder`);
    if (code !== 'EEXIST') throw error;
    throw new BackupError(
      `${partial} exists already: another backup is writing it, or one that was killed left it; when none runs, ` +
        'remove it',
    );
  }
}

/** Gives the complete file its name; a file that was given this name meanwhile stays as it is. */
async function publish(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      // No links on this file system, as on FAT: the name is claimed, then taken over.
      await (await open(path, 'wx', 0o600)).close();
      await rename(partial, path);
    });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? fileExistsError(path) : error;
  }
}

function fileExistsError(path: string): BackupError {
  return new BackupError(`${path} exists already: name a new file`);
}

/** Reads the members of a backup in their order. */
export class BackupReader {
  private constructor(
    private readonly entries: AsyncIterator<Entry>,
    private entry: Entry | undefined,
  ) {}

  static async open(path: string): Promise<BackupReader> {
    const file = createReadStream(path);
    await once(file, 'open').catch(({ message }: Error) => {
      throw new BackupError(`The backup cannot be read (${message}); nothing was restored`);
    });
    const archive = extract();
    // A failure of the file or of gzip destroys the archive, and so reaches the reader of the entries.
    pipeline(file, createGunzip(), archive).catch(() => undefined);
    const reader = new BackupReader(archive[Symbol.asyncIterator](), undefined);
    await reader.step();
    return reader;
  }

  /** Reads the next member, which must be this one. */
  async json<T>(name: string): Promise<T> {
    if (this.entry?.header.name !== name) throw damagedFileError(`${name} is missing`);
    const pieces: Buffer[] = [];
    for await (const piece of this.entry) pieces.push(piece as Buffer);
    await this.step();
    return JSON.parse(Buffer.concat(pieces).toString()) as T;
  }

  /** Yields the rows of the next table, which must be this one. */
  async *rows(table: string): AsyncGenerator<Buffer> {
    for (let number = 1; ; number++) {
      if (this.entry?.header.name !== memberName(table, number)) {
        if (number === 1) throw damagedFileError(`the rows of ${table} are missing`);
        return;
      }
      for await (const piece of this.entry) yield piece as Buffer;
      await this.step();
    }
  }

  private async step(): Promise<void> {
    try {
      const next = await this.entries.next();
      this.entry = next.done ? undefined : next.value;
    } catch (error) {
      throw damagedFileError((error as Error).message);
    }
  }
}

/** The error of a file that is not, or no longer, what a backup wrote. */
export function damagedFileError(reason: string): BackupError {
  return new BackupError(`The file is not a complete backup (${reason}); nothing was restored`);
}
