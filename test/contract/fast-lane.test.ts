import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { ADMIN_TOKEN, startApp, startAppOn, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { until } from '../embedded/harness.js';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Headers that differ between any two answers. */
const OWN = ['date', 'x-request-id', 'ratelimit'];

describe('the fast lane', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ RATE_LIMIT_PER_MINUTE: '100000', LOG_LEVEL: 'error' });
    for (const ticker of ['FPT', 'VNM']) {
      await service.post('/svc/quote/bulk/import', quotesOf(ticker, 200)).expect(207);
    }
  });
  afterAll(async () => {
    await service.close();
  });

  const ask = (path: string, headers: Record<string, string>, url = service.url) =>
    new Promise<Answer>((resolve, reject) => {
      const requestHeaders = { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers };
      const { hostname, port } = new URL(url);
      http
        .get({ hostname, port, path, headers: requestHeaders, agent: false }, (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('end', () => {
            const sharedHeaders = Object.entries(response.headers).filter(([name]) => !OWN.includes(name));
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(sharedHeaders),
              body: Buffer.concat(pieces).toString('latin1'),
            });
          });
        })
        .on('error', reject);
    });
  /** A weight in Accept sends a request the usual way and changes nothing else. */
  const usual = (path: string, headers = {}) => ask(path, { accept: 'application/json;q=1', ...headers });
  const fast = (path: string, headers = {}) => ask(path, { accept: 'application/json', ...headers });

  const PATHS = [
    '/quote?ticker=VNM',
    '/quote?ticker=VNM&limit=7',
    '/quote?ticker=VNM&limit=200',
    '/quote?ticker=VNM&limit=199',
    '/quote?ticker=VNM&limit=10000',
    '/quote?ticker=VNM&from_date=20200110&to_date=20200120',
    '/quote?ticker=VNM&from_date=2020-01-10&limit=3',
    '/quote?limit=3&to_date=20200120&ticker=VNM',
    '/quote?ticker=VNM&to_date=20191231',
    '/quote?ticker=VNM&from_date=20300101',
    '/quote?ticker=NONE',
    '/quote?date=20200110',
    '/quote?date=2020-01-10&limit=1',
    '/quote?limit=2&date=20200110',
    '/quote?date=20191231',
  ];

  it('a page that was requested by a path in another spelling is not that of the usual one', async () => {
    const query = '?ticker=VNM&limit=11';
    for (let time = 0; time < 10; time++) expect((await usual(`/QUOTE/${query}`)).status).toBe(200);
    const fresh = await fast(`/quote${query}`, { 'cache-control': 'no-cache' });
    expect(await fast(`/quote${query}`)).toEqual(fresh);
    expect(JSON.parse(fresh.body).meta.next).toMatch(/^\/quote\?/);
  });

  it('/udf/time: what no cache may store has one Cache-Control, as the usual way sends it', async () => {
    const [{ headers }, expected] = [await fast('/udf/time'), await usual('/udf/time')];
    expect(headers['cache-control']).toBe('no-store');
    expect(Object.keys(headers).sort()).toEqual(Object.keys(expected.headers).sort());
  });

  it.each(PATHS)('%s: the answer of the usual way, byte by byte and header by header', async (path) => {
    const expected = await usual(path);
    // from the database, then until it comes from memory, then fresh again
    for (const headers of [{}, {}, {}, {}, { 'cache-control': 'no-cache' }]) {
      expect(await fast(path, headers)).toEqual(expected);
    }
    const etag = String(expected.headers.etag);
    const notModified = await usual(path, { 'if-none-match': etag });
    expect(notModified.status).toBe(304);
    expect(await fast(path, { 'if-none-match': etag })).toEqual(notModified);
    const reload = { 'if-none-match': etag, 'cache-control': 'no-cache' };
    expect([await fast(path, reload), await usual(path, reload)]).toEqual([notModified, notModified]);
    expect((await fast(path, { 'if-none-match': '"other"' })).body).toBe(expected.body);
  });

  it.each([
    'gzip',
    'gzip, deflate',
    'gzip, deflate, br',
    'gzip, deflate, br, zstd',
    'deflate',
    'identity',
    'br;q=0.5, gzip',
  ])('compressed for Accept-Encoding %s: the same bytes and headers', async (encoding) => {
    for (const path of ['/quote?ticker=VNM&limit=200', '/quote?ticker=VNM&limit=2']) {
      const expected = await usual(path, { 'accept-encoding': encoding });
      for (let time = 0; time < 3; time++) {
        expect(await fast(path, { 'accept-encoding': encoding })).toEqual(expected);
      }
      const tagged = { 'accept-encoding': encoding, 'if-none-match': String(expected.headers.etag) };
      expect(await fast(path, tagged)).toEqual(await usual(path, tagged));
    }
  });

  it.each([
    '/quote?ticker=vnm',
    '/quote?ticker=VNM&ticker=FPT',
    '/quote?ticker=VNM,FPT&limit=2',
    '/quote?ticker=VNM&limit=0',
    '/quote?ticker=VNM&limit=10001',
    '/quote?ticker=VNM&from_date=20240230',
    '/quote?ticker=VNM&from_date=20240102&to_date=20240101',
    '/quote?date=20240230',
    '/quote?date=20200110&from_date=20200110',
    '/quote?date=20200110&ticker=VNM',
    '/quote?limit=2',
    '/quote?ticker=VNM&nonsense=1',
    '/quote?ticker=VNM&toString=1',
    '/quote?ticker=VNM&access_token=abc',
    '/quote?ticker=VNM&order=asc&limit=2',
    '/quote?ticker=%56NM&limit=2',
    '/quote?ticker',
    '/quote?',
    '/quote/',
    '/quote?ticker=VNM&limit=2#fragment',
    '/quote?ticker=VNM&limit=2\u00a0',
  ])('%s goes the usual way', async (path) => {
    // A problem names its request, so its digest differs too.
    const withoutId = ({ status, headers, body }: Answer) => ({
      status,
      headers: status === 200 ? headers : { ...headers, etag: undefined },
      body: body.replace(/"request_id":"[^"]*"/, ''),
    });
    expect(withoutId(await fast(path))).toEqual(withoutId(await usual(path)));
  });

  it('a fragment, which no client may send, is not part of the next page', async () => {
    const [withFragment, expected] = await Promise.all(
      ['/quote?ticker=VNM&limit=2#fragment', '/quote?ticker=VNM&limit=2'].map((path) => fast(path)),
    );
    expect(withFragment?.body).toBe(expected?.body);
  });

  // Without the lane nothing is cached.
  const itRemembers = process.env.FAST_LANE === 'off' ? it.skip : it;
  itRemembers(
    'counts the kept bytes of a ticker: an answer is kept from its second time on, the oldest makes room',
    async () => {
      const cached = async () => {
        const { text } = await service.get('/metrics').expect(200);
        return Number(/^mds_cache_bytes (\S+)$/m.exec(text)?.[1]);
      };
      const growthBy = async (paths: readonly string[]) => {
        const before = await cached();
        for (const path of paths) await fast(path);
        return (await cached()) - before;
      };
      await service.post('/svc/quote/bulk/import', quotesOf('KEPT', 50)).expect(207);
      const empty = await cached();
      while ((await growthBy(['/quote?ticker=KEPT'])) <= 0); // loaded in the background
      const path = '/quote?ticker=KEPT&limit=2';
      const { body } = await usual(path, { 'cache-control': 'no-cache' });
      expect(await growthBy([path])).toBe(0);
      const each = await growthBy([path]);
      expect(each).toBeGreaterThanOrEqual(body.length);
      expect(each).toBeLessThan(body.length + 1024);
      expect(await growthBy([path])).toBe(0);
      const twice = (from: string) =>
        quotesOf('KEPT', 40, from).flatMap(({ date }) => [
          `${path}&to_date=${date}`,
          `${path}&to_date=${date}`,
        ]);
      await growthBy(twice('2030-01-01'));
      const full = await cached();
      await growthBy(twice('2031-01-01'));
      expect(Math.abs((await cached()) - full)).toBeLessThan(each);
      await service.post('/svc/quote', aQuote({ ticker: 'KEPT', date: '2024-01-02' })).expect(201);
      // Less where the process also had to drop what it knew of other tickers, having lost touch with the database.
      expect(await cached()).toBeLessThanOrEqual(empty);
    },
  );

  it('401 without a token, with an unknown one and with a revoked one', async () => {
    for (const authorization of ['', 'Basic abc', 'Bearer mds_unknown']) {
      expect((await fast('/quote?ticker=VNM', { authorization })).status).toBe(401);
    }
  });

  describe('shows every write as soon as it is acknowledged', () => {
    const path = '/quote?ticker=FPT&limit=1';
    const latestBar = async () => {
      const { data } = JSON.parse((await fast(path)).body) as { data: { date: string; close: number }[] };
      return data[0];
    };
    const warm = async () => {
      for (let request = 0; request < 5; request++) await latestBar();
    };
    const later = (day: number, close = 10_000) =>
      aQuote({ ticker: 'FPT', date: `2026-01-${day}`, open: close, high: close, low: close, close });

    it('created, replaced, bulk, deleted', async () => {
      for (let round = 10; round < 30; round++) {
        await warm();
        await service.post('/svc/quote', later(round)).expect(201);
        expect((await latestBar())?.date).toBe(`2026-01-${round}`);
        await warm();
        await service.put('/svc/quote', later(round, 20_000 + round)).expect(200);
        expect((await latestBar())?.close).toBe(20_000 + round);
        await warm();
        await service.put('/svc/quote/bulk/import?on_duplicate=update', [later(round, 30_000)]).expect(207);
        expect((await latestBar())?.close).toBe(30_000);
        await warm();
        await service.delete(`/svc/quote?ticker=FPT&date=202601${round}`).expect(200);
        expect((await latestBar())?.date).not.toBe(`2026-01-${round}`);
      }
    });

    it('written by another instance on the same database, within the time of a notification', async () => {
      const other = await startAppOn(service.address, { RATE_LIMIT_PER_MINUTE: '0' });
      try {
        await warm();
        await other.post('/svc/quote', later(30)).expect(201);
        await until('it is seen', async () => (await latestBar())?.date === '2026-01-30');
      } finally {
        await other.close();
      }
    });
  });

  it('shows an approval at once where only approved quotes are published', async () => {
    const governed = await startAppOn(service.address, { QUOTE_PUBLICATION: 'approved' });
    const count = async () =>
      (JSON.parse((await ask('/quote?ticker=VNM', {}, governed.url)).body) as { data: object[] }).data.length;
    try {
      for (let request = 0; request < 4; request++) expect(await count()).toBe(0);
      await governed.post('/svc/quote/appoval', { ticker: 'VNM', date: '2020-01-05' }).expect(200);
      expect(await count()).toBe(1);
    } finally {
      await governed.close();
    }
  });

  it('refuses one request too many before anything is read', async () => {
    const limited = await startAppOn(service.address, { RATE_LIMIT_PER_MINUTE: '3' });
    const database = new pg.Client(connectionSettings(service.address));
    await database.connect();
    try {
      for (let request = 0; request < 3; request++) await ask('/quote?ticker=VNM', {}, limited.url);
      await database.query('BEGIN; LOCK TABLE quote IN ACCESS EXCLUSIVE MODE');
      // Every read of quotes now waits for the lock, which is held until the answer is there.
      const { status, headers } = await ask('/quote?date=20200110', {}, limited.url);
      expect([status, headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    } finally {
      await database.end();
      await limited.close();
    }
  });

  it('counts against the rate limit of the token as the usual way does', async () => {
    const limited = await startAppOn(service.address, { RATE_LIMIT_PER_MINUTE: '3' });
    try {
      const statuses: number[] = [];
      for (let request = 0; request < 5; request++) {
        statuses.push((await ask('/quote?ticker=VNM', {}, limited.url)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
    } finally {
      await limited.close();
    }
  });
});
