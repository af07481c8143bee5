import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { expectProblem } from './wire.js';

/** Three quotes of one day: approved, pending and rejected. */
async function plant(service: TestApp): Promise<void> {
  const quotes = ['YES', 'NOT', 'REJ'].map((ticker) => aQuote({ ticker }));
  await service.post('/svc/quote/bulk/import', quotes).expect(207);
  await service.post('/svc/quote/appoval', { ticker: 'YES', date: '2024-01-31' }).expect(200);
  const [rejected] = (await service.get('/svc/quote?ticker=REJ').expect(200)).body.data;
  await service.post(`/svc/quote/${rejected.id}/reject`, { reason: 'wrong' }).expect(200);
}

const tickers = async (service: TestApp, path: string, token?: string): Promise<string[]> =>
  (await service.get(path, token).expect(200)).body.data.map((row: { ticker: string }) => row.ticker);

describe('contract 5: QUOTE_PUBLICATION=all', () => {
  let service: TestApp;
  let reader: string;
  beforeAll(async () => {
    service = await startApp();
    reader = await service.token('reader');
    await plant(service);
  });
  afterAll(() => service.close());

  it('publishes every stored quote, filtered by approval on request', async () => {
    expect(await tickers(service, '/quote', reader)).toEqual(['NOT', 'REJ', 'YES']);
    expect(await tickers(service, '/quote?approval=all', reader)).toEqual(['NOT', 'REJ', 'YES']);
    expect(await tickers(service, '/quote?approval=approved', reader)).toEqual(['YES']);
    expect(await tickers(service, '/quote?approval=pending', reader)).not.toContain('YES');
    expect(await tickers(service, '/quote?approval=pending', reader)).toContain('NOT');
  });

  it('approved means the same in GET /quote, GET /svc/quote and the queue', async () => {
    for (const path of [
      '/quote?approval=approved',
      '/svc/quote?approval=approved',
      '/svc/quote/approval?status=approved',
    ]) {
      expect([path, await tickers(service, path)]).toEqual([path, ['YES']]);
    }
  });

  it('pending means the same in GET /quote, GET /svc/quote and the queue', async () => {
    for (const path of [
      '/quote?approval=pending',
      '/svc/quote?approval=pending',
      '/svc/quote/approval?status=pending',
    ]) {
      expect([path, await tickers(service, path)]).toEqual([path, ['NOT']]);
    }
  });
});

describe('contract 5: QUOTE_PUBLICATION=approved', () => {
  let service: TestApp;
  let reader: string;
  beforeAll(async () => {
    service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    reader = await service.token('reader');
    await plant(service);
  });
  afterAll(() => service.close());

  it('readers get approved quotes only', async () => {
    expect(await tickers(service, '/quote', reader)).toEqual(['YES']);
    expect(await tickers(service, '/quote?approval=approved', reader)).toEqual(['YES']);
    expect(await tickers(service, '/quote?interval=1m', reader)).toEqual(['YES']);
    expect((await service.get('/quote?total=true', reader)).body.meta.total).toBe(1);
    expect((await service.get('/quote?format=csv', reader)).text.trimEnd().split('\n')).toHaveLength(2);
  });

  it('readers cannot lift that by a parameter', async () => {
    expectProblem(await service.get('/quote?approval=all', reader), 403, 'not_permitted');
    expectProblem(await service.get('/quote?approval=pending', reader), 403, 'not_permitted');
  });

  it.each(['maker', 'checker'] as const)('a %s may ask for all', async (role) => {
    const token = await service.token(role);
    expect(await tickers(service, '/quote', token)).toEqual(['YES']);
    expect(await tickers(service, '/quote?approval=all', token)).toEqual(['NOT', 'REJ', 'YES']);
  });

  it('no other endpoint shows a reader the values of an unapproved quote', async () => {
    const [stored] = (await service.get('/svc/quote?ticker=NOT').expect(200)).body.data;
    const paths = [
      `/svc/quote/${stored.id}`,
      `/svc/record/quote/${stored.id}`,
      '/svc/quote?ticker=NOT',
      '/svc/quote/approval',
      '/svc/quote/approval?status=rejected',
    ];
    const texts = await Promise.all(
      paths.map(async (path) => [path, (await service.get(path, reader)).text] as const),
    );
    expect(texts.filter(([, text]) => text.includes('67000')).map(([path]) => path)).toEqual([]);
  });

  it('a quote that loses its approval is no longer published', async () => {
    await service.put('/svc/quote', aQuote({ ticker: 'YES', volume: 1 })).expect(200);
    expect(await tickers(service, '/quote', reader)).toEqual([]);
  });
});

describe('contract 10: an empty list, with QUOTE_PUBLICATION=approved', () => {
  let service: TestApp;
  const noticesOf = async (path: string) => (await service.get(path).expect(200)).body.meta.notices;
  beforeAll(async () => {
    service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await service.post('/svc/quote', aQuote({ ticker: 'NOT' })).expect(201);
  });
  afterAll(() => service.close());

  it('does not call quotes that wait for approval missing', async () => {
    const [notice] = await noticesOf('/quote');
    expect(notice).toMatchObject({ code: 'no_data_set', value: 'quote' });
    expect(notice.detail).toMatch(
      /^Nothing is published of `quote` .*: load it with .*; quotes are published once they are approved: GET \/svc\/quote\/approval/,
    );
  });

  it('of stored quotes explains itself by all of them', async () => {
    for (const path of [
      '/svc/quote?ticker=YES',
      '/svc/quote/approval?ticker=YES',
      '/quote?approval=all&ticker=YES',
    ]) {
      expect([path, await noticesOf(path)]).toEqual([
        path,
        [{ code: 'unknown_ticker', value: 'YES', detail: expect.any(String) }],
      ]);
    }
  });

  it('of a ticker whose quotes all wait says so', async () => {
    await service.post('/svc/quote', aQuote({ ticker: 'YES' })).expect(201);
    await service.post('/svc/quote/approval', { ticker: 'YES', date: '2024-01-31' }).expect(200);
    expect(await noticesOf('/quote?ticker=NOT')).toEqual([
      {
        code: 'no_records',
        value: 'quote',
        detail:
          'No record of `quote` is published of NOT; quotes are published once they are approved: GET /svc/quote/approval lists those that wait',
      },
    ]);
  });
});
