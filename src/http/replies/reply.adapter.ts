import { HttpException } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { RequestHandler, Response } from 'express';
import { httpServer } from '../server/server.js';

/** What the reply interceptor returns after it has sent the answer itself. */
export const SENT = Symbol('sent');

/**
 * Express adapter that leaves alone an answer that the reply interceptor has already sent, and whose server has our
 * limits of patience.
 */
export class ReplyAdapter extends ExpressAdapter {
  private closing = false;

  override initHttpServer(): void {
    this.httpServer = httpServer(this.getInstance());
  }

  override beforeClose(): void {
    super.beforeClose();
    this.closing = true;
  }

  /** Middleware: requests that still come in while the service closes get 503, as a problem like any other. */
  readonly whileClosing: RequestHandler = (_request, response, next) => {
    if (!this.closing) return next();
    response.set('Connection', 'close');
    next(new HttpException('closing', 503));
  };

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    return body === SENT ? undefined : super.reply(response, body, statusCode);
  }
}
