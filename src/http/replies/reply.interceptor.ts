import { pipeline } from 'node:stream/promises';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import type { StreamFormat } from '../../database/copy-out.js';
import { Database, type Statement } from '../../database/database.js';
import { type ComputedList, pageText, streamText } from '../../database/lists/computed-list.js';
import { type ListSource, pageOf, refuseTwoPositions } from '../../database/lists/list.js';
import { NotAcceptable } from '../../errors/domain-errors.js';
import type { PageQuery } from '../fields/queries.js';
import { EventStream } from './event-stream.js';
import { cut, nextLink, type Page, pageBody, readPage, type Window } from './page.js';
import { SENT } from './reply.adapter.js';
import { Reply } from './reply.js';

const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/**
 * A reader of a stream who takes nothing for this long, ms, is cut off: it holds a database connection. Long, as
 * the system's buffers hold megabytes and nothing is seen of a slow but steady reader until they are half empty.
 */
const STALL_LIMIT = 600_000;

/**
 * Sends what a handler returned: a finished {@link Reply}, a {@link ListSource} or {@link ComputedList} in the form
 * asked for, or an {@link EventStream}.
 */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(private readonly database: Database) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    response.setHeader('Cache-Control', 'private, no-cache');
    response.vary('Authorization, Accept');
    return next.handle().pipe(
      concatMap(async (result: unknown) => {
        if (result instanceof Reply) sendReply(response, result);
        else if (result instanceof EventStream) await result.send(response);
        else await this.sendList(http.getRequest<Request>(), response, result as ListSource | ComputedList);
        return SENT;
      }),
    );
  }

  private async sendList(
    request: Request,
    response: Response,
    list: ListSource | ComputedList,
  ): Promise<void> {
    const format = formatOf(request, list.query);
    refuseTwoPositions(list.query);
    if (format === 'json') await this.sendPage(request, response, list);
    else await this.sendStream(response, list, format);
  }

  private async sendPage(
    request: Request,
    response: Response,
    list: ListSource | ComputedList,
  ): Promise<void> {
    const window = pageOf(list.query);
    const page = isComputed(list)
      ? await computedPage(list, window)
      : await readPage((statement) => this.database.read(statement), list, window);
    const next =
      page.after === undefined
        ? null
        : nextLink(request.path, request.query as Record<string, string>, page.after, window);
    if (next !== null) response.setHeader('Link', `<${next}>; rel="next"`);
    const total = list.query.total === true ? await this.count(list) : null;
    const body = pageBody(page, { window, next, total, unit: list.unit });
    response.type(MEDIA_TYPES.json).send(Buffer.concat(body));
  }

  private async count(list: ListSource | ComputedList): Promise<number> {
    if (isComputed(list)) return list.total;
    const [row] = await this.database.read<{ total: string }>(list.count);
    return Number(row?.total ?? 0);
  }

  private async sendStream(
    response: Response,
    list: ListSource | ComputedList,
    format: StreamFormat,
  ): Promise<void> {
    response.status(200).type(format === 'csv' ? 'text/csv; charset=utf-8' : MEDIA_TYPES.ndjson);
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    response.setTimeout(STALL_LIMIT, () => response.destroy());
    // The stream, the compression, the log and others each want to know its end.
    response.setMaxListeners(20);
    try {
      if (isComputed(list)) await pipeline(streamText(list, format), response);
      else await this.database.stream(windowed(list), format, response);
    } catch (error) {
      // A client that leaves in the middle is no error of ours.
      if (!(response.destroyed || response.closed)) throw error;
    }
  }
}

function isComputed(list: ListSource | ComputedList): list is ComputedList {
  return !('select' in list);
}

async function computedPage(list: ComputedList, { limit, offset }: Window): Promise<Page> {
  const end = Math.min(list.count, offset + limit);
  return {
    rows: await pageText(list, offset, end),
    count: Math.max(0, end - offset),
    after: offset < end && end < list.count ? list.key(end - 1) : undefined,
  };
}

/** The statement of a stream, with the window that was asked for, if any; bound as everything that a client sent. */
function windowed(list: ListSource): Statement {
  const { limit, offset } = list.query;
  const values: unknown[] = [...list.values];
  const clause = (word: string, value: number | undefined) =>
    value === undefined ? '' : `${word} $${values.push(value)}::bigint `;
  const limits = `${clause('LIMIT', limit)}${clause('OFFSET', offset)}`;
  return { text: limits === '' ? list.select : cut(list, limits), values };
}

function sendReply(response: Response, { status, headers, body }: Reply): void {
  response.status(status).set(headers);
  if (body === undefined) {
    response.end();
    return;
  }
  if (!('Content-Type' in headers)) response.type(MEDIA_TYPES.json);
  if (response.req.method === 'GET' || response.req.method === 'HEAD') response.send(body);
  // What was done has no version of its own: an ETag there would be taken for that of the record.
  else response.setHeader('Content-Length', Buffer.byteLength(body)).end(body);
}

function formatOf(request: Request, query: PageQuery): keyof typeof MEDIA_TYPES {
  if (query.format !== undefined) return query.format;
  const accepted = request.accepts(Object.values(MEDIA_TYPES));
  if (accepted === false) throw new NotAcceptable(Object.values(MEDIA_TYPES));
  return accepted === MEDIA_TYPES.csv ? 'csv' : accepted === MEDIA_TYPES.ndjson ? 'ndjson' : 'json';
}
