import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_TOKEN, startApp, type TestApp } from '../app.js';
import { walkPages } from '../builders/market.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { until } from '../embedded/harness.js';
import { expectProblem, rowCounts, type Send, wire } from './wire.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('contract 1: transport', () => {
  let service: TestApp;
  let send: Send;
  let item: string;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 200)).expect(207);
    item = (await service.post('/svc/quote', aQuote()).expect(201)).headers.location as string;
  });
  afterAll(() => service.close());

  describe('405 with Allow', () => {
    it.each([
      ['PATCH', '/quote', ['GET', 'HEAD']],
      ['POST', '/quote', ['GET', 'HEAD']],
      ['DELETE', '/quote', ['GET', 'HEAD']],
      ['PATCH', '/svc/quote', ['DELETE', 'GET', 'HEAD', 'POST', 'PUT']],
      ['POST', '/svc/settlement/00000000-0000-4000-8000-000000000000', ['DELETE', 'GET', 'HEAD', 'PUT']],
      ['PUT', '/reference/settlement/', ['GET', 'HEAD']],
      ['POST', '/REFERENCE/SETTLEMENT', ['GET', 'HEAD']],
      ['GET', '/svc/quote/bulk/import', ['POST', 'PUT']],
      ['DELETE', '/svc/bulk/insert', ['POST']],
      ['POST', '/health/live', ['GET', 'HEAD']],
      ['DELETE', '/', ['GET', 'HEAD']],
    ])('%s %s', async (method, path, allowed) => {
      const answer = await send(method, path);
      expectProblem(answer, 405, 'method_not_allowed');
      expect(String(answer.headers.allow).split(', ').sort()).toEqual(allowed);
    });
  });

  describe('404', () => {
    it.each([
      '/quotes',
      '/svc',
      '/svc/nothing',
      '/quote/x/y',
      '/svc/quote/x/y/z',
      '/%2e%2e/etc/passwd',
      '/quote%00',
      '/health',
      '//quote',
    ])('%s is an unknown path', async (path) => {
      expectProblem(await send('GET', path), 404, 'unknown_path');
    });
    it('an unknown path without a credential is no different', async () => {
      expectProblem(await send('GET', '/nothing', { token: null }), 404, 'unknown_path');
    });
    it.each(['/svc/quote/', '/svc/settlement/'])('%s<unknown UUID> is record_not_found', async (path) => {
      const unknown = '00000000-0000-4000-8000-000000000000';
      expectProblem(await service.get(path + unknown), 404, 'record_not_found');
      expectProblem(await service.delete(path + unknown), 404, 'record_not_found');
    });
  });

  describe('415', () => {
    it.each([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'garbage',
      'application/json; charset=klingon',
    ])('for Content-Type: %s', async (type) => {
      const before = await rowCounts(service);
      const body = JSON.stringify(aQuote({ ticker: 'NEW' }));
      expectProblem(
        await send('POST', '/svc/quote', { body, headers: { 'Content-Type': type } }),
        415,
        'unsupported_media_type',
      );
      expect(await rowCounts(service)).toEqual(before);
    });
    it('for a body without Content-Type', async () => {
      const answer = await fetch(`${service.url}/svc/quote`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
        body: new Blob([JSON.stringify(aQuote({ ticker: 'NEW' }))]),
      });
      expect(answer.status).toBe(415);
    });
    it('for an unknown Content-Encoding', async () => {
      const body = JSON.stringify(aQuote({ ticker: 'NEW' }));
      expectProblem(
        await send('POST', '/svc/quote', { body, headers: { 'Content-Encoding': 'zstd-x' } }),
        415,
        'unsupported_media_type',
      );
    });
    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json;charset="UTF-8"',
    ])('not for %s', async (type) => {
      const body = JSON.stringify(aQuote());
      expectProblem(await send('POST', '/svc/quote', { body, headers: { 'Content-Type': type } }), 303);
    });
    it('not for a body that is gzipped', async () => {
      const body = gzipSync(JSON.stringify(aQuote()));
      expectProblem(await send('POST', '/svc/quote', { body, headers: { 'Content-Encoding': 'gzip' } }), 303);
    });
  });

  describe('413, and nothing is written', () => {
    it.each([
      ['POST', '/svc/quote'],
      ['PUT', '/svc/quote'],
      ['POST', '/svc/quote/bulk/import'],
      ['POST', '/svc/quote/appoval'],
    ])('%s %s with a body of 3 MB', async (method, path) => {
      const before = await rowCounts(service);
      const body = JSON.stringify([{ ...aQuote({ ticker: 'NEW' }), x: 'y'.repeat(3_000_000) }]);
      const answer = await send(method, path, { body });
      expectProblem(answer, 413, 'body_too_large');
      expect(answer.body).toMatchObject({ detail: 'The request body is larger than 2 MB: split it' });
      expect(await rowCounts(service)).toEqual(before);
    });
  });

  describe('X-Request-Id', () => {
    it.each(['abc', 'req-1', '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11', 'a'.repeat(128)])(
      "a caller's own valid one is kept: %s",
      async (id) => {
        const answer = await send('GET', '/quote?limit=1', { headers: { 'X-Request-Id': id } });
        expect(answer.headers['x-request-id']).toBe(id);
        const problem = await send('GET', '/quote?limit=0', { headers: { 'X-Request-Id': id } });
        expect(expectProblem(problem, 400).request_id).toBe(id);
      },
    );
    it.each(['', 'with blank', 'a'.repeat(129), '<script>', '"quoted"', 'ü', 'a,b'])(
      'an invalid one is replaced: %j',
      async (id) => {
        const answer = await send('GET', '/quote?limit=1', { headers: { 'X-Request-Id': id } });
        expect(answer.headers['x-request-id']).toMatch(UUID);
      },
    );
    it.each([
      ['200', '/quote'],
      ['public', '/health/live'],
      ['404', '/nothing'],
      ['405', '/svc/bulk/insert'],
      ['document', '/openapi.json'],
    ])('is on every response (%s), a new one each time', async (_what, path) => {
      const ids = [await send('GET', path), await send('GET', path)].map(
        (answer) => answer.headers['x-request-id'],
      );
      expect(ids[0]).toMatch(UUID);
      expect(ids[1]).not.toBe(ids[0]);
    });
    it('is recorded with the write', async () => {
      await send('POST', '/svc/quote', {
        body: JSON.stringify(aQuote({ ticker: 'RID' })),
        headers: { 'X-Request-Id': 'write-1' },
      });
      const { data } = (await service.get('/svc/audit?limit=1').expect(200)).body;
      expect(data).toMatchObject([
        {
          request_id: 'write-1',
          action: 'created',
          actor: 'admin@localhost',
          after: aQuote({ ticker: 'RID' }),
        },
      ]);
    });
    it('lists what the request wrote, however much was written since, and nothing else', async () => {
      const written = quotesOf('RIQ', 3);
      await send('POST', '/svc/quote/bulk/import', {
        body: JSON.stringify(written),
        headers: { 'X-Request-Id': 'write-3' },
      });
      await send('POST', '/svc/quote', { body: JSON.stringify(aQuote({ ticker: 'RIR' })) });
      const events = await walkPages(service, '/svc/audit?request_id=write-3&limit=2');
      expect(events).toMatchObject([...written].reverse().map((after) => ({ request_id: 'write-3', after })));
      expect((await service.get('/svc/audit?request_id=write').expect(200)).body.data).toEqual([]);
    });
  });

  describe('ETag and 304', () => {
    it.each([
      ['list', (): string => '/quote?limit=5'],
      ['item', (): string => item],
      ['calendar', (): string => '/reference/settlement'],
    ] as const)('%s', async (_what, path) => {
      const first = await send('GET', path());
      expect(first.headers.etag).toMatch(/^(W\/)?"[^"]+"$/);
      const etag = String(first.headers.etag);
      for (const condition of [etag, `"other", ${etag}`, '*', etag.startsWith('W/') ? etag : `W/${etag}`]) {
        for (const method of ['GET', 'HEAD']) {
          const again = await send(method, path(), { headers: { 'If-None-Match': condition } });
          expect([condition, method, again.status, again.bytes.length]).toEqual([condition, method, 304, 0]);
          expect(again.headers.etag).toBe(etag);
          expect(again.headers['x-request-id']).toMatch(UUID);
        }
      }
      expect((await send('GET', path(), { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    });
    it('also for fetch, which adds Cache-Control: no-cache to a condition of its caller', async () => {
      for (const path of ['/quote?limit=5', '/quote?ticker=VNM', item, '/reference/settlement']) {
        const { etag } = (await send('GET', path)).headers;
        const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'If-None-Match': String(etag) };
        const again = await fetch(service.url + path, { headers });
        expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
        const plain = { 'If-None-Match': '"other"', 'Cache-Control': 'no-cache' };
        expect((await send('GET', path, { headers: plain })).status).toBe(200);
      }
    });
    it.each(['/quote?limit=5', '/quote?ticker=VNM&limit=1', '/svc/quote?limit=1', '/index/VNINDEX'])(
      '304 of %s varies with the same headers of a request as the answer, and names the next page',
      async (path) => {
        const { headers } = await send('GET', path);
        const again = await send('GET', path, { headers: { 'If-None-Match': String(headers.etag) } });
        const shared = ({ vary, link, etag, 'cache-control': cache }: typeof headers) => [
          vary,
          link,
          etag,
          cache,
        ];
        expect([again.status, ...shared(again.headers)]).toEqual([304, ...shared(headers)]);
      },
    );
    it('changes when the record changes, and not before', async () => {
      const first = await service.post('/svc/quote', aQuote({ ticker: 'ETG' })).expect(201);
      const { body, headers } = first;
      const path = headers.location as string;
      expect((await service.get(path)).headers.etag).toBe(headers.etag);
      expect((await service.put('/svc/quote', aQuote({ ticker: 'ETG' })).expect(200)).headers.etag).toBe(
        headers.etag,
      );
      const put = await service.put('/svc/quote', { ...body, close: 67100 }).expect(200);
      expect(put.headers.etag).not.toBe(headers.etag);
      expect((await service.get(path)).headers.etag).toBe(put.headers.etag);
      await service.get(path).set('If-None-Match', String(headers.etag)).expect(200);
      await service.get(path).set('If-None-Match', String(put.headers.etag)).expect(304);
    });
    it('a list changes its ETag when one of its rows changes', async () => {
      const path = '/quote?ticker=CHG';
      await service.post('/svc/quote', aQuote({ ticker: 'CHG' })).expect(201);
      const { etag } = (await service.get(path).expect(200)).headers;
      await service.put('/svc/quote', aQuote({ ticker: 'CHG', close: 67100 })).expect(200);
      await service.get(path).set('If-None-Match', String(etag)).expect(200);
    });
  });

  describe('Vary and Cache-Control', () => {
    it.each([['/quote?limit=1'], ['/reference/settlement?limit=1'], ['/quote?limit=1&format=csv']])(
      '%s is private and varies with the credential and the format',
      async (path) => {
        const { headers } = await send('GET', path);
        expect(headers['cache-control']).toMatch(/\bprivate\b/);
        const vary = String(headers.vary)
          .toLowerCase()
          .split(/\s*,\s*/);
        expect(vary).toEqual(expect.arrayContaining(['authorization', 'accept', 'accept-encoding']));
      },
    );
    it('an item is private, too', async () => {
      expect((await send('GET', item)).headers['cache-control']).toMatch(/\bprivate\b/);
    });
    it('a problem is not stored', async () => {
      expect((await send('GET', '/quote?limit=0')).headers['cache-control']).toMatch(/no-store/);
      expect((await send('GET', '/quote', { token: null })).headers['cache-control']).toMatch(/no-store/);
    });
  });

  describe('compression when the client asks', () => {
    it.each([
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const)('%s', async (encoding, decode) => {
      const plain = await send('GET', '/quote');
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const format of ['json', 'csv', 'ndjson']) {
        const whole = await send('GET', `/quote?format=${format}`);
        const packed = await send('GET', `/quote?format=${format}`, {
          headers: { 'Accept-Encoding': encoding },
        });
        expect(packed.headers['content-encoding']).toBe(encoding);
        expect(packed.bytes.length).toBeLessThan(whole.bytes.length / 2);
        expect(decode(packed.bytes).toString()).toBe(whole.text);
      }
    });
    it('a 304 follows a compressed answer', async () => {
      const packed = await send('GET', '/quote', { headers: { 'Accept-Encoding': 'gzip' } });
      const again = await send('GET', '/quote', {
        headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': String(packed.headers.etag) },
      });
      expect(again.status).toBe(304);
    });
  });

  it.each([
    '/quote?format=csv',
    '/quote?format=ndjson',
    '/svc/events',
    '/quote?ticker=VNM',
    '/market/gainers',
    '/nothing',
  ])('%s sent behind an open stream of events: ends when the client leaves before its turn', async (path) => {
    const { hostname, port } = new URL(service.url);
    const head = (address: string) =>
      `GET ${address} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`;
    const inFlight = async () => {
      const { text } = await service.get('/metrics').expect(200);
      return Number(/^http_requests_in_flight (\d+)$/m.exec(text)?.[1]);
    };
    const client = connect(Number(port), hostname);
    client.write(head('/svc/events') + head(path).repeat(12));
    await until('all are in flight', async () => (await inFlight()) === 14);
    client.destroy();
    await until('none is', async () => (await inFlight()) === 1);
  });

  it('no answer names the software that the service runs on', async () => {
    const { headers } = await send('GET', '/quote');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
