import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_TOKEN, type TestApp } from '../app.js';
import { ANALYSIS_ROWS } from '../builders/specification-rows-analysis.js';
import { REFERENCE_ROWS } from '../builders/specification-rows-service.js';
import { TRADE_ROWS } from '../builders/specification-rows-trade.js';
import { startDemoApp } from '../demo.js';

interface Answer {
  status: number;
  headers: object;
  body: string;
}

/** Headers that differ between any two answers. */
const OWN = new Set(['date', 'x-request-id', 'ratelimit']);
const READS = [...TRADE_ROWS, ...ANALYSIS_ROWS, ...REFERENCE_ROWS].filter(({ path }) =>
  path.startsWith('GET '),
);

describe('every read of the specification, by the fast lane and by the chain of middleware', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startDemoApp({ RATE_LIMIT_PER_MINUTE: '100000' });
  });
  afterAll(async () => {
    await service.close();
  });

  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<Answer>((resolve, reject) => {
      const requestHeaders = { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers };
      http
        .get(service.url + path, { headers: requestHeaders, agent: false }, (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('end', () => {
            const sharedHeaders = Object.entries(response.headers).filter(([name]) => !OWN.has(name));
            const body = Buffer.concat(pieces).toString('latin1');
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(sharedHeaders),
              body: body.replace(/"request_id":"[^"]*"/, ''),
            });
          });
        })
        .on('error', reject);
    });
  /** A weight in Accept sends a request through the chain and changes nothing else. */
  const chain = (path: string, headers = {}) => ask(path, { accept: 'application/json;q=1', ...headers });
  const lane = (path: string, headers = {}) => ask(path, { accept: 'application/json', ...headers });

  it.each(READS.map(({ url }) => url))('%s: the same bytes and headers', async (url) => {
    // This answer contains its own time.
    if (url === '/udf/time') return expect((await lane(url)).status).toBe((await chain(url)).status);
    const expected = await chain(url);
    expect(await lane(url)).toEqual(expected);
    const etag = String((expected.headers as { etag?: string }).etag);
    expect(await lane(url, { 'if-none-match': etag })).toEqual(await chain(url, { 'if-none-match': etag }));
    const compressed = { 'accept-encoding': 'gzip' };
    expect(await lane(url, compressed)).toEqual(await chain(url, compressed));
  });

  it.each(READS.map(({ url }) => url))('%s: the same refusals', async (url) => {
    const unknown = `${url}${url.includes('?') ? '&' : '?'}nonsense=1`;
    expect(await lane(unknown)).toEqual(await chain(unknown));
    for (const authorization of ['', 'Basic abc', 'Bearer mds_unknown']) {
      expect(await lane(url, { authorization })).toEqual(await chain(url, { authorization }));
    }
  });
});
