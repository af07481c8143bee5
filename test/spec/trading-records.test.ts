import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant, walkPages } from '../builders/market.js';

type Row = Record<string, unknown>;

const SUGGESTIONS = [
  {
    id: 's1',
    ticker: 'VNM',
    side: 'buy',
    target_price: 74000,
    stop_price: 64000,
    published_at: '2024-01-31T02:00:00Z',
  },
  {
    id: 's2',
    ticker: 'TCB',
    side: 'hold',
    published_at: '2024-01-31T02:00:00Z',
    horizon: '3 months',
    author: 'Desk',
  },
  {
    id: 's3',
    ticker: 'VNM',
    side: 'sell',
    target_price: 60000,
    stop_price: 70000,
    published_at: '2024-02-29T17:00:00Z',
  },
];
const INSIGHT = [
  {
    id: 'i1',
    type: 'market_outlook',
    title: 'Triển vọng tháng 2',
    body: 'Thanh khoản cải thiện',
    tickers: ['TCB', 'ACB'],
    published_at: '2024-02-01',
  },
  { id: 'i2', type: 'sector', title: 'Banks', published_at: '2024-02-02T00:00:00Z' },
];
const ACTIONS = [
  {
    ticker: 'VNM',
    ex_date: '2024-06-10',
    type: 'cash_dividend',
    cash_dividend: 1500,
    announced_date: '2024-05-20',
  },
  { ticker: 'VNM', ex_date: '2024-06-10', type: 'bonus_issue', share_ratio: 0.2 },
  { ticker: 'FPT', ex_date: '2024-06-10', type: 'meeting', note: 'AGM' },
  { ticker: 'FPT', ex_date: '2099-01-05', type: 'split', share_ratio: 1 },
];

describe('contract 6.4: actions, suggestions and insight', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'trading_suggestion', SUGGESTIONS);
    await plant(service, 'market_insight', INSIGHT);
    await plant(service, 'corporate_action', ACTIONS);
  });
  afterAll(() => service.close());
  const rows = async (path: string) => (await service.get(`/trading/${path}`).expect(200)).body.data as Row[];
  const expectRefusal = async (path: string, parameter: string) => {
    const { body } = await service.get(`/trading/${path}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  };

  it('suggestions: newest first, with every field', async () => {
    expect((await rows('suggestions')).map(({ id }) => id)).toEqual(['s3', 's1', 's2']);
    expect((await rows('suggestions?ticker=TCB'))[0]).toEqual({
      id: 's2',
      ticker: 'TCB',
      side: 'hold',
      target_price: null,
      stop_price: null,
      horizon: '3 months',
      rationale: null,
      author: 'Desk',
      published_at: '2024-01-31T02:00:00.000000Z',
    });
  });

  it.each([
    ['suggestions?side=sell', ['s3']],
    ['suggestions?ticker=VNM,TCB&to_date=20240229', ['s1', 's2']],
    ['suggestions?from_date=20240301', ['s3']],
    ['market-insight', ['i2', 'i1']],
    ['market-insight?ticker=ACB', ['i1']],
    ['market-insight?type=sector', ['i2']],
    ['market-insight?q=trien vong thanh', ['i1']],
    ['market-insight?to_date=20240201', ['i1']],
  ])('%s', async (path, ids) => {
    expect((await rows(path)).map(({ id }) => id)).toEqual(ids);
  });

  it('insight has its fields', async () => {
    expect((await rows('market-insight?type=market_outlook'))[0]).toEqual({
      id: 'i1',
      type: 'market_outlook',
      title: 'Triển vọng tháng 2',
      body: 'Thanh khoản cải thiện',
      author: null,
      tickers: ['TCB', 'ACB'],
      published_at: '2024-01-31T17:00:00.000000Z',
    });
  });

  it('actions: the latest ex-date first, upcoming ones included', async () => {
    const keys = (list: Row[]) => list.map(({ ticker, ex_date, type }) => `${ex_date} ${ticker} ${type}`);
    const all = [
      '2099-01-05 FPT split',
      '2024-06-10 FPT meeting',
      '2024-06-10 VNM bonus_issue',
      '2024-06-10 VNM cash_dividend',
    ];
    expect(keys(await rows('actions'))).toEqual(all);
    expect(keys(await rows('actions?ticker=VNM&type=cash_dividend'))).toEqual(all.slice(3));
    expect(keys(await rows('actions?from_date=20240610&to_date=20240610'))).toEqual(all.slice(1));
    expect((await rows('actions?type=cash_dividend'))[0]).toEqual({
      ticker: 'VNM',
      ex_date: '2024-06-10',
      type: 'cash_dividend',
      announced_date: '2024-05-20',
      record_date: null,
      payment_date: null,
      cash_dividend: 1500,
      share_ratio: null,
      rights_ratio: null,
      rights_price: null,
      note: null,
    });
  });

  it.each(['actions', 'suggestions', 'market-insight'])('%s: pages, order and CSV', async (path) => {
    const all = await rows(path);
    expect(await walkPages(service, `/trading/${path}?limit=1`)).toEqual(all);
    expect(await walkPages(service, `/trading/${path}?limit=1&order=asc`)).toHaveLength(all.length);
    const csv = (await service.get(`/trading/${path}?format=csv`).expect(200)).text.trim().split('\n');
    expect(csv[0]?.split(',')).toEqual(Object.keys(all[0] ?? {}));
    expect(csv).toHaveLength(all.length + 1);
  });

  it.each([
    ['suggestions?side=short', 'side'],
    ['market-insight?type=Sector', 'type'],
    ['actions?type=merger', 'type'],
    ['actions?from_date=20240102&to_date=20240101', 'from_date'],
  ])('400: %s names %s', expectRefusal);

  it('a stop on the wrong side of the target is 400; the same id 303', async () => {
    const [first, wrong, same] = (
      await service.post('/svc/bulk/insert?resource=trading_suggestion', [
        { ...SUGGESTIONS[0], id: 'w1', stop_price: 80000 },
        { ...SUGGESTIONS[2], id: 'w2', stop_price: 50000 },
        SUGGESTIONS[0],
      ])
    ).body.results;
    expect([first.status, wrong.status, same.status]).toEqual([400, 400, 303]);
    expect(first.value.params.errors[0].pointer).toBe('/stop_price');
  });
});
