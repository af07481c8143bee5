import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { documentOf } from './document.js';
import { expectProblem, type Send, wire } from './wire.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files by the type that a browser needs them to have. */
const FILES = {
  '/console': 'text/html; charset=utf-8',
  '/console/': 'text/html; charset=utf-8',
  '/Console': 'text/html; charset=utf-8',
  '/console/main.js': 'text/javascript; charset=utf-8',
  '/console/pages/chart/page.js': 'text/javascript; charset=utf-8',
  '/console/explorer.js': 'text/javascript; charset=utf-8',
  '/console/guide.js': 'text/javascript; charset=utf-8',
  '/console/styles/tokens.css': 'text/css; charset=utf-8',
  '/console/vendor/lightweight-charts.js': 'text/javascript; charset=utf-8',
};

describe('contract 9: files of the console', () => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
  });
  afterAll(() => service.close());

  it.each(Object.entries(FILES))('%s without a token: %s under the strict policy', async (path, type) => {
    const answer = await send('GET', path, { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['content-security-policy']).toBe(POLICY);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('is revalidated: 304 while nothing changed', async () => {
    const { headers } = await send('GET', '/console/main.js', { token: null });
    const again = await send('GET', '/console/main.js', {
      token: null,
      headers: { 'If-None-Match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it('every file that the page and its modules name exists, and none is elsewhere', async () => {
    const visited = new Set<string>();
    const queue = ['/console/'];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (visited.has(path)) continue;
      visited.add(path);
      const answer = await fetch(service.url + path);
      expect([path, answer.status]).toEqual([path, 200]);
      if (path.includes('/vendor/')) continue;
      const text = await answer.text();
      for (const [, reference = ''] of text.matchAll(
        /(?:from |import\(|import |(?:href|src)=)["'](\.{0,2}\/[^"']+\.(?:js|css))["']/g,
      )) {
        queue.push(new URL(reference, `http://localhost${path}`).pathname);
      }
    }
    expect([...visited].filter((path) => !path.startsWith('/console/'))).toEqual([]);
    expect(visited.size).toBeGreaterThan(30);
  });

  it.each([
    '/console/nothing.js',
    '/console/main.ts',
    '/console/tsconfig.json',
    '/console/../package.json',
    '/console/%2e%2e/%2e%2e/package.json',
    '/console/..%2f..%2fmain.js',
    '/console//etc/passwd',
    '/consoles',
  ])('%s: 404', async (path) => {
    expectProblem(await send('GET', path, { token: null }), 404, 'unknown_path');
  });

  it('POST: 405 with the allowed methods', async () => {
    const answer = await send('POST', '/console/', { token: null });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  it('is not part of the API: the document does not name it', async () => {
    const { paths } = await documentOf(service);
    expect(Object.keys(paths).filter((path) => path.startsWith('/console'))).toEqual([]);
  });
});
