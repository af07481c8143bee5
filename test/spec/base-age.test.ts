import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';

/** A Monday; the market was open on the five days before, from Monday 2024-03-18. */
const DAY = '2024-03-25';
/** Five and six open days before. */
const FIVE = '2024-03-18';
const SIX = '2024-03-15';
/** Tet closed the market from 2024-02-08 to 2024-02-14. */
const BEFORE_TET = '2024-02-07';
const AFTER_TET = '2024-02-15';

/** A node of the heatmap; one without children is a security. */
interface Node {
  ticker?: string;
  change_percent: number | null;
  change_reason?: string | null;
  children?: Node[];
}

const leavesOf = (node: Node): Node[] => node.children?.flatMap(leavesOf) ?? [node];

describe('contract 10: the age of a base', () => {
  let service: TestApp;
  const get = async (path: string) => (await service.get(path).expect(200)).body;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'market_index', [{ code: 'IDX', name: 'Index', main: true }]);
    await plant(
      service,
      'index_constituent',
      ['NEAR', 'FAR', 'HOLE', 'SUSP'].map((ticker) => ({
        code: 'IDX',
        ticker,
        from_date: '2020-01-02',
        shares: 1000,
      })),
    );
    await plant(
      service,
      'security',
      ['NEAR', 'FAR', 'HOLE', 'SUSP'].map((ticker) => ({
        ticker,
        name: ticker,
        exchange: 'HOSE',
        industry_code: '10101010',
      })),
    );
    await plant(service, 'daily_statistic', [{ ticker: 'SUSP', date: DAY, reference: 10_000 }]);
    await plant(service, 'quote', [
      flatBar('NEAR', FIVE, 10_000),
      flatBar('FAR', SIX, 10_000),
      flatBar('HOLE', '2020-03-25', 10_000),
      flatBar('SUSP', SIX, 10_000),
      ...['NEAR', 'FAR', 'HOLE', 'SUSP'].map((ticker) => flatBar(ticker, DAY, 10_500)),
      flatBar('TET', BEFORE_TET, 10_000),
      flatBar('TET', AFTER_TET, 10_500),
      flatBar('IDX', SIX, 100),
      flatBar('IDX', DAY, 105),
    ]);
  });
  afterAll(() => service.close());

  const tooOld = { change: null, change_percent: null, change_reason: 'base_too_old' };

  it('a close five open days old is a base; one six days old is not, with a reason', async () => {
    expect(await get('/detail/NEAR')).toMatchObject({ change: 500, change_percent: 5, change_reason: null });
    for (const ticker of ['FAR', 'HOLE']) {
      expect(await get(`/detail/${ticker}`)).toMatchObject({
        ...tooOld,
        previous_close: 10_000,
        reference: 10_000,
      });
    }
    const { data } = await get(`/quote?date=${DAY}&fields=extended`);
    expect(
      data.map((row: { ticker: string; change_reason: string }) => [row.ticker, row.change_reason]),
    ).toEqual([
      ['FAR', 'base_too_old'],
      ['HOLE', 'base_too_old'],
      ['IDX', 'base_too_old'],
      ['NEAR', null],
      ['SUSP', null],
    ]);
  });

  it('days on which the market is closed do not age it', async () => {
    expect(await get(`/detail/TET?date=${AFTER_TET}`)).toMatchObject({ change: 500, change_reason: null });
  });

  it("the exchange's reference for a suspended security counts however old the last bar is", async () => {
    expect(await get('/detail/SUSP')).toMatchObject({ reference: 10_000, change: 500, change_reason: null });
  });

  it('rankings, breadth, peers, contributors, indices and the heatmap use no older base', async () => {
    const { data } = await get('/market/gainers');
    expect(data.map(({ ticker }: { ticker: string }) => ticker)).toEqual(['NEAR', 'SUSP']);
    expect((await get(`/market/movement?date=${DAY}`)).data).toMatchObject([
      { advances: 2, declines: 0, unchanged: 0, ceilings: 0 },
    ]);
    expect((await get('/related-stocks?ticker=NEAR')).data).toContainEqual(
      expect.objectContaining({ ticker: 'FAR', change_percent: null, change_reason: 'base_too_old' }),
    );
    expect((await get('/market/contributors?code=IDX')).data).toContainEqual(
      expect.objectContaining({ ticker: 'HOLE', ...tooOld }),
    );
    expect(await get('/index/IDX')).toMatchObject(tooOld);
    expect((await get('/trade/market/result?code=IDX&fields=extended&limit=1')).data).toMatchObject([
      { ...tooOld, advances: 2 },
    ]);
    const heatmap = await get('/market/heatmap?size=value');
    expect(heatmap.change_percent).toBeCloseTo(5, 9);
    const leaves = leavesOf(heatmap).map((leaf) => [leaf.ticker, leaf.change_percent, leaf.change_reason]);
    expect(leaves.sort()).toEqual([
      ['FAR', null, 'base_too_old'],
      ['HOLE', null, 'base_too_old'],
      ['NEAR', 5, null],
      ['SUSP', 5, null],
    ]);
  });

  it('a benchmark needs a close at most five open days before the end: else the two returns are of different spans', async () => {
    await plant(service, 'quote', [
      ...['OWN', 'STOP5', 'STOP6'].map((ticker) => flatBar(ticker, '2024-02-23', 10_000)),
      flatBar('STOP5', FIVE, 11_000),
      flatBar('STOP6', SIX, 11_000),
      flatBar('OWN', DAY, 12_000),
    ]);
    const against = async (benchmark: string, period: string) =>
      (await get(`/trading/relative-return?ticker=OWN&benchmark=${benchmark}&period=${period}`)).data[0];
    expect(await against('STOP5', '1m')).toMatchObject({
      return: expect.closeTo(0.2, 9),
      benchmark_return: expect.closeTo(0.1, 9),
      relative_return: expect.closeTo(1.2 / 1.1 - 1, 9),
      null_reason: null,
    });
    const tooOldBenchmark = {
      benchmark_return: null,
      relative_return: null,
      null_reason: 'benchmark_too_old',
    };
    expect(await against('STOP6', '1m')).toMatchObject({
      return: expect.closeTo(0.2, 9),
      ...tooOldBenchmark,
    });
    expect(await against('STOP6', 'mtd')).toMatchObject(tooOldBenchmark);
  });

  it('a period needs a close at most five open days before its start', async () => {
    await plant(service, 'quote', [
      flatBar('PER', '2024-01-10', 5_000),
      flatBar('PER', '2024-03-22', 9_000),
      flatBar('PER', DAY, 10_000),
    ]);
    const { data } = await get('/trading/relative-return?ticker=PER&benchmark=PER');
    const of = Object.fromEntries(
      data.map((row: { period: string; return: number; null_reason: string }) => [row.period, row]),
    );
    expect(of['1d']).toMatchObject({ return: expect.closeTo(1 / 9, 9), null_reason: null });
    for (const period of ['1w', '1m', 'mtd']) {
      expect(of[period]).toMatchObject({ return: null, relative_return: null, null_reason: 'base_too_old' });
    }
    expect(of['1y']).toMatchObject({ return: null, null_reason: null });
    for (const period of ['1w', '1m']) {
      const gainers = (await get(`/market/gainers?period=${period}`)).data as { ticker: string }[];
      expect(gainers.map(({ ticker }) => ticker)).not.toContain('PER');
    }
  });

  it('POST /performance names the periods, and begins a window with its first close', async () => {
    const body = { assets: [{ ticker: 'PER' }], from_date: '2024-03-01', to_date: DAY };
    const answer = await service.post('/performance', body).expect(200);
    expect(answer.body.assets[0]).toMatchObject({
      first_date: '2024-03-22',
      total_return: expect.closeTo(1 / 9, 9),
      one_week: null,
      null_reasons: { one_week: 'base_too_old', one_month: 'base_too_old', mtd: 'base_too_old' },
    });
  });
});
