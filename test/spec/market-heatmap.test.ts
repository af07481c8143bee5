import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';

interface Node {
  code?: string | null;
  ticker?: string;
  name: string | null;
  level?: number;
  size: number | null;
  change_percent: number | null;
  children?: Node[];
}

/** close before, close, volume, outstanding shares and industry on the requested day */
const STOCKS: Record<string, [number, number, number, number | null, string | null]> = {
  AAA: [10_000, 11_000, 500, 1_000_000, '10101010'],
  BBB: [20_000, 19_000, 900, 3_000_000, '10102020'],
  CCC: [30_000, 30_300, 100, 200_000, '1020'],
  DDD: [40_000, 40_000, 700, null, '20'],
  EEE: [50_000, 51_000, 300, 10_000, null],
};
const DAY = '2024-03-28';

const capOf = (ticker: string) => {
  const [, close, , shares] = STOCKS[ticker] ?? [0, 0, 0, null, null];
  return shares === null ? null : shares * close;
};
const tradedOf = (ticker: string) => (STOCKS[ticker]?.[1] ?? 0) * (STOCKS[ticker]?.[2] ?? 0);
const changeOf = (ticker: string) => {
  const [before, close] = STOCKS[ticker] ?? [1, 1];
  return (100 * (close - before)) / before;
};
const capBefore = (ticker: string) => {
  const [before, , , shares] = STOCKS[ticker] ?? [0, 0, 0, null, null];
  return shares === null ? null : shares * before;
};
/**
 * Sum of the known sizes, and mean change by the capitalisation before the day, or by size if no capitalisation is
 * known.
 */
function total(tickers: string[], sizeOf: (ticker: string) => number | null) {
  const sumOf = (values: (number | null)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0);
  const weightOf = tickers.some((ticker) => capBefore(ticker) !== null) ? capBefore : sizeOf;
  const weight = sumOf(tickers.map(weightOf));
  const moved = sumOf(tickers.map((ticker) => (weightOf(ticker) ?? 0) * changeOf(ticker)));
  return {
    size: tickers.every((ticker) => sizeOf(ticker) === null) ? null : sumOf(tickers.map(sizeOf)),
    change_percent: weight === 0 ? null : moved / weight,
  };
}
const tickersBelow = (node: Node): string[] =>
  node.ticker === undefined ? (node.children ?? []).flatMap(tickersBelow) : [node.ticker];
const nodesOf = (node: Node): Node[] =>
  node.children === undefined ? [] : [node, ...node.children.flatMap(nodesOf)];

describe('specification 4.2: heatmap', () => {
  let service: TestApp;
  const heatmap = async (query: string) =>
    (await service.get(`/market/heatmap?${query}`).expect(200)).body as Node;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'market_index', [{ code: 'TSTIDX', name: 'Test' }]);
    await plant(service, 'index_constituent', [
      { code: 'TSTIDX', ticker: 'AAA', from_date: '2024-01-02' },
      { code: 'TSTIDX', ticker: 'DDD', from_date: '2024-01-02' },
    ]);
    await plant(service, 'industry', [
      { code: '10', name: 'Mười cũ', valid_to: '2023-12-31', scheme: 'OWN' },
      { code: '10', name: 'Mười', valid_from: '2024-01-01', scheme: 'OWN' },
      { code: '1010', name: 'Mười mười', scheme: 'OWN' },
      { code: '20', name: 'Hai mươi', scheme: 'OWN' },
    ]);
    const securities = Object.entries(STOCKS).map(([ticker, [, , , shares, industry]]) => ({
      ticker,
      name: `Công ty ${ticker}`,
      exchange: ticker === 'DDD' ? 'HNX' : 'XTST',
      ...(shares === null ? {} : { outstanding_shares: shares, shares_from: '2024-01-02' }),
      ...(industry === null ? {} : { industry_code: industry }),
    }));
    await plant(service, 'security', securities);
    // AAA was in another industry until the start of the year.
    await plant(service, 'industry_membership', [
      { ticker: 'AAA', from_date: '2020-01-02', code: '20101010' },
      { ticker: 'AAA', from_date: '2024-01-02', code: '10101010' },
    ]);
    const bars = Object.entries(STOCKS).flatMap(([ticker, [before, close, volume]]) => [
      flatBar(ticker, '2024-03-27', before),
      flatBar(ticker, DAY, close, volume),
    ]);
    await plant(service, 'quote', [
      ...bars,
      flatBar('TSTIDX', DAY, 100),
      flatBar('AAA', '2023-12-29', 9_000),
    ]);
  });
  afterAll(() => service.close());

  it('two levels by market capitalisation, largest first, unclassified securities apart, unknown sizes last', async () => {
    const tree = await heatmap(`date=${DAY}`);
    expect(tree).toMatchObject({
      date: DAY,
      size_by: 'market_cap',
      code: null,
      exchange: null,
      ...total(Object.keys(STOCKS), capOf),
    });
    expect(tree.children?.map(({ code, name, level }) => [code, name, level])).toEqual([
      ['10', 'Mười', 1],
      [null, 'Unclassified', 1],
      ['20', 'Hai mươi', 1],
    ]);
    const [ten, none, twenty] = tree.children ?? [];
    expect(ten?.children?.map(({ code, name, level }) => [code, name, level])).toEqual([
      ['1010', 'Mười mười', 2],
      ['1020', null, 2],
    ]);
    expect(ten?.children?.[0]?.children).toEqual([
      {
        ticker: 'BBB',
        name: 'Công ty BBB',
        close: 19_000,
        change_percent: -5,
        change_reason: null,
        size: 57_000_000_000,
        shares_reason: null,
      },
      {
        ticker: 'AAA',
        name: 'Công ty AAA',
        close: 11_000,
        change_percent: 10,
        change_reason: null,
        size: 11_000_000_000,
        shares_reason: null,
      },
    ]);
    expect(none?.children?.map(({ ticker }) => ticker)).toEqual(['EEE']);
    expect(twenty).toMatchObject({ size: null, change_percent: null });
    expect(twenty?.children).toEqual([
      {
        ticker: 'DDD',
        name: 'Công ty DDD',
        close: 40_000,
        change_percent: 0,
        change_reason: null,
        size: null,
        shares_reason: 'no_share_count',
      },
    ]);
  });

  it.each([
    ['market_cap', capOf],
    ['value', tradedOf],
    ['volume', (ticker: string) => STOCKS[ticker]?.[2] ?? null],
  ] as const)('size=%s: every node is the sum and the weighted mean of its leaves', async (by, sizeOf) => {
    for (const level of [1, 2, 3, 4]) {
      const tree = await heatmap(`date=${DAY}&size=${by}&level=${level}`);
      expect(tickersBelow(tree).sort()).toEqual(Object.keys(STOCKS));
      for (const node of nodesOf(tree)) {
        const expected = total(tickersBelow(node), sizeOf);
        expect(node.size).toBe(expected.size);
        if (expected.change_percent === null) expect(node.change_percent).toBeNull();
        else expect(node.change_percent).toBeCloseTo(expected.change_percent, 10);
        const sizes = (node.children ?? []).map((child) => child.size ?? -1);
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
        expect(node.level ?? 0).toBeLessThanOrEqual(level);
      }
    }
  });

  it('level=4: a security is placed on its deepest known level', async () => {
    const codes = nodesOf(await heatmap(`date=${DAY}&level=4`)).flatMap(({ code, children = [] }) =>
      children.filter(({ ticker }) => ticker !== undefined).map(({ ticker }) => [ticker, code]),
    );
    expect(Object.fromEntries(codes)).toEqual({
      AAA: '10101010',
      BBB: '10102020',
      CCC: '1020',
      DDD: '20',
      EEE: null,
    });
  });

  it('exchange and code: only those securities', async () => {
    expect(tickersBelow(await heatmap('exchange=HNX'))).toEqual(['DDD']);
    const members = await heatmap(`date=${DAY}&code=TSTIDX&size=value`);
    expect(tickersBelow(members).sort()).toEqual(['AAA', 'DDD']);
    expect(members).toMatchObject({ code: 'TSTIDX', exchange: null });
    const { body } = await service.get('/market/heatmap?code=NONESUCH').expect(404);
    expect(body).toMatchObject({ code: 'record_not_found', detail: 'No index NONESUCH' });
  });

  it('no date: the last stored day, with the industries and names of that day', async () => {
    expect(await heatmap('')).toEqual(await heatmap(`date=${DAY}`));
    const earlier = await heatmap('date=20231229&size=value');
    expect(earlier.children?.map(({ code }) => code)).toEqual(['20']);
    expect(earlier.change_percent).toBeNull();
    await plant(service, 'quote', [flatBar('BBB', '2023-12-29', 18_000)]);
    const renamed = await heatmap('date=20231229&size=value');
    expect(renamed.children?.map(({ code, name }) => [code, name])).toEqual([
      ['10', 'Mười cũ'],
      ['20', 'Hai mươi'],
    ]);
  });

  it('without master data value and volume work; market_cap has leaves of unknown size', async () => {
    const emptyApp = await startApp();
    try {
      await plant(emptyApp, 'quote', [
        flatBar('AAA', '2024-03-27', 100),
        flatBar('AAA', DAY, 110, 5),
        flatBar('BBB', '2024-03-27', 100),
        flatBar('BBB', DAY, 90, 15),
      ]);
      const volume = (await emptyApp.get('/market/heatmap?size=volume').expect(200)).body as Node;
      expect(volume).toMatchObject({ size: 20, change_percent: -5 });
      expect(volume.children?.[0]).toMatchObject({ code: null, name: 'Unclassified', size: 20 });
      const cap = (await emptyApp.get('/market/heatmap').expect(200)).body as Node;
      expect(cap).toMatchObject({ size: null, change_percent: null });
      expect(cap.children?.[0]?.children).toEqual([
        {
          ticker: 'AAA',
          name: null,
          close: 110,
          change_percent: 10,
          change_reason: null,
          size: null,
          shares_reason: 'no_share_count',
        },
        {
          ticker: 'BBB',
          name: null,
          close: 90,
          change_percent: -10,
          change_reason: null,
          size: null,
          shares_reason: 'no_share_count',
        },
      ]);
    } finally {
      await emptyApp.close();
    }
  });

  it('nothing that is known later changes a day', async () => {
    const before = await heatmap(`date=${DAY}`);
    await plant(service, 'quote', [flatBar('AAA', '2024-04-01', 1)]);
    await plant(service, 'daily_statistic', [
      { ticker: 'AAA', date: '2024-04-01', outstanding_shares: 1 },
      { ticker: 'DDD', date: '2024-04-01', outstanding_shares: 1 },
    ]);
    await plant(service, 'industry_membership', [{ ticker: 'BBB', from_date: '2024-04-01', code: '20' }]);
    await plant(service, 'industry', [
      { code: '1010', name: 'Sau', valid_from: '2024-04-01', scheme: 'OWN' },
    ]);
    expect(await heatmap(`date=${DAY}`)).toEqual(before);
  });

  it.each([
    ['date=20240230', 'date'],
    ['size=price', 'size'],
    ['level=0', 'level'],
    ['level=5', 'level'],
    ['code=a', 'code'],
    ['limit=5', 'limit'],
  ])('%s: 400 naming %s', async (query, parameter) => {
    const { body } = await service.get(`/market/heatmap?${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });
});
