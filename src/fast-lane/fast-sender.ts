import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { RenderedPage } from '../database/lists/list.js';
import { CACHE_CONTROL, VARY } from '../http/replies/reply.interceptor.js';
import type { Reply } from '../http/replies/reply.js';
import { weakTag } from '../http/replies/weak-tag.js';
import { isKnown } from '../http/server/conditional.js';

/** An answer of the fast lane. */
export interface FastAnswer {
  status: number;
  /** alternating names and values of its own headers */
  headers: readonly string[];
  /** the body in pieces */
  pieces: readonly Buffer[];
  /** bytes of all pieces */
  length: number;
  etag: string;
  /** true: the same request gets the same answer until its data change */
  isLasting: boolean;
}

/** Content codings that the lane produces. */
export type Coding = 'br' | 'gzip' | 'identity';

interface Sending {
  answer: FastAnswer;
  /** alternating names and values of the headers so far */
  head: string[];
  /** what the client accepts */
  coding: Coding;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Content codings without weights or wildcards. */
const PLAIN_CODINGS = /^[a-z]+(, ?[a-z]+)*$/;
/** Bodies smaller than this, bytes, are not worth compressing: the chain's threshold. */
const COMPRESSED_FROM = 1024;
/** Most bytes of compressed answers that are cached. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** The chain's quality, for the same bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** A page of a list as an answer. */
export function fromPage({ next, pieces, length, etag, isLasting }: RenderedPage): FastAnswer {
  const headers = ['Content-Type', JSON_TYPE, 'Cache-Control', CACHE_CONTROL];
  if (next !== null) headers.push('Link', `<${next}>; rel="next"`);
  return { status: 200, headers, pieces, length, etag, isLasting };
}

/** A finished reply with a body as an answer. */
export function fromReply({ status, body = '', headers }: Reply): FastAnswer {
  const {
    'Content-Type': type = JSON_TYPE,
    'Cache-Control': cache = CACHE_CONTROL,
    ETag: etag,
    ...others
  } = headers;
  const bytes = Buffer.from(body);
  return {
    status,
    headers: ['Content-Type', type, 'Cache-Control', cache, ...Object.entries(others).flat()],
    pieces: [bytes],
    length: bytes.length,
    etag: etag ?? weakTag([bytes]),
    isLasting: status === 200,
  };
}

/** The chain's choice of a content coding, Brotli before gzip; undefined: a rare case is left to it. */
export function codingOf(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined) return 'identity';
  if (!PLAIN_CODINGS.test(accepted)) return undefined;
  const names = accepted.split(/, ?/);
  if (names.includes('br')) return 'br';
  if (names.includes('gzip')) return 'gzip';
  return names.includes('deflate') ? undefined : 'identity';
}

/** Sends answers: 304 if the client has them, compressed if it asks for that. */
export class FastSender {
  /** compressed bodies by coding and ETag */
  private readonly compressed = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (body) => body.length + 256,
  });
  private turn: Promise<void> | undefined;

  async send(request: IncomingMessage, response: ServerResponse, sending: Sending): Promise<void> {
    const { answer, head } = sending;
    const isSame = isKnown(request.headers, answer.etag);
    const coding = isSame || answer.length < COMPRESSED_FROM ? 'identity' : sending.coding;
    const body = coding === 'identity' ? undefined : await this.encode(answer, coding);
    await this.endOfTurn();
    head.push('ETag', answer.etag, 'Vary', VARY);
    if (isSame) {
      head.push(...withoutContentType(answer.headers));
      response.writeHead(304, head).end();
      return;
    }
    head.push(...answer.headers);
    if (body !== undefined) {
      head.push('Content-Encoding', coding);
      response.writeHead(answer.status, head).end(body);
      return;
    }
    head.push('Content-Length', String(answer.length));
    response.writeHead(answer.status, head);
    write(response, answer.pieces);
  }

  /**
   * Resolves at the end of this turn of the event loop. Answers that are ready within one turn are sent right after
   * each other: the first wakes up their reader, which costs more than writing, and the others find it awake.
   */
  private endOfTurn(): Promise<void> {
    this.turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.turn = undefined;
        resolve();
      });
    });
    return this.turn;
  }

  private async encode(answer: FastAnswer, coding: 'br' | 'gzip'): Promise<Buffer> {
    // Only a weak tag is a digest of the body, so that a body found by it is the right one.
    if (!answer.etag.startsWith('W/')) return compress[coding](Buffer.concat(answer.pieces));
    const key = `${coding} ${answer.etag}`;
    const cached = this.compressed.get(key);
    if (cached !== undefined) return cached;
    const body = await compress[coding](Buffer.concat(answer.pieces));
    this.compressed.set(key, body);
    return body;
  }
}

function write(response: ServerResponse, pieces: readonly Buffer[]): void {
  if (pieces.length === 1) {
    response.end(pieces[0]);
    return;
  }
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}

/** The headers of an answer without the first, the type of the body, which a 304 does not have. */
function withoutContentType([, , ...others]: readonly string[]): readonly string[] {
  return others;
}
