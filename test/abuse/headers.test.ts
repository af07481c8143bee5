import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_TOKEN, startApp, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { expectProblem, type Send, wire } from '../contract/wire.js';
import { figure } from '../figures.js';

const MEGABYTE = 1024 * 1024;

describe('S15, S16, S18: headers of every answer', () => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    await service.post('/svc/quote', aQuote()).expect(201);
  });
  afterAll(() => service.close());

  it('no CORS, no X-Powered-By, nosniff, a policy that plain HTTP can live with', async () => {
    const paths = [
      '/',
      '/quote',
      '/quote?ticker=VNM',
      '/nothing',
      '/docs',
      '/openapi.json',
      '/health/live',
      '/quote?limit=0',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'OPTIONS', 'HEAD']) {
        const answer = await send(method, path, {
          headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST', Accept: '*/*' },
        });
        const names = Object.keys(answer.headers);
        expect([path, names.filter((name) => /^access-control-|^x-powered-by$|^server$/.test(name))]).toEqual(
          [path, []],
        );
        expect([path, method, answer.headers['x-content-type-options']]).toEqual([path, method, 'nosniff']);
        expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
        const policy = String(answer.headers['content-security-policy']);
        expect(policy).toContain("default-src 'self'");
        expect(policy).toContain("object-src 'none'");
        expect(policy).not.toMatch(/upgrade-insecure-requests|script-src[^;]*unsafe/);
        expect(answer.headers).not.toHaveProperty('strict-transport-security');
      }
    }
    figure(
      'S15',
      'headers',
      paths.length * 3,
      'no CORS, no X-Powered-By, nosniff and a policy on every answer',
    );
  });

  it('a browser sent here by another site cannot write: cookies have no effect, a form is 401', async () => {
    const answer = await send('POST', '/svc/quote', {
      token: null,
      headers: {
        Cookie: `token=${ADMIN_TOKEN}`,
        'Content-Type': 'text/plain',
        Origin: 'https://evil.example',
      },
      body: JSON.stringify(aQuote({ ticker: 'CSRF' })),
    });
    expectProblem(answer, 401);
  });

  it.each([
    ['the fast lane', '/quote?ticker=VNM', 'application/json'],
    ['the usual way', '/quote?ticker=VNM&order=asc', 'application/json'],
  ])(
    'S16: an ETag of one token, sent with another, by %s: 304 without a body, private, Vary: Authorization',
    async (_lane, path, accept) => {
      const [one, two] = [await service.token('reader'), await service.token('maker')];
      const first = await send('GET', path, { token: one, headers: { Accept: accept } });
      expect(first.status).toBe(200);
      const condition = { Accept: accept, 'If-None-Match': String(first.headers.etag) };
      for (const token of [one, two]) {
        const again = await send('GET', path, { token, headers: condition });
        expect([again.status, again.bytes.length]).toEqual([304, 0]);
        expect(String(again.headers.vary)).toMatch(/\bAuthorization\b/);
        expect(again.headers['cache-control']).toMatch(/\bprivate\b/);
      }
      // An ETag opens nothing: without a token, or with a wrong one, there is no 304.
      for (const token of [null, 'mds_guess']) {
        expectProblem(await send('GET', path, { token, headers: condition }), 401, 'not_authenticated');
      }
      figure(
        'S16',
        `ETag of one token sent with another, ${_lane}`,
        4,
        '304 for the permitted two, 401 for strangers',
      );
    },
  );

  it.each([
    ['no HTTP at all', 'GARBAGE\r\n\r\n', 400],
    ['a header that is none', 'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 400],
    [
      'two lengths',
      'POST /svc/quote HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length and chunks, as request smuggling has',
      'POST /svc/quote HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /quote HTTP/1.1\r\nHost: x\r\n\r\n',
      400,
    ],
    ['an address of 64 KB', `GET /quote?ticker=${'A'.repeat(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    [
      'a thousand headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${'X-A: aaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(1_000)}\r\n`,
      431,
    ],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n', 400],
    ['no Host', 'GET /quote HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET /quote HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400],
  ])('S18: %s: a problem with X-Request-Id, then the connection ends', async (_what, text, status) => {
    const answer = await raw(service.url, text);
    const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [, id] = /^X-Request-Id: ([0-9a-f-]{36})$/m.exec(head) ?? [];
    expect(JSON.parse(body)).toMatchObject({
      status,
      request_id: id,
      code: expect.stringMatching(/^[a-z_]+$/),
    });
    expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  });

  it('S18: an unknown expectation, an upgrade and an odd method are answered like other requests', async () => {
    const odd: Record<string, string>[] = [
      { Expect: 'the-impossible' },
      { Connection: 'Upgrade', Upgrade: 'websocket' },
    ];
    for (const headers of odd) {
      const answer = await send('GET', '/health/live', { token: null, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    for (const method of ['TRACE', 'PROPFIND', 'PURGE']) {
      const answer = await send(method, '/quote');
      expect([method, answer.status]).toEqual([method, 405]);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.text).not.toContain(ADMIN_TOKEN);
    }
  });

  it('too many parameters, items or fields get a documented status', async () => {
    const many = (count: number, of: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => of(index)).join('&');
    expectProblem(await send('GET', `/quote?${many(400, (index) => `p${index}=1`)}`), 400, 'invalid_input');
    expectProblem(await send('GET', `/quote?${many(900, () => 'limit=1')}`), 400, 'invalid_input');
    const items = JSON.stringify(quotesOf('NEW', 201));
    expectProblem(await send('POST', '/svc/quote/bulk/import', { body: items }), 413, 'too_many_items');
    const fields = JSON.stringify(
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 1])),
    );
    const answer = await send('POST', '/svc/quote', { body: fields });
    expectProblem(answer, 400, 'invalid_input');
    expect(answer.bytes.length).toBeLessThan(20_000);
    expectProblem(
      await send('POST', '/svc/quote', { body: `"${'x'.repeat(2 * MEGABYTE)}"` }),
      413,
      'body_too_large',
    );
  });
});

/** Sends raw bytes; returns everything received until the connection ends. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
  });
}
