import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import fresh from 'fresh';
import type { Caller } from '../auth/caller.js';
import { type Permission, permits } from '../auth/permissions.js';
import { RateLimitGuard } from '../auth/rate-limit.guard.js';
import { TokenService } from '../auth/token.service.js';

/** A JSON page that is ready to be sent. */
export interface FastAnswer {
  /** the body in pieces */
  pieces: readonly Buffer[];
  /** bytes of all pieces */
  length: number;
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

/** A function of Connect's form, as the application puts around every route. */
export type Around = (request: never, response: never, next: () => void) => void;

const BEARER = /^Bearer +([^\s]+)$/i;
const COMPRESSED = /gzip|br|deflate|\*/i;

/**
 * Answers plain requests of a few hot lists in front of Express and Nest, whose ways through middleware, guards,
 * pipes and interceptors take ten times as long as the answer itself. The same token check, permission, rate
 * limit, log and headers count here, and whatever is not plain goes the usual way: errors, compressed answers,
 * other formats, other methods. A test compares the answers of both lanes byte by byte.
 */
@Injectable()
export class FastLane implements BeforeApplicationShutdown {
  private readonly routes = new Map<string, FastRoute>();
  private around: readonly Around[] = [];
  private closing = false;

  constructor(
    private readonly tokens: TokenService,
    private readonly rateLimit: RateLimitGuard,
  ) {}

  add(route: FastRoute): void {
    this.routes.set(route.path, route);
  }

  /**
   * Steps in front of a server's listener. `first` sees every request of both lanes, `around` runs before every
   * answer of this one, as it does before the usual ones.
   */
  open(server: Server, { first, around }: { first: Around; around: readonly Around[] }): void {
    this.around = around;
    const [usual] = server.listeners('request') as RequestListener[];
    if (usual === undefined) throw new Error('the server has no listener yet');
    server.removeListener('request', usual);
    server.on('request', (request, response) => {
      first(request as never, response as never, () => undefined);
      const answer = this.planned(request);
      if (answer === undefined) usual(request, response);
      else answer(response).catch(() => usual(request, response));
    });
  }

  beforeApplicationShutdown(): void {
    this.closing = true;
  }

  /** What answers a request, or undefined: the usual way. Rejects while nothing is sent yet. */
  private planned(request: IncomingMessage): ((response: ServerResponse) => Promise<void>) | undefined {
    const { url = '', method, headers } = request;
    if (method !== 'GET' || this.closing) return undefined;
    const mark = url.indexOf('?');
    const route = this.routes.get(mark < 0 ? url : url.slice(0, mark));
    if (route === undefined) return undefined;
    const [, token] = BEARER.exec(headers.authorization ?? '') ?? [];
    const { accept = '*/*', 'accept-encoding': encoding = '' } = headers;
    if (token === undefined || COMPRESSED.test(encoding) || !/^(\*\/\*|application\/json)$/.test(accept))
      return undefined;
    const answer = route.plan(mark < 0 ? '' : url.slice(mark + 1), headers['cache-control'] === 'no-cache');
    if (answer === undefined) return undefined;
    return async (response) => {
      const caller = await this.tokens.verify(token);
      if (caller === undefined || !permits(caller.role, route.permission)) throw new Error('not here');
      const found = await answer();
      await this.send(request, response, found, { user: caller, route });
    };
  }

  private async send(
    request: IncomingMessage,
    response: ServerResponse,
    { pieces, length, etag, next }: FastAnswer,
    of: { user: Caller; route: FastRoute },
  ): Promise<void> {
    await this.rateLimit.account(of.user, response); // refused: the usual way says so
    Object.assign(request, of, { originalUrl: request.url }); // what log and metrics look at
    for (const each of this.around) each(request as never, response as never, () => undefined);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('ETag', etag);
    if (next !== null) response.setHeader('Link', `<${next}>; rel="next"`);
    if (fresh(request.headers, { etag })) {
      response.setHeader('Vary', 'Authorization, Accept');
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Vary', 'Authorization, Accept, Accept-Encoding');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', length);
    response.cork();
    for (const piece of pieces) response.write(piece);
    response.end();
    response.uncork();
  }
}
