import type { RequestHandler } from 'express';
import { staticFiles } from '../http/replies/static-files.js';
import { builtFiles } from './built-files.js';

/** Middleware: the documents of the project at /guide, rendered by the build (scripts/guide). */
export function guideFiles(): RequestHandler {
  const files = new Map<string, string>();
  for (const [path, file] of builtFiles('guide', 'index.html')) {
    const address = path.replace(/\.html$/, '').replace(/^\/index$/, '');
    files.set(address, file);
    if (path.endsWith('.html')) files.set(`${address}/`, file);
  }
  return staticFiles('/guide', files);
}
