import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, concatMap, type Observable } from 'rxjs';
import type { StreamFormat } from '../../database/copy-out.js';
import type { List, Notice, PageRequest } from '../../database/lists/list.js';
import { NotAcceptable, notTogether } from '../../errors/domain-errors.js';
import type { QueryTexts } from '../fields/query-reader.js';
import { acceptedType } from './accepted-type.js';
import { EventStream } from './event-stream.js';
import { FirstRowSink } from './first-row.js';
import { type EmptyRead, emptyRead, Notices, noticeHeader } from './notices.js';
import { keepPace } from './pace.js';
import { refuseTwoPositions, renderPage } from './page.js';
import { PageGate } from './page-gate.js';
import { SENT } from './reply.adapter.js';
import { Reply } from './reply.js';
import { guardCells } from './spreadsheet.js';
import { StreamGate } from './stream-gate.js';

/** Media types of lists, by the names of their formats. */
export const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

/** Headers of every answer of a handler. */
export const CACHE_CONTROL = 'private, no-cache';
export const VARY = 'Authorization, Accept, Accept-Encoding';

/** Sends a handler's result: a finished {@link Reply}, a {@link List} as requested, or an {@link EventStream}. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(
    private readonly pages: PageGate,
    private readonly streams: StreamGate,
    private readonly notices: Notices,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    response.setHeader('Cache-Control', CACHE_CONTROL);
    response.vary(VARY);
    return next.handle().pipe(
      concatMap(async (result: unknown) => {
        if (result instanceof Reply) sendReply(response, result);
        else if (result instanceof EventStream) await result.send(response);
        else await this.sendList(context, result as List);
        return SENT;
      }),
      catchError(async (error: unknown) => {
        throw await this.notices.explain(error, () => readOf(context));
      }),
    );
  }

  private async sendList(context: ExecutionContext, list: List): Promise<void> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const format = formatOf(request, list.query);
    refuseCsvForm(format, list.query);
    const why = () => this.notices.of(readOf(context));
    if (format === 'json') {
      await this.pages.hold(request, list, () => sendPage(request, response, list, why));
    } else await sendStream(response, { list, format, why }, this.streams);
  }
}

/** The read that the request of a handler asked for. */
function readOf(context: ExecutionContext): EmptyRead {
  const { query, params } = context.switchToHttp().getRequest<Request>();
  return emptyRead(context.getClass(), context.getHandler(), { query: query as QueryTexts, params });
}

async function sendPage(
  request: Request,
  response: Response,
  list: List,
  why: () => Promise<readonly Notice[]>,
): Promise<void> {
  const [path, query] = [request.path, queryOf(request)];
  const page = await renderPage(list, { path, query, key: `${path}?${query}` }, why);
  if (page.next !== null) response.setHeader('Link', `<${page.next}>; rel="next"`);
  response.setHeader('ETag', page.etag);
  response.type(MEDIA_TYPES.json).send(Buffer.concat(page.pieces));
}

/** The text of the query, without the question mark and without a fragment, which no client may send. */
function queryOf({ url }: Request): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? '';
}

async function sendStream(
  response: Response,
  { list, format, why }: { list: List; format: StreamFormat; why: () => Promise<readonly Notice[]> },
  streams: StreamGate,
): Promise<void> {
  refuseTwoPositions(list.query);
  response.status(200).type(format === 'csv' ? 'text/csv; charset=utf-8' : MEDIA_TYPES.ndjson);
  const { remarks = [] } = list;
  if (remarks.length > 0) response.setHeader('X-Notice', noticeHeader(remarks));
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const place = await streams.enter(response.req);
  const stop = keepPace(response, place);
  // The stream, the compression, the log and others each listen for its end.
  response.setMaxListeners(20);
  const sink = new FirstRowSink(response, format, place.turn, async () => {
    response.setHeader('X-Notice', noticeHeader([...remarks, ...(await why())]));
  });
  try {
    if (list.query.csv !== 'excel') await list.stream(format, sink);
    else await guardCells((cells) => list.stream(format, cells), sink);
  } catch (error) {
    // A client that leaves in the middle is not an error of ours.
    if (!response.destroyed) throw error;
  } finally {
    stop();
    place.leave();
  }
}

function sendReply(response: Response, { status, headers, body }: Reply): void {
  response.status(status).set(headers);
  if (body === undefined) {
    response.end();
    return;
  }
  if (!('Content-Type' in headers)) response.type(MEDIA_TYPES.json);
  if (response.req.method === 'GET' || response.req.method === 'HEAD') response.send(body);
  // The result of an action has no version: an ETag there would be taken for that of the record.
  else response.setHeader('Content-Length', Buffer.byteLength(body)).end(body);
}

/** Whether a list is requested as CSV or NDJSON. */
export function isStreamed(request: Request): boolean {
  const format = request.query.format ?? acceptedType(request, Object.values(MEDIA_TYPES));
  return ['csv', 'ndjson', MEDIA_TYPES.csv, MEDIA_TYPES.ndjson].includes(String(format).toLowerCase());
}

/** Refuses a form of CSV for another format: a client that asks for guarded cells must not mistake others for them. */
function refuseCsvForm(format: keyof typeof MEDIA_TYPES, { csv }: PageRequest): void {
  if (csv === undefined || format === 'csv') return;
  throw notTogether('csv', `is a form of CSV, the answer is ${format}: add format=csv`);
}

function formatOf(request: Request, query: PageRequest): keyof typeof MEDIA_TYPES {
  if (query.format !== undefined) return query.format;
  const mediaType = acceptedType(request, Object.values(MEDIA_TYPES));
  if (mediaType === undefined) throw new NotAcceptable(Object.values(MEDIA_TYPES));
  return mediaType === MEDIA_TYPES.csv ? 'csv' : mediaType === MEDIA_TYPES.ndjson ? 'ndjson' : 'json';
}
