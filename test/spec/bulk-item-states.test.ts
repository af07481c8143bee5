import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { aSettlementDay } from '../builders/settlement.js';
import { expectProblem, rowCounts } from '../contract/wire.js';

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Result {
  _operation_id: number;
  _operation_state: string;
  _operation_total_ms: number;
  status: number;
  value: Record<string, unknown>;
}

describe.each([
  ['POST', 'post'],
  ['PUT', 'put'],
] as const)('specification 3.3 and 4.4: bulk import by %s', (_verb, method) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const bulk = (items: unknown[], query = '') =>
    service[method](`/svc/quote/bulk/import${query}`, items as object);

  it('CREATED 201: the item was inserted, value holds a url of the created item', async () => {
    const quote = aQuote({ ticker: 'AAA' });
    const { body } = await bulk([quote]).expect(207);
    const [result] = body.results as Result[];
    expect(result).toEqual({
      _operation_id: 1,
      _operation_state: 'CREATED',
      _operation_total_ms: expect.any(Number),
      status: 201,
      value: { url: expect.stringMatching(/^\/svc\/quote\/[0-9a-f-]{36}$/) },
    });
    expect((await service.get(String(result?.value.url)).expect(200)).body).toMatchObject(quote);
  });

  it('FAILED 303: the item already exists, value holds params, and nothing changes', async () => {
    const first = await service.post('/svc/quote', aQuote({ ticker: 'BBB' })).expect(201);
    const { body } = await bulk([aQuote({ ticker: 'BBB', close: 67100 })]).expect(207);
    expect(body.results).toEqual([
      {
        _operation_id: 1,
        _operation_state: 'FAILED',
        _operation_total_ms: expect.any(Number),
        status: 303,
        value: {
          params: {
            ticker: 'BBB',
            date: '2024-01-31',
            existing: { id: first.body.id, url: `/svc/quote/${first.body.id}` },
          },
        },
      },
    ]);
    expect((await service.get(`/svc/quote/${first.body.id}`)).body).toEqual(first.body);
  });

  it('overall status 207, body { id, status, total_time, results } and nothing else', async () => {
    const answer = await bulk([aQuote({ ticker: 'CCC' })]).expect(207);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID4),
      status: 'ok',
      total_time: expect.any(Number),
      results: expect.any(Array),
    });
  });

  it('every operation has its own identifier', async () => {
    const first = await bulk([aQuote({ ticker: 'DDD' })]).expect(207);
    const second = await bulk([aQuote({ ticker: 'DDD' })]).expect(207);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('items are numbered from 1 in the order of the request, regardless of their keys', async () => {
    const days = quotesOf('EEE', 30).reverse();
    const { results } = (await bulk(days).expect(207)).body as { results: Result[] };
    expect(results.map((result) => result._operation_id)).toEqual(days.map((_, index) => index + 1));
    for (const [index, result] of results.entries()) {
      expect((await service.get(String(result.value.url))).body).toMatchObject({ date: days[index]?.date });
    }
  });

  it('times are measured in milliseconds: each above 0, the total no less than the longest', async () => {
    const items = [...quotesOf('FFF', 20), null, 'x', aQuote({ ticker: 'no' })];
    const startedAt = performance.now();
    const { body } = await bulk(items).expect(207);
    const elapsed = performance.now() - startedAt;
    const times = (body.results as Result[]).map((result) => result._operation_total_ms);
    expect(times.filter((ms) => !(ms > 0))).toEqual([]);
    expect(body.total_time).toBeGreaterThanOrEqual(Math.max(...times));
    expect(body.total_time).toBeLessThan(elapsed);
  });

  it('user input is not de-duplicated: the second item with the same key collides with the first', async () => {
    const quote = aQuote({ ticker: 'GGG' });
    const { results } = (await bulk([quote, quote]).expect(207)).body as { results: Result[] };
    expect(results.map((result) => [result._operation_state, result.status])).toEqual([
      ['CREATED', 201],
      ['FAILED', 303],
    ]);
    const { url } = results[0]?.value ?? {};
    expect(results[1]?.value).toMatchObject({ params: { existing: { url } } });
  });

  describe('the duplicate policy', () => {
    it.each([
      ['error', 'IF_DUPLICATE_THEN_ERROR', ['FAILED', 303], 67000],
      ['update', 'IF_DUPLICATE_THEN_UPDATE', ['UPDATED', 200], 67100],
      ['ignore', 'IF_DUPLICATE_THEN_IGNORE', ['IGNORED', 204], 67000],
    ])('%s (= %s): a duplicate is %j', async (name, constant, outcome, close) => {
      for (const [ticker, policy] of [
        [`${name}1`.toUpperCase(), name],
        [`${name}2`.toUpperCase(), constant],
      ] as const) {
        await service.post('/svc/quote', aQuote({ ticker })).expect(201);
        const { body } = await bulk([aQuote({ ticker, close: 67100 })], `?on_duplicate=${policy}`).expect(
          207,
        );
        const [result] = body.results as Result[];
        expect([result?._operation_state, result?.status]).toEqual(outcome);
        const stored = await service.get(`/quote?ticker=${ticker}`).expect(200);
        expect(stored.body.data).toMatchObject([{ close }]);
      }
    });
  });

  describe('MAXIMUM_ITEM', () => {
    it('200 items are processed', async () => {
      const { results } = (await bulk(quotesOf('HHH', 200)).expect(207)).body as { results: Result[] };
      expect(results).toHaveLength(200);
      expect(new Set(results.map((result) => result.status))).toEqual(new Set([201]));
    });

    it('201 items are refused with 413 and nothing is written', async () => {
      const before = await rowCounts(service);
      expectProblem(await bulk(quotesOf('III', 201)), 413, 'too_many_items');
      expect(await rowCounts(service)).toEqual(before);
    });
  });

  it('the settlement resource has the same import', async () => {
    const day = aSettlementDay();
    const path = '/svc/settlement/bulk/import';
    const { body } = await service[method](path, [day, day]).expect(207);
    expect((body.results as Result[]).map((result) => result.status)).toEqual([201, 303]);
    expect((await service.get(body.results[0].value.url).expect(200)).body).toMatchObject(day);
  });
});

describe('specification 4.4: generic POST /bulk/insert', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it.each([
    ['quote', aQuote({ ticker: 'JJJ' })],
    ['settlement', aSettlementDay({ date: '2024-05-01' })],
    ['security', { ticker: 'JJJ', name: 'Jay', exchange: 'HOSE' }],
  ])('inserts a %s, and reports it as existing the second time', async (resource, record) => {
    const statuses = [];
    for (let time = 0; time < 2; time++) {
      const { body } = await service.post(`/svc/bulk/insert?resource=${resource}`, [record]).expect(207);
      statuses.push((body.results as Result[])[0]?.status);
    }
    expect(statuses).toEqual([201, 303]);
  });

  it('the url of every created item leads to it', async () => {
    const record = { ticker: 'KKK', name: 'Kay', exchange: 'HOSE' };
    const { body } = await service.post('/svc/bulk/insert?resource=security', [record]).expect(207);
    expect((await service.get(body.results[0].value.url).expect(200)).body).toMatchObject(record);
  });
});
