import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';

type Row = Record<string, number | string | null>;

/** ticker, industry, outstanding shares, close on 2024-06-07 (null: no bar). */
const STOCKS: [string, string, number | null, number | null][] = [
  ['OWN', '10101010', 1_000_000, 10_000],
  ['SUB1', '10101010', 4_000_000, 10_000],
  ['SUB2', '10101010', 2_000_000, 10_000],
  ['SUB3', '10101010', 500_000, 10_000],
  ['SUBX', '10101010', null, 10_000],
  ['SUBA', '10101010', null, 10_000],
  ['IND1', '10101020', 1_000_000, 10_500],
  ['GRP1', '10102010', 1_000_000, 9000],
  ['SEC1', '10201010', 1_000_000, 50_000],
  ['SEC2', '1020', 1_000_000, 10_000],
  ['FAR1', '20101010', 1_000_000, 10_000],
  ['NEW1', '10101010', 1_000_000, 10_000],
  ['GONE', '10101010', 1_000_000, 10_000],
  ['NOBAR', '10101010', 1_000_000, null],
  ['DER1', '10101010', 1_000_000, 10_000],
  ['IDX1', '10101010', 1_000_000, 10_000],
];

describe('specification 4.2: GET /related-stocks', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(
      service,
      'security',
      STOCKS.map(([ticker, industry_code, outstanding_shares]) => ({
        ticker,
        name: `Công ty ${ticker}`,
        exchange: 'HNX',
        industry_code,
        shares_from: '2024-01-02',
        ...(outstanding_shares === null ? {} : { outstanding_shares }),
        ...(ticker === 'NEW1' ? { listing_date: '2024-06-11' } : {}),
        ...(ticker === 'GONE' ? { delisting_date: '2024-06-06' } : {}),
        ...(ticker === 'DER1' ? { security_type: 'derivative' } : {}),
        ...(ticker === 'SUB3' ? { security_type: 'fund_certificate' } : {}),
      })),
    );
    await plant(service, 'market_index', [{ code: 'IDX1', name: 'Chỉ số' }]);
    await plant(
      service,
      'quote',
      STOCKS.flatMap(([ticker, , , close]) =>
        close === null ? [] : [flatBar(ticker, '2024-06-06', 10_000), flatBar(ticker, '2024-06-07', close)],
      ),
    );
    // In quotes and memberships only: no master record, so no shares either.
    await plant(service, 'quote', [flatBar('BARE', '2024-06-05', 7000)]);
    await plant(service, 'industry_membership', [
      { ticker: 'BARE', from_date: '2020-01-02', code: '10101020' },
    ]);
  });
  afterAll(() => service.close());
  const list = async (query: string) =>
    (await service.get(`/related-stocks?${query}`).expect(200)).body.data as Row[];
  const tickers = (rows: Row[]) => rows.map(({ ticker }) => ticker);
  const IN_ORDER = ['SUB2', 'SUB3', 'SUB1', 'SUBA', 'SUBX', 'IND1', 'BARE', 'GRP1', 'SEC2', 'SEC1'];

  it('sub-industry first, then wider; within a level nearest by log of market cap, unknown sizes last, then ticker', async () => {
    const peers = await list('ticker=OWN&date=20240607');
    expect(tickers(peers)).toEqual(IN_ORDER);
    expect(peers.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(peers.map(({ common_level }) => common_level)).toEqual([4, 4, 4, 4, 4, 3, 3, 2, 1, 1]);
    expect(peers[5]).toEqual({
      rank: 6,
      ticker: 'IND1',
      name: 'Công ty IND1',
      exchange: 'HNX',
      industry_code: '10101020',
      common_level: 3,
      date: '2024-06-07',
      close: 10_500,
      change_percent: 5,
      change_reason: null,
      market_cap: 10_500_000_000,
      shares_reason: null,
      pe: null,
      pb: null,
      distance: expect.closeTo(Math.log(1.05), 12),
    });
    expect(peers[6]).toMatchObject({
      ticker: 'BARE',
      name: null,
      exchange: null,
      date: '2024-06-05',
      market_cap: null,
      distance: null,
    });
    // Each figure is recomputed from the raw rows.
    for (const { ticker, market_cap, distance } of peers) {
      const [, , shares, close] = STOCKS.find(([each]) => each === ticker) ?? [null, null, null, 7000];
      const cap = shares === null ? null : shares * Number(close);
      expect([ticker, market_cap]).toEqual([ticker, cap]);
      if (cap === null) expect(distance).toBeNull();
      else expect(distance).toBeCloseTo(Math.abs(Math.log(10_000_000_000 / cap)), 12);
    }
  });

  it('the master, delistings and listings count as of the date', async () => {
    expect(tickers(await list('ticker=OWN&date=20240611&limit=50'))).toContain('NEW1');
    expect(tickers(await list('ticker=OWN&date=20240606&limit=50'))).toContain('GONE');
    expect(tickers(await list('ticker=OWN&date=20240604&limit=50'))).toEqual([]);
    // Before the share counts begin nothing is near or far.
    await plant(service, 'quote', [flatBar('SUB1', '2023-06-06', 1), flatBar('OWN', '2023-06-06', 1)]);
    expect(await list('ticker=OWN&date=20230607')).toMatchObject([{ ticker: 'SUB1', distance: null }]);
  });

  it('10 by default, at most 50, in every format', async () => {
    await plant(service, 'quote', [flatBar('NEW1', '2024-06-11', 10_000)]);
    const { body } = await service.get('/related-stocks?ticker=OWN&date=20240611&total=true').expect(200);
    expect(body.meta).toMatchObject({ count: 10, limit: 10, total: 11, unit: 'VND' });
    const csv = (await service.get('/related-stocks?ticker=OWN&date=20240607&limit=2&format=csv')).text;
    expect(csv.trim().split('\n')).toEqual([
      'rank,ticker,name,exchange,industry_code,common_level,date,close,change_percent,change_reason,market_cap,shares_reason,pe,pb,distance',
      expect.stringMatching(/^1,SUB2,Công ty SUB2,HNX,10101010,4,2024-06-07,10000,0,,20000000000,,,,0\.69/),
      expect.stringMatching(/^2,SUB3,/),
    ]);
    const lines = (await service.get('/related-stocks?ticker=OWN&date=20240607&format=ndjson')).text;
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).ticker),
    ).toEqual(IN_ORDER);
  });

  it('pages over meta.next in both orders, without loss or repetition', async () => {
    const path = '/related-stocks?ticker=OWN&date=20240607&limit=3';
    expect(tickers((await walkPages(service, path)) as Row[])).toEqual(IN_ORDER);
    expect(tickers((await walkPages(service, `${path}&order=desc`)) as Row[])).toEqual(IN_ORDER.toReversed());
  });

  it('a ticker that is unknown or has no industry has no peers', async () => {
    await plant(service, 'quote', [flatBar('LONE', '2024-06-07', 1)]);
    expect(await list('ticker=NOBODY')).toEqual([]);
    expect(await list('ticker=LONE')).toEqual([]);
  });

  it('bad parameters are 400 and named', async () => {
    for (const [query, culprit] of [
      ['', 'ticker'],
      ['ticker=own', 'ticker'],
      ['ticker=OWN&limit=51', 'limit'],
      ['ticker=OWN&limit=0', 'limit'],
      ['ticker=OWN&limit=x&format=csv', 'limit'],
      ['ticker=OWN&date=2024', 'date'],
      ['ticker=OWN&cursor=xx', 'cursor'],
      ['ticker=OWN&code=1', 'code'],
    ] as const) {
      const { body } = await service.get(`/related-stocks?${query}`).expect(400);
      expect(body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([culprit]);
    }
  });

  it('only approved bars where only those are published', async () => {
    for (const [ticker, date] of [
      ['OWN', '2024-06-06'],
      ['IND1', '2024-06-06'],
      ['GRP1', '2024-06-07'],
    ]) {
      await service
        .post('/svc/quote/appoval', { ticker, date })
        .set('X-Requested-By', 'admin@localhost')
        .expect(200);
    }
    const strictApp = await startAppOn(service.address, { QUOTE_PUBLICATION: 'approved' });
    try {
      const { body } = await strictApp.get('/related-stocks?ticker=OWN&date=20240607').expect(200);
      expect(body.data).toMatchObject([
        { ticker: 'IND1', date: '2024-06-06', close: 10_000, change_percent: null, distance: 0 },
        { ticker: 'GRP1', date: '2024-06-07', close: 9000, distance: expect.closeTo(Math.log(10 / 9), 12) },
      ]);
    } finally {
      await strictApp.close();
    }
  });

  it('later data does not change the peers of a day', async () => {
    const before = await list('ticker=OWN&date=20240607&limit=50');
    await plant(service, 'quote', [
      flatBar('OWN', '2024-06-12', 99_000),
      flatBar('SUB1', '2024-06-12', 1),
      flatBar('NOBAR', '2024-06-12', 10_000),
    ]);
    await plant(service, 'daily_statistic', [
      { ticker: 'SUB2', date: '2024-06-12', outstanding_shares: 1 },
      { ticker: 'OWN', date: '2024-06-12', outstanding_shares: 1_000_000_000 },
    ]);
    await plant(service, 'industry_membership', [
      { ticker: 'IND1', from_date: '2024-06-12', code: '20101010' },
      { ticker: 'FAR1', from_date: '2024-06-12', code: '10101010' },
    ]);
    expect(await list('ticker=OWN&date=20240607&limit=50')).toEqual(before);
    const now = tickers(await list('ticker=OWN&limit=50'));
    expect(now).not.toContain('IND1');
    expect(now).toEqual(expect.arrayContaining(['NOBAR', 'FAR1']));
  });
});
