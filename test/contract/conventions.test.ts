import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { culprits, expectProblem, type Send, wire } from './wire.js';

const LISTS = [
  '/quote',
  '/svc/quote',
  '/svc/settlement',
  '/reference/settlement',
  '/svc/quote/approval',
  '/svc/audit',
];

describe('contract 1: conventions of every list', () => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 150, '2023-01-01')).expect(207);
  });
  afterAll(() => service.close());

  describe.each(LISTS)('GET %s', (path) => {
    it('list body: data and meta with exactly count, offset, limit, next, total, unit', async () => {
      const { body } = await service.get(`${path}?limit=2`).expect(200);
      expect(Object.keys(body)).toEqual(['data', 'meta']);
      expect(Object.keys(body.meta)).toEqual(['count', 'offset', 'limit', 'next', 'total', 'unit']);
      expect(body.meta).toMatchObject({
        count: 2,
        offset: 0,
        limit: 2,
        next: expect.any(String),
        total: null,
      });
      expect(body.data).toHaveLength(2);
    });

    it('next is a relative URL, repeated as Link; null and no Link on the last page', async () => {
      const first = await service.get(`${path}?limit=2`).expect(200);
      expect(first.body.meta.next).toMatch(new RegExp(`^${path}\\?`));
      expect(first.headers.link).toBe(`<${first.body.meta.next}>; rel="next"`);
      const last = await service.get(`${path}?limit=10000`).expect(200);
      expect(last.body.meta.next).toBeNull();
      expect(last.headers.link).toBeUndefined();
    });

    it('next continues where the page ends', async () => {
      const all = (await service.get(`${path}?limit=6`).expect(200)).body.data;
      const first = await service.get(`${path}?limit=3`).expect(200);
      const second = await service.get(first.body.meta.next).expect(200);
      const stable = (rows: object[]) => rows.map((row) => ({ ...row, age_seconds: null }));
      expect(stable([...first.body.data, ...second.body.data])).toEqual(stable(all));
    });

    it('a page that ends exactly with the last row has no next', async () => {
      const { total } = (await service.get(`${path}?limit=1&total=true`).expect(200)).body.meta;
      expect(total).toBeGreaterThan(1);
      const { meta } = (await service.get(`${path}?limit=3&offset=${total - 3}`).expect(200)).body;
      expect(meta).toMatchObject({ count: 3, next: null });
    });

    it('order=asc is order=desc backwards, key by key', async () => {
      const keyed = (rows: Record<string, unknown>[]) => rows.map((row) => row.date ?? row.id);
      const total = (await service.get(`${path}?limit=1&total=true`).expect(200)).body.meta.total as number;
      const newest = (await service.get(`${path}?limit=5&order=desc`).expect(200)).body.data;
      const oldest = (await service.get(`${path}?limit=5&order=asc&offset=${total - 5}`).expect(200)).body
        .data;
      expect(keyed(oldest).reverse()).toEqual(keyed(newest));
      expect(
        (await service.get(`${path}?limit=5`)).body.data.map(
          (row: { id?: string; date?: string }) => row.date ?? row.id,
        ),
      ).toEqual(keyed(newest));
    });

    it('trailing slash and letter case do not matter', async () => {
      for (const other of [`${path}/`, path.toUpperCase(), `${path.toUpperCase()}/`]) {
        const { body } = await service.get(`${other}?limit=2`).expect(200);
        expect(body.data).toHaveLength(2);
        expect((await service.get(body.meta.next).expect(200)).body.data).toHaveLength(2);
      }
    });

    it('from_date after to_date is 400, an equal pair is not', async () => {
      const answer = await service.get(`${path}?from_date=20240102&to_date=2024-01-01`);
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['from_date']);
      await service.get(`${path}?from_date=20240101&to_date=2024-01-01`).expect(200);
    });

    it('an unknown query parameter is 400 and named, also next to known ones and in another letter case', async () => {
      for (const name of ['colour', 'Limit', 'LIMIT', 'limit[]', 'limit%5B0%5D', 'order[x]', 'ticker.x']) {
        const answer = await service.get(`${path}?limit=1&${name}=1`);
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual([decodeURIComponent(name)]);
      }
    });

    it('a parameter counts however many separators come before it', async () => {
      const separators = '&'.repeat(1000);
      const answers = [`${path}?${separators}limit=0`, `${path}?limit=1${separators}colour=red`].map((url) =>
        service.get(url),
      );
      expect((await Promise.all(answers)).map(culprits)).toEqual([['limit'], ['colour']]);
      expect((await service.get(`${path}?${separators}limit=1`).expect(200)).body.data).toHaveLength(1);
    });

    it('every culprit is named at once', async () => {
      const answer = await service.get(`${path}?limit=0&offset=x&order=up&from_date=1&colour=red`);
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['colour', 'from_date', 'limit', 'offset', 'order']);
    });

    it('a tampered cursor is 400', async () => {
      const { next } = (await service.get(`${path}?limit=1`).expect(200)).body.meta;
      const cursor = new URL(next, service.url).searchParams.get('cursor') ?? '';
      const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      for (const tampered of [
        cursor.slice(0, -3),
        `${cursor.slice(2)}`,
        forged([]),
        forged({}),
        forged(null),
        forged(['x']),
        forged([1, 2, 3]),
        forged('2024'),
        forged([null, null]),
        '!',
        '%00',
        'W10',
      ]) {
        const answer = await service.get(`${path}?limit=1&cursor=${tampered}`);
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual(['cursor']);
      }
    });

    it('HEAD answers as GET without the body', async () => {
      const full = await send('GET', `${path}?limit=2&to_date=20230201`);
      const head = await send('HEAD', `${path}?limit=2&to_date=20230201`);
      expect(head.status).toBe(200);
      expect(head.bytes).toHaveLength(0);
      for (const name of ['content-type', 'link', 'vary', 'cache-control']) {
        expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
      }
    });
  });

  describe('dates', () => {
    it('queries accept both forms', async () => {
      const compact = await service.get('/quote?from_date=20230110&to_date=20230112').expect(200);
      const dashed = await service.get('/quote?from_date=2023-01-10&to_date=2023-01-12').expect(200);
      expect(compact.body.data.map((bar: { date: string }) => bar.date)).toEqual([
        '2023-01-12',
        '2023-01-11',
        '2023-01-10',
      ]);
      expect(dashed.body.data).toEqual(compact.body.data);
    });

    it('bodies accept both forms, which name the same record; answers emit YYYY-MM-DD', async () => {
      const first = await service.post('/svc/quote', aQuote({ ticker: 'FPT', date: '20240131' })).expect(201);
      expect(first.body.date).toBe('2024-01-31');
      expectProblem(await service.post('/svc/quote', aQuote({ ticker: 'FPT', date: '2024-01-31' })), 303);
    });

    it.each([
      '20240230',
      '2024-02-30',
      '20230229',
      '19000229',
      '20241301',
      '20240100',
      '2024-1-1',
      '2024/01/01',
      '240101',
      '2024013',
      '202401311',
      '2024-0131',
      '202401-31',
      '2024-01-31T00:00:00Z',
      '0',
      '-2024-01-01',
      '２０２４０１３１',
      '00010101',
    ])('%s is not a calendar date', async (date) => {
      const readAnswer = await service.get(`/quote?from_date=${encodeURIComponent(date)}`);
      expectProblem(readAnswer, 400, 'invalid_input');
      expect(culprits(readAnswer)).toEqual(['from_date']);
      const writeAnswer = await service.post('/svc/quote', aQuote({ date }));
      expectProblem(writeAnswer, 400, 'invalid_input');
      expect(culprits(writeAnswer)).toEqual(['/date']);
    });

    it.each(['20240229', '20000229', '99991231', '19000101'])('%s is a calendar date', async (date) => {
      await service.get(`/quote?from_date=${date}&to_date=${date}`).expect(200);
      // A quote with a future date is refused for its content, not for its notation.
      const answer = await service.post('/svc/quote', aQuote({ ticker: 'HPG', date }));
      const code = answer.body.errors?.[0].code ?? answer.status;
      expect(code).toBe(date === '99991231' ? 'date_in_future' : 201);
    });
  });

  it('meta.unit is VND for quotes and null where there is no value', async () => {
    expect((await service.get('/quote?limit=1')).body.meta.unit).toBe('VND');
    expect((await service.get('/svc/settlement?limit=1')).body.meta.unit).toBeNull();
  });

  it('single records are bare objects', async () => {
    const { body } = await service.post('/svc/quote', aQuote({ ticker: 'SSI' })).expect(201);
    expect((await service.get(`/svc/quote/${body.id}`).expect(200)).body).toMatchObject(
      aQuote({ ticker: 'SSI' }),
    );
  });
});
