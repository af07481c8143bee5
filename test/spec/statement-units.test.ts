import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { culprits, expectProblem } from '../contract/wire.js';

const ITEM = {
  ticker: 'UNI',
  statement: 'income_statement',
  period: 'year',
  fiscal_year: 2024,
  consolidation: 'single',
  audit: 'audited',
  item_code: '60',
  published_at: '2025-01-30T09:00:00Z',
  period_end_date: '2024-12-31',
};

describe('contract 10: units of statements', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      { ticker: 'UNI', name: 'Unit', exchange: 'HOSE', outstanding_shares: 1000, shares_from: '2020-01-02' },
    ]);
    await plant(service, 'quote', [flatBar('UNI', '2025-02-03', 20_000)]);
  });
  afterAll(() => service.close());

  it.each([
    ['VND', 3_100_000, 3_100_000],
    ['thousand VND', 3_100, 3_100_000],
    ['million VND', 3.1, 3_100_000],
    ['billion VND', 0.0031, 3_100_000],
  ])('%s: %f is stored as %i VND, and earnings a share follow', async (unit, value, stored) => {
    await plant(service, 'statement_item', [{ ...ITEM, unit, value }]);
    expect(await service.sql('SELECT value, unit FROM statement_item')).toEqual([
      { value: stored, unit: 'VND' },
    ]);
    const { body } = await service.get('/detail/UNI?date=2025-02-03').expect(200);
    expect(body.eps).toBe(3_100);
  });

  it('another currency is accepted, in full, and does not count as VND', async () => {
    const own = { ...ITEM, ticker: 'USD1' };
    await plant(service, 'statement_item', [{ ...own, unit: 'million USD', value: 2 }]);
    expect(await service.sql("SELECT value, unit FROM statement_item WHERE ticker = 'USD1'")).toEqual([
      { value: 2_000_000, unit: 'USD' },
    ]);
    await plant(service, 'security', [
      {
        ticker: 'USD1',
        name: 'Dollar',
        exchange: 'HOSE',
        outstanding_shares: 1000,
        shares_from: '2020-01-02',
      },
    ]);
    await plant(service, 'quote', [flatBar('USD1', '2025-02-03', 20_000)]);
    expect((await service.get('/detail/USD1?date=2025-02-03').expect(200)).body.eps).toBeNull();
    const inDollars = { code: 'other_currency', value: 'USD' };
    for (const path of [
      '/fundamental/ratios?',
      '/fundamental/as/reported?statement=ratios&',
      '/valuation?',
    ]) {
      const { body } = await service.get(`${path}ticker=USD1`).expect(200);
      expect([path, body.meta.notices]).toMatchObject([path, [inDollars]]);
    }
    const health = await service.get('/financial-health?ticker=USD1').expect(404);
    expect(health.body.detail).toContain('in USD; only amounts in VND are computed with');
    const ratios = await service.get('/fundamental/ratios?ticker=USD1&group=valuation').expect(200);
    const values = ratios.body.data.map(({ value }: { value: number | null }) => value);
    expect(values.filter((value: number | null) => value !== null)).toEqual([]);
    await service.sql("DELETE FROM statement_item WHERE ticker = 'USD1'");
  });

  it.each(['dozen VND', 'million', 'tỷ đồng', 'millions VND', 'VND million'])('%s is 400', async (unit) => {
    const answer = await service.post('/svc/record/statement_item', { ...ITEM, unit, value: 1 });
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual(['/unit']);
    expect(answer.body.errors[0].detail).toContain('million VND');
  });
});
