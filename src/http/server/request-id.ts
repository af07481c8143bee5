import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

const VALID = /^[\w.:/+=-]{1,128}$/;

/** The name that {@link nameRequest} gave the request; empty before. */
export function requestIdOf(request: Request): string {
  return String((request as { id?: unknown }).id ?? '');
}

/** Names a request: the caller's own valid name, else a new UUID. */
export function nameRequest(request: IncomingMessage): string {
  const header = request.headers['x-request-id'];
  const id = typeof header === 'string' && VALID.test(header) ? header : randomUUID();
  request.id = id;
  return id;
}

/** Middleware: names the request and returns the name in the answer. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', nameRequest(request));
  next();
}
