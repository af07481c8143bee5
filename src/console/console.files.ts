import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { problem } from '../http/problems/problem.js';
import { sendProblem } from '../http/replies/problem.filter.js';

/** Where the console answers, in any letter case. */
const CONSOLE_PATH = '/console';

/** Kinds of files that are served; what else lies in the folder is not. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
};

/**
 * Nothing but the console's own files, and no inline script or style: a text of the market that is taken for
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

/**
 * Middleware: the files of the console, open to everybody as they hold no data. The list is made once, so no
 * path of a request ever reaches the file system. Other paths go on, and end as 404 like any unknown one.
 */
export function consoleFiles(): RequestHandler {
  const files = listFiles();
  return (request: Request, response: Response, next: NextFunction) => {
    if (!request.path.toLowerCase().startsWith(CONSOLE_PATH)) return next();
    const file = files.get(request.path.slice(CONSOLE_PATH.length));
    if (file === undefined) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(request, response);
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Content-Type', String(TYPES[extname(file)]));
    response.sendFile(file, { cacheControl: false, dotfiles: 'allow' }, (error?: Error) => {
      if (error !== undefined && !response.headersSent) next(error);
    });
  };
}

/** Files by their path below {@link CONSOLE_PATH}. */
function listFiles(): ReadonlyMap<string, string> {
  const folder = builtFolder();
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) in TYPES)
    .map((name) => join(folder, name));
  return new Map([
    ...own.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file] as const),
    ['', join(folder, 'index.html')],
    ['/', join(folder, 'index.html')],
    ['/vendor/lightweight-charts.js', chartLibrary()],
  ]);
}

/** Folder of the compiled browser code, found from the sources and from the build alike. */
function builtFolder(): string {
  const beside = fileURLToPath(new URL('./web/', import.meta.url));
  return existsSync(join(beside, 'main.js'))
    ? beside
    : fileURLToPath(new URL('../../dist/src/console/web/', import.meta.url));
}

/** The one file of TradingView's library that needs no bundler. */
function chartLibrary(): string {
  const packageFile = createRequire(import.meta.url).resolve('lightweight-charts/package.json');
  return join(dirname(packageFile), 'dist', 'lightweight-charts.standalone.production.mjs');
}

function refuseMethod(request: Request, response: Response): void {
  sendProblem(request, response, {
    problem: problem(405, 'method_not_allowed', `${request.method} is not offered here; GET, HEAD is`),
    headers: { Allow: 'GET, HEAD' },
  });
}
