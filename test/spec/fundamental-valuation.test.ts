import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';
import { aStatement } from '../builders/statements.js';

let service: TestApp;
const read = async (path: string) => (await service.get(path).expect(200)).body;
const on = async (path: string, date: string) =>
  (await read(`/valuation?${path}&from_date=${date}&to_date=${date}`)).data[0];

const DAYS = ['2024-01-30', '2024-01-31', '2024-02-01', '2024-04-29', '2024-05-02', '2024-06-03'];
const CLOSES: Record<string, number[]> = {
  AAA: [20_000, 21_000, 22_000, 23_000, 24_000, 25_000],
  BBB: [10_000, 10_000, 10_000, 10_000, 10_000, 10_000],
  CCC: [5_000, 5_000, 5_000, 5_000, 5_000, 5_000],
  // Without statements.
  DDD: [7_000, 7_000, 7_000, 7_000, 7_000, 7_000],
};
const M = 1_000_000;

/**
 * Quarters 1 to 4 of 2023: profits 1, 2, 3 and 4 million, the last public on 2024-01-31 at 16:00 in Viet Nam; one may
 * have no interest.
 */
const quartersOf = (ticker: string, withoutInterest?: number) =>
  [1, 2, 3, 4].flatMap((quarter) =>
    aStatement(
      {
        income_statement: {
          '10': 10 * M,
          '50': quarter * 1.5 * M,
          '60': quarter * M,
          ...(quarter !== withoutInterest && { '23': 0.5 * M }),
        },
        cash_flow_indirect: { '02': 1 * M },
        balance_sheet: {
          '110': 2 * M,
          '320': 4 * M,
          '338': 3 * M,
          '400': 45 * M + quarter * M,
          '429': 1 * M,
        },
      },
      {
        ticker,
        fiscal_year: 2023,
        fiscal_quarter: quarter,
        audit: 'unreviewed',
        published_at: ['2023-04-28', '2023-07-28', '2023-10-28', '2024-01-31T09:00:00Z'][
          quarter - 1
        ] as string,
      },
    ),
  );

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

beforeAll(async () => {
  service = await startApp();
  await plant(
    service,
    'security',
    ['AAA', 'BBB', 'CCC', 'DDD'].map((ticker) => ({
      ticker,
      name: ticker,
      exchange: 'HOSE',
      industry_code: ticker === 'CCC' ? '40101010' : '30202030',
      listing_date: '2020-01-02',
    })),
  );
  await plant(
    service,
    'daily_statistic',
    ['AAA', 'BBB', 'CCC'].map((ticker) => ({ ticker, date: '2024-01-02', outstanding_shares: 10_000 })),
  );
  // AAA splits 2 for 1 before the last day: twice the shares.
  await plant(service, 'daily_statistic', [
    { ticker: 'AAA', date: '2024-06-03', outstanding_shares: 20_000 },
  ]);
  await plant(
    service,
    'quote',
    Object.entries(CLOSES).flatMap(([ticker, closes]) =>
      closes.map((close, at) => flatBar(ticker, DAYS[at] as string, close, 100)),
    ),
  );
  await plant(
    service,
    'quote',
    DAYS.map((day, at) => flatBar('VNINDEX', day, 1000 + at, 100)),
  );
  await plant(service, 'market_index', [
    { code: 'VNINDEX', name: 'VN-Index', exchange: 'HOSE', all_share: true, main: true },
  ]);
  await plant(service, 'statement_item', quartersOf('AAA'));
  await plant(
    service,
    'statement_item',
    aStatement(
      { income_statement: { '10': 50 * M, '60': 5 * M, '61': 4 * M }, balance_sheet: { '400': 40 * M } },
      { ticker: 'BBB', published_at: '2024-01-15' },
    ),
  );
  await plant(
    service,
    'statement_item',
    aStatement(
      { income_statement: { BK10: 30 * M, BK60: -2 * M }, balance_sheet: { BK400: 25 * M } },
      { ticker: 'CCC', company_type: 'bank', published_at: '2024-01-15' },
    ),
  );
  // A group statement, later than the company's own, with a correction.
  await plant(
    service,
    'statement_item',
    aStatement(
      { income_statement: { '60': 5 * M } },
      { fiscal_year: 2023, fiscal_quarter: 4, audit: 'unreviewed', published_at: '2024-05-02T03:00:00Z' },
    ),
  );
  await plant(service, 'corporate_action', [
    { ticker: 'AAA', ex_date: '2023-06-15', type: 'cash_dividend', cash_dividend: 1200 },
    { ticker: 'AAA', ex_date: '2024-02-01', type: 'cash_dividend', cash_dividend: 300 },
  ]);
});
afterAll(() => service.close());

describe('GET /valuation of a security', () => {
  it('four quarters once the fourth is public, with the shares and the close of the day', async () => {
    expect(await on('ticker=AAA', '2024-01-31')).toEqual({
      symbol: 'AAA',
      date: '2024-01-31',
      close: 21_000,
      // market capitalisation 210 million, profit 1 + 2 + 3 + 4, equity 49 − 1, revenue 4 × 10 million
      pe: 210 / 10,
      pb: 210 / 48,
      ps: 210 / 40,
      // EBITDA 15 + 2 + 4 million
      ev_ebitda: (210 + 4 + 3 + 1 - 2) / 21,
      shares_reason: null,
      eps: 1000,
      bvps: 4800,
      dividend_yield_ratio: 1200 / 21_000,
      // P/E of AAA 21 and BBB 100 ÷ 4; CCC makes a loss
      industry_pe_median: (21 + 25) / 2,
      industry_pb_median: (210 / 48 + 100 / 40) / 2,
      market_pe_median: (21 + 25) / 2,
      market_pb_median: 100 / 40,
      market_ps_median: 100 / 50,
      pe_percentile_5y: 1,
    });
  });

  it('has no values before the day of publication', async () => {
    const before = await on('ticker=AAA', '2024-01-30');
    // three quarters are not a year, the newest balance sheet is that of the third quarter
    expect(before).toMatchObject({ pe: null, eps: null, ps: null, ev_ebitda: null, bvps: 4700 });
    expect(before.pe_percentile_5y).toBeNull();
  });

  it('a restatement changes the days from its publication onwards, and no earlier one', async () => {
    expect((await on('ticker=AAA', '2024-04-29')).eps).toBe(1000);
    expect((await on('ticker=AAA', '2024-05-02')).eps).toBe(1100);
  });

  it('a later statement changes no earlier answer', async () => {
    const path = '/valuation?ticker=AAA&to_date=2024-05-02';
    const before = await read(path);
    await plant(
      service,
      'statement_item',
      aStatement(
        { income_statement: { '60': 999 * M }, balance_sheet: { '400': 1 } },
        { fiscal_year: 2024, fiscal_quarter: 1, published_at: '2024-05-02T17:00:00Z' },
      ),
    );
    expect(await read(path)).toEqual(before);
    expect((await on('ticker=AAA', '2024-06-03')).bvps).not.toBe((await on('ticker=AAA', '2024-05-02')).bvps);
    await service.sql(`DELETE FROM statement_item WHERE fiscal_year = 2024`);
    await service.sql(`INSERT INTO company_check (ticker, first) VALUES ('AAA', '2024-05-02')`);
  });

  it('the shares of the day: twice as many after a split', async () => {
    expect(await on('ticker=AAA', '2024-06-03')).toMatchObject({ eps: 550, bvps: 2400, pe: 500 / 11 });
  });

  it('counts dividends of the 12 months up to the day', async () => {
    expect((await on('ticker=AAA', '2024-02-01')).dividend_yield_ratio).toBe(1500 / 22_000);
  });

  it('the year where there are no quarters, of the parent where stated; a loss has no P/E', async () => {
    expect(await on('ticker=BBB', '2024-02-01')).toMatchObject({ pe: 25, eps: 400, ev_ebitda: null });
    expect(await on('ticker=CCC', '2024-02-01')).toMatchObject({ pe: null, eps: -200, pb: 2, ps: 50 / 30 });
  });

  it('GET /detail says why there is no P/E: nothing public yet or any more, a loss', async () => {
    const profile = (ticker: string, date: string) => read(`/detail/${ticker}?date=${date}`);
    expect(await profile('AAA', '2024-01-30')).toMatchObject({ pe: null, earnings_reason: 'no_earnings' });
    expect(await profile('AAA', '2024-01-31')).toMatchObject({ pe: 21, earnings_reason: null });
    expect(await profile('AAA', '2025-09-30')).toMatchObject({ pe: null, earnings_reason: 'no_earnings' });
    expect(await profile('CCC', '2024-02-01')).toMatchObject({
      pe: null,
      eps: -200,
      earnings_reason: 'loss',
    });
    expect(await profile('DDD', '2024-02-01')).toMatchObject({ pe: null, earnings_reason: 'no_earnings' });
    expect(await profile('VNINDEX', '2024-02-01')).toMatchObject({ pe: null, earnings_reason: null });
  });

  it('EBITDA has the interest of those quarters that state it, whichever does not', async () => {
    const day = '2024-07-01';
    for (const [ticker, without] of [
      ['NILA', 2],
      ['NILB', 4],
    ] as const) {
      await plant(service, 'security', [
        { ticker, name: ticker, exchange: 'UPCOM', outstanding_shares: 10_000, listing_date: '2020-01-02' },
      ]);
      await plant(service, 'statement_item', quartersOf(ticker, without));
      await plant(service, 'quote', [flatBar(ticker, day, 21_000, 100)]);
      expect((await on(`ticker=${ticker}`, day)).ev_ebitda).toBe((210 + 4 + 3 + 1 - 2) / (15 + 1.5 + 4));
    }
  });

  it('a period that ended more than 600 days before values nothing', async () => {
    await service.sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker) VALUES ('BBB', '2025-08-22', 1, 1, 1, 1, 1, 'x'), ('BBB', '2025-08-25', 1, 1, 1, 1, 1, 'x')`,
    );
    expect((await on('ticker=BBB', '2025-08-22')).eps).toBe(400);
    expect((await on('ticker=BBB', '2025-08-25')).eps).toBeNull();
    await service.sql(`DELETE FROM quote WHERE date > '2025-01-01'`);
  });

  it('percentile of P/E among the days up to then', async () => {
    const { data } = await read('/valuation?ticker=AAA&order=asc');
    const pes: number[] = [];
    for (const row of data) {
      if (row.pe !== null) pes.push(row.pe);
      const share = row.pe === null ? null : pes.filter((pe) => pe <= row.pe).length / pes.length;
      expect(row.pe_percentile_5y).toBe(share);
    }
    expect(pes).toHaveLength(5);
  });

  it('without statements: closes, and nulls', async () => {
    expect(await on('ticker=DDD', '2024-02-01')).toMatchObject({ close: 7000, pe: null, bvps: null });
  });

  it('a window of more than 366 days has no medians, but the same figures', async () => {
    const longWindow = await read('/valuation?ticker=AAA&from_date=2020-01-01');
    const shortWindow = await read('/valuation?ticker=AAA&from_date=2024-01-01');
    expect(longWindow.data[0].market_pe_median).toBeNull();
    expect(longWindow.data.map((row: { pe: number }) => row.pe)).toEqual(
      shortWindow.data.map((row: { pe: number }) => row.pe),
    );
  });

  it('pages over meta.next; CSV', async () => {
    const fullList = await read('/valuation?ticker=AAA&total=true');
    expect(fullList.meta.total).toBe(6);
    const rows = await walkPages(service, '/valuation?ticker=AAA&limit=2');
    expect(rows).toEqual(fullList.data);
    const oldest = await walkPages(service, '/valuation?ticker=AAA&limit=2&order=asc');
    expect(oldest).toEqual(fullList.data.toReversed());
    const { data: middle } = await read('/valuation?ticker=AAA&limit=2&offset=3');
    expect(middle).toEqual(fullList.data.slice(3, 5));
    const { text } = await service.get('/valuation?ticker=AAA&format=csv').expect(200);
    expect(text.trim().split('\n')).toHaveLength(7);
  });
});

describe('GET /valuation of an index', () => {
  it('sums over the members of the day, losses included', async () => {
    const row = await on('code=VNINDEX', '2024-01-31');
    expect(row).toMatchObject({
      symbol: 'VNINDEX',
      close: 1001,
      pe: (210 + 100 + 50) / (10 + 4 - 2),
      pb: (210 + 100 + 50) / (48 + 40 + 25),
      ps: (210 + 100 + 50) / (40 + 50 + 30),
      ev_ebitda: 216 / 21,
      // points: a member's earnings and holdings per VND of capitalisation, of the level
      eps: expect.closeTo((1001 * (10 + 4 - 2)) / (210 + 100 + 50), 9),
      bvps: expect.closeTo((1001 * (48 + 40 + 25)) / (210 + 100 + 50), 9),
      dividend_yield_ratio: 12 / 360,
      industry_pe_median: null,
      market_pe_median: 23,
      // no month lies before it
      pe_percentile_5y: 1,
    });
  });

  it('percentile of P/E among the previous month ends, medians of three days, and the day; a correction counts immediately', async () => {
    const index = async () => (await read('/valuation?code=VNINDEX&order=asc')).data;
    const percentiles = (rows: { date: string; pe: number }[]) =>
      rows.map(({ date, pe }) => {
        const months = new Set(
          rows.map((row) => row.date.slice(0, 7)).filter((month) => month < date.slice(0, 7)),
        );
        const monthlyMedians = [...months].map((month) =>
          median(
            rows
              .filter((row) => row.date.startsWith(month))
              .slice(-3)
              .map((row) => row.pe),
          ),
        );
        return (1 + monthlyMedians.filter((end) => end <= pe).length) / (1 + monthlyMedians.length);
      });
    const sharesOf = (rows: { pe_percentile_5y: number }[]) => rows.map((row) => row.pe_percentile_5y);
    const before = await index();
    expect(sharesOf(before)).toEqual(percentiles(before));
    expect(new Set(sharesOf(before)).size).toBeGreaterThan(1);
    // Each page compares with all previous months.
    expect(sharesOf([await on('code=VNINDEX', '2024-06-03')])).toEqual(sharesOf(before).slice(-1));
    expect(await walkPages(service, '/valuation?code=VNINDEX&limit=2&order=asc')).toEqual(before);

    await service.put('/svc/quote', flatBar('AAA', '2024-04-29', 90_000, 100)).expect(200);
    const after = await index();
    expect(sharesOf(after)).toEqual(percentiles(after));
    expect(sharesOf(after)).not.toEqual(sharesOf(before));
    await service.put('/svc/quote', flatBar('AAA', '2024-04-29', 23_000, 100)).expect(200);
    expect(await index()).toEqual(before);
  });

  it('400 in a window of more than 366 days', async () => {
    const { body } = await service.get('/valuation?code=VNINDEX&from_date=2020-01-01').expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'from_date' }]);
  });
});

describe('dividend yield when the share count grows after the dividend', () => {
  const BARS: Record<string, number> = {
    '2024-07-01': 31_000,
    '2024-07-02': 30_000,
    '2024-07-03': 20_000,
    '2024-07-04': 16_000,
    '2024-07-08': 15_000,
    '2024-07-15': 7_500,
    '2024-07-16': 7_000,
    '2025-07-04': 6_000,
  };
  const yieldOf = async (path: string, date: string) => (await on(path, date)).dividend_yield_ratio;

  beforeAll(async () => {
    const own = { exchange: 'HNX', listing_date: '2020-01-02' };
    await plant(service, 'security', [
      { ticker: 'PAY', name: 'Payer', ...own },
      { ticker: 'NOP', name: 'Non-payer', ...own },
    ]);
    await plant(service, 'market_index', [
      { code: 'HNXINDEX', name: 'HNX-Index', exchange: 'HNX', all_share: true, main: true },
    ]);
    await plant(
      service,
      'quote',
      Object.entries(BARS).flatMap(([day, close]) => [
        flatBar('PAY', day, close, 100),
        flatBar('NOP', day, 10_000, 100),
        flatBar('HNXINDEX', day, 200, 100),
      ]),
    );
    await plant(service, 'daily_statistic', [
      { ticker: 'PAY', date: '2024-07-01', outstanding_shares: 10_000 },
      { ticker: 'PAY', date: '2024-07-03', outstanding_shares: 15_000 },
      { ticker: 'NOP', date: '2024-07-01', outstanding_shares: 10_000 },
    ]);
    await plant(
      service,
      'statement_item',
      ['PAY', 'NOP'].flatMap((ticker) =>
        aStatement({ balance_sheet: { '400': 40 * M } }, { ticker, published_at: '2024-03-20' }),
      ),
    );
    const action = (ex_date: string, type: string, terms: object) => ({
      ticker: 'PAY',
      ex_date,
      type,
      ...terms,
    });
    await plant(service, 'corporate_action', [
      action('2024-07-02', 'cash_dividend', { cash_dividend: 1000 }),
      action('2024-07-03', 'bonus_issue', { share_ratio: 0.5 }),
      action('2024-07-04', 'cash_dividend', { cash_dividend: 200 }),
      action('2024-07-04', 'stock_dividend', { share_ratio: 0.25 }),
      // A Saturday: it counts from Monday on.
      action('2024-07-06', 'rights_issue', { rights_ratio: 0.2, rights_price: 10_000 }),
      // Two actions while the stock does not trade.
      action('2024-07-10', 'split', { share_ratio: 1 }),
      action('2024-07-11', 'cash_dividend', { cash_dividend: 60 }),
      // A consolidation, 10 to 1, together with another one: no share would be left.
      action('2024-07-16', 'split', { share_ratio: -0.9 }),
      action('2024-07-16', 'bonus_issue', { share_ratio: -0.9 }),
    ]);
  });

  it('cash a share on the ex-date of the dividend', async () => {
    expect(await yieldOf('ticker=PAY', '2024-07-02')).toBe(1000 / 30_000);
  });

  it('cash ÷ (1 + free shares) from the ex-date of a bonus on: the yield does not jump', async () => {
    expect(await yieldOf('ticker=PAY', '2024-07-03')).toBeCloseTo(1000 / 1.5 / 20_000, 12);
  });

  it('an action on the ex-date of the dividend does not affect it, only earlier dividends', async () => {
    expect(await yieldOf('ticker=PAY', '2024-07-04')).toBeCloseTo((1000 / 1.5 / 1.25 + 200) / 16_000, 12);
  });

  it('rights count like free shares; on a day without a trade, from the next trading day', async () => {
    const cash = (1000 / 1.5 / 1.25 + 200) / 1.2;
    expect(await yieldOf('ticker=PAY', '2024-07-08')).toBeCloseTo(cash / 15_000, 12);
  });

  it('the order of two actions without a trade between them matters', async () => {
    const cash = (1000 / 1.5 / 1.25 + 200) / 1.2 / 2 + 60;
    expect(await yieldOf('ticker=PAY', '2024-07-15')).toBeCloseTo(cash / 7500, 12);
  });

  it('actions that together leave no share outstanding change nothing', async () => {
    const cash = (1000 / 1.5 / 1.25 + 200) / 1.2 / 2 + 60;
    expect(await yieldOf('ticker=PAY', '2024-07-16')).toBeCloseTo(cash / 7000, 12);
  });

  it('rights that do not cost less than the close are not exercised, nor does a forecast fall by them', async () => {
    await plant(service, 'security', [
      { ticker: 'DEAR', name: 'Dear', exchange: 'HNX', listing_date: '2020-01-02' },
    ]);
    await plant(
      service,
      'quote',
      ['2024-06-03', '2024-06-04'].map((day) => flatBar('DEAR', day, 10_000, 100)),
    );
    await plant(service, 'corporate_action', [
      { ticker: 'DEAR', ex_date: '2024-05-02', type: 'cash_dividend', cash_dividend: 1000 },
      { ticker: 'DEAR', ex_date: '2024-06-04', type: 'rights_issue', rights_ratio: 1, rights_price: 10_000 },
    ]);
    await plant(service, 'estimate', [
      {
        ...{ ticker: 'DEAR', fiscal_year: 2024, item: 'eps', source: 'Desk', published_at: '2024-05-02' },
        value: 1500,
      },
    ]);
    const forecast = async () => (await read('/detail/DEAR?date=2024-06-04')).feps;
    expect(await yieldOf('ticker=DEAR', '2024-06-04')).toBe(1000 / 10_000);
    expect(await forecast()).toBe(1500);
    await plant(service, 'corporate_action', [
      { ticker: 'DEAR', ex_date: '2024-06-04', type: 'rights_issue', rights_ratio: 1, rights_price: 9990 },
    ]);
    expect(await yieldOf('ticker=DEAR', '2024-06-04')).toBe(500 / 10_000);
    expect(await forecast()).toBe(750);
  });

  it("an index yields its members' payments over their value", async () => {
    // 10,000 shares received 1000 each, whatever their number afterwards; NOP is worth 100 million.
    expect(await yieldOf('code=HNXINDEX', '2024-07-02')).toBeCloseTo((10 * M) / (300 * M + 100 * M), 12);
    expect(await yieldOf('code=HNXINDEX', '2024-07-03')).toBeCloseTo((10 * M) / (300 * M + 100 * M), 12);
  });

  it('null for a security without a dividend, 0 for an index of such securities', async () => {
    expect(await yieldOf('ticker=NOP', '2024-07-02')).toBeNull();
    expect(await yieldOf('ticker=PAY', '2024-07-01')).toBeNull();
    expect(await yieldOf('code=HNXINDEX', '2024-07-01')).toBe(0);
  });

  it('a member without statements counts in the yield of an index like any other', async () => {
    await plant(service, 'security', [
      {
        ticker: 'NEW',
        name: 'NEW',
        exchange: 'UPCOM',
        outstanding_shares: 10_000,
        listing_date: '2020-01-02',
      },
    ]);
    await plant(service, 'market_index', [
      { code: 'UPCOMINDEX', name: 'UPCOM-Index', exchange: 'UPCOM', all_share: false, main: true },
    ]);
    await plant(service, 'index_constituent', [
      { code: 'UPCOMINDEX', ticker: 'NEW', from_date: '2024-01-02', free_float_ratio: 1 },
    ]);
    await plant(service, 'quote', [
      flatBar('NEW', '2024-07-16', 10_000, 100),
      flatBar('UPCOMINDEX', '2024-07-16', 100, 100),
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'NEW', ex_date: '2024-07-11', type: 'cash_dividend', cash_dividend: 500 },
    ]);
    expect(await yieldOf('code=UPCOMINDEX', '2024-07-16')).toBe(0.05);
  });

  it('a dividend expires after 12 months', async () => {
    expect(await yieldOf('ticker=PAY', '2025-07-04')).toBeCloseTo(60 / 6000, 12);
  });
});

describe('a company that reports on another form than before', () => {
  const ratiosOf = async (ticker: string, parameters: string) => {
    const { data } = await read(`/fundamental/ratios?ticker=${ticker}&limit=1000&${parameters}`);
    return Object.fromEntries(
      data.map(({ code, value, company_type }: Record<string, string>) => [code, { value, company_type }]),
    );
  };
  const bySecuritiesForm = (items: Record<string, number>) =>
    Object.fromEntries(Object.entries(items).map(([code, value]) => [`SC${code}`, value]));

  beforeAll(async () => {
    await plant(
      service,
      'security',
      ['MIX', 'OTH'].map((ticker) => ({
        ticker,
        name: ticker,
        exchange: 'HNX',
        outstanding_shares: 10_000,
        listing_date: '2020-01-02',
      })),
    );
    await plant(
      service,
      'quote',
      ['MIX', 'OTH'].flatMap((ticker) =>
        ['2024-12-31', '2025-02-03', '2025-04-01'].map((day) => flatBar(ticker, day, 20_000, 100)),
      ),
    );
  });

  it('twelve months are the sum of its quarters on both', async () => {
    const quarters = [1, 2, 3, 4].flatMap((quarter) => {
      const income = { '10': 10 * M, '23': 0.5 * M, '50': quarter * 1.5 * M, '60': quarter * M };
      const isNew = quarter > 2;
      return aStatement(
        {
          income_statement: isNew ? bySecuritiesForm(income) : income,
          balance_sheet: { [isNew ? 'SC400' : '400']: 50 * M, [isNew ? 'SC270' : '270']: 90 * M },
        },
        {
          ticker: 'MIX',
          company_type: isNew ? 'securities' : 'ordinary',
          fiscal_year: 2024,
          fiscal_quarter: quarter,
          published_at: '2025-01-28',
        },
      );
    });
    await plant(service, 'statement_item', quarters);
    expect(await on('ticker=MIX', '2025-02-03')).toMatchObject({ eps: 1000, pe: 20, ps: 200 / 40 });
    expect(await ratiosOf('MIX', 'fiscal_quarter=4')).toMatchObject({
      eps: { value: 1000, company_type: 'securities' },
      pe: { value: 20 },
      ps: { value: 200 / 40 },
      interest_coverage: { value: (15 + 2) / 2 },
    });
  });

  it('a restatement on it counts instead of what it replaces, from its publication on', async () => {
    const first = { '10': 40 * M, '11': 10 * M, '60': 9 * M };
    const year = { ticker: 'OTH', fiscal_year: 2024 };
    await plant(service, 'statement_item', [
      ...aStatement(
        { income_statement: first, balance_sheet: { '270': 90 * M, '400': 60 * M } },
        { ...year, published_at: '2025-01-28' },
      ),
      ...aStatement(
        {
          income_statement: bySecuritiesForm({ '10': 50 * M, '60': 5 * M }),
          balance_sheet: { SC400: 40 * M, SC270: 80 * M },
        },
        { ...year, company_type: 'securities', published_at: '2025-03-28' },
      ),
    ]);
    expect(await on('ticker=OTH', '2025-02-03')).toMatchObject({ eps: 900, bvps: 6000, ps: 5 });
    expect(await on('ticker=OTH', '2025-04-01')).toMatchObject({ eps: 500, bvps: 4000, ps: 4 });
    expect((await read('/detail/OTH?date=20250401')).eps).toBe(500);
    expect(await ratiosOf('OTH', 'as_of=20250203')).toMatchObject({
      eps: { value: 900, company_type: 'ordinary' },
      net_margin: { value: 9 / 40 },
    });
    expect(await ratiosOf('OTH', 'as_of=20250401')).toMatchObject({
      eps: { value: 500, company_type: 'securities' },
      bvps: { value: 4000 },
      net_margin: { value: 5 / 50 },
      equity_multiplier: { value: 2 },
    });
    // Superseded figures are not those of the form that they were reported on.
    const superseded = await ratiosOf('OTH', 'as_of=20250401&company_type=ordinary');
    expect(superseded.net_margin?.value ?? null).toBeNull();
  });
});

describe('a company that reports half-years and years', () => {
  const report = (
    [profit, before, interest, depreciation, equity]: readonly [number, number, number, number, number],
    of: Parameters<typeof aStatement>[1],
  ) =>
    aStatement(
      {
        income_statement: { '10': 100 * M, '23': interest * M, '50': before * M, '60': profit * M },
        cash_flow_indirect: { '02': depreciation * M },
        balance_sheet: { '110': 2 * M, '320': 4 * M, '400': equity * M },
      },
      { ticker: 'HALF', ...of },
    );
  const half = (fiscal_year: number, fiscal_quarter = 2) => ({
    ...{ period: 'cumulative' as const, fiscal_year, fiscal_quarter },
    published_at: fiscal_quarter === 2 ? `${fiscal_year}-08-28` : `${fiscal_year + 1}-03-28`,
  });
  const valuedOn = async (day: string) => {
    const { eps, bvps, ev_ebitda } = await on('ticker=HALF', day);
    expect(await read(`/detail/HALF?date=${day}`)).toMatchObject({ eps, bvps });
    return { eps, bvps, ev_ebitda };
  };

  beforeAll(async () => {
    await plant(service, 'daily_statistic', [
      { ticker: 'HALF', date: '2023-01-03', outstanding_shares: 10_000 },
    ]);
    const days = ['2023-08-28', '2024-08-27', '2024-08-28', '2025-03-28', '2025-08-28'];
    await plant(
      service,
      'quote',
      days.map((day) => flatBar('HALF', day, 10_000, 100)),
    );
    await plant(service, 'statement_item', [
      ...report([4, 5, 1, 2, 54], half(2023)),
      ...report([10, 12, 3, 5, 60], { fiscal_year: 2023, published_at: '2024-03-28' }),
      ...report([7, 9, 2, 3, 57], half(2024)),
      // The next year as a year up to its fourth quarter.
      ...report([15, 18, 5, 7, 65], half(2024, 4)),
      ...report([8, 10, 2, 4, 68], half(2025)),
    ]);
  });

  it('twelve months are the half-year and the year before, less the half-year before, as in ratios', async () => {
    expect(await valuedOn('2023-08-28')).toEqual({ eps: null, bvps: 5400, ev_ebitda: null });
    expect(await valuedOn('2024-08-27')).toEqual({ eps: 1000, bvps: 6000, ev_ebitda: 102 / (12 + 5 + 3) });
    // 7 + 10 − 4; 9 + 12 − 5, 3 + 5 − 2 and 2 + 3 − 1
    expect(await valuedOn('2024-08-28')).toEqual({ eps: 1300, bvps: 5700, ev_ebitda: 102 / (16 + 6 + 4) });
    expect(await valuedOn('2025-03-28')).toEqual({ eps: 1500, bvps: 6500, ev_ebitda: 102 / (18 + 7 + 5) });
    // 8 + 15 − 7; 10 + 18 − 9, 4 + 7 − 3 and 2 + 5 − 2
    expect(await valuedOn('2025-08-28')).toEqual({ eps: 1600, bvps: 6800, ev_ebitda: 102 / (19 + 8 + 5) });
    const { data } = await read(
      '/fundamental/ratios?ticker=HALF&period=cumulative&group=valuation&limit=100',
    );
    const eps = data.filter(({ code }: { code: string }) => code === 'eps');
    expect(eps.map(({ value }: { value: number | null }) => value)).toEqual([1600, 1500, 1300, null]);
  });

  it('balances of a reviewed half-year replace those of the quarter it ends with; quarters count in its flows', async () => {
    await plant(service, 'statement_item', quartersOf('MIX'));
    await plant(service, 'daily_statistic', [
      { ticker: 'MIX', date: '2023-01-03', outstanding_shares: 10_000 },
    ]);
    await plant(service, 'quote', [flatBar('MIX', '2024-02-01', 10_000, 100)]);
    const year = { fiscal_year: 2023, fiscal_quarter: 4, audit: 'reviewed', published_at: '2024-02-01' };
    await plant(
      service,
      'statement_item',
      report([99, 99, 99, 99, 70], { ...year, ticker: 'MIX', period: 'cumulative' }),
    );
    expect(await on('ticker=MIX', '2024-02-01')).toMatchObject({ eps: 1000, bvps: 7000 });
  });
});

describe('a company that reports its cash flow for the year to date', () => {
  const quarter = (fiscal_year: number, fiscal_quarter: number, published_at: string) =>
    aStatement(
      {
        income_statement: { '10': 10 * M, '50': 4 * M, '60': 3 * M },
        balance_sheet: { '110': 2 * M, '320': 4 * M, '400': 50 * M },
      },
      { ticker: 'YTDC', fiscal_year, fiscal_quarter, published_at },
    );
  const depreciation = (value: number, of: Parameters<typeof aStatement>[1]) =>
    aStatement({ cash_flow_indirect: { '02': value * M, '20': 10 * value * M } }, { ticker: 'YTDC', ...of });

  it('EBITDA and cash flow of twelve months: the year to date and the year before, less the same of it', async () => {
    await plant(service, 'daily_statistic', [
      { ticker: 'YTDC', date: '2023-01-03', outstanding_shares: 10_000 },
    ]);
    await plant(
      service,
      'quote',
      ['2023-12-29', '2024-02-01', '2024-05-02', '2024-08-01'].map((day) =>
        flatBar('YTDC', day, 10_000, 100),
      ),
    );
    const publications = ['2023-04-28', '2023-07-28', '2023-10-28', '2024-01-30', '2024-04-29', '2024-07-30'];
    await plant(
      service,
      'statement_item',
      publications.flatMap((published_at, at) => {
        const [fiscal_year, fiscal_quarter] = [2023 + Math.floor(at / 4), (at % 4) + 1];
        const of = { fiscal_year, fiscal_quarter, published_at };
        const toDate = [1, 2.5, 4, 6, 2, 5][at] as number;
        return [
          ...quarter(fiscal_year, fiscal_quarter, published_at),
          ...depreciation(
            toDate,
            fiscal_quarter === 4
              ? { fiscal_year, published_at }
              : // The first quarter as a quarter in one year.
                { ...of, period: at === 4 ? ('quarter' as const) : ('cumulative' as const) },
          ),
        ];
      }),
    );
    const multiple = async (day: string) => (await on('ticker=YTDC', day)).ev_ebitda;
    expect(await multiple('2024-02-01')).toBe(102 / (16 + 6));
    expect(await multiple('2024-05-02')).toBe(102 / (16 + 2 + 6 - 1));
    expect(await multiple('2024-08-01')).toBe(102 / (16 + 5 + 6 - 2.5));
    const { data } = await read('/fundamental/ratios?ticker=YTDC&period=quarter&limit=1000');
    const of = (code: string) =>
      data
        .filter((each: { code: string }) => each.code === code)
        .map((each: { value: number }) => each.value);
    expect(of('ev_ebitda').slice(0, 3)).toEqual([102 / (16 + 5 + 6 - 2.5), 102 / 23, 102 / 22]);
    expect(of('free_cash_flow').slice(0, 3)).toEqual([85 * M, 70 * M, 60 * M]);
  });
});

describe('a company with a quarter that does not state the profit of the parent’s owners', () => {
  it('has that of the year, or of the year to date, else the quarter counts with its whole profit, as in ratios', async () => {
    const report = (of: Parameters<typeof aStatement>[1], owners?: number) =>
      aStatement(
        {
          income_statement: {
            '60': (of?.fiscal_quarter === undefined ? 40 : 10) * M,
            ...(owners !== undefined && { '61': owners * M }),
          },
          balance_sheet: { '400': 50 * M },
        },
        { ticker: 'OWN3', ...of },
      );
    const quarter = (fiscal_year: number, fiscal_quarter: number, day: string) => ({
      ...{ fiscal_year, fiscal_quarter, published_at: day },
    });
    const days = ['2024-02-15', '2024-03-28', '2024-05-20'];
    await plant(service, 'daily_statistic', [
      { ticker: 'OWN3', date: '2023-01-03', outstanding_shares: 10_000 },
    ]);
    await plant(
      service,
      'quote',
      days.map((day) => flatBar('OWN3', day, 10_000, 100)),
    );
    await plant(service, 'statement_item', [
      ...report(quarter(2023, 1, '2023-04-28'), 1),
      ...report(quarter(2023, 2, '2023-07-28')),
      ...report(quarter(2023, 3, '2023-10-28'), 2),
      ...report(quarter(2023, 4, '2024-01-30'), 3),
      ...report({ fiscal_year: 2023, published_at: '2024-03-27' }, 7),
      ...report(quarter(2024, 1, '2024-04-28'), 4),
    ]);
    const profits = [1 + 10 + 2 + 3, 7, 4 + 7 - 1].map((profit) => profit * 100);
    const valued = [];
    const ratios = [];
    for (const day of days) {
      valued.push((await on('ticker=OWN3', day)).eps);
      const { data } = await read(
        `/fundamental/ratios?ticker=OWN3&period=quarter&group=valuation&as_of=${day}`,
      );
      ratios.push(data.find(({ code }: { code: string }) => code === 'eps').value);
    }
    expect(valued).toEqual(profits);
    expect(ratios).toEqual(profits);
  });
});

describe('a company that reports its year instead of the fourth quarter', () => {
  it('twelve months are the quarters to date and the year before, less the same quarters of it, as in ratios', async () => {
    const report = (
      [profit, interest, depreciation]: readonly [number, number | undefined, number],
      of: Parameters<typeof aStatement>[1],
    ) =>
      aStatement(
        {
          income_statement: {
            ...{ '10': 10 * profit * M, '50': 2 * profit * M, '60': profit * M },
            ...(interest !== undefined && { '23': interest * M }),
          },
          cash_flow_indirect: { '02': depreciation * M },
          balance_sheet: { '110': 2 * M, '320': 4 * M, '400': 50 * M },
        },
        { ticker: 'YR4Q', ...of },
      );
    const quarter = (fiscal_year: number, fiscal_quarter: number) => ({
      ...{ fiscal_year, fiscal_quarter },
      published_at: `${fiscal_year}-${['04-28', '07-28', '10-28'][fiscal_quarter - 1]}`,
    });
    await plant(service, 'daily_statistic', [
      { ticker: 'YR4Q', date: '2023-01-03', outstanding_shares: 10_000 },
    ]);
    const days = ['2023-10-30', '2024-03-28', '2024-05-02', '2024-08-01', '2024-11-01'];
    await plant(
      service,
      'quote',
      days.map((day) => flatBar('YR4Q', day, 10_000, 100)),
    );
    await plant(service, 'statement_item', [
      ...report([1, 0.5, 1], quarter(2023, 1)),
      ...report([2, undefined, 1], quarter(2023, 2)),
      ...report([3, 0.5, 1], quarter(2023, 3)),
      ...report([10, 2, 5], { fiscal_year: 2023, published_at: '2024-03-28' }),
      ...report([4, 1, 2], quarter(2024, 1)),
      ...report([5, undefined, 2], quarter(2024, 2)),
      ...report([6, 1, 2], quarter(2024, 3)),
    ]);
    const valued = [];
    for (const day of days) {
      const { eps, ps, ev_ebitda } = await on('ticker=YR4Q', day);
      valued.push({ eps, ps, ev_ebitda });
    }
    const ofProfit = (profit: number, interestAndDepreciation: number) => ({
      ...{ eps: profit * 100, ps: 100 / (10 * profit) },
      ev_ebitda: 102 / (2 * profit + interestAndDepreciation),
    });
    expect(valued).toEqual([
      { eps: null, ps: null, ev_ebitda: null },
      ofProfit(10, 2 + 5),
      ofProfit(4 + 10 - 1, 1 + 2 - 0.5 + 2 + 5 - 1),
      ofProfit(9 + 10 - 3, 1 + 2 - 0.5 + 4 + 5 - 2),
      ofProfit(15 + 10 - 6, 2 + 2 - 1 + 6 + 5 - 3),
    ]);
    const { data } = await read('/fundamental/ratios?ticker=YR4Q&period=quarter&group=valuation&limit=100');
    for (const code of ['eps', 'ps', 'ev_ebitda'] as const) {
      const values = data.filter((each: { code: string }) => each.code === code).slice(0, 3);
      expect(values.map(({ value }: { value: number }) => value)).toEqual(
        valued
          .slice(2)
          .map((of) => of[code])
          .toReversed(),
      );
    }
  });
});

describe('figures of one instant, and members in any order', () => {
  const listed = (ticker: string) => ({
    ...{ ticker, name: ticker, exchange: 'UPCOM', outstanding_shares: 10, listing_date: '2020-01-02' },
  });

  it('an index has the same figures in whichever order its members were stored', async () => {
    const index = (code: string) => ({ code, name: code, all_share: false, main: false });
    await plant(service, 'market_index', ['ASC1', 'DESC1'].map(index));
    const profits = [0.1, 0.2, 0.3];
    for (const [code, order] of [
      ['ASC1', [0, 1, 2]],
      ['DESC1', [2, 1, 0]],
    ] as const) {
      await plant(service, 'quote', [flatBar(code, '2025-04-01', 1000, 100)]);
      for (const place of order) {
        const [ticker, value] = [`${code}${place}`, profits[place] as number];
        await plant(service, 'security', [listed(ticker)]);
        await plant(service, 'index_constituent', [{ code, ticker, from_date: '2024-01-02' }]);
        await plant(service, 'quote', [flatBar(ticker, '2025-04-01', 1000, 100)]);
        await plant(
          service,
          'statement_item',
          aStatement(
            { income_statement: { '10': value, '60': value }, balance_sheet: { '400': value } },
            { ticker, fiscal_year: 2024, published_at: '2025-03-20' },
          ),
        );
      }
    }
    // 0.1 + 0.2 + 0.3 is 0.6000000000000001 in float64, 0.3 + 0.2 + 0.1 is 0.6.
    const figuresOf = async (code: string) => {
      const { pe, pb, ps, eps, bvps } = await on(`code=${code}`, '2025-04-01');
      return { pe, pb, ps, eps, bvps };
    };
    expect(await figuresOf('DESC1')).toEqual(await figuresOf('ASC1'));
  });

  it('of a year and its last quarter, both published at one instant, the audited balances count', async () => {
    await plant(service, 'security', [listed('TIE')]);
    await plant(service, 'quote', [flatBar('TIE', '2025-04-01', 1000, 100)]);
    const end = { ticker: 'TIE', fiscal_year: 2024, published_at: '2025-03-20' };
    await plant(service, 'statement_item', [
      ...aStatement({ balance_sheet: { '400': 50 } }, { ...end, fiscal_quarter: 4, audit: 'unreviewed' }),
      ...aStatement({ balance_sheet: { '400': 40 } }, { ...end, audit: 'audited' }),
    ]);
    expect((await on('ticker=TIE', '2025-04-01')).bvps).toBe(4);
    expect((await read('/detail/TIE?date=20250401')).bvps).toBe(4);
  });

  it('of a year and its last quarter one balance sheet counts: what the audited one omits is nil, as in ratios', async () => {
    await plant(service, 'security', [listed('AUD')]);
    await plant(
      service,
      'quote',
      ['2024-12-31', '2025-04-01'].map((day) => flatBar('AUD', day, 1000, 100)),
    );
    // The auditor counts the long-term loans as due within the year; the minority was bought out.
    await plant(service, 'statement_item', [
      ...aStatement(
        { balance_sheet: { '110': 20, '320': 40, '338': 300, '400': 550, '429': 50 } },
        {
          ticker: 'AUD',
          fiscal_year: 2024,
          fiscal_quarter: 4,
          audit: 'unreviewed',
          published_at: '2025-01-30',
        },
      ),
      ...aStatement(
        {
          income_statement: { '10': 2000, '50': 900, '60': 700 },
          cash_flow_indirect: { '02': 100 },
          balance_sheet: { '110': 20, '320': 340, '400': 500 },
        },
        { ticker: 'AUD', fiscal_year: 2024, published_at: '2025-03-20' },
      ),
    ]);
    const valued = await on('ticker=AUD', '2025-04-01');
    expect(valued).toMatchObject({ bvps: 50, pb: 20, ev_ebitda: (10_000 + 340 - 20) / 1000 });
    const { data } = await read('/fundamental/ratios?ticker=AUD&period=year&group=valuation');
    const of = Object.fromEntries(
      data.map(({ code, value }: { code: string; value: number }) => [code, value]),
    );
    expect(of).toMatchObject({ bvps: valued.bvps, pb: valued.pb, ev_ebitda: valued.ev_ebitda });
  });
});

describe('GET /valuation: bad parameters', () => {
  it.each([
    ['ticker=AAA&code=VNINDEX', 'code'],
    ['ticker=a', 'ticker'],
    ['ticker=AAA&from_date=20240201&to_date=20240101', 'from_date'],
  ])('400 for %s', async (parameters, parameter) => {
    const { body } = await service.get(`/valuation?${parameters}`).expect(400);
    expect(body.errors).toMatchObject([{ parameter }]);
  });

  it('VNINDEX when neither ticker nor code is given', async () => {
    expect((await read('/valuation')).data).toEqual((await read('/valuation?code=VNINDEX')).data);
  });

  it('a security without statements and an index without members say so, as pages and as streams', async () => {
    await plant(service, 'quote', [flatBar('HNX30', '2024-05-02', 500)]);
    for (const [query, value] of [
      ['ticker=DDD', 'statement_item'],
      ['code=HNX30', 'index_constituent'],
    ]) {
      const path = `/valuation?${query}&from_date=20240501&to_date=20240531`;
      const { data, meta } = await read(path);
      expect(data[0]).toMatchObject({ date: '2024-05-02', pe: null, pb: null, dividend_yield_ratio: null });
      expect(meta.notices).toMatchObject([{ code: 'no_records', value }]);
      const { headers } = await service.get(`${path}&format=ndjson`).expect(200);
      expect(JSON.parse(String(headers['x-notice']))).toEqual(meta.notices);
    }
    for (const query of ['ticker=AAA', 'code=VNINDEX']) {
      expect((await read(`/valuation?${query}&limit=1`)).meta).not.toHaveProperty('notices');
    }
    await service.sql("DELETE FROM quote WHERE ticker = 'HNX30'");
  });

  it('an index requested as a security says how to request it', async () => {
    const { data, meta } = await read('/valuation?ticker=VNINDEX&limit=1');
    expect(data[0]).toMatchObject({ symbol: 'VNINDEX', pe: null, eps: null });
    expect(meta.notices).toMatchObject([{ code: 'is_index', value: 'VNINDEX' }]);
    expect(meta.notices[0].detail).toContain('code=VNINDEX');
  });

  it.each([
    '/valuation?code=AAA',
    '/trade/market/result?code=AAA',
    '/index/constituents?code=AAA',
    '/market/gainers?code=AAA',
    '/market/movement?code=AAA',
    '/index/contributor/20240502?code=AAA',
  ])('%s: a security is not an index', async (path) => {
    const { data, meta } = await read(path);
    expect([data, meta.notices]).toEqual([
      [],
      [
        {
          code: 'unknown_code',
          value: 'AAA',
          detail: 'AAA is not known: no record of `market_index` has it',
        },
      ],
    ]);
  });

  it('an unknown symbol has an empty list', async () => {
    const { data, meta } = await read('/valuation?ticker=ZZZ');
    expect([data, meta.unit]).toEqual([[], 'VND']);
    expect((await read('/valuation?ticker=AAA')).meta.unit).toBe('VND');
  });

  it.each(['ticker=AAA', 'code=VNINDEX'])('its CSV is the header line of %s', async (query) => {
    const { text } = await service.get(`/valuation?${query}&format=csv`).expect(200);
    const empty = await service.get('/valuation?ticker=ZZZ&format=csv').expect(200);
    expect(empty.text).toBe(`${text.split('\n')[0]}\n`);
  });
});

describe('GET /valuation: previously requested medians', () => {
  it('follow the stored data: a correction of another company counts immediately', async () => {
    const path = 'ticker=AAA';
    expect(await on(path, '2024-01-31')).toMatchObject({ market_pe_median: (21 + 25) / 2 });
    await plant(
      service,
      'statement_item',
      aStatement({ income_statement: { '61': 5 * M } }, { ticker: 'BBB', published_at: '2024-01-20' }),
    );
    expect(await on(path, '2024-01-31')).toMatchObject({
      industry_pe_median: (21 + 20) / 2,
      market_pe_median: (21 + 20) / 2,
    });
    await service.put('/svc/quote', flatBar('BBB', '2024-01-31', 11_000, 100)).expect(200);
    expect(
      (await read(`/valuation?${path}&from_date=20240130&to_date=20240201&order=asc`)).data,
    ).toMatchObject([
      { date: '2024-01-30', market_pb_median: 100 / 40 },
      { date: '2024-01-31', market_pe_median: (21 + 22) / 2 },
      { date: '2024-02-01' },
    ]);
  });

  it('are the same in pages and streams', async () => {
    const path = '/valuation?ticker=AAA&from_date=20240130&to_date=20240603';
    const { data } = await read(path);
    expect(await walkPages(service, `${path}&limit=1`)).toEqual(data);
    const { text } = await service.get(`${path}&format=ndjson`).expect(200);
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(data);
  });

  it('are the same in a long page, computed by parts, as in short ones', async () => {
    const days = Array.from({ length: 150 }, (_, index) =>
      new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
    );
    await plant(
      service,
      'quote',
      ['AAA', 'BBB', 'CCC', 'VNINDEX'].flatMap((ticker, place) =>
        days.map((day, index) => flatBar(ticker, day, 10_000 + 100 * ((index * (place + 2)) % 37), 100)),
      ),
    );
    for (const [subject, figure] of [
      ['ticker=AAA', 'market_pb_median'],
      ['code=VNINDEX', 'pb'],
    ] as const) {
      const path = `/valuation?${subject}&from_date=${days[0]}&to_date=${days.at(-1)}`;
      const { data } = await read(`${path}&limit=150`);
      expect(data).toHaveLength(150);
      expect(new Set(data.map((row: Record<string, number>) => row[figure])).size).toBeGreaterThan(9);
      // Nothing is cached after a write.
      await service.put('/svc/quote', flatBar('DDD', '2024-06-04', 7_000, 100));
      expect(await walkPages(service, `${path}&limit=20`)).toEqual(data);
    }
  });
});
