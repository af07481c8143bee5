import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isUnknownTicker } from '../../src/market/plausibility.sql.js';
import { isCluster, startApp, type TestApp } from '../app.js';
import { type PlanNode, removedBy } from '../plan.js';

describe('records whose ticker nobody knows', () => {
  const [TICKERS, DAYS] = [300, 10];
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    const tickers = `generate_series(1, ${TICKERS}) t`;
    await service.sql(
      `INSERT INTO security (ticker, name, exchange, maker) SELECT 'T' || 1000 + t, 'Name', 'HOSE', 'test' FROM ${tickers}`,
    );
    await service.sql(
      `INSERT INTO daily_statistic (ticker, date, matched_value, maker)
       SELECT 'T' || 1000 + t, date '2024-03-04' + n, 1, 'test' FROM ${tickers}, generate_series(1, ${DAYS}) n`,
    );
    await service.sql(
      `INSERT INTO daily_statistic (ticker, date, matched_value, maker) VALUES ('ZZZ9', '2024-03-05', 1, 'test')`,
    );
  });
  afterAll(() => service.close());

  it('are found among those of many known ones, before the market has quotes', async () => {
    const { body } = await service
      .get('/svc/datasets/daily_statistic/flagged?flag=unknown_ticker')
      .expect(200);
    expect(body.data.map(({ key }: { key: object }) => key)).toEqual([
      { ticker: 'ZZZ9', date: '2024-03-05' },
    ]);
  });

  (isCluster ? it.skip : it)('no record is compared with every security', async () => {
    const [row] = await service.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT FROM daily_statistic r WHERE ${isUnknownTicker('r.ticker')}`,
    );
    expect(removedBy(row?.['QUERY PLAN'][0].Plan as PlanNode)).toBeLessThan(TICKERS * DAYS);
  });
});
