import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { Database, type StreamFormat } from '../database/database.js';
import { NotAcceptable } from '../errors/domain-errors.js';
import { encodeCursor, type ListSource, pageOf } from './list.js';
import { SENT } from './reply.adapter.js';
import { Reply } from './reply.js';

const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Sends what a handler returned: a finished {@link Reply}, or a {@link ListSource} in the form asked for. */
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
        else await this.sendList(http.getRequest<Request>(), response, result as ListSource);
        return SENT;
      }),
    );
  }

  private async sendList(request: Request, response: Response, source: ListSource): Promise<void> {
    const format = formatOf(request, source);
    if (format === 'json') await this.sendPage(request, response, source);
    else await this.sendStream(response, source, format);
  }

  private async sendPage(request: Request, response: Response, source: ListSource): Promise<void> {
    const { limit, offset } = pageOf(source.query);
    const { values } = source;
    const next = values.length + 1;
    // One row more than the page tells whether there is a next one. Rows stand on lines of their own, so the
    // surplus row is cut off and the last key is read without parsing the rest.
    const [page] = await this.database.query<{ rows: string | null; count: number }>({
      text: `SELECT string_agg(row_to_json(line)::text, E',\\n') AS rows, count(*)::int AS count
             FROM (${source.select} LIMIT $${next}::bigint OFFSET $${next + 1}::bigint) line`,
      values: [...values, limit + 1, offset],
    });
    let rows = page?.rows ?? '';
    const more = (page?.count ?? 0) > limit;
    if (more) rows = rows.slice(0, rows.lastIndexOf(',\n'));
    const link = more ? nextLink(request, source, rows, { limit, offset }) : null;
    if (link !== null) response.setHeader('Link', `<${link}>; rel="next"`);
    const meta = {
      count: Math.min(page?.count ?? 0, limit),
      offset,
      limit,
      next: link,
      total: source.query.total === true ? await this.count(source) : null,
      unit: source.unit,
    };
    response.type(MEDIA_TYPES.json).send(`{"data":[${rows}],"meta":${JSON.stringify(meta)}}`);
  }

  private async count(source: ListSource): Promise<number> {
    const [row] = await this.database.query<{ total: string }>(source.count);
    return Number(row?.total ?? 0);
  }

  private async sendStream(response: Response, source: ListSource, format: StreamFormat): Promise<void> {
    const { limit, offset } = source.query;
    const window = `${limit === undefined ? '' : ` LIMIT ${limit}`}${offset === undefined ? '' : ` OFFSET ${offset}`}`;
    response.status(200).type(format === 'csv' ? 'text/csv; charset=utf-8' : MEDIA_TYPES.ndjson);
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    try {
      await this.database.stream(
        { text: `${source.select}${window}`, values: source.values },
        format,
        response,
      );
    } catch (error) {
      // A client that leaves in the middle is no error of ours.
      if (!(response.destroyed || response.closed)) throw error;
    }
  }
}

function sendReply(response: Response, reply: Reply): void {
  response.status(reply.status).set(reply.headers);
  if (reply.body === undefined) response.end();
  else response.type(MEDIA_TYPES.json).send(reply.body);
}

function formatOf(request: Request, source: ListSource): keyof typeof MEDIA_TYPES {
  if (source.query.format !== undefined) return source.query.format;
  const accepted = request.accepts(Object.values(MEDIA_TYPES));
  if (accepted === false) throw new NotAcceptable(Object.values(MEDIA_TYPES));
  return accepted === MEDIA_TYPES.csv ? 'csv' : accepted === MEDIA_TYPES.ndjson ? 'ndjson' : 'json';
}

/** The same request with the cursor of its last row: relative, ready to call. */
function nextLink(
  request: Request,
  source: ListSource,
  rows: string,
  page: ReturnType<typeof pageOf>,
): string {
  const last = JSON.parse(rows.slice(rows.lastIndexOf('\n') + 1)) as Record<string, unknown>;
  const parameters = new URLSearchParams(request.query as Record<string, string>);
  parameters.delete('offset');
  const position = source.key.map((column) => last[column]);
  if (!position.includes(undefined)) parameters.set('cursor', encodeCursor(position));
  else parameters.set('offset', String(page.offset + page.limit)); // rows cut down to fields without the key
  return `${request.path}?${parameters}`;
}
