import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { type Send, type WireAnswer, wire } from './wire.js';

/** Reads, refusals and writes: method, path, status, body. */
const CALLS: readonly [string, string, number, object?][] = [
  ['GET', '/', 200],
  ['GET', '/health/live', 200],
  ['GET', '/openapi.json', 200],
  ['GET', '/quote?ticker=VNM', 200],
  ['GET', '/quote?ticker=NONE', 200],
  ['GET', '/quote?limit=2000&from_date=20200101', 200],
  ['GET', '/reference/countries/country/VN', 200],
  ['GET', '/svc/quote?ticker=VNM', 200],
  ['GET', '/trade/technical-analysis?ticker=VNM&indicator=rsi(14)', 200],
  ['GET', '/udf/config', 200],
  ['GET', '/udf/history?symbol=NONE&resolution=1D&from=0&to=1', 404],
  ['GET', '/quote?limit=0', 400],
  ['GET', '/detail/NONE', 404],
  ['GET', '/nothing', 404],
  ['PUT', '/quote', 405],
  ['POST', '/svc/quote', 303, aQuote()],
  ['POST', '/svc/quote', 400, {}],
  ['PUT', '/svc/quote', 200, aQuote()],
  ['POST', '/svc/quote/bulk/import', 207, [aQuote(), aQuote({ volume: -1 })]],
  ['POST', '/svc/quote/approval/bulk', 207, [{ ticker: 'VNM', date: '2024-01-31' }]],
];

describe.each(['on', 'off'])('a JSON body ends with one newline, FAST_LANE=%s', (lane) => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startApp({ FAST_LANE: lane });
    send = wire(service);
    await service.post('/svc/quote', aQuote()).expect(201);
  });
  afterAll(() => service.close());

  it.each(CALLS)('%s %s: %i, its length is that of its bytes', async (method, path, status, ...rest) => {
    const [body] = rest;
    const answer = await send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.anything()]);
    expectWhole(answer);
  });

  it.each(['/quote?ticker=VNM', '/svc/quote?ticker=VNM', '/reference/countries/country/VN'])(
    '%s: HEAD has the same length, the ETag still answers 304, compressed or not',
    async (path) => {
      const answer = await send('GET', path);
      const head = await send('HEAD', path);
      expect(head.headers['content-length']).toBe(answer.headers['content-length']);
      expect(head.headers.etag).toBe(answer.headers.etag);
      const compressed = await send('GET', path, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(compressed.text).toBe(answer.text);
      const again = await send('GET', path, { headers: { 'If-None-Match': String(answer.headers.etag) } });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    },
  );

  it('CSV and NDJSON end as their lines do', async () => {
    for (const format of ['csv', 'ndjson']) {
      const { text } = await send('GET', `/quote?ticker=VNM&format=${format}`);
      expect([format, text.endsWith('\n'), text.endsWith('\n\n')]).toEqual([format, true, false]);
    }
  });

  it('a request that is not HTTP is refused with a whole line too', async () => {
    const { hostname, port } = new URL(service.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write('NOT HTTP\r\n\r\n'));
      const pieces: Buffer[] = [];
      socket.on('data', (piece: Buffer) => pieces.push(piece));
      socket.on('end', () => resolve(Buffer.concat(pieces).toString()));
      socket.on('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(body).toMatch(/^\{.*\}\n$/);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  });
});

it('both lanes give the same bytes and tags', async () => {
  const answers = [];
  for (const lane of ['on', 'off']) {
    const service = await startApp({ FAST_LANE: lane });
    const send = wire(service);
    const both = [
      await send('GET', '/reference/countries/country/VN'),
      await send('GET', '/reference/currency'),
    ];
    answers.push(both.map(({ text, headers }) => [text, headers.etag, headers['content-length']]));
    await service.close();
  }
  expect(answers[0]).toEqual(answers[1]);
});

function expectWhole({ headers, bytes, text }: WireAnswer): void {
  expect(String(headers['content-type'])).toMatch(/json/);
  expect(text).toMatch(/\}\n$/);
  if (headers['content-length'] !== undefined) expect(Number(headers['content-length'])).toBe(bytes.length);
}
