import type { NextFunction, Request, Response } from 'express';

/** Paths that the specification writes with spaces, signs, capitals or a trailing slash, and their routes. */
const LITERAL_PATHS: Readonly<Record<string, string>> = {
  '/related stocks': '/related-stocks',
  '/financial health': '/financial-health',
  '/return vs. s&p': '/trading/relative-return',
  '/valuation': '/valuation',
  '/fundamental/as/reported': '/fundamental/as/reported',
  '/news': '/news',
};

/** What a path contains if it may be one of those, spelled differently from its route. */
const OTHERWISE = /[%&A-Z]|.\/$/;

/**
 * Middleware: passes on a literal path of the specification, possibly percent-encoded, as its route: the
 * answer is the same to the byte, the address of the next page included. Letter case and a trailing slash do not
 * matter, as with every other path.
 */
export function literalPaths(request: Request, _response: Response, next: NextFunction): void {
  const path = request.path;
  if (OTHERWISE.test(path)) {
    const route = LITERAL_PATHS[decode(path).toLowerCase().replace(/\/$/, '')];
    if (route !== undefined) request.url = route + request.url.slice(path.length);
  }
  next();
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // malformed: no route has it, and the router reports that
  }
}
