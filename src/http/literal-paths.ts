import type { NextFunction, Request, Response } from 'express';

/** Paths that the specification writes with spaces and signs, and the route that answers them. */
export const LITERAL_PATHS: Readonly<Record<string, string>> = {
  '/related stocks': '/related-stocks',
  '/financial health': '/financial-health',
  '/return vs. s&p': '/trading/relative-return',
};

/**
 * Middleware: a literal path of the specification, percent-encoded as it may be, goes on as its route. Letter
 * case and a trailing slash do not matter, as with every other path.
 */
export function literalPaths(request: Request, _response: Response, next: NextFunction): void {
  const path = request.path;
  if (path.includes('%') || path.includes('&')) {
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
