import { applyDecorators, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  type ApiOperationOptions,
  ApiProperty,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Resolved } from '../../database/lists/list.js';
import type { Schema } from '../../kinds/kinds.js';
import { PlainRead } from '../replies/read.js';
import { ListMeta, ListNotice } from './list-meta.js';

/** What every operation of the document states about itself. */
export interface OperationText {
  summary: string;
  description?: string;
  operationId: string;
  /** this operation's examples of fields whose own would be wrong here; undefined leaves a field out */
  example?: object;
  /** `meta.unit` of a list, unless null */
  unit?: 'VND' | 'points';
  /** what `meta` states about a list besides its page: the day, index or window that was used */
  resolved?: Resolved;
  /** requests that the service makes as a consequence */
  callbacks?: ApiOperationOptions['callbacks'];
}

/** One error in an invalid request. */
class ProblemField {
  @ApiProperty({
    type: 'string',
    required: false,
    description: 'Query, path or header parameter.',
    example: 'limit',
  })
  parameter?: string;
  @ApiProperty({
    type: 'string',
    required: false,
    description: 'JSON pointer into the body.',
    example: '/open',
  })
  pointer?: string;
  @ApiProperty({ type: 'string', description: 'Stable, machine-readable reason.', example: 'out_of_range' })
  code: string;
  @ApiProperty({
    type: 'string',
    description: 'What is accepted.',
    example: 'an integer from 1 to 2147483647 is expected',
  })
  detail: string;
}

/** The record that prevents a create. */
class ProblemExisting {
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    description: 'Identifier of the record.',
    example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  id: string;
  @ApiProperty({
    type: 'string',
    description: 'Address of the record.',
    example: '/svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  url: string;
}

/** RFC 9457 problem document, media type application/problem+json. */
export class ProblemDocument {
  @ApiProperty({
    type: 'string',
    description: 'URI of the problem type.',
    example: 'urn:market-data:problem:invalid_input',
  })
  type: string;
  @ApiProperty({ type: 'string', description: 'Name of the HTTP status.', example: 'Bad Request' })
  title: string;
  @ApiProperty({ type: 'integer', description: 'HTTP status.', example: 400 }) status: number;
  @ApiProperty({
    type: 'string',
    description:
      'Human-readable explanation; for invalid input, the first error and how many more there are.',
    example: 'limit: an integer from 1 to 2147483647 is expected',
  })
  detail: string;
  @ApiProperty({ type: 'string', description: 'Path of the request.', example: '/quote' }) instance: string;
  @ApiProperty({ type: 'string', description: 'Stable, machine-readable code.', example: 'invalid_input' })
  code: string;
  @ApiProperty({
    type: 'string',
    description: 'Identifier of the request, also in X-Request-Id.',
    example: '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  })
  request_id: string;
  @ApiProperty({
    type: [ProblemField],
    required: false,
    description: 'Errors in an invalid request, at most 20; `detail` says how many more there are.',
  })
  errors?: ProblemField[];
  @ApiProperty({
    type: ProblemExisting,
    required: false,
    description: 'With status 303: the record that already exists.',
  })
  existing?: ProblemExisting;
}

const PROBLEM_TEXTS: Readonly<Record<number, string>> = {
  303: 'A record with this natural key already exists; nothing was changed. No Location is sent: clients would follow it and report success.',
  400: 'A parameter, a header or the body is invalid; `errors` names each cause.',
  401: 'The bearer token is missing, unknown, expired or revoked.',
  403: 'The caller lacks the required permission.',
  404: 'No such record.',
  406: 'None of the accepted media types is offered.',
  409: 'The state of the record does not allow this operation.',
  410: 'What is requested is no longer stored: events after this one, or what a run received; `code` says which.',
  412: 'The version of the record is not the one named in If-Match.',
  413: 'The body is too large or has too many items; nothing was written.',
  415: 'The body is not application/json.',
  422: 'The Idempotency-Key was used with another request, or stored values are outside the computable range.',
  429: 'Too many requests; Retry-After says when to retry.',
  503: 'The database is unavailable, too slow or out of disk for now; Retry-After says when to retry.',
};

/** What a problem states in a header besides its body. */
const PROBLEM_HEADERS: Readonly<Record<number, Record<string, string>>> = {
  303: { Link: '`rel="duplicate"`: the record that already exists.' },
  401: { 'WWW-Authenticate': 'Challenge of RFC 6750.' },
  403: { 'WWW-Authenticate': 'Challenge of RFC 6750; `scope`: the permission that would be enough.' },
  429: { 'Retry-After': 'Seconds to wait.' },
  503: { 'Retry-After': 'Seconds to wait.' },
};

const headersOf = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );

/** Content of a problem answer. */
const ProblemsOf = {
  'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDocument) } },
};

/** Documents the problem answers of an operation; 401, 403, 429 and 503 go with every authenticated one. */
export function Problems(...statuses: number[]): MethodDecorator {
  return ProblemsOnly(...statuses, 401, 403, 429, 503);
}

/**
 * Documents these problem answers and no others: of an operation without credentials, or in addition to those that a
 * decorator such as ReadList has already documented, whose texts would otherwise be repeated.
 */
export function ProblemsOnly(...statuses: number[]): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ProblemDocument),
    ...[...new Set(statuses)].sort().map((status) =>
      ApiResponse({
        status,
        description: PROBLEM_TEXTS[status] ?? '',
        ...(PROBLEM_HEADERS[status] !== undefined && { headers: headersOf(PROBLEM_HEADERS[status]) }),
        content: ProblemsOf,
      }),
    ),
  );
}

/** Documents the If-Match header of an operation, and what it answers if the version differs. */
export function DocumentIfMatch(
  description = 'ETag of the version that was read; 412 if the stored version differs.',
): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description,
      schema: { type: 'string', example: '"1f9c5c1d2a10-1"' },
    }),
    ProblemsOnly(412),
  );
}

type Model = new () => object;

/** Documents a JSON answer whose body is one record. */
export function Answers(
  status: number,
  body: Model | Schema,
  description: string,
  headers: string[] = [],
): MethodDecorator {
  const isModel = typeof body === 'function';
  return applyDecorators(
    ...(isModel ? [ApiExtraModels(body)] : []),
    ApiResponse({
      status,
      description,
      headers: Object.fromEntries(headers.map((name) => [name, HEADER_TEXTS[name]])) as never,
      content: { 'application/json': { schema: isModel ? { $ref: getSchemaPath(body) } : body } },
    }),
  );
}

const HEADER_TEXTS: Record<string, { description: string; schema: { type: string } }> = {
  ETag: { description: 'Version of the record, for If-Match and If-None-Match.', schema: { type: 'string' } },
  Location: { description: 'Address of the record, built from its UUID.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true`: the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string' },
  },
};

/**
 * GET of a list of records: route, operation, envelope, CSV and NDJSON, problems; several classes if a parameter chooses
 * the kind of records; `also`: other media types.
 */
export function ReadList(
  path: string,
  records: Model | readonly [Model, Model],
  text: OperationText,
  also: Record<string, { schema: Schema }> = {},
): MethodDecorator {
  const models = typeof records === 'function' ? [records] : records;
  const name = models.map((model) => model.name).join('Or');
  const [reference = {}, ...others] = models.map((model) => ({ $ref: getSchemaPath(model) }));
  const items = others.length === 0 ? reference : { title: name, anyOf: [reference, ...others] };
  const page: Schema = {
    title: `${name}List`,
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: { type: 'array', items, description: 'The records.' },
      meta: {
        allOf: [{ $ref: getSchemaPath(ListMeta) }],
        description: 'What the page holds, and the next one.',
      },
    },
  };
  return applyDecorators(
    Get(path),
    // If there are other media types, the answer depends on what the client accepts.
    PlainRead(Object.keys(also).length === 0 ? 'all' : 'json'),
    ApiBearerAuth(),
    ApiOperation(text),
    ApiExtraModels(...models, ListMeta, ListNotice),
    ApiResponse({
      status: 200,
      description: 'The records: one page as JSON, or all of them streamed as CSV or NDJSON.',
      headers: {
        Link: { description: '`rel="next"`: the next page.', schema: { type: 'string' } },
        'X-Notice': {
          description: 'Of a stream: `meta.notices` of the JSON response, in ASCII.',
          schema: { type: 'string' },
        },
      },
      content: {
        'application/json': { schema: page },
        'text/csv': {
          schema: { type: 'string', description: 'Header line with field names, then one line per record.' },
        },
        'application/x-ndjson': { schema: { type: 'string', description: 'One JSON record per line.' } },
        ...also,
      },
    }),
    Problems(400, 406, 422),
  );
}

/** GET of one record; a schema instead of a class if the fields depend on the request. */
export function ReadOne(path: string, record: Model | Schema, text: OperationText): MethodDecorator {
  return applyDecorators(readOf(path, text), Answers(200, record, 'The record.'));
}

/** The same for a record as it is stored: its ETag is that of its version, which writes take in If-Match. */
export function ReadStored(path: string, record: Model | Schema, text: OperationText): MethodDecorator {
  return applyDecorators(readOf(path, text), Answers(200, record, 'The record.', ['ETag']));
}

function readOf(path: string, text: OperationText): MethodDecorator {
  return applyDecorators(
    Get(path),
    PlainRead(),
    ApiBearerAuth(),
    ApiOperation(text),
    Problems(400, 404, 422),
  );
}

/** POST of a named action; its answers are documented separately. */
export function Action(path: string, status: number, text: OperationText): MethodDecorator {
  return applyDecorators(Post(path), HttpCode(status), ApiBearerAuth(), ApiOperation(text));
}

/** POST that creates one record: 201 with Location, 303 when the natural key exists. */
export function CreateOne(path: string, record: Model | Schema, text: OperationText): MethodDecorator {
  return applyDecorators(
    Action(path, 201, text),
    Answers(201, record, 'Created; the body is the item.', ['Location', 'ETag']),
    Problems(303, 400, 413, 415),
  );
}

/** PUT of one record: by its natural key it creates or replaces, 201 or 200; by its identifier, `:id`, it only replaces. */
export function ReplaceOne(path: string, record: Model | Schema, text: OperationText): MethodDecorator {
  const created = 'Created, as no such record existed; the body is the item.';
  return applyDecorators(
    Put(path),
    ApiBearerAuth(),
    ApiOperation(text),
    Answers(200, record, 'Replaced; the body is the item.', ['ETag']),
    ...(path.endsWith(':id') ? [] : [Answers(201, record, created, ['Location', 'ETag'])]),
    Problems(400, 404, 413, 415),
  );
}

/** POST of a named change to one stored record: 200, or 303 when another one has the resulting natural key. */
export function ChangeOne(path: string, record: Model | Schema, text: OperationText): MethodDecorator {
  return applyDecorators(
    Action(path, 200, text),
    Answers(200, record, 'Done; the body is the item.', ['ETag']),
    Problems(303, 400, 404, 413, 415),
  );
}

/** DELETE of one record: 200 with the status of the event. */
export function DeleteOne(path: string, event: Model, text: OperationText): MethodDecorator {
  return applyDecorators(
    Delete(path),
    ApiBearerAuth(),
    ApiOperation(text),
    Answers(200, event, 'Deleted.'),
    Problems(400, 404),
  );
}
