import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { staticFiles } from '../http/replies/static-files.js';
import { builtFiles } from './built-files.js';

/** Middleware: the files of the console at /console. */
export function consoleFiles(): RequestHandler {
  const files = builtFiles('web', 'main.js');
  const page = String(files.get('/index.html'));
  return staticFiles(
    '/console',
    new Map([...files, ['', page], ['/', page], ['/vendor/lightweight-charts.js', chartLibrary()]]),
  );
}

/** The single file of TradingView's library that needs no bundler. */
function chartLibrary(): string {
  const packageFile = createRequire(import.meta.url).resolve('lightweight-charts/package.json');
  return join(dirname(packageFile), 'dist', 'lightweight-charts.standalone.production.mjs');
}
