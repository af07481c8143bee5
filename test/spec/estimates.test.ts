import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';
import { culprits } from '../contract/wire.js';
import { folderWith, summaryOf } from '../import/command.js';

describe('specification 1: feps from the data set estimate', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      { ...aSecurity({ ticker: 'EST' }), listing_date: '2020-01-02', outstanding_shares: 2_000 },
    ]);
    await plant(service, 'quote', [flatBar('EST', '2025-02-03', 50_000)]);
    const estimate = { ticker: 'EST', fiscal_year: 2025, item: 'eps' };
    await plant(service, 'estimate', [
      { ...estimate, source: 'First', value: 3000, published_at: '2025-01-06T02:00:00Z' },
      { ...estimate, source: 'First', value: 3400, published_at: '2025-03-03T02:00:00Z' },
      {
        ...estimate,
        source: 'Other',
        value: 9,
        item: 'net_profit',
        unit: 'million VND',
        published_at: '2025-02-03T02:00:00Z',
      },
      { ...estimate, source: 'First', value: 1, fiscal_year: 2026, published_at: '2025-01-06T02:00:00Z' },
      { ...estimate, source: 'First', value: 2, item: 'dividend', published_at: '2025-02-03T02:00:00Z' },
    ]);
  });
  afterAll(() => service.close());

  const feps = async (date: string) => (await service.get(`/detail/EST?date=${date}`).expect(200)).body.feps;

  it("the mean of each source's newest estimate for the fiscal year of the day; nothing published later", async () => {
    expect(await feps('2025-01-05')).toBeNull();
    expect(await feps('2025-01-06')).toBe(3000);
    // 9 million over 2,000 shares are 4500 per share
    expect(await feps('2025-02-03')).toBe((3000 + 4500) / 2);
    expect(await feps('2025-03-03')).toBe((3400 + 4500) / 2);
    expect(await feps('2024-12-31')).toBeNull();
    expect(await feps('2026-01-05')).toBe(1);
  });

  it('a source with earnings a share counts by them alone', async () => {
    await plant(service, 'estimate', [
      {
        ticker: 'EST',
        fiscal_year: 2025,
        item: 'eps',
        source: 'Other',
        value: 4600,
        published_at: '2025-04-01T02:00:00Z',
      },
    ]);
    expect(await feps('2025-04-01')).toBe((3400 + 4600) / 2);
  });

  it('an estimate per share is one of the shares of the day: a bonus after its publication divides it', async () => {
    const later = { ticker: 'BON', fiscal_year: 2025, source: 'First', published_at: '2025-03-03T02:00:00Z' };
    await plant(service, 'security', [{ ...aSecurity({ ticker: 'BON' }), listing_date: '2020-01-02' }]);
    await plant(service, 'daily_statistic', [
      { ticker: 'BON', date: '2025-01-02', outstanding_shares: 2_000 },
      { ticker: 'BON', date: '2025-06-02', outstanding_shares: 5_000 },
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'BON', ex_date: '2025-03-03', type: 'stock_dividend', share_ratio: 0.1 },
      { ticker: 'BON', ex_date: '2025-06-02', type: 'bonus_issue', share_ratio: 1 },
      { ticker: 'BON', ex_date: '2025-06-02', type: 'rights_issue', rights_ratio: 0.5, rights_price: 10_000 },
      { ticker: 'BON', ex_date: '2025-06-02', type: 'cash_dividend', cash_dividend: 500 },
    ]);
    await plant(service, 'estimate', [
      { ...later, item: 'eps', value: 3500 },
      { ...later, item: 'net_profit', source: 'Other', value: 9_000_000 },
    ]);
    const of = async (date: string) => (await service.get(`/detail/BON?date=${date}`).expect(200)).body.feps;
    expect(await of('2025-05-30')).toBe((3500 + 4500) / 2);
    expect(await of('2025-06-02')).toBe((3500 / 2.5 + 9_000_000 / 5_000) / 2);
  });

  it('is imported from a file, in full units', async () => {
    const at = folderWith({
      'a.csv':
        'Symbol,Year,Item,Broker,Publish Date,Value,Unit\nEST,2027,revenue,Desk,2025-05-05,1.5,billion VND\nEST,2027,luck,Desk,2025-05-05,1,VND\n',
    });
    const summary = await summaryOf(service.address, ['estimate', at('a.csv')]);
    expect(summary).toMatchObject({ created: 1, rejected: 1 });
    const key = `ticker=EST&fiscal_year=2027&item=revenue&source=Desk&published_at=${encodeURIComponent('2025-05-04T17:00:00Z')}`;
    const { body } = await service.get(`/svc/record/estimate?${key}`).expect(200);
    expect(body).toMatchObject({ value: 1_500_000_000, unit: 'VND' });
  });

  it('an unknown unit is 400', async () => {
    const answer = await service.put('/svc/record/estimate', {
      ticker: 'EST',
      fiscal_year: 2025,
      item: 'eps',
      source: 'Desk',
      value: 1,
      unit: 'dozen VND',
      published_at: '2025-01-06',
    });
    expect([answer.status, culprits(answer)]).toEqual([400, ['/unit']]);
  });

  it('GET /svc/datasets says what it unlocks', async () => {
    const { body } = await service.get('/svc/datasets').expect(200);
    const own = body.data.find(({ name }: { name: string }) => name === 'estimate');
    expect(own.unlocks).toContainEqual({ path: '/detail/{ticker}', role: 'adds', gives: 'feps' });
  });
});
