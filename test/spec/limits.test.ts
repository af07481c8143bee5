import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { culprits, expectProblem, rowCounts } from '../contract/wire.js';

const LISTS = [
  '/quote',
  '/svc/quote',
  '/svc/settlement',
  '/reference/settlement',
  '/svc/quote/approval',
  '/svc/audit',
];

describe('specification 8: limits', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 120)).expect(207);
  });
  afterAll(() => service.close());

  describe.each(LISTS)('%s: offset and limit are integers greater than 0', (path) => {
    it.each(['0', '-1', '1.5', '1e2', 'abc', '', '%20', '+5', '0x10', '99999999999999999999'])(
      '400 for offset=%s',
      async (value) => {
        const answer = await service.get(`${path}?offset=${value}`);
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual(['offset']);
      },
    );
    it.each(['0', '-1', '1.5', '1e2', 'abc', '', '%20', '99999999999999999999'])(
      '400 for limit=%s',
      async (value) => {
        const answer = await service.get(`${path}?limit=${value}`);
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual(['limit']);
      },
    );
    it('1 is the minimum of both', async () => {
      const { body } = await service.get(`${path}?offset=1&limit=1`).expect(200);
      expect(body.meta).toMatchObject({ offset: 1, limit: 1 });
      expect(body.data.length).toBeLessThanOrEqual(1);
    });
    it('the default page size is 100 and the maximum 10,000', async () => {
      expect((await service.get(path).expect(200)).body.meta.limit).toBe(100);
      await service.get(`${path}?limit=10000`).expect(200);
      const answer = await service.get(`${path}?limit=10001`);
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['limit']);
    });
  });

  it('a page holds as many rows as the limit', async () => {
    expect((await service.get('/quote').expect(200)).body.data).toHaveLength(100);
    expect((await service.get('/quote?limit=7').expect(200)).body.data).toHaveLength(7);
    expect((await service.get('/quote?limit=1000').expect(200)).body.data).toHaveLength(120);
  });

  describe('ticker: 3 to 100 characters of A-Z and 0-9', () => {
    it.each(['ABC', '123', 'A1B', 'A'.repeat(100)])(
      '%s is accepted in a query and in a body',
      async (ticker) => {
        await service.get(`/quote?ticker=${ticker}`).expect(200);
        await service.post('/svc/quote', aQuote({ ticker })).expect(201);
      },
    );
    it.each(['AB', 'A'.repeat(101), 'abc', 'AB C', 'ABC ', 'ABC\n', 'VN-30', 'ĐHG', 'АВС', 'ABC;--', ''])(
      '%j is refused in a query and in a body',
      async (ticker) => {
        const read = await service.get(`/quote?ticker=${encodeURIComponent(ticker)}`);
        expectProblem(read, 400, 'invalid_input');
        expect(culprits(read)).toEqual(['ticker']);
        const writeAnswer = await service.post('/svc/quote', aQuote({ ticker }));
        expectProblem(writeAnswer, 400, 'invalid_input');
        expect(culprits(writeAnswer)).toEqual(['/ticker']);
      },
    );
  });

  it('the length of a text is its number of code points, as maxLength counts them', async () => {
    const insight = (title: string) => ({ id: 'emoji', type: 'strategy', published_at: '2024-01-31', title });
    const longest = '📈'.repeat(500);
    const { body } = await service.post('/svc/record/market_insight', insight(longest)).expect(201);
    expect(body.title).toBe(longest);
    for (const tooLong of [`${longest}x`, 'x'.repeat(501), '📈'.repeat(1001)]) {
      const answer = await service.post('/svc/record/market_insight', insight(tooLong));
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['/title']);
    }
  });

  it('a notice repeats a value of 100 code points whole', async () => {
    const longest = `x${'📈'.repeat(99)}`;
    const { body } = await service.get(`/search?q=${encodeURIComponent(longest)}`).expect(200);
    expect(body.meta.notices[0].detail).toContain(`q=${longest};`);
  });

  it('bulk import: the item count is capped by MAXIMUM_ITEM = 200', async () => {
    const before = await rowCounts(service);
    for (const path of [
      '/svc/quote/bulk/import',
      '/svc/settlement/bulk/import',
      '/svc/bulk/insert?resource=quote',
    ]) {
      expectProblem(await service.post(path, quotesOf('ZZZ', 201)), 413, 'too_many_items');
    }
    expect(await rowCounts(service)).toEqual(before);
    await service.post('/svc/quote/bulk/import', quotesOf('ZZZ', 200)).expect(207);
  });
});
