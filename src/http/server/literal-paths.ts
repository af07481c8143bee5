import type { NextFunction, Request, Response } from 'express';

/** Paths that the specification writes with spaces, signs, capitals or a last slash, and the route that answers them. */
export const LITERAL_PATHS: Readonly<Record<string, string>> = {
  '/related stocks': '/related-stocks',
  '/financial health': '/financial-health',
  '/return vs. s&p': '/trading/relative-return',
  '/valuation': '/valuation',
  '/fundamental/as/reported': '/fundamental/as/reported',
  '/news': '/news',
};

/** What a path has when it may be one of those in another spelling than its route's. */
const OTHERWISE = /[%&A-Z]|.\/$/;

/**
 * Middleware: a literal path of the specification, percent-encoded as it may be, goes on as its route: the
 * answer is the same to the byte, the address of the next page included. Letter case and a trailing slash do not
 * matter, as with every other path.
 */
export function literalPaths(request: Request, _response: Response, next: NextFunction): void {
  const path = request.path;
  if (OTHERWISE.test(path)) {
    const route = LITERAL_PATHS[decoded(path).toLowerCase().replace(/\/$/, '')];
    if (route !== undefined) request.url = route + request.url.slice(path.length);
  }
  next();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // malformed: no route has it, and the router says so
  }
}
