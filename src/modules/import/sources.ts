import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addAbortSignal, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { isZipArchive, type ZipMember, zipMembers } from '../../files/zip.js';

/** How the records of a file are written. */
export const FORMATS = ['csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** One file of records, whether on disk, in an archive or from standard input. */
export interface SourceFile {
  /** for messages and the rejects file: the path, followed within an archive by the member's */
  name: string;
  format: Format;
  /** decompressed; to be read to the end before the next file is requested */
  bytes: AsyncIterable<Buffer>;
}

/** An input cannot be read; the message is for the operator. */
export class UnreadableSource extends Error {}

/** A command argument: a file, or standard input. */
export interface Input {
  path: string;
  /** bytes on disk; 0 when unknown */
  size: number;
}

const RECORD_FILE = /\.(csv|ndjson|jsonl)(\.gz)?$/i;
const ARCHIVE = /\.(tar|tar\.gz|tgz|zip)$/i;
/** Name of the first member of every workbook (.xlsx), which is a zip archive. */
const WORKBOOK = /^(\[Content_Types\]\.xml|xl\/.*)$/;
/** Bytes read at a time: small pieces are collected young, larger ones pile up outside the heap. */
const READ_SIZE = 32 * 1024;
/** Magic bytes of a tar archive, and their position (POSIX). */
const TAR_MAGIC = { at: 257, text: 'ustar' };

/** Standard input, as an argument. */
export const STANDARD_INPUT = '-';

/**
 * The files behind the arguments: folders are searched in sorted order for files of records and archives; hidden
 * files and earlier rejects files are skipped. Throws {@link UnreadableSource} if a path does not exist.
 */
export async function findInputs(paths: readonly string[]): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const path of paths) {
    if (path === STANDARD_INPUT) inputs.push({ path, size: 0 });
    else inputs.push(...(await filesAt(path)));
  }
  return inputs;
}

async function filesAt(path: string): Promise<Input[]> {
  const stats = await stat(path).catch((error: Error) => {
    throw new UnreadableSource(`Cannot read ${path}: ${error.message}`);
  });
  if (!stats.isDirectory()) return [{ path, size: stats.size }];
  const inputs: Input[] = [];
  const entries = await readdir(path, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = join(path, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) inputs.push(...(await filesAt(below)));
    else if (isRecords(entry.name) || ARCHIVE.test(entry.name)) inputs.push(...(await filesAt(below)));
  }
  return inputs;
}

const isRecords = (name: string) => RECORD_FILE.test(name) && !name.endsWith('.rejects.csv');

/** How an input is read. */
export interface Reading {
  /** format given by the operator; else inferred from the name or the first character */
  format?: Format | undefined;
  /** names of the archive files to read; by default those of records */
  members?: RegExp;
  /** ends the reading with an AbortError */
  signal: AbortSignal;
  /** called for every piece read from disk, with its bytes */
  onRead(bytes: number): void;
}

/**
 * Yields the files of records in one input, decompressed and unpacked as they are read. Damaged input throws
 * {@link UnreadableSource}.
 */
export async function* filesIn(input: Input, reading: Reading): AsyncGenerator<SourceFile> {
  for await (const file of withName(input.path, openInput(input, reading))) {
    yield { ...file, bytes: withName(file.name, file.bytes) };
  }
}

/** Passes items on, and names the file in an error. */
async function* withName<T>(name: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    throw new UnreadableSource(`${name}: ${(error as Error).message}`);
  }
}

async function* openInput({ path }: Input, reading: Reading): AsyncGenerator<SourceFile> {
  const raw = path === STANDARD_INPUT ? process.stdin : createReadStream(path, { highWaterMark: READ_SIZE });
  addAbortSignal(reading.signal, raw);
  yield* filesOf(path, counting(raw, reading.onRead), reading);
}

/** How the files of an archive are read. */
type MemberReading = Pick<Reading, 'format' | 'members'>;

/** The files of records in named bytes, as {@link filesIn}; damage throws the errors of the decoder that found it. */
export async function* filesOf(
  path: string,
  packed: AsyncIterable<Buffer>,
  reading: MemberReading,
): AsyncGenerator<SourceFile> {
  const { head, rest } = await peek(packed, 2);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  if (!isGzip && /\.(gz|tgz)$/i.test(path)) throw new UnreadableSource(`${path} is not gzip data`);
  const plain = isGzip ? gunzipStream(rest) : rest;
  const { head: start, rest: bytes } = await peek(plain, TAR_MAGIC.at + TAR_MAGIC.text.length);
  const isTar = start.toString('latin1', TAR_MAGIC.at) === TAR_MAGIC.text;
  const isZip = isZipArchive(start);
  if (!isZip && /\.zip$/i.test(path)) throw new UnreadableSource(`${path} is not a zip archive`);
  if (isZip) yield* members(path, zipMembers(bytes), reading);
  else if (isTar || ARCHIVE.test(path)) yield* members(path, tarMembers(bytes), reading);
  else yield { name: path, format: formatOf(path, start, reading), bytes };
}

async function* members(
  archive: string,
  entries: AsyncIterable<ZipMember>,
  reading: MemberReading,
): AsyncGenerator<SourceFile> {
  for await (const { name, bytes } of entries) {
    if (WORKBOOK.test(name)) throw new UnreadableSource(`${archive} is a workbook: save it as CSV`);
    const isRead = reading.members?.test(name) ?? isRecords(name);
    // `._x.csv` holds a file's attributes on macOS, not the file.
    if (basename(name).startsWith('.') || !isRead) continue;
    const { head, rest } = await peek(bytes, 2);
    const isGzip = head[0] === 0x1f && head[1] === 0x8b;
    const { head: start, rest: text } = await peek(isGzip ? gunzipStream(rest) : rest, 64);
    yield { name: `${archive}/${name}`, format: formatOf(name, start, reading), bytes: text };
  }
}

async function* tarMembers(bytes: AsyncIterable<Buffer>): AsyncGenerator<ZipMember> {
  const entries = extract();
  const feeding = pipeline(Readable.from(bytes, { objectMode: false }), entries);
  feeding.catch(() => undefined); // awaited below
  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (type === 'file') yield { name, bytes: entry as AsyncIterable<Buffer> };
    entry.resume();
  }
  await feeding;
}

function formatOf(name: string, start: Buffer, { format }: Pick<Reading, 'format'>): Format {
  if (isZipArchive(start)) {
    throw new UnreadableSource(`${name} is a zip archive within an archive: unpack it`);
  }
  if (format !== undefined) return format;
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(name)) return 'ndjson';
  if (/\.csv(\.gz)?$/i.test(name)) return 'csv';
  const text = start.toString('utf8').trimStart();
  if (text.startsWith('[')) {
    throw new UnreadableSource(
      `${name} is a JSON array: write a record a line (NDJSON), as jq -c '.[]' does`,
    );
  }
  return text.startsWith('{') ? 'ndjson' : 'csv';
}

async function* counting(
  bytes: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    onRead(piece.length);
    yield piece;
  }
}

function gunzipStream(bytes: AsyncIterable<Buffer>): Transform {
  const gunzip = createGunzip({ chunkSize: READ_SIZE });
  // A failure destroys the stream, so its reader gets the error.
  pipeline(Readable.from(bytes, { objectMode: false }), gunzip).catch(() => undefined);
  return gunzip;
}

/** The first `length` bytes (fewer if there are no more), and everything from the beginning. */
export async function peek(
  bytes: AsyncIterable<Buffer>,
  length: number,
): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const pieces = bytes[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < length) {
    const { value, done } = await pieces.next();
    if (done) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  const whole = head;
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (whole.length > 0) yield whole;
      yield* { [Symbol.asyncIterator]: () => pieces };
    } finally {
      await pieces.return?.();
    }
  }
  return { head: whole.subarray(0, length), rest: all() };
}
