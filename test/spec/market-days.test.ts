import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { marketDay, membersOf } from '../../src/market/market-day.sql.js';
import { marketDays } from '../../src/market/market-days.sql.js';
import { memberPeriods } from '../../src/market/member-periods.sql.js';
import type { Published } from '../../src/market/published.sql.js';
import { isCluster, startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';
import { startDemoApp } from '../demo.js';
import { type PlanNode, removedBy } from '../plan.js';

const CELLS = 'close, volume, reference, ceiling, floor, change, traded_value, limit_state';

/** Cells in which the two forms differ, and the number of compared bars. */
async function compare(service: TestApp, days: string, published: Published = 'all') {
  const [row] = await service.sql<{ bars: number; states: number; differences: unknown[] | null }>(
    `WITH requested AS (SELECT date FROM (${days}) d), ${marketDays({ published })},
    single AS (
      SELECT q.ticker, q.date, q.close, q.volume, day.reference, day.ceiling, day.floor, day.change, day.traded_value,
        day.limit_state
      FROM quote q ${marketDay(published)}
      WHERE q.date IN (SELECT date FROM requested) AND ${published === 'all' ? 'true' : 'q.approval = 1'}),
    range AS (SELECT ticker, date, ${CELLS} FROM market_day),
    difference AS (
      (SELECT 'single' AS form, * FROM single EXCEPT ALL SELECT 'single', * FROM range)
      UNION ALL (SELECT 'range', * FROM range EXCEPT ALL SELECT 'range', * FROM single))
    SELECT (SELECT count(*)::int FROM single) AS bars, (SELECT count(DISTINCT limit_state)::int FROM single) AS states,
      (SELECT json_agg(d) FROM (SELECT * FROM difference ORDER BY ticker, date, form LIMIT 10) d) AS differences`,
  );
  return row;
}

/** Days and tickers at which the members by period and those of each day differ, and the number of members. */
async function compareMembers(service: TestApp, days: string) {
  const [row] = await service.sql<{ members: number; differences: unknown[] | null }>(
    `WITH requested AS (SELECT date FROM (${days}) d), code AS (SELECT code FROM market_index UNION SELECT code FROM index_constituent),
    single AS (
      SELECT code.code, requested.date, m.ticker
      FROM code CROSS JOIN requested CROSS JOIN LATERAL (${membersOf({ code: 'code.code', day: 'requested.date' })}) m),
    range AS (
      SELECT m.code, requested.date, m.ticker FROM requested
      JOIN (${memberPeriods('SELECT code FROM code')}) m ON requested.date BETWEEN m.from_date AND m.until),
    difference AS (
      (SELECT 'single' AS form, * FROM single EXCEPT ALL SELECT 'single', * FROM range)
      UNION ALL (SELECT 'range', * FROM range EXCEPT ALL SELECT 'range', * FROM single))
    SELECT (SELECT count(*)::int FROM single) AS members,
      (SELECT json_agg(d) FROM (SELECT * FROM difference ORDER BY code, ticker, date LIMIT 10) d) AS differences`,
  );
  return row;
}

const MONDAY = '2024-03-04';
const TUESDAY = '2024-03-05';
const WEDNESDAY = '2024-03-06';
const THURSDAY = '2024-03-07';
const EVERY_DAY = 'SELECT DISTINCT date FROM quote';

describe('the market over many days gives each bar the same figures as the bar alone: planted data', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'market_tick', [
      // The newest table has no step below 5,000: older ones apply there.
      { exchange: 'HOSE', valid_from: WEDNESDAY, price_from: 5_000, tick: 20 },
      { exchange: 'HOSE', valid_from: WEDNESDAY, price_from: 30_000, tick: 500 },
      { exchange: 'ODD', valid_from: '2020-01-01', price_from: 1, tick: 0.3 },
    ]);
    await plant(service, 'market_band', [
      { exchange: 'HOSE', valid_from: THURSDAY, band: 0.035, first_day_band: 0.1 },
      { exchange: 'BND', valid_from: '2020-01-01', band: 0.05, first_day_band: 0.1 },
    ]);
    await plant(service, 'market_index', [{ code: 'ALLODD', name: 'All', exchange: 'ODD', all_share: true }]);
    await plant(service, 'security', [
      ...['HOA', 'HOB', 'HOC', 'HOD'].map((ticker) => aSecurity({ ticker })),
      { ...aSecurity({ ticker: 'NEW' }), listing_date: WEDNESDAY },
      { ...aSecurity({ ticker: 'ETF' }), security_type: 'fund_certificate' },
      { ...aSecurity({ ticker: 'FUT' }), security_type: 'derivative' },
      { ...aSecurity({ ticker: 'CEF' }), security_type: 'closed_end_fund' },
      { ...aSecurity({ ticker: 'CWT' }), security_type: 'covered_warrant' },
      aSecurity({ ticker: 'RST' }),
      aSecurity({ ticker: 'IDL' }),
      aSecurity({ ticker: 'NEV', exchange: 'HNX' }),
      { ...aSecurity({ ticker: 'ODA', exchange: 'ODD' }), listing_date: TUESDAY },
      { ...aSecurity({ ticker: 'ODB', exchange: 'ODD' }), delisting_date: TUESDAY },
      aSecurity({ ticker: 'BAN', exchange: 'BND' }),
      aSecurity({ ticker: 'UPA', exchange: 'UPCOM' }),
      aSecurity({ ticker: 'UPB', exchange: 'UPCOM' }),
      aSecurity({ ticker: 'NIL' }),
      aSecurity({ ticker: 'UPN', exchange: 'UPCOM' }),
    ]);
    const prices = {
      HOA: 20_000,
      HOB: 4_990,
      HOC: 60,
      HOD: 31_000,
      ETF: 9_990,
      FUT: 1_200,
      ODA: 7.1,
      ODB: 0.9,
    };
    const moves = [1, 1.07, 1, 0.93, 0.93 * 1.035];
    await plant(
      service,
      'quote',
      ['2024-02-01', MONDAY, TUESDAY, WEDNESDAY, THURSDAY].flatMap((day, index) =>
        Object.entries({ ...prices, BAN: 500, UPA: 12_300, UPB: 40, XXX: 10_000 }).flatMap(
          ([ticker, price], at) =>
            // Some do not trade every day, and one begins late.
            (at + index) % 5 === 0 || (ticker === 'HOD' && index < 2)
              ? []
              : [flatBar(ticker, day, Math.round(price * (moves[index] ?? 1) * 10) / 10, index * 100)],
        ),
      ),
    );
    await plant(service, 'quote', [
      // Without a trade for more than 25 sessions: without bars, with bars without volume, and never with one.
      flatBar('RST', '2023-12-04', 40_003),
      flatBar('RST', MONDAY, 41_000),
      flatBar('RST', THURSDAY, 41_000),
      flatBar('IDL', '2023-12-04', 9_991),
      ...['2024-02-01', MONDAY, TUESDAY].map((day) => flatBar('IDL', day, 9_991, 0)),
      flatBar('IDL', THURSDAY, 11_000),
      ...['2023-12-04', MONDAY, TUESDAY].map((day) => flatBar('NEV', day, 12_345, 0)),
      ...['CEF', 'CWT'].flatMap((ticker) => [MONDAY, TUESDAY].map((day) => flatBar(ticker, day, 23_370))),
    ]);
    // Closes and averages of 0, which some exports have for days without trades: nothing to compare with.
    await plant(service, 'quote', [
      ...['NIL', 'UPN'].flatMap((ticker) => [
        flatBar(ticker, MONDAY, 0),
        flatBar(ticker, TUESDAY, 0),
        flatBar(ticker, WEDNESDAY, 10_000),
        flatBar(ticker, THURSDAY, 10_500),
      ]),
    ]);
    await plant(service, 'quote', [flatBar('NEW', WEDNESDAY, 24_000), flatBar('NEW', THURSDAY, 25_000)]);
    await plant(service, 'corporate_action', [
      { ticker: 'HOA', ex_date: '2024-02-20', type: 'cash_dividend', cash_dividend: 700 },
      { ticker: 'HOA', ex_date: '2024-02-20', type: 'stock_dividend', share_ratio: 0.1 },
      { ticker: 'HOB', ex_date: TUESDAY, type: 'rights_issue', rights_ratio: 0.3, rights_price: 3_000 },
      { ticker: 'HOC', ex_date: TUESDAY, type: 'cash_dividend', cash_dividend: 100 },
      { ticker: 'HOC', ex_date: TUESDAY, type: 'rights_issue', rights_ratio: 0.4, rights_price: 900_000 },
      { ticker: 'UPA', ex_date: WEDNESDAY, type: 'split', share_ratio: 1 },
      { ticker: 'HOD', ex_date: '2024-01-03', type: 'split', share_ratio: 1 },
      { ticker: 'XXX', ex_date: THURSDAY, type: 'meeting' },
    ]);
    await plant(service, 'daily_statistic', [
      { ticker: 'UPA', date: MONDAY, average_price: 12_345.6, matched_value: 7 },
      { ticker: 'UPA', date: TUESDAY, average_price: 12_111.1, negotiated_value: 8 },
      { ticker: 'HOA', date: TUESDAY, reference: 19_990, average_price: 1 },
      { ticker: 'HOB', date: WEDNESDAY, ceiling: 5_000, floor: 4_000 },
      { ticker: 'XXX', date: WEDNESDAY, reference: 10_000, ceiling: 10_000, matched_value: 5 },
      { ticker: 'HOD', date: TUESDAY, reference: 31_000 },
      { ticker: 'UPN', date: WEDNESDAY, average_price: 0 },
    ]);
    await plant(service, 'index_constituent', [
      { code: 'MIX', ticker: 'HOA', from_date: '2024-01-02' },
      { code: 'MIX', ticker: 'HOA', from_date: TUESDAY, to_date: WEDNESDAY },
      { code: 'MIX', ticker: 'HOB', from_date: MONDAY, to_date: MONDAY },
      { code: 'ALLODD', ticker: 'ODB', from_date: WEDNESDAY, to_date: WEDNESDAY },
    ]);
    for (const ticker of ['HOA', 'UPA']) {
      await service.post('/svc/quote/appoval', { ticker, date: WEDNESDAY }).expect(200);
    }
  });
  afterAll(() => service.close());

  it.each([
    EVERY_DAY,
    `SELECT date '${MONDAY}' AS date`,
    `SELECT unnest(ARRAY['${TUESDAY}', '${THURSDAY}']::date[]) AS date`,
    `SELECT date '2030-01-01' AS date`,
  ])('%s', async (days) => {
    expect((await compare(service, days))?.differences).toBeNull();
  });

  it('approved bars only', async () => {
    expect(await compare(service, EVERY_DAY, 'approved')).toMatchObject({ differences: null });
  });

  it('members by period are the members of each day', async () => {
    const result = await compareMembers(service, `${EVERY_DAY} UNION SELECT date '2010-01-04'`);
    expect(result?.differences).toBeNull();
    expect(result?.members).toBeGreaterThan(10);
  });
});

describe('the market over many days gives each bar the same figures as the bar alone: demo data', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startDemoApp();
  });
  afterAll(() => service.close());

  it('agrees for every day and ticker of six months, with and without the stored prices of the day', async () => {
    const days = `${EVERY_DAY} WHERE date >= '2025-01-01'`;
    const comparison = await compare(service, days);
    expect(comparison?.differences).toBeNull();
    expect(comparison?.bars).toBeGreaterThan(3_000);
    await service.sql('UPDATE daily_statistic SET reference = NULL, ceiling = NULL, floor = NULL');
    expect(await compare(service, days)).toMatchObject({ differences: null, states: 3 });
  });

  it('agrees on the members of every index on every day', async () => {
    const result = await compareMembers(service, EVERY_DAY);
    expect(result?.differences).toBeNull();
    expect(result?.members).toBeGreaterThan(10_000);
  });
});

describe('the market over many days joins bars by ticker and day', () => {
  const [TICKERS, DAYS, STORED_DAYS] = [80, 60, 400];
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    const days = `generate_series(0, ${STORED_DAYS - 1}) n`;
    const tickers = `generate_series(0, ${TICKERS - 1}) t`;
    await service.sql(
      `INSERT INTO security (ticker, name, exchange, maker) SELECT 'T' || 1000 + t, 'Name', 'HOSE', 'test' FROM ${tickers}`,
    );
    await service.sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
       SELECT 'T' || 1000 + t, date '2020-01-01' + n, p, p, p, p, 1, 'test'
       FROM ${days}, ${tickers}, LATERAL (SELECT 10000 + 100 * ((t * 7 + n) % 50) AS p) price`,
    );
    await service.sql(
      `INSERT INTO daily_statistic (ticker, date, matched_value, maker) SELECT ticker, date, close, 'test' FROM quote`,
    );
    await service.sql('ANALYZE');
  });
  afterAll(() => service.close());

  (isCluster ? it.skip : it)('no join reads rows that it discards', async () => {
    const requestedDays = `SELECT DISTINCT date FROM quote WHERE date > date '2020-01-01' + ${STORED_DAYS - 1 - DAYS}`;
    const tickers = 'SELECT DISTINCT ticker FROM member';
    const [row] = await service.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) WITH level AS MATERIALIZED (${requestedDays}), requested AS MATERIALIZED (SELECT date FROM level),
       member AS MATERIALIZED (${memberPeriods(`SELECT 'VNINDEX'`)}), ${marketDays({ tickers, published: 'all' })}
       SELECT day.date, count(*), sum(day.change) FROM market_day day
       JOIN member m ON m.ticker = day.ticker AND day.date BETWEEN m.from_date AND m.until GROUP BY day.date`,
    );
    const removedRows = removedBy(row?.['QUERY PLAN'][0].Plan as PlanNode);
    expect(removedRows).toBeLessThan(TICKERS * DAYS);
  });
});
