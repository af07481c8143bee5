import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/caller.js';
import { type Permission, permits } from '../auth/permissions.js';
import { RateLimitGuard } from '../auth/rate-limit.guard.js';
import { TokenService } from '../auth/token.service.js';
import { idOf } from '../http/server/request-id.js';

/** A JSON page that is ready to be sent. */
export interface FastAnswer {
  /** the body in pieces */
  pieces: readonly Buffer[];
  /** bytes of all pieces */
  length: number;
  /** digest of the body */
  etag: string;
  /** relative URL of the next page */
  next: string | null;
}

/** A list that the fast lane may answer. */
export interface FastRoute {
  path: string;
  permission: Permission;
  /**
   * How a query is answered, or undefined when the usual way must do it, because something is wrong with it or
   * out of the ordinary. `isFresh`: from the database, whatever is cached.
   */
  plan(query: string, isFresh: boolean): (() => FastAnswer | Promise<FastAnswer>) | undefined;
}

/** What the application puts around every answer, of both lanes. */
export interface Surroundings {
  /** sees every request first */
  observe(request: IncomingMessage, response: ServerResponse): void;
  /** names and values, in turn, of the headers that never change */
  headers: readonly string[];
  /** logs an answered request, where those are logged; `began`: when it came, ms */
  log: ((request: IncomingMessage, response: ServerResponse, began: number) => void) | undefined;
}

/** What the log and the metrics look at in a request. */
type Noted = IncomingMessage & { originalUrl?: string; user?: Caller; route?: FastRoute };

type Coding = 'br' | 'gzip' | 'identity';

const BEARER = /^Bearer +([^\s]+)$/i;
const JSON_ACCEPTED = /^(\*\/\*|application\/json)$/;
/** Content codings without weights or wildcards. */
const PLAIN_CODINGS = /^[a-z]+(, ?[a-z]+)*$/;
/** Smaller bodies are not worth compressing, bytes: the usual way's threshold. */
const COMPRESSED_FROM = 1024;
/** Most bytes of compressed answers that are kept. */
const KEPT_COMPRESSED = 32 * 1024 * 1024;
/** The usual way's quality, for the same bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/**
 * Answers plain requests of a few hot lists in front of Express and Nest, whose ways through middleware, guards,
 * pipes and interceptors take ten times as long as the answer itself. The same token check, permission, rate
 * limit, log and headers count here, and whatever is not plain goes the usual way: errors, other formats, other
 * methods. A test compares the answers of both lanes byte by byte.
 */
@Injectable()
export class FastLane implements BeforeApplicationShutdown {
  private readonly routes = new Map<string, FastRoute>();
  /** compressed bodies by ETag, a digest of the body: what is found is right */
  private readonly compressed = new LRUCache<string, Buffer>({
    maxSize: KEPT_COMPRESSED,
    sizeCalculation: (body) => body.length + 256,
  });
  private closing = false;
  private turn: Promise<void> | undefined;

  constructor(
    private readonly tokens: TokenService,
    private readonly rateLimit: RateLimitGuard,
  ) {}

  add(route: FastRoute): void {
    this.routes.set(route.path, route);
  }

  /** Steps in front of a server's listener. */
  open(server: Server, around: Surroundings): void {
    const [usual] = server.listeners('request') as RequestListener[];
    if (usual === undefined) throw new Error('the server has no listener yet');
    server.removeListener('request', usual);
    server.on('request', (request, response) => {
      around.observe(request, response);
      const answer = this.planned(request, around);
      if (answer === undefined) usual(request, response);
      else answer(response).catch(() => usual(request, response));
    });
  }

  beforeApplicationShutdown(): void {
    this.closing = true;
  }

  /** What answers a request, or undefined: the usual way. Rejects while nothing is sent yet. */
  private planned(
    request: IncomingMessage,
    around: Surroundings,
  ): ((response: ServerResponse) => Promise<void>) | undefined {
    const { url = '', method, headers } = request;
    if (method !== 'GET' || this.closing) return undefined;
    const mark = url.indexOf('?');
    const route = this.routes.get(mark < 0 ? url : url.slice(0, mark));
    if (route === undefined) return undefined;
    const [, token] = BEARER.exec(headers.authorization ?? '') ?? [];
    const { accept = '*/*', 'accept-encoding': accepted } = headers;
    const wanted = codingOf(accepted);
    if (token === undefined || !JSON_ACCEPTED.test(accept) || wanted === undefined) return undefined;
    const answer = route.plan(mark < 0 ? '' : url.slice(mark + 1), headers['cache-control'] === 'no-cache');
    if (answer === undefined) return undefined;
    return async (response) => {
      const began = Date.now();
      const user = await this.tokens.verify(token);
      if (user === undefined || !permits(user.role, route.permission)) throw new Error('not here');
      // Counted before anything is read: the usual way says it if it is one too many, and does not count it again.
      // Here and below, awaited only where there is something to wait for: a hot request mostly has nothing.
      const counting = this.rateLimit.count(request, user);
      const limit = counting && (await counting);
      if (limit?.retryAfter !== undefined) throw new Error('not now');
      const making = answer();
      const found = making instanceof Promise ? await making : making;
      const coding = found.length < COMPRESSED_FROM ? 'identity' : wanted;
      const body = coding === 'identity' ? undefined : await this.encoded(found, coding);
      const noted = Object.assign(request as Noted, { originalUrl: url, user, route });
      const head = [...around.headers, 'X-Request-Id', idOf(noted), ...(limit?.headers ?? [])];
      await this.endOfTurn();
      const { log } = around;
      if (log !== undefined) response.once('close', () => log(noted, response, began));
      send(request, response, { answer: found, head, coding, body });
    };
  }

  /**
   * The end of this turn of the event loop. Answers that are ready within one turn leave right behind each other: the
   * first wakes up who reads them, which costs more than writing, and the others find it awake.
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

  private async encoded(answer: FastAnswer, coding: 'br' | 'gzip'): Promise<Buffer> {
    const key = `${coding} ${answer.etag}`;
    const kept = this.compressed.get(key);
    if (kept !== undefined) return kept;
    const body = await compress[coding](Buffer.concat(answer.pieces));
    this.compressed.set(key, body);
    return body;
  }
}

interface Sending {
  answer: FastAnswer;
  head: string[];
  coding: Coding;
  /** the body in that coding; undefined: as its pieces are */
  body: Buffer | undefined;
}

/** A head given as one list is written as it is, without the work of single headers. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer: { etag, length, next, pieces }, head, coding, body }: Sending,
): void {
  head.push('Cache-Control', 'private, no-cache', 'ETag', etag);
  if (next !== null) head.push('Link', `<${next}>; rel="next"`);
  if (request.headers['if-none-match'] !== undefined && fresh(request.headers, { etag })) {
    head.push('Vary', 'Authorization, Accept');
    response.writeHead(304, head).end();
    return;
  }
  head.push('Vary', 'Authorization, Accept, Accept-Encoding');
  head.push('Content-Type', 'application/json; charset=utf-8');
  if (body !== undefined) {
    head.push('Content-Encoding', coding);
    response.writeHead(200, head).end(body);
    return;
  }
  head.push('Content-Length', String(length));
  response.writeHead(200, head);
  if (pieces.length === 1) {
    response.end(pieces[0]);
    return;
  }
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}

/** The usual way's choice of a content coding, Brotli before gzip; undefined: what is rare is left to it. */
function codingOf(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined) return 'identity';
  if (!PLAIN_CODINGS.test(accepted)) return undefined;
  const names = accepted.split(/, ?/);
  if (names.includes('br')) return 'br';
  if (names.includes('gzip')) return 'gzip';
  return names.includes('deflate') ? undefined : 'identity';
}
