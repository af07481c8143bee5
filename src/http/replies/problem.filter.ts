import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LOGGER, type Logger } from '../../log/log.js';
import { NOT_COMPUTABLE, type Problem, type ProblemAnswer, problem, problemOf } from '../problems/problem.js';
import { allowedMethods } from '../server/methods.js';
import { nearestPath } from '../server/nearest-path.js';
import { requestIdOf } from '../server/request-id.js';
import { HEADERS_TIMEOUT } from '../server/server.js';
import { END_OF_JSON } from './reply.js';

/** The only place where an error becomes an answer: problem+json; unexpected errors are logged once. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const answer = withMethods(problemOf(error), request);
    if (answer.problem.status === 500) {
      this.log.error({ err: error, request_id: requestIdOf(request) }, 'unexpected error');
    }
    if (answer.problem.code === NOT_COMPUTABLE) {
      // Answered as a problem of the data; the operator must find the value, or our formula.
      this.log.warn({ err: error, request_id: requestIdOf(request) }, 'stored values out of range');
    }
    sendProblem(request, http.getResponse<Response>(), {
      problem: this.describe(answer.problem, error),
      headers: answer.headers,
    });
  }

  /** The problem as it is sent; a protocol with its own format may add members. */
  protected describe(problem: Problem, _error: unknown): Problem {
    return problem;
  }
}

/**
 * Writes a problem to a response, with or without Express around it; when the answer has begun already, the connection
 * is cut so that the client notices.
 */
export function sendProblem(request: Request, response: Response, { problem, headers }: ProblemAnswer): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const document = { ...problem, instance: request.path, request_id: requestIdOf(request) };
  const body = Buffer.from(JSON.stringify(document, inWholeCharacters) + END_OF_JSON);
  response.statusCode = problem.status;
  for (const [name, value] of Object.entries({ 'Cache-Control': 'no-store', ...headers })) {
    response.setHeader(name, value);
  }
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
  if (!request.complete) awaitRest(request);
}

/** Replaces half a character, as a cut of what a request contains leaves: strict readers of JSON refuse it. */
const inWholeCharacters = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Discards what a client still sends of a refused request; a request that does not end is cut off. */
function awaitRest(request: Request): void {
  request.resume();
  const destroyTimer = setTimeout(() => request.socket.destroy(), HEADERS_TIMEOUT).unref();
  request.once('close', () => clearTimeout(destroyTimer)).once('end', () => clearTimeout(destroyTimer));
}

/** An unknown path stays 404 and names the nearest; a known one with another method is 405 and names its methods. */
function withMethods(answer: ProblemAnswer, request: Request): ProblemAnswer {
  if (answer.problem.code !== 'unknown_path') return answer;
  const methods = allowedMethods(request);
  if (methods.length === 0) {
    const near = nearestPath(request);
    if (near !== undefined) answer.problem.detail += `; the nearest is ${near}`;
    return answer;
  }
  return {
    problem: problem(
      405,
      'method_not_allowed',
      `${request.method} is not allowed here; allowed: ${methods.join(', ')}`,
    ),
    headers: { Allow: methods.join(', ') },
  };
}
