import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { aStatement } from '../builders/statements.js';

const M = 1_000_000;
/** SUSP does not trade from the first of these days on, through its bonus ex-date, to the last but one. */
const [LAST, EX_DATE, LATER, BACK] = ['2024-03-01', '2024-03-04', '2024-03-05', '2024-03-06'] as const;
const YEARS_LATER = '2025-12-15';

let service: TestApp;
const get = async (path: string) => (await service.get(path).expect(200)).body;
const valued = async (day: string) =>
  (await get(`/valuation?code=DUO&from_date=${day}&to_date=${day}`)).data[0];
const bonus = { ticker: 'SUSP', ex_date: EX_DATE, type: 'bonus_issue', share_ratio: 1 };

beforeAll(async () => {
  service = await startApp();
  await plant(
    service,
    'security',
    ['SUSP', 'FREE'].map((ticker) => ({
      ...{ ticker, name: ticker, exchange: 'HOSE', listing_date: '2020-01-02', industry_code: '30202030' },
    })),
  );
  await plant(service, 'market_index', [{ code: 'DUO', name: 'Two members', main: true }]);
  await plant(
    service,
    'index_constituent',
    ['SUSP', 'FREE'].map((ticker) => ({ code: 'DUO', ticker, from_date: '2024-01-02', free_float_ratio: 1 })),
  );
  await plant(service, 'daily_statistic', [
    ...['SUSP', 'FREE'].map((ticker) => ({ ticker, date: '2024-01-02', outstanding_shares: 1000 })),
    { ticker: 'SUSP', date: EX_DATE, outstanding_shares: 2000 },
  ]);
  await plant(service, 'corporate_action', [bonus]);
  await plant(service, 'quote', [
    ...['SUSP', 'FREE', 'DUO'].map((ticker) =>
      flatBar(ticker, '2024-02-29', ticker === 'SUSP' ? 20_000 : 10_000, 100),
    ),
    flatBar('SUSP', LAST, 20_000, 100),
    flatBar('SUSP', BACK, 10_000, 100),
    ...[LAST, EX_DATE, LATER, BACK, YEARS_LATER].flatMap((day) => [
      flatBar('FREE', day, 10_000, 100),
      flatBar('DUO', day, 1000, 100),
    ]),
  ]);
  for (const ticker of ['SUSP', 'FREE']) {
    const figures = { income_statement: { '60': 2 * M }, balance_sheet: { '400': 10 * M } };
    for (const fiscal_year of [2023, 2024]) {
      const published_at = `${fiscal_year + 1}-02-01`;
      await plant(service, 'statement_item', aStatement(figures, { ticker, fiscal_year, published_at }));
    }
  }
});
afterAll(() => service.close());

describe('a security that does not trade on a bonus ex-date', () => {
  it.each([LAST, EX_DATE, LATER, BACK])('weighs in an index as before and after: %s', async (day) => {
    const { data } = await get(`/index/constituents?code=DUO&date=${day}`);
    expect(data).toMatchObject([
      { ticker: 'SUSP', close: day === BACK ? 10_000 : 20_000, weight_percent: expect.closeTo(200 / 3, 9) },
      { ticker: 'FREE', weight_percent: expect.closeTo(100 / 3, 9) },
    ]);
    expect(await valued(day)).toMatchObject({ pe: 30 / 4, pb: 30 / 20 });
    const contributors = (await get(`/market/contributors?code=DUO&date=${day}`)).data;
    expect(contributors).toContainEqual(
      expect.objectContaining({
        ...{ ticker: 'SUSP', weight_percent: expect.closeTo(200 / 3, 9), contribution_point: 0 },
      }),
    );
  });

  it.each([EX_DATE, LATER])('has its capitalisation and multiples in profiles and peers: %s', async (day) => {
    expect(await get(`/detail/SUSP?date=${day}`)).toMatchObject({
      ...{ close: 20_000, market_cap: 20 * M, pe: 10, eps: 1000 },
    });
    const [peer] = (await get(`/related-stocks?ticker=FREE&date=${day}`)).data;
    expect(peer).toMatchObject({ ticker: 'SUSP', close: 20_000, market_cap: 20 * M, pe: 10 });
  });

  it('has its multiples in ratios of a period that ends meanwhile', async () => {
    const figures = { income_statement: { '60': 2 * M }, balance_sheet: { '400': 10 * M } };
    const meanwhile = { fiscal_year: 2026, period_end_date: LATER, published_at: '2026-03-20' };
    await plant(service, 'statement_item', aStatement(figures, { ticker: 'SUSP', ...meanwhile }));
    const { data } = await get('/fundamental/ratios?ticker=SUSP&fiscal_year=2026&group=valuation');
    expect(data.find(({ code }: { code: string }) => code === 'pe').value).toBe(10);
  });

  it('an action that is corrected or deleted counts for as long as the security does not trade', async () => {
    await service.delete(`/svc/quote?ticker=SUSP&date=${BACK}`).expect(200);
    expect(await valued(YEARS_LATER)).toMatchObject({ pe: 30 / 4 });
    await service
      .delete(`/svc/record/corporate_action?ticker=SUSP&ex_date=${EX_DATE}&type=bonus_issue`)
      .expect(200);
    expect(await valued(YEARS_LATER)).toMatchObject({ pe: 50 / 4 });
    await plant(service, 'corporate_action', [bonus]);
    expect(await valued(YEARS_LATER)).toMatchObject({ pe: 30 / 4 });
  });
});

describe('a close before an offer of rights', () => {
  const yieldOn = async (day: string) => (await valued(day)).dividend_yield_ratio;

  it('that is corrected decides anew whether they dilute the dividends of an index', async () => {
    await plant(service, 'corporate_action', [
      { ticker: 'FREE', ex_date: '2025-09-01', type: 'cash_dividend', cash_dividend: 600 },
      { ticker: 'FREE', ex_date: '2025-11-03', type: 'rights_issue', rights_ratio: 1, rights_price: 10_000 },
    ]);
    await plant(service, 'quote', [
      flatBar('FREE', '2025-10-31', 10_000, 100),
      flatBar('FREE', '2025-11-03', 10_000, 100),
    ]);
    expect(await yieldOn(YEARS_LATER)).toBeCloseTo(0.6 / 30, 12);
    await plant(service, 'quote', [flatBar('FREE', '2025-10-31', 12_000, 100)]);
    expect(await yieldOn(YEARS_LATER)).toBeCloseTo(0.3 / 30, 12);
  });
});
