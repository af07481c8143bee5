import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import type { QuoteInput } from '../builders/quotes.js';

/** PRF before and after an ex-date with cash, free shares and rights: P' = (30000 + 0.5 × 10000 - 1000) / 1.7 = 20000. */
const BARS = [
  flatBar('PRF', '2023-06-12', 12_000, 500),
  flatBar('PRF', '2023-06-13', 24_000, 1000),
  flatBar('PRF', '2024-06-06', 33_000, 2000),
  flatBar('PRF', '2024-06-07', 30_000, 3000),
  { ...flatBar('PRF', '2024-06-10', 20_500, 4000), open: 20_000, high: 20_600, low: 19_900 },
];
const ACTIONS = [
  { ticker: 'PRF', ex_date: '2024-06-10', type: 'cash_dividend', cash_dividend: 1000 },
  { ticker: 'PRF', ex_date: '2024-06-10', type: 'stock_dividend', share_ratio: 0.2 },
  { ticker: 'PRF', ex_date: '2024-06-10', type: 'rights_issue', rights_ratio: 0.5, rights_price: 10_000 },
  { ticker: 'PRF', ex_date: '2024-06-10', type: 'meeting' },
];
const MASTER = {
  ticker: 'PRF',
  name: 'CTCP Hồ Sơ',
  name_en: 'Profile JSC',
  exchange: 'HOSE',
  mic: 'XSTC',
  isin: 'VN000000PRF1',
  industry_code: '30303030',
  listing_date: '2010-01-04',
  listed_shares: 1_000_000,
  outstanding_shares: 900_000,
  shares_from: '2024-01-02',
};
const STATISTICS = [
  {
    ticker: 'PRF',
    date: '2024-06-10',
    average_price: 20_250.5,
    matched_volume: 3800,
    matched_value: 76_950_000,
    negotiated_volume: 200,
    negotiated_value: 4_000_000,
    listed_shares: 1_700_000,
    outstanding_shares: 1_530_000,
  },
];
/** All of it becomes known after 2024-06-10. */
const LATER: [string, object[]][] = [
  ['quote', [flatBar('PRF', '2024-06-11', 500, 9_000_000), flatBar('PRF', '2024-06-12', 90_000, 9_000_000)]],
  [
    'corporate_action',
    [
      { ticker: 'PRF', ex_date: '2024-06-11', type: 'split', share_ratio: 9 },
      { ticker: 'PRF', ex_date: '2024-06-12', type: 'cash_dividend', cash_dividend: 100 },
    ],
  ],
  [
    'daily_statistic',
    [{ ticker: 'PRF', date: '2024-06-11', reference: 1, listed_shares: 7, outstanding_shares: 7 }],
  ],
  ['industry_membership', [{ ticker: 'PRF', from_date: '2024-06-11', code: '50505050' }]],
];

describe('specification 1 and 4.2: GET /detail/{ticker}', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      MASTER,
      { ticker: 'IPO', name: 'Chưa giao dịch', exchange: 'HNX', shares_from: '2024-01-02', listed_shares: 5 },
    ]);
    await plant(service, 'quote', [
      ...BARS,
      flatBar('RAW', '2024-06-07', 1000),
      flatBar('RAW', '2024-06-10', 1010),
    ]);
    await plant(service, 'corporate_action', ACTIONS);
    await plant(service, 'daily_statistic', STATISTICS);
    await plant(service, 'industry_membership', [
      { ticker: 'PRF', from_date: '2024-06-01', code: '10101010' },
    ]);
  });
  afterAll(() => service.close());
  const detail = async (path: string) =>
    (await service.get(path).expect(200)).body as Record<string, number | string | null>;

  it('has basic and advanced data of a day, around a combined ex-date', async () => {
    expect(await detail('/detail/PRF?date=20240610')).toEqual({
      ticker: 'PRF',
      name: 'CTCP Hồ Sơ',
      name_en: 'Profile JSC',
      security_type: 'stock',
      exchange: 'HOSE',
      mic: 'XSTC',
      isin: 'VN000000PRF1',
      industry_code: '10101010',
      listing_date: '2010-01-04',
      delisting_date: null,
      active: true,
      listed_shares: 1_700_000,
      outstanding_shares: 1_530_000,
      shares_reason: null,
      earnings_reason: 'no_earnings',
      date: '2024-06-10',
      open: 20_000,
      high: 20_600,
      low: 19_900,
      close: 20_500,
      last_price: 20_500,
      previous_close: 30_000,
      reference: 20_000,
      ceiling: 21_400,
      floor: 18_600,
      average_price: 20_250.5,
      change: 500,
      change_percent: 2.5,
      change_reason: null,
      matched_volume: 3800,
      matched_value: 76_950_000,
      negotiated_volume: 200,
      negotiated_value: 4_000_000,
      market_cap: 1_530_000 * 20_500,
      adjustment_ratio: expect.closeTo(20_000 / 30_000, 12),
      // 2023-06-12 is 364 days before and no longer counts; the others are 16000, 22000, 20000 after P'/P.
      low_52w_close: expect.closeTo(16_000, 6),
      high_52w_close: expect.closeTo(22_000, 6),
      // for the others only the total volume is known
      average_matched_volume_52w: 3800,
      pe: null,
      eps: null,
      feps: null,
      bvps: null,
      pb: null,
    });
  });

  it('the day before the ex-date is unaffected by it', async () => {
    expect(await detail('/detail/PRF?date=2024-06-07')).toMatchObject({
      date: '2024-06-07',
      close: 30_000,
      previous_close: 33_000,
      listed_shares: 1_000_000,
      outstanding_shares: 900_000,
      market_cap: 900_000 * 30_000,
      adjustment_ratio: 1,
      low_52w_close: 12_000,
      high_52w_close: 33_000,
      average_matched_volume_52w: null,
    });
  });

  it('a day without a bar uses the last bar before it, with the 52 weeks ending on that day', async () => {
    expect(await detail('/detail/PRF?date=2024-06-09')).toMatchObject({
      date: '2024-06-07',
      low_52w_close: 12_000,
    });
    // A year later only the ex-date's bar is left, two days later none.
    expect(await detail('/detail/PRF?date=2025-06-08')).toMatchObject({
      date: '2024-06-10',
      low_52w_close: 20_500,
      high_52w_close: 20_500,
      average_matched_volume_52w: 3800,
    });
    expect(await detail('/detail/PRF?date=2025-06-09')).toMatchObject({
      date: '2024-06-10',
      close: 20_500,
      low_52w_close: null,
      high_52w_close: null,
      average_matched_volume_52w: null,
    });
  });

  it("master share counts apply from their date; the master's industry where there is no membership", async () => {
    expect(await detail('/detail/PRF?date=2023-06-13')).toMatchObject({
      industry_code: '30303030',
      listed_shares: null,
      outstanding_shares: null,
      market_cap: null,
    });
  });

  it('no bar by the date: master data, and nulls for the market', async () => {
    const early = await detail('/detail/PRF?date=2023-06-11');
    expect(early).toMatchObject({ ticker: 'PRF', name: 'CTCP Hồ Sơ', listing_date: '2010-01-04' });
    const never = await detail('/detail/IPO');
    expect(never).toMatchObject({ name: 'Chưa giao dịch', exchange: 'HNX', listed_shares: 5 });
    for (const body of [early, never]) {
      const market = Object.keys(body).slice(Object.keys(body).indexOf('date'));
      expect(market).toHaveLength(28);
      for (const name of market) expect([name, body[name]]).toEqual([name, null]);
    }
  });

  it('a ticker that occurs only in quotes, and an index', async () => {
    expect(await detail('/detail/RAW')).toMatchObject({
      ticker: 'RAW',
      name: null,
      security_type: null,
      close: 1010,
      reference: 1000,
      change_percent: 1,
      ceiling: null,
      market_cap: null,
      low_52w_close: 1000,
    });
    await plant(service, 'market_index', [{ code: 'RAWX', name: 'Chỉ số', exchange: 'HNX' }]);
    await plant(service, 'quote', [flatBar('RAWX', '2024-06-10', 812.5)]);
    expect(await detail('/detail/RAWX')).toMatchObject({
      name: 'Chỉ số',
      security_type: 'index',
      exchange: 'HNX',
      close: 812.5,
    });
  });

  it('/profile/{ticker} is the same', async () => {
    expect(await detail('/profile/PRF?date=20240610')).toEqual(await detail('/detail/PRF?date=20240610'));
    const { paths } = (await service.get('/openapi.json')).body;
    expect(Object.keys(paths)).toContain('/detail/{ticker}');
    expect(Object.keys(paths)).not.toContain('/profile/{ticker}');
    const schemaRef = paths['/detail/{ticker}'].get.responses['200'].content['application/json'].schema.$ref;
    expect(schemaRef).toMatch(/ProfileRecord$/);
  });

  it('unknown ticker: 404; bad ticker, date or parameter: 400 that names it', async () => {
    expect((await service.get('/detail/NOBODY').expect(404)).body.code).toBe('record_not_found');
    for (const [path, culprit] of [
      ['/detail/prf', 'ticker'],
      ['/detail/PRF?date=20240230', 'date'],
      ['/detail/PRF?day=20240610', 'day'],
      ['/profile/P', 'ticker'],
    ] as const) {
      const { body } = await service.get(path).expect(400);
      expect(body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([culprit]);
    }
    await fetch(`${service.url}/profile/PRF`).then(({ status }) => expect(status).toBe(401));
  });

  it('only approved bars count when only those are published', async () => {
    await service
      .post('/svc/quote/appoval', { ticker: 'PRF', date: '2024-06-06' })
      .set('X-Requested-By', 'admin@localhost')
      .expect(200);
    const strictApp = await startAppOn(service.address, { QUOTE_PUBLICATION: 'approved' });
    try {
      const { body } = await strictApp.get('/detail/PRF?date=20240610').expect(200);
      expect(body).toMatchObject({
        date: '2024-06-06',
        close: 33_000,
        previous_close: null,
        adjustment_ratio: 1,
        low_52w_close: 33_000,
      });
      await strictApp.get('/detail/RAW').expect(404);
    } finally {
      await strictApp.close();
    }
  });

  it('later data does not change the answer for a day', async () => {
    const before = await Promise.all(
      ['2024-06-07', '2024-06-10'].map((day) => detail(`/detail/PRF?date=${day}`)),
    );
    for (const [dataSet, records] of LATER) await plant(service, dataSet, records);
    const after = await Promise.all(
      ['2024-06-07', '2024-06-10'].map((day) => detail(`/detail/PRF?date=${day}`)),
    );
    expect(after).toEqual(before);
    // Without a date all of it counts: of the two later days the newest factor, with all bars adjusted by both.
    expect(await detail('/detail/PRF')).toMatchObject({
      date: '2024-06-12',
      industry_code: '50505050',
      outstanding_shares: 7,
      market_cap: 7 * 90_000,
      adjustment_ratio: expect.closeTo(400 / 500, 12),
      low_52w_close: expect.closeTo(400, 9),
      high_52w_close: 90_000,
      // The split turned 1 into 10.
      average_matched_volume_52w: expect.closeTo(38_000, 6),
    });
  });

  it('52-week figures of a long series match its raw rows', async () => {
    const bars = weekdays('2022-01-03', 520).map((date, day) => {
      const close = 20_000 + ((day * 7919) % 301) * 50;
      return flatBar('LNG', date, close, 1000 + ((day * 31) % 97));
    });
    const dividends = [100, 260, 400].map((at, place) => ({
      ticker: 'LNG',
      ex_date: bars[at]?.date ?? '',
      type: 'cash_dividend',
      cash_dividend: 500 * (place + 1),
    }));
    await plant(service, 'quote', bars);
    await plant(
      service,
      'daily_statistic',
      bars.map(({ ticker, date, volume }) => ({ ticker, date, matched_volume: volume })),
    );
    await plant(service, 'corporate_action', dividends);
    for (const at of [40, 99, 100, 299, 401, 519]) {
      const date = bars[at]?.date ?? '';
      const expected = fiftyTwoWeeks(bars, dividends, date);
      const body = await detail(`/detail/LNG?date=${date}`);
      expect(body.low_52w_close).toBeCloseTo(expected.low, 6);
      expect(body.high_52w_close).toBeCloseTo(expected.high, 6);
      expect(body.average_matched_volume_52w).toBeCloseTo(expected.volume, 6);
    }
  });
});

/** `count` days from Monday to Friday. */
function weekdays(from: string, count: number): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); days.length < count; time += 86_400_000) {
    const day = new Date(time);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

/** Walks back from the day: each bar is multiplied by (P - C) / P for every dividend after it. */
function fiftyTwoWeeks(
  bars: readonly QuoteInput[],
  dividends: readonly { ex_date: string; cash_dividend: number }[],
  date: string,
) {
  const first = new Date(Date.parse(date) - 363 * 86_400_000).toISOString().slice(0, 10);
  let factor = 1;
  const closes: number[] = [];
  const volumes: number[] = [];
  for (let at = bars.findIndex((bar) => bar.date === date); at >= 0; at--) {
    const bar = bars[at] as QuoteInput;
    if (bar.date < first) break;
    closes.push(bar.close * factor);
    volumes.push(Number(bar.volume));
    const dividend = dividends.find(({ ex_date }) => ex_date === bar.date);
    const before = bars[at - 1]?.close ?? 0;
    if (dividend !== undefined) factor *= (before - dividend.cash_dividend) / before;
  }
  return {
    low: Math.min(...closes),
    high: Math.max(...closes),
    volume: volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length,
  };
}
