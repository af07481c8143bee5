import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const VALID = /^[\w.:/+=-]{1,128}$/;

/** Identifier of a request: the caller's own valid one, else a new UUID. Set before anything else runs. */
export function requestIdOf(request: Request): string {
  return String((request as { id?: unknown }).id ?? '');
}

/** Middleware: names the request and says so in the answer. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && VALID.test(given) ? given : randomUUID();
  (request as unknown as { id: string }).id = id;
  response.setHeader('X-Request-Id', id);
  next();
}
