import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';

type Row = Record<string, number | string | null>;

/**
 * ADJ: three effective days.
 * 2024-03-11: cash 1000, free shares 0.2, rights 0.5 at 10000 on P = 30000: P' = 34000 / 1.7 = 20000, factor 2/3.
 * 2024-05-06 (Monday): a split 1:1 with ex-date Saturday and cash 500 on Monday count together on P = 24500:
 * P' = (24500 - 500) / 2 = 12000, factor 24/49.
 * 2024-07-01: cash 1500 on P = 15000: 13500, factor 0.9.
 */
const BARS = [
  flatBar('ADJ', '2024-03-08', 30_000),
  flatBar('ADJ', '2024-03-11', 20_000),
  flatBar('ADJ', '2024-05-03', 24_500),
  flatBar('ADJ', '2024-05-06', 12_000),
  flatBar('ADJ', '2024-06-28', 15_000),
  flatBar('ADJ', '2024-07-01', 13_500),
  flatBar('ADJ', '2024-07-02', 13_600),
];
const ACTIONS = [
  {
    ticker: 'ADJ',
    ex_date: '2024-03-11',
    type: 'cash_dividend',
    cash_dividend: 1000,
    record_date: '2024-03-12',
  },
  { ticker: 'ADJ', ex_date: '2024-03-11', type: 'stock_dividend', share_ratio: 0.2 },
  { ticker: 'ADJ', ex_date: '2024-03-11', type: 'rights_issue', rights_ratio: 0.5, rights_price: 10_000 },
  { ticker: 'ADJ', ex_date: '2024-03-11', type: 'meeting' },
  { ticker: 'ADJ', ex_date: '2024-05-04', type: 'split', share_ratio: 1 },
  { ticker: 'ADJ', ex_date: '2024-05-06', type: 'cash_dividend', cash_dividend: 500 },
  { ticker: 'ADJ', ex_date: '2024-07-01', type: 'cash_dividend', cash_dividend: 1500 },
  // Announced, not yet in effect; before the first bar; and one that would leave no price.
  { ticker: 'ADJ', ex_date: '2024-12-02', type: 'cash_dividend', cash_dividend: 700 },
  { ticker: 'ADJ', ex_date: '2024-01-02', type: 'split', share_ratio: 1 },
  { ticker: 'ADJ', ex_date: '2024-07-02', type: 'cash_dividend', cash_dividend: 13_500 },
  { ticker: 'OTH', ex_date: '2024-03-11', type: 'cash_dividend', cash_dividend: 1 },
];

describe('specification 4.2: GET /adjustments', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', BARS);
    await plant(service, 'corporate_action', ACTIONS);
  });
  afterAll(() => service.close());
  const list = async (query: string) =>
    (await service.get(`/adjustments?${query}`).expect(200)).body.data as Row[];
  const near = (value: number) => expect.closeTo(value, 10);

  it('lists every action that changes a price by (ex_date desc, type asc), with its own factor and one factor a day', async () => {
    const rows = await list('ticker=ADJ');
    expect(rows.map(({ ex_date, type }) => `${ex_date} ${type}`)).toEqual([
      '2024-12-02 cash_dividend',
      '2024-07-02 cash_dividend',
      '2024-07-01 cash_dividend',
      '2024-05-06 cash_dividend',
      '2024-05-04 split',
      '2024-03-11 cash_dividend',
      '2024-03-11 rights_issue',
      '2024-03-11 stock_dividend',
      '2024-01-02 split',
    ]);
    const nothing = (reason: string) => ({
      ...{ factor: null, day_factor: null, cumulative_factor: null },
      ...{ reference_before: null, reference_after: null, reason },
    });
    const july = {
      factor: 0.9,
      day_factor: 0.9,
      cumulative_factor: 0.9,
      reference_before: 15_000,
      reference_after: 13_500,
      reason: null,
    };
    const may = {
      cumulative_factor: near((24 / 49) * 0.9),
      reference_before: 24_500,
      reference_after: 12_000,
      reason: null,
    };
    const march = {
      cumulative_factor: near((2 / 3) * (24 / 49) * 0.9),
      reference_before: 30_000,
      reference_after: near(20_000),
      reason: null,
    };
    const own = (factor: number, day: number | null = null) => ({
      factor: near(factor),
      day_factor: day === null ? null : near(day),
    });
    const effects = [
      nothing('not_in_effect'),
      nothing('no_price_left'),
      july,
      // Cash first: (24500 - 500) / 24500, then one half.
      { ...may, ...own(24_000 / 24_500, 24 / 49) },
      { ...may, ...own(1 / 2) },
      // Rights first: (30000 + 5000) / 1.5, then 1000 of cash per share before them, then free shares.
      { ...march, ...own(34_000 / 35_000, 2 / 3) },
      { ...march, ...own(35_000 / 1.5 / 30_000) },
      { ...march, ...own(1.5 / 1.7) },
      nothing('no_earlier_price'),
    ];
    expect(rows).toEqual(effects.map((effect) => expect.objectContaining(effect)));
    expect(rows[5]).toEqual({
      ticker: 'ADJ',
      ex_date: '2024-03-11',
      record_date: '2024-03-12',
      type: 'cash_dividend',
      cash_dividend: 1000,
      share_ratio: null,
      rights_ratio: null,
      rights_price: null,
      ...march,
      ...own(34_000 / 35_000, 2 / 3),
    });
    expect(rows[6]).toMatchObject({ cash_dividend: null, rights_ratio: 0.5, rights_price: 10_000 });
  });

  it('the product of all row factors, like that of the day factors, gives the adjusted prices', async () => {
    const rows = await list('ticker=ADJ');
    const product = (name: string) =>
      rows.reduce((all, row) => (row[name] === null ? all : all * Number(row[name])), 1);
    const first = (await service.get('/quote?ticker=ADJ&adjusted=true&order=asc&limit=1').expect(200)).body
      .data[0];
    expect(product('factor') * 30_000).toEqual(near(first.close));
    expect(product('day_factor') * 30_000).toEqual(near(first.close));
  });

  it('the factor of a day is on the first of its actions in the list, in either order and from any start', async () => {
    const withDayFactor = async (query: string) =>
      (await list(`ticker=ADJ&start=20240504&end=20240506${query}`))
        .filter(({ day_factor }) => day_factor !== null)
        .map(({ type }) => type);
    expect(await withDayFactor('')).toEqual(['cash_dividend']);
    expect(await withDayFactor('&order=asc')).toEqual(['split']);
    expect(await list('ticker=ADJ&start=20240505&end=20240506&order=asc')).toMatchObject([
      { type: 'cash_dividend', day_factor: near(24 / 49) },
    ]);
    const rows = await list('ticker=ADJ&order=asc');
    const product = (name: string) => rows.reduce((all, row) => all * Number(row[name] ?? 1), 1);
    expect(product('day_factor')).toEqual(near(product('factor')));
  });

  it('as of `end`: later actions enter no factor', async () => {
    for (const { cumulative_factor } of await list('ticker=ADJ&start=20240506&end=20240630')) {
      expect(cumulative_factor).toEqual(near(24 / 49));
    }
    // On the Saturday of its ex-date the split has not traded yet.
    expect(await list('ticker=ADJ&start=20240504&end=20240505')).toMatchObject([
      { type: 'split', factor: null, cumulative_factor: null },
    ]);
    expect((await list('ticker=ADJ&end=20240311'))[0]?.cumulative_factor).toEqual(near(2 / 3));
  });

  it('a single day: start = end', async () => {
    expect(await list('ticker=ADJ&start=20240701&end=2024-07-01')).toMatchObject([
      { ex_date: '2024-07-01', factor: 0.9, cumulative_factor: 0.9, reference_after: 13_500 },
    ]);
    expect(await list('ticker=ADJ&start=20240702&end=20240702')).toMatchObject([{ factor: null }]);
    expect(await list('ticker=ADJ&start=20240703&end=20240703')).toEqual([]);
  });

  it('on UPCOM the base is the average matched price of the previous day', async () => {
    await plant(service, 'security', [{ ticker: 'UPC', name: 'Upcom', exchange: 'UPCOM' }]);
    await plant(service, 'quote', [flatBar('UPC', '2024-03-08', 10_000), flatBar('UPC', '2024-03-11', 9000)]);
    await plant(service, 'daily_statistic', [{ ticker: 'UPC', date: '2024-03-08', average_price: 10_400 }]);
    await plant(service, 'corporate_action', [
      { ticker: 'UPC', ex_date: '2024-03-11', type: 'cash_dividend', cash_dividend: 400 },
    ]);
    expect(await list('ticker=UPC')).toMatchObject([
      { reference_before: 10_400, reference_after: 10_000, factor: near(10_000 / 10_400) },
    ]);
  });

  it('an average of 0, as exchanges publish it for a day without trades, is not a base: the close is', async () => {
    await plant(service, 'security', [{ ticker: 'UPN', name: 'Untraded', exchange: 'UPCOM' }]);
    await plant(service, 'quote', [
      flatBar('UPN', '2024-03-07', 10_100),
      flatBar('UPN', '2024-03-08', 10_000, 0),
      flatBar('UPN', '2024-03-11', 9000),
    ]);
    await plant(service, 'daily_statistic', [
      { ticker: 'UPN', date: '2024-03-08', average_price: 0, matched_volume: 0, matched_value: 0 },
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'UPN', ex_date: '2024-03-11', type: 'cash_dividend', cash_dividend: 1000 },
    ]);
    expect(await list('ticker=UPN')).toMatchObject([
      { reference_before: 10_000, reference_after: 9000, factor: 0.9, reason: null },
    ]);
    const { data } = (await service.get('/quote?ticker=UPN&adjusted=true').expect(200)).body;
    expect(data.map(({ close }: { close: number }) => close)).toEqual([9000, 9000, 9090]);
  });

  it('closes of 0, as some exports have for days without trades, do not lose an action: the last price counts', async () => {
    await plant(service, 'quote', [
      flatBar('NIL', '2024-03-06', 20_000),
      ...['2024-03-07', '2024-03-08', '2024-03-11'].map((date) => flatBar('NIL', date, 0, 0)),
      flatBar('NIL', '2024-03-12', 10_500),
      ...['2024-03-07', '2024-03-08'].map((date) => flatBar('NON', date, 0, 0)),
    ]);
    await plant(
      service,
      'corporate_action',
      ['NIL', 'NON'].map((ticker) => ({ ticker, ex_date: '2024-03-08', type: 'split', share_ratio: 1 })),
    );
    expect(await list('ticker=NIL')).toMatchObject([
      { reference_before: 20_000, reference_after: 10_000, factor: 0.5, reason: null },
    ]);
    expect(await list('ticker=NON')).toMatchObject([{ factor: null, reason: 'no_earlier_price' }]);
    const { data } = (await service.get('/quote?ticker=NIL&adjusted=true&order=asc').expect(200)).body;
    expect(data.map(({ close }: { close: number }) => close)).toEqual([10_000, 0, 0, 0, 10_500]);
  });

  it('pages over meta.next in both orders, without loss or repetition; total counts all', async () => {
    const allRows = await list('ticker=ADJ');
    expect(await walkPages(service, '/adjustments?ticker=ADJ&limit=3')).toEqual(allRows);
    const oldest = await walkPages(service, '/adjustments?ticker=ADJ&limit=1&order=asc');
    expect(oldest.map(({ ex_date }) => ex_date)).toEqual(allRows.map(({ ex_date }) => ex_date).toReversed());
    expect(oldest.slice(1, 5).map(({ type }) => type)).toEqual([
      'cash_dividend',
      'rights_issue',
      'stock_dividend',
      'split',
    ]);
    const { body } = await service.get(
      '/adjustments?ticker=ADJ&start=20240301&end=20240331&total=true&limit=1',
    );
    expect(body.meta).toMatchObject({ count: 1, limit: 1, total: 3, unit: 'VND' });
  });

  it('CSV and NDJSON give the same rows', async () => {
    const csv = (await service.get('/adjustments?ticker=ADJ&start=20240701&end=20240701&format=csv')).text;
    expect(csv.trim().split('\n')).toEqual([
      'ticker,ex_date,record_date,type,cash_dividend,share_ratio,rights_ratio,rights_price,factor,day_factor,cumulative_factor,reference_before,reference_after,reason',
      'ADJ,2024-07-01,,cash_dividend,1500,,,,0.9,0.9,0.9,15000,13500,',
    ]);
    const lines = (await service.get('/adjustments?ticker=ADJ&format=ndjson')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await list('ticker=ADJ'));
  });

  it('from_date and to_date are other names of start and end', async () => {
    const range = await list('ticker=ADJ&start=20240504&end=20240505');
    expect(range).not.toEqual([]);
    expect(await list('ticker=ADJ&from_date=20240504&to_date=20240505')).toEqual(range);
    expect(await list('ticker=ADJ&start=20240504&to_date=20240505')).toEqual(range);
  });

  it('an unknown ticker has no actions; bad parameters are 400 and named', async () => {
    expect(await list('ticker=NOBODY')).toEqual([]);
    for (const [query, culprit] of [
      ['', 'ticker'],
      ['ticker=ad', 'ticker'],
      ['ticker=ADJ&start=20240702&end=20240701', 'start'],
      ['ticker=ADJ&end=20240231', 'end'],
      ['ticker=ADJ&limit=0', 'limit'],
      ['ticker=ADJ&cursor=xx', 'cursor'],
      ['ticker=ADJ&start=20240101&from_date=20240101', 'start'],
      ['ticker=ADJ&from_date=20240702&end=20240701', 'from_date'],
    ] as const) {
      const { body } = await service.get(`/adjustments?${query}`).expect(400);
      expect(body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([culprit]);
    }
  });

  it('only approved bars give prices when only those are published', async () => {
    for (const date of ['2024-05-06', '2024-07-01']) {
      await service
        .post('/svc/quote/appoval', { ticker: 'ADJ', date })
        .set('X-Requested-By', 'admin@localhost')
        .expect(200);
    }
    const strictApp = await startAppOn(service.address, { QUOTE_PUBLICATION: 'approved' });
    try {
      // The last approved price before July's is May's; there is none before May's.
      const { body } = await strictApp.get('/adjustments?ticker=ADJ&start=20240501').expect(200);
      expect(body.data).toMatchObject([
        { ex_date: '2024-12-02', factor: null },
        { ex_date: '2024-07-02', factor: null },
        { ex_date: '2024-07-01', reference_before: 12_000, reference_after: 10_500, factor: 0.875 },
        { ex_date: '2024-05-06', factor: null },
        { ex_date: '2024-05-04', factor: null },
      ]);
    } finally {
      await strictApp.close();
    }
  });

  it('later data changes no answer as of an earlier end', async () => {
    const before = await list('ticker=ADJ&end=20240702');
    await plant(service, 'quote', [flatBar('ADJ', '2024-12-02', 1000), flatBar('ADJ', '2024-12-03', 2000)]);
    await plant(service, 'corporate_action', [
      { ticker: 'ADJ', ex_date: '2024-12-03', type: 'split', share_ratio: 3 },
    ]);
    expect(await list('ticker=ADJ&end=20240702')).toEqual(before);
    expect((await list('ticker=ADJ&start=20240701&end=20240701'))[0]?.cumulative_factor).toBe(0.9);
    // 700 on 13600, then 3 new shares per share on 1000.
    expect((await list('ticker=ADJ'))[0]).toMatchObject({ factor: 0.25, cumulative_factor: 0.25 });
    expect((await list('ticker=ADJ'))[1]).toMatchObject({
      factor: near(12_900 / 13_600),
      cumulative_factor: near((12_900 / 13_600) * 0.25),
    });
  });
});
