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

/** Quarters 1 to 4 of 2023 of AAA: profits 1, 2, 3 and 4 million, the last public on 2024-01-31 at 16:00 in Viet Nam. */
const quarters = [1, 2, 3, 4].flatMap((quarter) =>
  aStatement(
    {
      income_statement: { '10': 10 * M, '50': quarter * 1.5 * M, '23': 0.5 * M, '60': quarter * M },
      cash_flow_indirect: { '02': 1 * M },
      balance_sheet: { '110': 2 * M, '320': 4 * M, '338': 3 * M, '400': 45 * M + quarter * M, '429': 1 * M },
    },
    {
      fiscal_year: 2023,
      fiscal_quarter: quarter,
      audit: 'unreviewed',
      published_at: ['2023-04-28', '2023-07-28', '2023-10-28', '2024-01-31T09:00:00Z'][quarter - 1] as string,
    },
  ),
);

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
  await plant(service, 'statement_item', quarters);
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
  // A statement of the group, later than the company's own, with a correction.
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

  it('nothing before the day of publication', async () => {
    const before = await on('ticker=AAA', '2024-01-30');
    // three quarters are no year, the newest balance sheet is that of the third quarter
    expect(before).toMatchObject({ pe: null, eps: null, ps: null, ev_ebitda: null, bvps: 4700 });
    expect(before.pe_percentile_5y).toBeNull();
  });

  it('a restatement changes the days from its publication on, and no earlier one', async () => {
    expect((await on('ticker=AAA', '2024-04-29')).eps).toBe(1000);
    expect((await on('ticker=AAA', '2024-05-02')).eps).toBe(1100);
  });

  it('a statement planted later changes no earlier answer', async () => {
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
  });

  it('the shares of the day: twice as many after a split', async () => {
    expect(await on('ticker=AAA', '2024-06-03')).toMatchObject({ eps: 550, bvps: 2400, pe: 500 / 11 });
  });

  it('dividends of the 12 months to the day', async () => {
    expect((await on('ticker=AAA', '2024-02-01')).dividend_yield_ratio).toBe(1500 / 22_000);
  });

  it('the year where there are no quarters, of the parent where it is told; a loss has no P/E', async () => {
    expect(await on('ticker=BBB', '2024-02-01')).toMatchObject({ pe: 25, eps: 400, ev_ebitda: null });
    expect(await on('ticker=CCC', '2024-02-01')).toMatchObject({ pe: null, eps: -200, pb: 2, ps: 50 / 30 });
  });

  it('a period that ended more than 600 days before values nothing', async () => {
    await service.sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker) VALUES ('BBB', '2025-08-22', 1, 1, 1, 1, 1, 'x'), ('BBB', '2025-08-25', 1, 1, 1, 1, 1, 'x')`,
    );
    expect((await on('ticker=BBB', '2025-08-22')).eps).toBe(400);
    expect((await on('ticker=BBB', '2025-08-25')).eps).toBeNull();
    await service.sql(`DELETE FROM quote WHERE date > '2025-01-01'`);
  });

  it('percentile of P/E among the days until then', async () => {
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

  it('a window of more than 366 days has no medians, and the same figures', async () => {
    const long = await read('/valuation?ticker=AAA&from_date=2020-01-01');
    const short = await read('/valuation?ticker=AAA&from_date=2024-01-01');
    expect(long.data[0].market_pe_median).toBeNull();
    expect(long.data.map((row: { pe: number }) => row.pe)).toEqual(
      short.data.map((row: { pe: number }) => row.pe),
    );
  });

  it('pages over meta.next; CSV', async () => {
    const whole = await read('/valuation?ticker=AAA&total=true');
    expect(whole.meta.total).toBe(6);
    const rows = await walkPages(service, '/valuation?ticker=AAA&limit=2');
    expect(rows).toEqual(whole.data);
    const oldest = await walkPages(service, '/valuation?ticker=AAA&limit=2&order=asc');
    expect(oldest).toEqual(whole.data.toReversed());
    const { data: middle } = await read('/valuation?ticker=AAA&limit=2&offset=3');
    expect(middle).toEqual(whole.data.slice(3, 5));
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
      eps: null,
      bvps: null,
      dividend_yield_ratio: 12 / 360,
      industry_pe_median: null,
      market_pe_median: 23,
      pe_percentile_5y: null,
    });
  });

  it('400 in a window of more than 366 days', async () => {
    const { body } = await service.get('/valuation?code=VNINDEX&from_date=2020-01-01').expect(400);
    expect(body.errors).toMatchObject([{ parameter: 'from_date' }]);
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

  it('an unknown symbol has an empty list', async () => {
    expect((await read('/valuation?ticker=ZZZ')).data).toEqual([]);
  });
});
