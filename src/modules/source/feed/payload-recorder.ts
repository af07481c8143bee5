import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Shortest secret to search for: shorter ones occur in texts by chance. */
const SHORTEST_SECRET = 8;

/** A page of a unit of work, on disk. */
export interface RecordedPage {
  /** gzip */
  path: string;
  /** of the page, decompressed */
  sha256: string;
  bytes: number;
}

/**
 * Writes the pages of a unit of work to disk, compressed, while they are read. A unit is kept whole or not at all:
 * not if a page was not read to the end, and not if it repeats a secret, as some services do in their messages.
 */
export class PayloadRecorder {
  private readonly pages: RecordedPage[] = [];
  private isFit = true;

  /** `secrets`: those sent so far. */
  constructor(
    private readonly folder: string,
    private readonly secrets: () => Iterable<string>,
  ) {}

  /** The pages in order; none if the unit cannot be kept. */
  get recordedPages(): readonly RecordedPage[] {
    return this.isFit ? this.pages : [];
  }

  /** sha256 of the page that was read last; undefined before the first. */
  get lastDigest(): string | undefined {
    return this.pages.at(-1)?.sha256;
  }

  /** Passes a page on and records it. */
  async *through(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const path = join(this.folder, `page-${this.pages.length}.gz`);
    const zip = createGzip({ level: 1 });
    const writing = pipeline(zip, createWriteStream(path));
    writing.catch(() => undefined); // awaited below
    const hash = createHash('sha256');
    const repeats = secretSearch(this.secrets());
    let length = 0;
    let isWhole = false;
    try {
      for await (const piece of bytes) {
        hash.update(piece);
        length += piece.length;
        if (repeats(piece)) this.isFit = false;
        // A disk that is full ends the writing, after which nothing drains any more.
        if (!zip.write(piece)) await Promise.race([once(zip, 'drain'), writing]);
        yield piece;
      }
      isWhole = true;
    } finally {
      const isKept = this.isFit && isWhole;
      this.isFit = false; // unless it is written to the end
      zip.end();
      await writing;
      this.isFit = isKept;
      this.pages.push({ path, sha256: hash.digest('hex'), bytes: length });
    }
  }
}

/** Finds secrets in a text that arrives in pieces, including a secret split between two of them. */
function secretSearch(secrets: Iterable<string>): (piece: Buffer) => boolean {
  const forms = [...secrets]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  const needles = [...new Set(forms)].map((form) => Buffer.from(form));
  if (needles.length === 0) return () => false;
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1;
  let tail = Buffer.alloc(0);
  return (piece) => {
    const text = Buffer.concat([tail, piece]);
    tail = text.subarray(Math.max(text.length - overlap, 0));
    return needles.some((needle) => text.includes(needle));
  };
}
