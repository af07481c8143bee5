import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { until } from '../embedded/harness.js';

describe('technical analysis: series are cached until data of their ticker changes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', [flatBar('AAA', '2024-01-02', 100), flatBar('AAA', '2024-01-03', 110)]);
    await plant(service, 'order_statistic', [orders(10)]);
  });
  afterAll(() => service.close());

  const orders = (count: number) => ({
    ticker: 'AAA',
    date: '2024-01-02',
    buy_order_count: count,
    buy_order_volume: 1000,
    sell_order_count: 10,
    sell_order_volume: 1000,
  });
  const PATH = '/trade/technical-analysis?ticker=AAA&order=asc';
  const values = async (indicator: string, more = '') => {
    const { body } = await service.get(`${PATH}&indicator=${indicator}${more}`).expect(200);
    return (body.data as { values: Record<string, Record<string, number>> }[]).map(
      (row) => Object.values(Object.values(row.values)[0] ?? {})[0],
    );
  };

  it('an answer from memory equals the answer from the database', async () => {
    const first = await values('momentum(1)');
    expect(first).toEqual([null, 10]);
    for (let round = 0; round < 3; round++) expect(await values('momentum(1)')).toEqual(first);
  });

  it('every write is seen by the next request: bars, actions, orders, flows, a deletion', async () => {
    expect(await values('momentum(1)')).toEqual([null, 10]);
    await service.put('/svc/quote', flatBar('AAA', '2024-01-03', 120)).expect(200);
    expect(await values('momentum(1)')).toEqual([null, 20]);

    const action = { ticker: 'AAA', ex_date: '2024-01-03', type: 'cash_dividend', cash_dividend: 50 };
    await plant(service, 'corporate_action', [action]);
    expect(await values('momentum(1)')).toEqual([null, 70]);
    expect(await values('momentum(1)', '&adjusted=false')).toEqual([null, 20]);

    expect((await values('average_buy_order'))[0]).toBe(100);
    await plant(service, 'order_statistic', [orders(20)]);
    expect((await values('average_buy_order'))[0]).toBe(50);
    expect((await values('average_buy_order'))[1]).toBeNull();
    await plant(service, 'trade_flow', [
      { ...orders(40), ticker: undefined, code: 'AAA', date: '2024-01-03' },
    ]);
    expect((await values('average_buy_order'))[1]).toBe(25);

    await service.delete('/svc/quote?ticker=AAA&date=20240103').expect(200);
    expect(await values('momentum(1)')).toEqual([null]);
  });

  it('a write of another instance is seen within the time of a notification', async () => {
    const other = await startAppOn(service.address);
    try {
      expect(await values('momentum(1)')).toEqual([null]);
      await other.post('/svc/quote', flatBar('AAA', '2024-01-04', 90)).expect(201);
      await until('it is seen', async () => (await values('momentum(1)')).length === 2);
    } finally {
      await other.close();
    }
  });
});
