import { extname } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { problem } from '../problems/problem.js';
import { sendProblem } from './problem.filter.js';

/** Types of files that are served; other files in a folder are not. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/**
 * Nothing but the service's own files, and no inline script or style: market text that is mistaken for
 * markup does nothing. Plain HTTP works, so nothing is upgraded.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that control what a page may do: its hundred scripts and styles need not repeat them. */
const OF_PAGES = [
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];
const PARTS_OF_PAGES = new Set(['.css', '.js', '.mjs']);

/**
 * Middleware: serves files below a prefix, in any letter case of it, to everybody, because they hold no data. `files`
 * has them by their path after the prefix and is all that is looked up, so no path of a request ever reaches the file
 * system. Other paths are passed on, and end as 404 like any unknown one.
 */
export function staticFiles(prefix: string, files: ReadonlyMap<string, string>): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!request.path.toLowerCase().startsWith(prefix)) return next();
    const file = files.get(request.path.slice(prefix.length));
    if (file === undefined) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(request, response);
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Content-Type', String(FILE_TYPES[extname(file)]));
    if (PARTS_OF_PAGES.has(extname(file))) for (const name of OF_PAGES) response.removeHeader(name);
    response.sendFile(file, { cacheControl: false, dotfiles: 'allow' }, (error?: Error) => {
      if (error !== undefined && !response.headersSent) next(error);
    });
  };
}

function refuseMethod(request: Request, response: Response): void {
  sendProblem(request, response, {
    problem: problem(405, 'method_not_allowed', `${request.method} is not allowed here; allowed: GET, HEAD`),
    headers: { Allow: 'GET, HEAD' },
  });
}
