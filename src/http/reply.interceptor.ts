import { pipeline } from 'node:stream/promises';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { Database, type StreamFormat } from '../database/database.js';
import { NotAcceptable } from '../errors/domain-errors.js';
import { type ComputedList, pageText, streamText } from './computed-list.js';
import { encodeCursor, type ListSource, pageOf, refuseTwoPositions } from './list.js';
import type { PageQuery } from './queries.js';
import { SENT } from './reply.adapter.js';
import { Reply } from './reply.js';

const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/**
 * A reader of a stream who takes nothing for this long, ms, is cut off: it holds a database connection. Long, as
 * the system's buffers hold megabytes and nothing is seen of a slow but steady reader until they are half empty.
 */
const STALL_LIMIT = 600_000;

/** Rows to return and to skip. */
type Window = ReturnType<typeof pageOf>;

/** One page, wherever its rows came from. */
interface Page {
  /** JSON texts of the rows, each on a line of its own, between commas; as one text or in pieces */
  rows: readonly (string | Buffer)[];
  count: number;
  /** key values of the last row when more rows follow; an undefined one was cut from the row */
  after: readonly unknown[] | undefined;
}

/**
 * Sends what a handler returned: a finished {@link Reply}, or a {@link ListSource} or {@link ComputedList} in
 * the form asked for.
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
    const { rows, count, after } = isComputed(list)
      ? await computedPage(list, window)
      : await this.readPage(list, window);
    const link = after === undefined ? null : nextLink(request, after, window);
    if (link !== null) response.setHeader('Link', `<${link}>; rel="next"`);
    const meta = {
      count,
      offset: window.offset,
      limit: window.limit,
      next: link,
      total: list.query.total === true ? await this.count(list) : null,
      unit: list.unit,
    };
    const body = ['{"data":[', ...rows, `],"meta":${JSON.stringify(meta)}}`];
    response.type(MEDIA_TYPES.json).send(Buffer.concat(body.map(encoded)));
  }

  private async readPage(source: ListSource, { limit, offset }: Window): Promise<Page> {
    const next = source.values.length + 1;
    // One row more than the page tells whether there is a next one. Rows stand on lines of their own, so the
    // surplus row is cut off and the last key is read without parsing the rest.
    const [page] = await this.database.query<{ rows: string | null; count: number }>({
      text: `SELECT string_agg(row_to_json(line)::text, E',\\n') AS rows, count(*)::int AS count
             FROM (${source.select} LIMIT $${next}::bigint OFFSET $${next + 1}::bigint) line`,
      values: [...source.values, limit + 1, offset],
    });
    const rows = page?.rows ?? '';
    const count = page?.count ?? 0;
    if (count <= limit) return { rows: [rows], count, after: undefined };
    const kept = rows.slice(0, rows.lastIndexOf(',\n'));
    const last = JSON.parse(kept.slice(kept.lastIndexOf('\n') + 1)) as Record<string, unknown>;
    return { rows: [kept], count: limit, after: source.key.map((column) => last[column]) };
  }

  private async count(list: ListSource | ComputedList): Promise<number> {
    if (isComputed(list)) return list.total;
    const [row] = await this.database.query<{ total: string }>(list.count);
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
    try {
      if (isComputed(list)) await pipeline(streamText(list, format), response);
      else await this.database.stream(windowed(list), format, response);
    } catch (error) {
      // A client that leaves in the middle is no error of ours.
      if (!(response.destroyed || response.closed)) throw error;
    }
  }
}

function encoded(piece: string | Buffer): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : piece;
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

/** The statement of a stream, with the window that was asked for, if any. */
function windowed({ select, values, query: { limit, offset } }: ListSource) {
  const window = `${limit === undefined ? '' : ` LIMIT ${limit}`}${offset === undefined ? '' : ` OFFSET ${offset}`}`;
  return { text: `${select}${window}`, values };
}

function sendReply(response: Response, reply: Reply): void {
  response.status(reply.status).set(reply.headers);
  if (reply.body === undefined) response.end();
  else if ('Content-Type' in reply.headers) response.send(reply.body);
  else response.type(MEDIA_TYPES.json).send(reply.body);
}

function formatOf(request: Request, query: PageQuery): keyof typeof MEDIA_TYPES {
  if (query.format !== undefined) return query.format;
  const accepted = request.accepts(Object.values(MEDIA_TYPES));
  if (accepted === false) throw new NotAcceptable(Object.values(MEDIA_TYPES));
  return accepted === MEDIA_TYPES.csv ? 'csv' : accepted === MEDIA_TYPES.ndjson ? 'ndjson' : 'json';
}

/** The same request with the cursor of its last row: relative, ready to call. */
function nextLink(request: Request, after: readonly unknown[], { limit, offset }: Window): string {
  const parameters = new URLSearchParams(request.query as Record<string, string>);
  parameters.delete('offset');
  if (!after.includes(undefined)) parameters.set('cursor', encodeCursor(after));
  else parameters.set('offset', String(offset + limit)); // rows cut down to fields without the key
  return `${request.path}?${parameters}`;
}
