import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aStatement } from '../builders/statements.js';

describe('prices under QUOTE_PUBLICATION=approved', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    const bar = (date: string, close: number) => ({
      ticker: 'AAA',
      date,
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
    });
    await service.post('/svc/bulk/insert?resource=quote', [bar('2023-12-28', 20), bar('2023-12-29', 30)]);
    await service.sql(
      `UPDATE quote SET approval = 1, approval_by = 'c@example.com', approval_at = now() WHERE date = '2023-12-28'`,
    );
    await service.post('/svc/bulk/insert?resource=daily_statistic', [
      { ticker: 'AAA', date: '2023-01-03', outstanding_shares: 10 },
    ]);
    await service.post(
      '/svc/bulk/insert?resource=statement_item',
      aStatement({ income_statement: { '60': 50 } }, { published_at: '2023-12-01' }),
    );
  });
  afterAll(() => service.close());

  it('valuation and ratios use approved closes only', async () => {
    const { body } = await service.get('/valuation?ticker=AAA&total=true').expect(200);
    expect(body.data).toMatchObject([{ date: '2023-12-28', close: 20, pe: 4 }]);
    expect(body.meta.total).toBe(1);
    const ratios = await service.get('/fundamental/ratios?ticker=AAA&group=valuation').expect(200);
    expect(ratios.body.data).toMatchObject([{ code: 'pe', value: 4 }, {}, {}, {}, {}, {}, {}]);
  });
});
