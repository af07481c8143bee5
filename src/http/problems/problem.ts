import { BadRequestException, HttpException } from '@nestjs/common';
import {
  isCanceled,
  isDatabaseAway,
  isDiskFull,
  isLockHeld,
  isNotComputable,
} from '../../database/connection/database-errors.js';
import * as errors from '../../errors/domain-errors.js';

/** RFC 9457 problem document with our members. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance?: string;
  code: string;
  request_id?: string;
  errors?: readonly errors.FieldError[];
  existing?: { id: string; url: string };
}

/** A problem and the headers that go with it. */
export interface ProblemAnswer {
  problem: Problem;
  headers: Record<string, string>;
}

/** Titles of the statuses that this service answers with, from RFC 9110. */
export const TITLES: Readonly<Record<number, string>> = {
  303: 'See Other',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

type Constructor = abstract new (...args: never[]) => errors.DomainError;

/** The only mapping from domain errors to statuses. */
const STATUS: readonly (readonly [Constructor, number])[] = [
  [errors.InvalidInput, 400],
  [errors.RecordExists, 303],
  [errors.RecordNotFound, 404],
  [errors.NotPermitted, 403],
  [errors.NotAuthenticated, 401],
  [errors.PreconditionFailed, 412],
  [errors.TooManyItems, 413],
  [errors.IdempotencyKeyReused, 422],
  [errors.TooManyRequests, 429],
  [errors.NotAcceptable, 406],
  [errors.UnsupportedMediaType, 415],
  [errors.Busy, 503],
  [errors.DependencyAway, 503],
  [errors.TooMuchContention, 503],
  [errors.WrongState, 409],
  [errors.RecordChanged, 409],
  [errors.EventsGone, 410],
  [errors.PayloadExpired, 410],
  [errors.EventsUnsettled, 503],
  [errors.StreamsExhausted, 503],
  [errors.TooManyStreams, 429],
];

/** Seconds after which a client should try again while the database is away. */
const RETRY_AFTER = 2;
/** As {@link RETRY_AFTER} while its disk is full, which an operator has to clear. */
const RETRY_AFTER_FULL_DISK = 60;
/** Seconds after which a client with too many open streams should try again: streams end when a client closes them. */
const STREAM_RETRY_AFTER = 30;

/** Translates anything thrown into a problem; an unexpected error becomes a bare 500. */
export function problemOf(error: unknown): ProblemAnswer {
  if (error instanceof errors.DomainError) return domainProblem(error);
  if (isDatabaseAway(error)) {
    return unavailable('database_away', 'The database cannot be reached now; try again shortly');
  }
  if (isDiskFull(error)) {
    const detail = 'The disk of the database is full; nothing of this request was stored';
    return unavailable('disk_full', detail, RETRY_AFTER_FULL_DISK);
  }
  if (isCanceled(error) || isLockHeld(error)) {
    return unavailable('query_timeout', 'The query took too long and was cancelled; narrow it or try again');
  }
  if (isNotComputable(error)) {
    return {
      problem: problem(
        422,
        NOT_COMPUTABLE,
        'A stored value is too large or too small to compute this answer from; correct it, or leave its record out',
      ),
      headers: {},
    };
  }
  const transport = transportProblem(error);
  return {
    problem: transport,
    headers: transport.status === 503 ? { 'Retry-After': String(RETRY_AFTER) } : {},
  };
}

/** 503 with the seconds after which a client should try again. */
function unavailable(code: string, detail: string, seconds = RETRY_AFTER): ProblemAnswer {
  return { problem: problem(503, code, detail), headers: { 'Retry-After': String(seconds) } };
}

/** Problem code of an answer that cannot be computed from stored values. */
export const NOT_COMPUTABLE = 'not_computable';

function domainProblem(error: errors.DomainError): ProblemAnswer {
  const status = STATUS.find(([type]) => error instanceof type)?.[1] ?? 500;
  const answer: ProblemAnswer = { problem: problem(status, error.code, error.message), headers: {} };
  if (error instanceof errors.InvalidInput) {
    const { errors: first, omitted } = errors.firstErrors(error.errors, errors.MAXIMUM_ERRORS);
    answer.problem.detail = firstOf(first, omitted);
    answer.problem.errors = first;
  }
  if (error instanceof errors.RecordExists) {
    answer.problem.existing = error.existing;
    // No Location: mainstream clients would follow it and report 200.
    answer.headers.Link = `<${error.existing.url}>; rel="duplicate"`;
  }
  if (error instanceof errors.NotAuthenticated) answer.headers['WWW-Authenticate'] = challenge(error);
  if (error instanceof errors.NotPermitted && error.permission !== undefined) {
    answer.headers['WWW-Authenticate'] =
      `Bearer realm="market-data", error="insufficient_scope", scope="${error.permission}"`;
  }
  if (error instanceof errors.TooManyRequests) answer.headers['Retry-After'] = String(error.retryAfter);
  if (error instanceof errors.TooManyStreams) answer.headers['Retry-After'] = String(STREAM_RETRY_AFTER);
  if (status === 503) answer.headers['Retry-After'] = String(RETRY_AFTER);
  return answer;
}

/** The first error in words, and how many more there are. */
function firstOf(first: readonly errors.FieldError[], omitted: number): string {
  const [culprit, ...others] = first.map(errors.errorText);
  if (culprit === undefined) return 'The request is invalid';
  if (omitted > 0) {
    return `${culprit}; \`errors\` names the first ${errors.MAXIMUM_ERRORS} culprits, and there are ${omitted} more`;
  }
  return others.length === 0 ? culprit : `${culprit}; \`errors\` names ${others.length} more`;
}

function challenge(error: errors.NotAuthenticated): string {
  const reason =
    error.challenge === undefined ? '' : `, error="${error.challenge}", error_description="${error.message}"`;
  return `Bearer realm="market-data"${reason}`;
}

/** How large a body is that its reader has refused. */
function sizeOf(error: unknown): string {
  const { limit } = error as { limit?: number };
  return limit === undefined ? 'too large' : `larger than ${limit / 1024 / 1024} MB`;
}

/** Translates errors of Nest, Express and its body reader, which carry their own status. */
function transportProblem(error: unknown): Problem {
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : Number((error as { status?: unknown } | null)?.status);
  switch (status) {
    case 400:
      return problem(400, 'malformed_request', malformation(error));
    case 404:
      return problem(404, 'unknown_path', 'Nothing answers at this path');
    case 413:
      return problem(413, 'body_too_large', `The request body is ${sizeOf(error)}: split it`);
    case 415:
      return problem(
        415,
        'unsupported_media_type',
        'The content encoding or charset of the body is not supported',
      );
    case 503:
      return problem(503, 'closing', 'The service is shutting down');
    default:
      return problem(
        500,
        'internal_error',
        'An unexpected error occurred; the log has it under this request_id',
      );
  }
}

/** Codes of Node's decompressors for bytes that are cut off or in another format. */
const NOT_COMPRESSED = /^(Z_|ERR__ERROR_)/;

/** What is malformed about a request that Express or its body reader refuses. */
function malformation(error: unknown): string {
  // What Nest makes of Express's URIError.
  if (error instanceof BadRequestException) return 'The path is not well percent-encoded';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && NOT_COMPRESSED.test(code)) {
    return 'The body is not in the format that Content-Encoding names, or is cut off';
  }
  return 'The request is malformed';
}

/** A problem of a status with its standard title. */
export function problem(status: number, code: string, detail: string): Problem {
  return { type: `urn:market-data:problem:${code}`, title: TITLES[status] ?? 'Error', status, detail, code };
}
