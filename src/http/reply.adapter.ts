import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

/** What the reply interceptor returns after it has sent the answer itself. */
export const SENT = Symbol('sent');

/** Express adapter that leaves an answer alone which the reply interceptor has sent already. */
export class ReplyAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    return body === SENT ? undefined : super.reply(response, body, statusCode);
  }
}
