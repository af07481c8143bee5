import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type BeforeApplicationShutdown, Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Request } from 'express';
import { BearerGuard } from '../auth/bearer.guard.js';
import type { Caller } from '../auth/caller.js';
import { PermissionGuard } from '../auth/permission.guard.js';
import { PrincipalInterceptor } from '../auth/principal.interceptor.js';
import { RateLimitGuard } from '../auth/rate-limit.guard.js';
import type { List } from '../database/lists/list.js';
import { type QueryTexts, textsOfQuery } from '../http/fields/query-reader.js';
import { type EmptyRead, Notices } from '../http/replies/notices.js';
import { renderPage } from '../http/replies/page.js';
import { PageGate } from '../http/replies/page-gate.js';
import { ProblemFilter } from '../http/replies/problem.filter.js';
import { VARY } from '../http/replies/reply.interceptor.js';
import { Reply } from '../http/replies/reply.js';
import { isFreshWanted } from '../http/server/conditional.js';
import { addFrontListener } from '../http/server/front-listener.js';
import { nameRequest } from '../http/server/request-id.js';
import { ExpensiveReads } from '../limits/expensive-reads.js';
import { RecentTokens } from '../limits/recent-tokens.js';
import { AnswerCache, type Origin } from './answer-cache.js';
import { type Coding, codingOf, type FastAnswer, FastSender, fromPage, fromReply } from './fast-sender.js';
import { type ReadRequest, type ReadRoute, readRoutesOf } from './read-route.js';
import { type FoundRoute, RouteTable } from './route-table.js';

/** What the application adds to every answer, whichever lane it takes. */
export interface Surroundings {
  /** alternating names and values of the headers that never change */
  headers: readonly string[];
  /** logs an answered request, if requests are logged; `began`: when it arrived, ms */
  log: ((request: IncomingMessage, response: ServerResponse, began: number) => void) | undefined;
}

/** A request that the lane answers, with the fields that guards, handlers, filters and the log read. */
type AcceptedRequest = ReadRequest & {
  originalUrl: string;
  path: string;
  query: QueryTexts;
  route: ReadRoute;
  user?: Caller;
};

/** How the lane answers a request, planned before any part of it runs. */
interface Plan extends FoundRoute {
  path: string;
  /** text of the query, without the question mark */
  query: string;
  coding: Coding;
}

const JSON_ALONE = 'application/json';
/** A fragment, which no client may send, or a blank that is not encoded: the router cuts both off in its own way. */
const NOT_PLAIN = /[#\s]/;
const JSON_ACCEPTED = /^(\*\/\*|application\/json)$/;

/**
 * Answers plain reads in front of Express and Nest's chain of middleware, pipes and interceptors, which takes several
 * times as long as most answers. It calls the same guards, query readers, controllers, lists and error filter, and
 * takes JSON only: CSV, NDJSON, negotiation by weights, HEAD and paths in another spelling are left to the chain before
 * any part of them has run. The lane answers everything that it takes, errors included. `FAST_LANE=off` leaves all
 * requests to the chain.
 */
@Injectable()
export class FastLane implements BeforeApplicationShutdown {
  /** the routes that it answers, once it is open */
  readonly routes = new RouteTable();
  private readonly sender = new FastSender();
  private closing = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly modules: ModuleRef,
    private readonly bearer: BearerGuard,
    private readonly rateLimit: RateLimitGuard,
    private readonly permission: PermissionGuard,
    private readonly principal: PrincipalInterceptor,
    private readonly tokens: RecentTokens,
    private readonly expensive: ExpensiveReads,
    private readonly pages: PageGate,
    private readonly notices: Notices,
    private readonly answers: AnswerCache,
  ) {}

  /** Installs the lane in front of a server's listener. */
  open(server: Server, around: Surroundings): void {
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || typeof metatype !== 'function') continue;
      for (const [path, route] of readRoutesOf({ instance, type: metatype as Type })) {
        this.routes.add(path, route);
      }
    }
    addFrontListener(server, (request, response, chain) => {
      const plan = this.plan(request);
      if (plan === undefined) chain(request, response);
      else void this.answer(request, response, plan, around);
    });
  }

  beforeApplicationShutdown(): void {
    this.closing = true;
  }

  /** Returns how a request is answered here; undefined leaves it to the chain. */
  private plan({ url = '', method, headers }: IncomingMessage): Plan | undefined {
    if (method !== 'GET' || this.closing) return undefined;
    const { accept = '*/*', 'accept-encoding': accepted } = headers;
    if (!JSON_ACCEPTED.test(accept) || hasBody(headers)) return undefined;
    if (NOT_PLAIN.test(url)) return undefined;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark + 1);
    // Another format or form, or its name percent-encoded: streams are left to the chain.
    if (query.includes('format=') || query.includes('csv=') || query.includes('%')) return undefined;
    const coding = codingOf(accepted);
    const match = coding && this.routes.find(path);
    if (!match || (match.route.requests === 'json' && accept !== JSON_ALONE)) return undefined;
    return { path, query, coding, ...match };
  }

  private async answer(
    incoming: IncomingMessage,
    response: ServerResponse,
    { route, params, path, query, coding }: Plan,
    { headers, log }: Surroundings,
  ): Promise<void> {
    const arrivedAt = Date.now();
    const texts = textsOfQuery(query);
    const request = Object.assign(incoming, {
      originalUrl: incoming.url ?? '',
      path,
      query: texts,
      params,
      parameters: texts,
      route,
    }) as AcceptedRequest;
    if (log !== undefined) response.once('close', () => log(request, response, arrivedAt));
    const head = [...headers, 'X-Request-Id', nameRequest(request)];
    let vary = 'Accept-Encoding';
    let leave: (() => void) | undefined;
    try {
      // Awaited only if there is something to wait for, here and below: for most requests there is not.
      const admitting = this.bearer.admit(request as unknown as Request);
      const caller = admitting instanceof Promise ? await admitting : admitting;
      request.user = caller;
      this.tokens.note(caller.id);
      const counting = this.rateLimit.count(caller);
      const rate = counting && (await counting);
      if (rate !== undefined) {
        head.push(...rate.headers);
        this.rateLimit.refuseBeyond(rate);
      }
      const checking = this.permission.check(caller, route.permission, request.headers);
      if (checking !== undefined) await checking;
      this.principal.inject(request as unknown as Request);
      vary = VARY;
      let answer = this.keptAnswerTo(request);
      if (answer === undefined) {
        if (route.isExpensive?.(texts)) leave = await this.expensive.enter(caller);
        request.parameters = route.read(texts);
        const origin = route.computed && { scope: route.computed, began: this.answers.now };
        const called = route.call(request, response);
        const result = called instanceof Promise ? await called : called;
        answer = this.renderedOf(result, query) ?? (await this.answerOf(result, request, query));
        if (origin !== undefined) this.keep(answer, request, origin);
      }
      await this.sender.send(request, response, { answer, head, coding });
    } catch (error) {
      const reason = await this.notices
        .explain(error, () => readOf(request))
        .catch((failure: unknown) => failure);
      this.refuse(reason, request, response, [...head, 'Vary', vary]);
    } finally {
      leave?.();
    }
  }

  /** The kept answer of a read that computes; undefined if there is none, or the client wants a new one. */
  private keptAnswerTo({ route, headers, originalUrl }: AcceptedRequest): FastAnswer | undefined {
    if (route.computed === undefined || isFreshWanted(headers)) return undefined;
    return this.answers.find(originalUrl);
  }

  private keep(answer: FastAnswer, request: AcceptedRequest, origin: Omit<Origin, 'ticker'>): void {
    const { ticker } = { ...request.params, ...request.parameters } as { ticker?: unknown };
    this.answers.add(request.originalUrl, answer, { ticker, ...origin });
  }

  /** The page that a list has rendered for this query before, which takes no connection and waits for no turn. */
  private renderedOf(result: unknown, query: string): FastAnswer | undefined {
    const page = (result as Partial<List>).renderedPages?.find(query);
    return page && fromPage(page);
  }

  /** The result of a handler, ready to be sent. */
  private async answerOf(result: unknown, request: AcceptedRequest, query: string): Promise<FastAnswer> {
    if (result instanceof Reply) return fromReply(result);
    const why = () => this.notices.of(readOf(request));
    const list = result as List;
    const work = () => renderPage(list, { path: request.path, query }, why);
    return fromPage(await this.pages.hold(request as unknown as Request, list, work));
  }

  /** Answers with the problem of an error, through the filter that the chain would use. */
  private refuse(
    error: unknown,
    request: AcceptedRequest,
    response: ServerResponse,
    head: readonly string[],
  ): void {
    if (!response.headersSent) {
      for (let at = 0; at < head.length; at += 2) response.setHeader(String(head[at]), String(head[at + 1]));
    }
    const filter = this.modules.get<ProblemFilter>(request.route.filter ?? ProblemFilter, { strict: false });
    filter.catch(error, new ExecutionContextHost([request, response]));
  }
}

/** The read that a request asked for. */
const readOf = ({ route, params, parameters }: AcceptedRequest): EmptyRead => ({
  handler: route.handler,
  parameters: { ...params, ...parameters },
});

function hasBody({
  'transfer-encoding': transfer,
  'content-length': length = '0',
}: IncomingMessage['headers']) {
  return transfer !== undefined || length !== '0';
}
