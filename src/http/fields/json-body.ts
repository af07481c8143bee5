import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { concatMap, from, type Observable } from 'rxjs';
import { type DomainError, InvalidInput, UnsupportedMediaType } from '../../errors/domain-errors.js';

/** Largest request body, bytes, after decompression: 200 records with room to spare. */
const BODY_LIMIT = 2 * 1024 * 1024;

const readBytes = express.raw({ type: ['application/json', 'application/*+json'], limit: BODY_LIMIT });

/** Stands for a body that cannot be read; the input pipe throws the reason when a route needs the body. */
export class UnreadBody {
  constructor(readonly reason: DomainError) {}
}

/**
 * Reads a JSON body as text and leaves it so; the input pipe parses it. Runs after the guards, so a stranger learns
 * nothing from a malformed body and takes no memory with a large one. Other media types stay unread.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!hasBody(request)) return next.handle();
    return from(readText(request, http.getResponse<Response>())).pipe(concatMap(() => next.handle()));
  }
}

async function readText(request: Request, response: Response): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    readBytes(request, response, (error: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  const body: unknown = request.body;
  if (Buffer.isBuffer(body)) request.body = textOf(body, request.headers['content-type'] ?? '');
  else request.body = new UnreadBody(new UnsupportedMediaType('A body needs Content-Type: application/json'));
}

/** JSON is UTF-8 (RFC 8259); other bytes are refused instead of being replaced. */
function textOf(body: Buffer, contentType: string): string | UnreadBody {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    return new UnreadBody(new UnsupportedMediaType('A JSON body is read in UTF-8 only'));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    const notUtf8 = { pointer: '', code: 'malformed_json', detail: 'the body is not UTF-8' };
    return new UnreadBody(new InvalidInput([notUtf8]));
  }
}

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}
