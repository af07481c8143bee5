import type { IncomingHttpHeaders } from 'node:http';
import type { Express, Request } from 'express';
import fresh from 'fresh';

/**
 * Whether a client has the representation with this ETag already, so that 304 is enough. `Cache-Control: no-cache` does
 * not matter: it forbids answers without a look at the data (RFC 9111, 5.2.1.4), and `fetch` adds it to every request
 * with a condition of its caller's.
 */
export function isKnown(headers: IncomingHttpHeaders, etag: string | undefined): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}

/** A directive that forbids answers from a cache, alone or among others. */
const FRESH_ONLY = /(^|,)\s*(no-cache|max-age\s*=\s*"?0+"?)\s*(,|$)/i;

/** Whether a client wants an answer without any cache: `Cache-Control: no-cache` or `max-age=0` (RFC 9111, 5.2.1). */
export function isFreshWanted({ 'cache-control': directives }: IncomingHttpHeaders): boolean {
  return directives !== undefined && FRESH_ONLY.test(directives);
}

/** Lets an application judge its successful answers by {@link isKnown}, instead of by Express's own rule. */
export function judgeConditions(app: Express): void {
  Object.defineProperty(app.request, 'fresh', {
    configurable: true,
    get(this: Request): boolean {
      const { method, headers, res } = this;
      if (res === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
      return res.statusCode >= 200 && res.statusCode < 300 && isKnown(headers, res.get('ETag'));
    },
  });
}
