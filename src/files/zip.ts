import { once } from 'node:events';
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';

/** A zip archive is damaged, cut off, or of an unsupported kind. */
export class DamagedZip extends Error {}

/** A decompressed file of an archive; to be read before the next one is requested, which skips what is left of it. */
export interface ZipMember {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

const LOCAL = 0x04034b50;
/** What follows the files: the directory, or its end if there are none. */
const END = 0x06054b50;
const AFTER = new Set([0x02014b50, END, 0x08064b50]);
/** Whether bytes begin like a zip archive, even one without files. */
export const isZipArchive = (start: Buffer): boolean =>
  start.length >= 4 && [LOCAL, END].includes(start.readUInt32LE());

const DESCRIPTOR = 0x08074b50;
const ENCRYPTED = 1;
/** The sizes follow the file. */
const STREAMED = 8;
const STORED = 0;
const DEFLATED = 8;
const ZIP64 = 0xffffffff;
/** Bytes that are inflated at a time: they yield at most a thousand times as many. */
const PIECE = 16 * 1024;

/**
 * Yields the files of a zip archive as it arrives, in bounded memory: without its directory, which is at the end.
 * Folders are left out. Throws {@link DamagedZip}.
 */
export async function* zipMembers(archive: AsyncIterable<Buffer>): AsyncGenerator<ZipMember> {
  const input = new ByteQueue(archive);
  for (;;) {
    const signature = (await input.take(4)).readUInt32LE();
    if (AFTER.has(signature)) break;
    if (signature !== LOCAL) throw new DamagedZip('the zip archive is invalid');
    const head = await input.take(26);
    const member: LocalHead = {
      flags: head.readUInt16LE(2),
      method: head.readUInt16LE(4),
      checksum: head.readUInt32LE(10),
      size: head.readUInt32LE(14),
    };
    const name = (await input.take(head.readUInt16LE(22))).toString();
    await input.take(head.readUInt16LE(24));
    refuseUnread(member, name);
    const bytes = verifiedBytes(input, member, name);
    if (!name.endsWith('/')) yield { name, bytes };
    for await (const _ of bytes); // what was left unread
  }
  for await (const _ of input.rest()); // to its end, because that is where a sender that fails reports it
}

/** The header that precedes a file. */
interface LocalHead {
  flags: number;
  method: number;
  checksum: number;
  /** bytes, compressed */
  size: number;
}

function refuseUnread({ flags, method, size }: LocalHead, name: string): void {
  if (flags & ENCRYPTED) throw new DamagedZip(`${name} is encrypted`);
  if (method !== STORED && method !== DEFLATED)
    throw new DamagedZip(`${name} is compressed by a method other than deflate`);
  const isOpen = (flags & STREAMED) !== 0;
  if (method === STORED && isOpen && size === 0) throw new DamagedZip(`${name} does not say where it ends`);
  if (size === ZIP64) throw new DamagedZip(`${name} has 4 GB or more`);
}

/** Yields the bytes of a file; throws if they are not those that were packed. */
async function* verifiedBytes(input: ByteQueue, head: LocalHead, name: string): AsyncGenerator<Buffer> {
  const isStreamed = (head.flags & STREAMED) !== 0;
  const packedInput = isStreamed && head.size === 0 ? input : undefined;
  let checksum = 0;
  const bytes =
    head.method === STORED
      ? input.exactly(head.size)
      : inflated(packedInput ?? new ByteQueue(input.exactly(head.size)), name);
  for await (const piece of bytes) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  const expected = isStreamed ? await checksumBehind(input) : head.checksum;
  if (checksum !== expected) throw new DamagedZip(`${name} is damaged: its checksum is incorrect`);
}

/** Reads what follows a file whose sizes were not known before: 4 or 8 bytes each, with or without a signature. */
async function checksumBehind(input: ByteQueue): Promise<number> {
  const first = (await input.take(4)).readUInt32LE();
  const checksum = first === DESCRIPTOR ? (await input.take(4)).readUInt32LE() : first;
  await input.take(8);
  const next = await input.take(4);
  input.putBack(next);
  const isNext = next.readUInt32LE() === LOCAL || AFTER.has(next.readUInt32LE());
  if (!isNext) await input.take(8);
  return checksum;
}

/** Inflates up to the end of the deflated data, and leaves what follows. */
async function* inflated(input: ByteQueue, name: string): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const ready: Buffer[] = [];
  let failure: Error | undefined;
  let isEnded = false;
  let wake = () => {};
  // After a failure the callback of a write is never called.
  const writePiece = (piece: Buffer) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      inflate.write(piece, () => resolve());
    });
  inflate
    .on('data', (piece: Buffer) => ready.push(piece))
    .on('end', () => {
      isEnded = true;
    })
    .on('error', (error) => {
      failure = error;
      wake();
    });
  let bytesIn = 0;
  try {
    while (!isEnded) {
      const piece = await input.takeUpTo(PIECE);
      if (piece === undefined) await finish(inflate);
      else {
        await writePiece(piece);
        bytesIn += piece.length;
      }
      if (failure !== undefined) throw new DamagedZip(`${name} is damaged: ${failure.message}`);
      yield* ready.splice(0);
      const unused = bytesIn - inflate.bytesWritten;
      if (unused === 0 || piece === undefined) continue;
      input.putBack(piece.subarray(piece.length - unused));
      await finish(inflate);
      yield* ready.splice(0);
      return;
    }
  } finally {
    inflate.destroy();
  }
}

async function finish(inflate: InflateRaw): Promise<void> {
  if (inflate.readableEnded || inflate.destroyed) return;
  inflate.end();
  await once(inflate, 'end').catch(() => undefined); // its failure is recorded
}

/** Bytes that arrive in pieces of any size and are taken in others. */
class ByteQueue {
  private readonly pieces: AsyncIterator<Buffer>;
  private buffer: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.pieces = bytes[Symbol.asyncIterator]();
  }

  /** Takes this many bytes; throws {@link DamagedZip} if there are fewer. */
  async take(length: number): Promise<Buffer> {
    while (this.buffer.length < length) {
      const { value, done } = await this.pieces.next();
      if (done) throw new DamagedZip('unexpected end of the zip archive');
      this.buffer = this.buffer.length === 0 ? value : Buffer.concat([this.buffer, value]);
    }
    return this.cut(length);
  }

  /** Takes at least one byte, at most `most`; undefined at the end. */
  async takeUpTo(most: number): Promise<Buffer | undefined> {
    while (this.buffer.length === 0) {
      const { value, done } = await this.pieces.next();
      if (done) return undefined;
      this.buffer = value;
    }
    return this.cut(Math.min(most, this.buffer.length));
  }

  /** Exactly `length` bytes, in pieces. */
  async *exactly(length: number): AsyncGenerator<Buffer> {
    for (let remaining = length; remaining > 0; ) {
      const piece = await this.takeUpTo(remaining);
      if (piece === undefined) throw new DamagedZip('unexpected end of the zip archive');
      remaining -= piece.length;
      yield piece;
    }
  }

  /** Everything that is left. */
  async *rest(): AsyncGenerator<Buffer> {
    for (let piece = await this.takeUpTo(PIECE); piece !== undefined; piece = await this.takeUpTo(PIECE))
      yield piece;
  }

  putBack(piece: Buffer): void {
    this.buffer = Buffer.concat([piece, this.buffer]);
  }

  private cut(length: number): Buffer {
    const piece = this.buffer.subarray(0, length);
    this.buffer = this.buffer.subarray(length);
    return piece;
  }
}
