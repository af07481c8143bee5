import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';

interface Mover {
  rank: number;
  ticker: string;
  close: number;
  reference: number;
  change: number;
  change_percent: number;
  volume: number;
  traded_value: number;
  market_cap: number | null;
  shares_reason: string | null;
  limit_state: string;
}

/** Closes of each ticker by day; the requested day is 2024-03-29. */
const CLOSES: Record<string, Record<string, number>> = {
  AAA: {
    '2023-12-29': 20_000,
    '2024-02-28': 21_000,
    '2024-03-22': 22_000,
    '2024-03-28': 20_000,
    '2024-03-29': 21_400,
  },
  // pays 1,000 on the day: from 20,000 its reference is 19,000
  BBB: {
    '2023-12-28': 18_000,
    '2024-02-29': 19_000,
    '2024-03-21': 21_000,
    '2024-03-28': 20_000,
    '2024-03-29': 19_500,
  },
  // splits 2 for 1 on 2024-03-26 and pays 500 on 2024-01-15
  CCC: {
    '2023-12-29': 30_500,
    '2024-01-15': 30_000,
    '2024-02-28': 32_000,
    '2024-03-22': 34_000,
    '2024-03-26': 17_500,
    '2024-03-28': 16_000,
    '2024-03-29': 14_880,
  },
  DDD: { '2024-03-28': 10_000, '2024-03-29': 10_700 },
  EEE: { '2024-03-28': 10_000, '2024-03-29': 10_000 },
  NEW: { '2024-03-29': 50_000 },
  // an export's way to say that nothing was traded: no price, so nobody's loss
  NIL: {
    '2023-12-29': 9_000,
    '2024-02-28': 9_000,
    '2024-03-22': 9_000,
    '2024-03-28': 9_000,
    '2024-03-29': 0,
  },
  // no index and no derivative is a gainer
  TSTIDX: { '2024-03-28': 100, '2024-03-29': 200 },
  FUT: { '2024-03-28': 100, '2024-03-29': 200 },
};

describe('specification 4.2: gainers and losers', () => {
  let service: TestApp;
  const list = async (path: string) => (await service.get(path).expect(200)).body.data as Mover[];
  const changes = async (path: string) =>
    Object.fromEntries((await list(path)).map((row) => [row.ticker, row.reference]));
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'market_index', [{ code: 'TSTIDX', name: 'Test' }]);
    await plant(service, 'index_constituent', [
      { code: 'TSTIDX', ticker: 'AAA', from_date: '2024-01-02' },
      { code: 'TSTIDX', ticker: 'DDD', from_date: '2024-01-02', to_date: '2024-03-28' },
    ]);
    await plant(service, 'security', [
      {
        ticker: 'AAA',
        name: 'Công ty A',
        exchange: 'HOSE',
        outstanding_shares: 1_000_000,
        shares_from: '2024-01-02',
      },
      { ticker: 'CCC', name: 'Công ty C', exchange: 'HOSE' },
      { ticker: 'DDD', name: 'Công ty D', exchange: 'HNX' },
      { ticker: 'FUT', name: 'Phái sinh', exchange: 'HNX', security_type: 'derivative' },
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'BBB', ex_date: '2024-03-29', type: 'cash_dividend', cash_dividend: 1_000 },
      { ticker: 'CCC', ex_date: '2024-01-15', type: 'cash_dividend', cash_dividend: 500 },
      { ticker: 'CCC', ex_date: '2024-03-25', type: 'split', share_ratio: 1 },
    ]);
    await plant(service, 'daily_statistic', [
      { ticker: 'DDD', date: '2024-03-29', matched_value: 5_000_000, negotiated_value: 9_000_000 },
    ]);
    await plant(
      service,
      'quote',
      Object.entries(CLOSES).flatMap(([ticker, closes]) =>
        Object.entries(closes).map(([date, close]) => flatBar(ticker, date, close)),
      ),
    );
  });
  afterAll(() => service.close());

  it('gainers: close against the reference, largest first, ties by ticker; an ex-date is not a loss', async () => {
    const rows = await list('/market/gainers?date=20240329');
    // AAA and DDD both 7 %; BBB 19,500 against 19,000
    expect(rows.map(({ ticker, rank }) => [rank, ticker])).toEqual([
      [1, 'AAA'],
      [2, 'DDD'],
      [3, 'BBB'],
    ]);
    expect(rows[0]).toEqual({
      rank: 1,
      ticker: 'AAA',
      name: 'Công ty A',
      exchange: 'HOSE',
      date: '2024-03-29',
      close: 21_400,
      reference: 20_000,
      change: 1_400,
      change_percent: 7,
      volume: 1000,
      traded_value: 21_400_000,
      market_cap: 21_400_000_000,
      shares_reason: null,
      limit_state: 'ceiling',
    });
    expect(rows[1]).toMatchObject({ traded_value: 14_000_000, limit_state: 'none', market_cap: null });
    expect(rows[2]).toMatchObject({
      name: null,
      reference: 19_000,
      change: 500,
      change_percent: (100 * 500) / 19_000,
    });
  });

  it('a close of 0, as of a day without trades, is no change: neither a loss nor a decline, in any period', async () => {
    for (const period of ['1d', '1w', '1m', 'ytd']) {
      const losers = await list(`/market/losers?date=20240329&period=${period}`);
      expect(losers.map(({ ticker }) => ticker)).not.toContain('NIL');
    }
    const { body: quotes } = await service.get('/quote?ticker=NIL&date=20240329&fields=extended').expect(200);
    expect(quotes.data).toEqual([
      expect.objectContaining({
        close: 0,
        reference: 9_000,
        change: null,
        change_percent: null,
        change_reason: null,
      }),
    ]);
    const { body: detail } = await service.get('/detail/NIL?date=20240329').expect(200);
    expect(detail).toMatchObject({ close: 0, change: null, change_percent: null });
    const { body: days } = await service.get('/market/movement?date=20240329').expect(200);
    expect(days.data).toEqual([expect.objectContaining({ date: '2024-03-29', declines: 1 })]);
  });

  it('losers: only securities that fell', async () => {
    const rows = await list('/market/losers?date=20240329');
    expect(rows).toEqual([
      expect.objectContaining({
        ticker: 'CCC',
        change: -1_120,
        change_percent: (100 * -1_120) / 16_000,
        limit_state: 'floor',
      }),
    ]);
  });

  it('no date: the last stored day of these securities', async () => {
    expect(await list('/market/gainers')).toEqual(await list('/market/gainers?date=20240329'));
    const one = await startApp();
    try {
      await plant(one, 'market_index', [{ code: 'TSTIDX', name: 'Test' }]);
      expect((await one.get('/market/gainers').expect(200)).body.data).toEqual([]);
      await plant(one, 'quote', [
        flatBar('AAA', '2024-03-28', 100),
        flatBar('AAA', '2024-03-29', 110),
        flatBar('TSTIDX', '2024-04-01', 5),
      ]);
      expect((await one.get('/market/gainers').expect(200)).body.data).toMatchObject([
        { ticker: 'AAA', date: '2024-03-29' },
      ]);
    } finally {
      await one.close();
    }
  });

  it.each([
    ['1w', { AAA: 22_000, BBB: 21_000 * (19_000 / 20_000), CCC: 34_000 / 2 }],
    ['1m', { AAA: 21_000, BBB: 19_000 * (19_000 / 20_000), CCC: 32_000 / 2 }],
    ['ytd', { AAA: 20_000, BBB: 18_000 * (19_000 / 20_000), CCC: (30_500 * (30_000 / 30_500)) / 2 }],
  ])('period=%s: against the adjusted close on or before its start', async (period, references) => {
    const path = `date=20240329&period=${period}`;
    const rows = [...(await list(`/market/gainers?${path}`)), ...(await list(`/market/losers?${path}`))];
    expect(rows.map(({ ticker }) => ticker).sort()).toEqual(Object.keys(references));
    for (const row of rows) {
      const reference = references[row.ticker as keyof typeof references];
      expect(row.reference).toBeCloseTo(reference, 8);
      expect(row.change).toBeCloseTo(row.close - reference, 8);
      expect(row.change_percent).toBeCloseTo((100 * (row.close - reference)) / reference, 8);
    }
  });

  it('a split between start and day is not a loss; the start is a calendar month back', async () => {
    // A month before 29 March is 29 February: BBB has a bar on it, AAA and CCC the day before.
    expect(await changes('/market/gainers?date=20240329&period=1m')).toHaveProperty('BBB');
    const [loser] = await list('/market/losers?date=20240329&period=1m');
    expect(loser).toMatchObject({ ticker: 'CCC', reference: 16_000, change: -1_120 });
  });

  it.each([
    ['exchange=HNX', ['DDD']],
    ['exchange=HOSE', ['AAA']],
    ['code=TSTIDX', ['AAA']],
    ['exchange=HNX&code=TSTIDX', []],
    ['min_value=20000000', ['AAA']],
    ['min_value=14000000', ['AAA', 'DDD', 'BBB']],
    ['limit=2', ['AAA', 'DDD']],
    ['code=NONESUCH', []],
  ])('%s', async (query, tickers) => {
    const rows = await list(`/market/gainers?date=20240329&${query}`);
    expect(rows.map(({ ticker }) => ticker)).toEqual(tickers);
  });

  it('code: members of the day', async () => {
    await plant(service, 'quote', [flatBar('DDD', '2024-03-27', 9_900)]);
    expect((await list('/market/gainers?date=20240328&code=TSTIDX')).map(({ ticker }) => ticker)).toEqual([
      'DDD',
    ]);
  });

  it('cursor paging in both orders; CSV', async () => {
    const path = '/market/gainers?date=20240329';
    const all = await list(path);
    expect(await walkPages(service, `${path}&limit=1`)).toEqual(all);
    expect(await walkPages(service, `${path}&limit=2&order=desc`)).toEqual(all.toReversed());
    const csv = await service.get(`${path}&period=ytd&format=csv`).expect(200);
    expect(csv.text.split('\n')[0]).toBe(
      'rank,ticker,name,exchange,date,close,reference,change,change_percent,volume,traded_value,market_cap,shares_reason,limit_state',
    );
    const ytd = await list(`${path}&period=ytd`);
    expect(csv.text.trim().split('\n')).toHaveLength(ytd.length + 1);
  });

  it('nothing that is known later changes a day', async () => {
    const paths = ['1d', '1w', '1m', 'ytd'].map((period) => `/market/gainers?date=20240329&period=${period}`);
    const before = await Promise.all(paths.map(list));
    await plant(service, 'quote', [flatBar('AAA', '2024-04-01', 1), flatBar('BBB', '2024-04-01', 1)]);
    await plant(service, 'corporate_action', [
      { ticker: 'AAA', ex_date: '2024-04-01', type: 'split', share_ratio: 1 },
      { ticker: 'EEE', ex_date: '2024-03-30', type: 'split', share_ratio: 1 },
    ]);
    await plant(service, 'daily_statistic', [
      { ticker: 'AAA', date: '2024-04-01', outstanding_shares: 7, reference: 1 },
    ]);
    await plant(service, 'index_constituent', [{ code: 'TSTIDX', ticker: 'BBB', from_date: '2024-04-01' }]);
    expect(await Promise.all(paths.map(list))).toEqual(before);
    expect((await list('/market/gainers?date=20240329&code=TSTIDX')).map(({ ticker }) => ticker)).toEqual([
      'AAA',
    ]);
  });

  it('a share that only paid dividends is neither, whatever the rounding of its factors', async () => {
    const tickers = ['PAYA', 'PAYB', 'PAYC', 'PAYD', 'PAYE', 'PAYF'];
    const days = ['2025-05-30', '2025-06-09', '2025-06-10', '2025-06-20', '2025-06-30'];
    const paid = [0, 0, 1150, 2300, 2300];
    await plant(
      service,
      'security',
      tickers.map((ticker) => ({ ticker, name: ticker, exchange: 'HOSE', listing_date: '2020-01-02' })),
    );
    await plant(
      service,
      'quote',
      tickers.flatMap((ticker, at) =>
        days.map((day, bar) => flatBar(ticker, day, 17_300 + 3350 * at - (paid[bar] ?? 0))),
      ),
    );
    await plant(
      service,
      'corporate_action',
      tickers.flatMap((ticker) =>
        ['2025-06-10', '2025-06-20'].map((ex_date) => ({
          ticker,
          ex_date,
          type: 'cash_dividend',
          cash_dividend: 1150,
        })),
      ),
    );
    expect(await list('/market/gainers?date=20250630&period=1m')).toEqual([]);
    expect(await list('/market/losers?date=20250630&period=1m')).toEqual([]);
  });

  it.each([
    ['/market/gainers?date=20240230', 'date'],
    ['/market/gainers?limit=101', 'limit'],
    ['/market/gainers?limit=0', 'limit'],
    ['/market/losers?period=2d', 'period'],
    ['/market/losers?min_value=-1', 'min_value'],
    ['/market/losers?code=a', 'code'],
    ['/market/losers?exchange=', 'exchange'],
    ['/market/losers?cursor=abc', 'cursor'],
    ['/market/losers?sort=x', 'sort'],
  ])('%s: 400 naming %s', async (path, parameter) => {
    const { body } = await service.get(path).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });
});
