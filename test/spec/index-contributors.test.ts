import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';

interface Contributor {
  rank: number;
  ticker: string;
  close: number;
  change: number | null;
  change_percent: number | null;
  weight_percent: number | null;
  contribution_point: number | null;
}

/**
 * An index whose level follows its formula, chained: level(t) = level(t−1) × Σ cap(t) ÷ Σ cap0(t), where both sums
 * cover the members of day t and cap0 takes the closes of t−1, halved on a 2-for-1 split.
 *
 * day 2: an ordinary day. day 3: AAA splits 2 for 1. day 4: CCC leaves, DDD joins; AAA pays a cash dividend,
 * which the index does not adjust for; BBB does not trade.
 */
const DAYS = ['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07'] as const;
const CLOSES: Record<string, (number | undefined)[]> = {
  AAA: [40_000, 41_000, 20_000, 19_700],
  BBB: [10_000, 9_800, 9_900, undefined],
  CCC: [25_000, 25_500, 25_000, 24_000],
  DDD: [15_000, 15_000, 15_600, 16_200],
};
/** shares × free-float × cap in effect on each day */
const UNITS: Record<string, number[]> = {
  AAA: [1_000_000 * 0.5, 1_000_000 * 0.5, 2_000_000 * 0.5, 2_000_000 * 0.5],
  BBB: [3_000_000, 3_000_000, 3_000_000, 3_000_000],
  CCC: [500_000 * 0.8, 500_000 * 0.8, 500_000 * 0.8, 0],
  DDD: [0, 0, 0, 700_000],
};
const MEMBERS = [
  { code: 'TSTIDX', ticker: 'AAA', from_date: '2024-01-02', shares: 1_000_000, free_float_ratio: 0.5 },
  { code: 'TSTIDX', ticker: 'AAA', from_date: '2024-03-06', shares: 2_000_000, free_float_ratio: 0.5 },
  { code: 'TSTIDX', ticker: 'BBB', from_date: '2024-01-02' },
  {
    code: 'TSTIDX',
    ticker: 'CCC',
    from_date: '2024-01-02',
    to_date: '2024-03-06',
    shares: 500_000,
    cap_ratio: 0.8,
  },
  { code: 'TSTIDX', ticker: 'DDD', from_date: '2024-03-07', shares: 700_000 },
];

/** Price from which a member starts a day: the last close before, halved by AAA's split on the third day. */
function start(ticker: string, day: number): number {
  const before = CLOSES[ticker]?.slice(0, day).findLast((close) => close !== undefined) ?? Number.NaN;
  return ticker === 'AAA' && day === 2 ? before / 2 : before;
}
const closeOf = (ticker: string, day: number) =>
  CLOSES[ticker]?.slice(0, day + 1).findLast((close) => close !== undefined) ?? Number.NaN;
const unitsOf = (ticker: string, day: number) => UNITS[ticker]?.[day] ?? 0;
const membersOn = (day: number) => Object.keys(UNITS).filter((ticker) => unitsOf(ticker, day) > 0);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const capBefore = (day: number) =>
  sum(membersOn(day).map((ticker) => unitsOf(ticker, day) * start(ticker, day)));

/** Levels of the four days from 1000 on. */
const LEVELS = [1000];
for (let day = 1; day < DAYS.length; day++) {
  const cap = sum(membersOn(day).map((ticker) => unitsOf(ticker, day) * closeOf(ticker, day)));
  LEVELS.push(((LEVELS[day - 1] ?? 0) * cap) / capBefore(day));
}

describe('specification 4.2: contributors of an index', () => {
  let service: TestApp;
  const contributors = async (query: string) =>
    (await service.get(query).expect(200)).body.data as Contributor[];
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'market_index', [{ code: 'TSTIDX', name: 'Test', exchange: 'XTST' }]);
    await plant(service, 'index_constituent', MEMBERS);
    await plant(service, 'daily_statistic', [
      { ticker: 'BBB', date: '2024-03-01', outstanding_shares: 3_000_000 },
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'AAA', ex_date: '2024-03-06', type: 'split', share_ratio: 1 },
      { ticker: 'AAA', ex_date: '2024-03-07', type: 'cash_dividend', cash_dividend: 500 },
    ]);
    const bars = Object.entries(CLOSES).flatMap(([ticker, closes]) =>
      closes.flatMap((close, day) => (close === undefined ? [] : [flatBar(ticker, DAYS[day] ?? '', close)])),
    );
    const levels = LEVELS.map((level, day) => flatBar('TSTIDX', DAYS[day] ?? '', level));
    await plant(service, 'quote', [...bars, ...levels]);
  });
  afterAll(() => service.close());

  it.each([1, 2, 3])(
    'day %i: every point follows its formula, and together they are the move of the index',
    async (day) => {
      const rows = await contributors(`/index/contributor/${DAYS[day]}?code=TSTIDX`);
      const level = LEVELS[day - 1] ?? Number.NaN;
      expect(rows.map(({ ticker }) => ticker).sort()).toEqual(membersOn(day));
      for (const row of rows) {
        const units = unitsOf(row.ticker, day);
        const from = start(row.ticker, day);
        const point = (level * units * (closeOf(row.ticker, day) - from)) / capBefore(day);
        expect(row.contribution_point).toBeCloseTo(point, 9);
        expect(row.weight_percent).toBeCloseTo((100 * units * from) / capBefore(day), 9);
      }
      const move = (LEVELS[day] ?? Number.NaN) - level;
      expect(sum(rows.map((row) => row.contribution_point ?? Number.NaN))).toBeCloseTo(move, 9);
      expect(sum(rows.map((row) => row.weight_percent ?? Number.NaN))).toBeCloseTo(100, 9);
    },
  );

  it('change is against the reference: a rise after a cash dividend, while the index fell', async () => {
    const rows = await contributors('/index/contributor/20240307?code=TSTIDX');
    expect(rows.find(({ ticker }) => ticker === 'AAA')).toMatchObject({
      close: 19_700,
      change: 19_700 - (20_000 - 500),
      contribution_point: expect.any(Number),
    });
    expect(rows.find(({ ticker }) => ticker === 'AAA')?.contribution_point).toBeLessThan(0);
  });

  it('a member without a trade moves by 0 from its last close', async () => {
    const rows = await contributors('/index/contributor/20240307?code=TSTIDX');
    expect(rows.find(({ ticker }) => ticker === 'BBB')).toMatchObject({
      close: 9_900,
      change: 0,
      change_percent: 0,
      contribution_point: 0,
    });
  });

  it('orders each side, and ranks without a gap', async () => {
    const all = await contributors('/index/contributor/20240305?code=TSTIDX');
    const points = (rows: Contributor[]) => rows.map((row) => row.contribution_point ?? Number.NaN);
    expect(points(all).map(Math.abs)).toEqual(
      points(all)
        .map(Math.abs)
        .sort((a, b) => b - a),
    );
    expect(all.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    const up = await contributors('/index/contributor/20240305?code=TSTIDX&side=up');
    const down = await contributors('/index/contributor/20240305?code=TSTIDX&side=down');
    expect(points(up)).toEqual(
      points(all)
        .filter((point) => point > 0)
        .sort((a, b) => b - a),
    );
    expect(points(down)).toEqual(
      points(all)
        .filter((point) => point < 0)
        .sort((a, b) => a - b),
    );
    expect(up[0]?.rank).toBe(1);
    expect(down[0]?.rank).toBe(1);
  });

  it('/market/contributors is the same list, of the last level without a date', async () => {
    const named = await contributors('/index/contributor/20240307?code=TSTIDX');
    expect(await contributors('/market/contributors?code=TSTIDX&date=2024-03-07')).toEqual(named);
    expect(await contributors('/market/contributors?code=TSTIDX')).toEqual(named);
  });

  it('cursor paging loses and repeats nothing; CSV has the same rows', async () => {
    const all = await contributors('/index/contributor/20240305?code=TSTIDX');
    expect(await walkPages(service, '/index/contributor/20240305?code=TSTIDX&limit=1')).toEqual(all);
    const csv = await service.get('/index/contributor/20240305?code=TSTIDX&format=csv').expect(200);
    expect(csv.text.trim().split('\n')).toHaveLength(all.length + 1);
    expect(csv.text.split('\n')[0]).toBe(
      'rank,ticker,close,change,change_percent,change_reason,weight_percent,contribution_point',
    );
    const { body } = await service.get('/index/contributor/20240305?code=TSTIDX&total=true&limit=1');
    expect(body.meta).toMatchObject({ count: 1, total: 3 });
  });

  it('the first day has no level before it: points are null; a day without trading has no contributors', async () => {
    const first = await contributors('/index/contributor/20240304?code=TSTIDX');
    expect(first).toHaveLength(3);
    for (const row of first) expect(row.contribution_point).toBeNull();
    expect(await contributors('/index/contributor/20240304?code=TSTIDX&side=up')).toEqual([]);
    expect(await contributors('/index/contributor/20240310?code=TSTIDX')).toEqual([]);
  });

  it('later data changes no day', async () => {
    const path = '/index/contributor/20240305?code=TSTIDX';
    const before = await contributors(path);
    await plant(service, 'index_constituent', [
      { code: 'TSTIDX', ticker: 'EEE', from_date: '2024-03-06', shares: 9_000_000 },
      { code: 'TSTIDX', ticker: 'BBB', from_date: '2024-04-01', shares: 1 },
    ]);
    await plant(service, 'quote', [flatBar('EEE', '2024-03-05', 10_000), flatBar('AAA', '2024-05-02', 1)]);
    await plant(service, 'daily_statistic', [
      { ticker: 'BBB', date: '2024-03-06', outstanding_shares: 30_000_000, reference: 1 },
    ]);
    await plant(service, 'security', [
      { ticker: 'BBB', name: 'B', exchange: 'XTST', outstanding_shares: 5, shares_from: '2024-03-06' },
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'BBB', ex_date: '2024-03-08', type: 'split', share_ratio: 4 },
    ]);
    expect(await contributors(path)).toEqual(before);
  });

  it('an index weighted by price: units are 1', async () => {
    await plant(service, 'market_index', [{ code: 'PRCIDX', name: 'Price', weighting: 'price' }]);
    await plant(service, 'index_constituent', [
      { code: 'PRCIDX', ticker: 'AAA', from_date: '2024-01-02', shares: 77 },
      { code: 'PRCIDX', ticker: 'CCC', from_date: '2024-01-02' },
    ]);
    await plant(service, 'quote', [
      flatBar('PRCIDX', '2024-03-04', 650),
      flatBar('PRCIDX', '2024-03-05', 665),
    ]);
    const rows = await contributors('/index/contributor/20240305?code=PRCIDX');
    expect(rows.map(({ ticker, contribution_point }) => [ticker, contribution_point])).toEqual([
      ['AAA', (650 * 1000) / 65_000],
      ['CCC', (650 * 500) / 65_000],
    ]);
  });

  it('actions that together leave no share change no start: a member begins from its close', async () => {
    await plant(service, 'market_index', [{ code: 'NONE', name: 'None', weighting: 'price' }]);
    await plant(
      service,
      'index_constituent',
      ['NOA', 'NOB'].map((ticker) => ({ code: 'NONE', ticker, from_date: '2024-01-02' })),
    );
    await plant(
      service,
      'quote',
      ['NONE', 'NOA', 'NOB'].flatMap((ticker) => [
        flatBar(ticker, DAYS[0], 1000),
        flatBar(ticker, DAYS[1], 1010),
      ]),
    );
    await plant(service, 'corporate_action', [
      { ticker: 'NOA', ex_date: DAYS[1], type: 'split', share_ratio: -0.9 },
      { ticker: 'NOA', ex_date: DAYS[1], type: 'stock_dividend', share_ratio: -0.5 },
    ]);
    expect(await contributors(`/market/contributors?code=NONE&date=${DAYS[1]}`)).toMatchObject(
      ['NOA', 'NOB'].map((ticker) => ({ ticker, weight_percent: 50, contribution_point: 5 })),
    );
  });

  it('a close of 0 is no trade: the member moves by 0 from its last close', async () => {
    await plant(service, 'market_index', [{ code: 'ZERO', name: 'Zero', weighting: 'price' }]);
    await plant(
      service,
      'index_constituent',
      ['ZEA', 'ZEB'].map((ticker) => ({ code: 'ZERO', ticker, from_date: '2024-01-02' })),
    );
    await plant(service, 'quote', [
      ...['ZERO', 'ZEA', 'ZEB'].map((ticker) => flatBar(ticker, DAYS[0], 1000)),
      ...['ZERO', 'ZEA'].map((ticker) => flatBar(ticker, DAYS[1], 1010)),
      flatBar('ZEB', DAYS[1], 0, 0),
    ]);
    expect(await contributors(`/market/contributors?code=ZERO&date=${DAYS[1]}`)).toMatchObject([
      { ticker: 'ZEA', weight_percent: 50, contribution_point: 5 },
      { ticker: 'ZEB', weight_percent: 50, contribution_point: 0, close: 1000, change: 0 },
    ]);
    await plant(service, 'quote', [
      ...['ZERO', 'ZEA', 'ZEB'].map((ticker) => flatBar(ticker, DAYS[2], 1020)),
    ]);
    expect(await contributors(`/market/contributors?code=ZERO&date=${DAYS[2]}`)).toMatchObject([
      { ticker: 'ZEA', weight_percent: 100, contribution_point: 10 },
      { ticker: 'ZEB', weight_percent: null, contribution_point: null, change: null },
    ]);
  });

  it('an unknown index is an empty list; VNINDEX is the default', async () => {
    expect(await contributors('/index/contributor/20240305?code=NONESUCH')).toEqual([]);
    await plant(service, 'market_index', [{ code: 'VNINDEX', name: 'Home' }]);
    await plant(service, 'index_constituent', [
      { code: 'VNINDEX', ticker: 'CCC', from_date: '2024-01-02', shares: 500_000 },
    ]);
    const { body } = await service.get('/index/contributor/20240305').expect(200);
    expect(body.meta).toMatchObject({ code: 'VNINDEX' });
    expect(body.data.map(({ ticker }: Contributor) => ticker)).toEqual(['CCC']);
    expect(body.data).toEqual(await contributors('/index/contributor/20240305?code=VNINDEX'));
  });

  it.each([
    ['/index/contributor/20240230?code=TSTIDX', 'date'],
    ['/index/contributor/20240305?code=x', 'code'],
    ['/index/contributor/20240305?side=left', 'side'],
    ['/index/contributor/20240305?date=20240305', 'date'],
    ['/index/contributor/20240305?limit=0', 'limit'],
    ['/index/contributor/20240305?cursor=x', 'cursor'],
    ['/market/contributors?date=2024', 'date'],
  ])('%s: 400 naming %s', async (path, parameter) => {
    const { body } = await service.get(path).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });
});
