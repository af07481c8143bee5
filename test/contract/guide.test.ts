import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { expectProblem, type Send, wire } from './wire.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files by the type that a browser needs them to have. */
const FILES = {
  '/guide': 'text/html; charset=utf-8',
  '/guide/': 'text/html; charset=utf-8',
  '/Guide': 'text/html; charset=utf-8',
  '/guide/guides/first-calls': 'text/html; charset=utf-8',
  '/guide/adr': 'text/html; charset=utf-8',
  '/guide/images/market.png': 'image/png',
  '/guide/performance.svg': 'image/svg+xml',
  '/guide/search.json': 'application/json; charset=utf-8',
  '/guide/NOTICE.txt': 'text/plain; charset=utf-8',
};

/** A page as received. */
interface Page {
  html: string;
  ids: Set<string>;
  links: string[];
}

describe('the guide: documents of the project, rendered', () => {
  let service: TestApp;
  let send: Send;
  let pages: Map<string, Page>;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    pages = await crawl(service.url);
  });
  afterAll(() => service.close());

  it.each(Object.entries(FILES))('%s without a token: %s under the strict policy', async (path, type) => {
    const answer = await send('GET', path, { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['content-security-policy']).toBe(POLICY);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['', 'guides', 'adr'])('every document of docs/%s is reached from the first page', (folder) => {
    const expected = readdirSync(`docs/${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `/guide/${folder === '' ? '' : `${folder}/`}${name.slice(0, -3)}`);
    expect(expected.filter((path) => !pages.has(path))).toEqual([]);
  });

  it('includes the documents outside docs', () => {
    const beside = ['security', 'contributing', 'changelog', 'client'].map((name) => `/guide/${name}`);
    expect(beside.filter((path) => !pages.has(path))).toEqual([]);
  });

  it('every link and picture of every page has an existing target, headings included', async () => {
    const brokenLinks: string[] = [];
    const statuses = new Map<string, number>();
    for (const [path, { links }] of pages) {
      for (const link of links) {
        const { pathname, hash } = new URL(link, `http://localhost${path}`);
        const page = pages.get(pathname);
        if (page === undefined) {
          if (!statuses.has(pathname)) statuses.set(pathname, (await fetch(service.url + pathname)).status);
          if (statuses.get(pathname) !== 200) brokenLinks.push(`${path}: ${link}`);
        } else if (hash !== '' && !page.ids.has(decodeURIComponent(hash.slice(1))))
          brokenLinks.push(`${path}: ${link}`);
      }
    }
    expect(brokenLinks).toEqual([]);
    expect(statuses.size).toBeGreaterThan(8);
  });

  it('pages load nothing from elsewhere, and contain no active markup of a document', () => {
    for (const [path, { html }] of pages) {
      const sources = [...html.matchAll(/(?:src|<link[^>]* href)="([^"]+)"/g)].map(([, from = '']) => from);
      expect([path, sources.filter((from) => !/^(\/|data:image)/.test(from))]).toEqual([path, []]);
      expect([
        path,
        /<(script(?! type="module" src="\/console\/guide\.js")|style|iframe)/.test(html),
      ]).toEqual([path, false]);
    }
  });

  it('the search knows a part of every page, at an address that exists', async () => {
    const parts = (await (await fetch(`${service.url}/guide/search.json`)).json()) as string[][];
    const brokenEntries = parts.filter(
      ([address = '', , id = '']) => !(id === '' ? pages.has(address) : pages.get(address)?.ids.has(id)),
    );
    expect(brokenEntries).toEqual([]);
    const searched = new Set(parts.map(([address]) => address));
    expect([...pages.keys()].filter((path) => !searched.has(path))).toEqual(['/guide/adr']);
    expect(parts.every(([, title, , heading, text]) => `${title}${heading}${text}`.includes('<p>'))).toBe(
      false,
    );
  });

  it('a placeholder in angle brackets is text', () => {
    expect(pages.get('/guide/guides/approver')?.html).toContain('/svc/approval/&lt;id&gt;/approve');
  });

  it('is revalidated: 304 while nothing changed', async () => {
    const { headers } = await send('GET', '/guide', { token: null });
    const again = await send('GET', '/guide', {
      token: null,
      headers: { 'If-None-Match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it.each([
    '/guide/nothing',
    '/guide/../package.json',
    '/guide/%2e%2e/package.json',
    '/guides',
    '/guide/README.md',
  ])('%s: 404', async (path) => {
    expectProblem(await send('GET', path, { token: null }), 404, 'unknown_path');
  });

  it('POST: 405 with the allowed methods', async () => {
    const answer = await send('POST', '/guide', { token: null });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

/** Every page of the guide reachable by links from its first one, by path. */
async function crawl(url: string): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  const queue = ['/guide'];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (pages.has(path)) continue;
    const answer = await fetch(url + path);
    if (answer.status !== 200 || answer.headers.get('content-type')?.startsWith('text/html') !== true)
      continue;
    const html = await answer.text();
    const links = [...html.matchAll(/<(?:a|img)[^>]* (?:href|src)="([^"]+)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^(https?|mailto):/.test(link));
    pages.set(path, {
      html,
      links,
      ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
    });
    for (const link of links) {
      const { pathname } = new URL(link, `http://localhost${path}`);
      if (pathname.startsWith('/guide')) queue.push(pathname);
    }
  }
  return pages;
}
