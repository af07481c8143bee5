import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Query,
} from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { credentialOf } from '../../auth/bearer.strategy.js';
import { callerOf, Requires } from '../../auth/rights.js';
import type { List } from '../../database/lists/list.js';
import { InvalidInput, NotAcceptable } from '../../errors/domain-errors.js';
import { ProblemsOnly, ReadList } from '../../http/docs/operations.js';
import { acceptedType } from '../../http/replies/accepted-type.js';
import { EventStream } from '../../http/replies/event-stream.js';
import { MEDIA_TYPES } from '../../http/replies/reply.interceptor.js';
import { Invalid } from '../../kinds/kinds.js';
import { EventQuery, EventRecord, eventIdKind } from './event.dto.js';
import { EventService } from './event.service.js';
import type { StreamReader } from './event-streams.js';

const STREAM = 'text/event-stream';
/** The preferred one first. */
const TYPES = [STREAM, ...Object.values(MEDIA_TYPES)];

/** Parameter decorator: the reader of a stream; undefined when another type or a format is requested. */
const Reader = createParamDecorator((_: unknown, context: ExecutionContext): StreamReader | undefined => {
  const request = context.switchToHttp().getRequest<Request>();
  if (request.headers.accept === MEDIA_TYPES.json || request.query.format !== undefined) return undefined;
  const mediaType = acceptedType(request, TYPES);
  if (mediaType === undefined) throw new NotAcceptable(TYPES);
  if (mediaType !== STREAM) return undefined;
  return { caller: callerOf(request), token: credentialOf(request) };
});

/** Parameter decorator: the Last-Event-ID header; undefined without it. */
const LastEventId = createParamDecorator((_: unknown, context: ExecutionContext): number | undefined => {
  const header = context.switchToHttp().getRequest<Request>().headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  const id = eventIdKind.fromText(String(header));
  if (!(id instanceof Invalid)) return id;
  throw new InvalidInput([{ parameter: 'Last-Event-ID', code: id.code, detail: id.detail }]);
});

const DocumentLastEventId = () =>
  applyDecorators(
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'Id of the last event received: only later ones are sent. Browsers send it automatically.',
      schema: { type: 'string', pattern: '^\\d{1,15}$', example: '0' },
    }),
  );

/** Events of writes. */
@ApiTags('Events')
@Controller('svc')
export class EventController {
  constructor(private readonly events: EventService) {}

  @ReadList(
    'events',
    EventRecord,
    {
      operationId: 'listEvents',
      summary: 'Events, as a stream or a list',
      description: [
        'Reports every record that was created, updated, deleted, approved, rejected or revoked, and imports; never its values. Events of one record arrive in the order in which they happened, each at least once.',
        '',
        '**Stream** (`text/event-stream`, also for `*/*`): server-sent events from now on, or after `Last-Event-ID`. `event` is the type, `data` the event as JSON. A comment is sent every 15 s when nothing happens; ids without data only advance the point to resume from. The stream ends when the service stops, another database server becomes the primary or the token is no longer valid: reconnect with the last id.',
        '',
        '**List** (`application/json`, CSV or NDJSON): oldest first, from the oldest one kept or after `last_event_id`; to poll, pass the last `id` of the previous response.',
        '',
        '410 `events_gone`: events after that id are no longer kept, or the database was restored: read the current state again, then start without an id.',
      ].join('\n'),
    },
    {
      [STREAM]: {
        schema: {
          type: 'string',
          description: 'Server-sent events; `data` is an EventRecord.',
          example:
            'id: 4711\nevent: quote.approved\ndata: {"id":"4711","type":"quote.approved","resource":"quote","record_id":"0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10","key":{"date":"2024-01-31","ticker":"VNM"},"url":"/svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10","timestamp":"2024-01-31T08:15:02.123456Z","request_id":"5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11","counts":null}\n\n',
        },
      },
    },
  )
  @DocumentLastEventId()
  @ProblemsOnly(410)
  @Requires('market-data:read')
  async read(
    @Query() query: EventQuery,
    @LastEventId() lastEventId: number | undefined,
    @Reader() reader: StreamReader | undefined,
  ): Promise<List | EventStream> {
    return reader === undefined
      ? this.events.list(query, lastEventId)
      : new EventStream(await this.events.stream(query, lastEventId, reader));
  }
}
