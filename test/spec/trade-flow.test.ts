import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant, readAll, walkPages } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';
import { culprits, expectProblem } from '../contract/wire.js';

type Row = Record<string, number | string | null>;

const PATH = '/trade/flow';
const D1 = '2024-03-04';
const D2 = '2024-03-05';
const D3 = '2024-03-06';
const ORDERS = ['buy_order_count', 'buy_order_volume', 'sell_order_count', 'sell_order_volume'];
const MEASURES = [
  ...ORDERS,
  'active_buy_volume',
  'active_buy_value',
  'active_sell_volume',
  'active_sell_value',
  'unmatched_buy_volume',
  'unmatched_sell_volume',
  'foreign_net_volume',
  'foreign_net_value',
  'proprietary_net_volume',
  'proprietary_net_value',
];

const FLOWS: Row[] = [
  {
    ...Object.fromEntries(MEASURES.map((name, index) => [name, 100 + index])),
    code: 'AAA',
    date: D1,
    proprietary_net_value: -5.5,
  },
  { code: 'AAA', date: D2, active_buy_volume: 7 },
  { code: 'BBB', date: D1, active_buy_volume: 20, foreign_net_volume: -3 },
  { code: 'CCC', date: D2, active_sell_value: 1.25 },
];
const STATISTICS: Row[] = [
  // AAA on D1 has its own counts, so these are not shown.
  { ticker: 'AAA', date: D1, buy_order_count: 1, sell_order_volume: 2 },
  { ticker: 'AAA', date: D2, buy_order_count: 3, sell_order_volume: 4 },
  { ticker: 'DDD', date: D2, buy_order_volume: 9 },
  { ticker: 'AAA', date: D3, buy_order_count: 8 },
];
const FOREIGN: Row[] = [
  {
    ticker: 'BBB',
    date: D1,
    foreign_buy_volume_matched: 50,
    foreign_sell_volume_matched: 10,
    foreign_buy_value_matched: 5,
    foreign_sell_value_negotiated: 9,
  },
  {
    ticker: 'AAA',
    date: D2,
    foreign_buy_volume_matched: 1,
    foreign_buy_volume_negotiated: 2,
    foreign_sell_volume_matched: 10,
  },
  { ticker: 'DDD', date: D2, foreign_buy_volume_matched: 6, foreign_sell_volume_matched: 2 },
  { ticker: 'EEE', date: D3, foreign_buy_value_matched: 30, foreign_sell_value_matched: 10 },
  // The sold value is unknown, so the net is too.
  { ticker: 'EEE', date: D2, foreign_buy_value_matched: 30 },
];
/** A flow with these measures, null elsewhere. */
const flow = (
  scope: string,
  code: string,
  date: string,
  measures: Row,
  members: number | null = null,
): Row => ({
  scope,
  code,
  date,
  ...Object.fromEntries(MEASURES.map((name) => [name, measures[name] ?? null])),
  member_count: members,
});

const TICKERS: Row[] = [
  flow('ticker', 'AAA', D3, { buy_order_count: 8 }),
  flow('ticker', 'EEE', D3, { foreign_net_value: 20 }),
  flow('ticker', 'AAA', D2, {
    active_buy_volume: 7,
    buy_order_count: 3,
    sell_order_volume: 4,
    foreign_net_volume: -7,
  }),
  flow('ticker', 'CCC', D2, { active_sell_value: 1.25 }),
  flow('ticker', 'DDD', D2, { buy_order_volume: 9, foreign_net_volume: 4 }),
  flow('ticker', 'EEE', D2, {}),
  flow('ticker', 'AAA', D1, FLOWS[0] ?? {}),
  flow('ticker', 'BBB', D1, { active_buy_volume: 20, foreign_net_volume: -3, foreign_net_value: -4 }),
];

/** Sum over these members' planted rows, recomputed from the tickers' rows. */
function sumRows(scope: string, code: string, date: string, members: string[]): Row[] {
  const rows = TICKERS.filter((row) => row.date === date && members.includes(String(row.code)));
  if (rows.length === 0) return [];
  const sums = Object.fromEntries(
    MEASURES.map((name) => {
      const cells = rows.flatMap((row) => (row[name] === null ? [] : [Number(row[name])]));
      return [name, cells.length === 0 ? null : cells.reduce((sum, cell) => sum + cell, 0)];
    }),
  );
  return [flow(scope, code, date, sums, rows.length)];
}

describe('specification 4.1: GET /trade/flow', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      { ...aSecurity({ ticker: 'AAA' }), industry_code: '40101010' },
      { ...aSecurity({ ticker: 'BBB' }), industry_code: '40101015' },
      { ...aSecurity({ ticker: 'CCC' }), industry_code: '40201010' },
      { ...aSecurity({ ticker: 'EEE', exchange: 'HNX' }), industry_code: '10101010' },
    ]);
    await plant(service, 'industry_membership', [
      // DDD moves from sector 40 to sector 10 on D2; it has no master record.
      { ticker: 'DDD', code: '40101010', from_date: '2020-01-01' },
      { ticker: 'DDD', code: '10102010', from_date: D2 },
    ]);
    await plant(service, 'index_constituent', [
      { code: 'VN30', ticker: 'AAA', from_date: '2024-01-01', to_date: D2 },
      { code: 'VN30', ticker: 'BBB', from_date: '2024-01-01' },
      { code: 'VN30', ticker: 'CCC', from_date: D2 },
      { code: 'VN30', ticker: 'EEE', from_date: D3 },
    ]);
    await plant(
      service,
      'trade_flow',
      FLOWS.map((row) => ({ scope: 'ticker', ...row })),
    );
    await plant(service, 'order_statistic', STATISTICS);
    await plant(service, 'foreign_trade', FOREIGN);
  });
  afterAll(() => service.close());

  const read = (query = '') => readAll<Row>(service, `${PATH}?${query}`);

  it('scope=ticker: a day in any table gives a row; orders and foreign nets are filled in', async () => {
    const rows = await read();
    expect(Object.keys(rows[0] ?? {})).toEqual(['scope', 'code', 'date', ...MEASURES, 'member_count']);
    expect(rows).toEqual(TICKERS);
    expect(await read('scope=ticker')).toEqual(TICKERS);
  });

  it('scope=ticker: one code, several, dates', async () => {
    const of = (...codes: string[]) => TICKERS.filter(({ code }) => codes.includes(String(code)));
    for (const code of ['AAA', 'DDD', 'EEE', 'NONE']) expect(await read(`code=${code}`)).toEqual(of(code));
    expect(await read('code=EEE,AAA')).toEqual(of('AAA', 'EEE'));
    const within = (rows: Row[]) => rows.filter(({ date }) => date === D2);
    expect(await read(`from_date=${D2}&to_date=${D2}`)).toEqual(within(TICKERS));
    expect(await read(`code=AAA&from_date=${D2}&to_date=${D2}`)).toEqual(within(of('AAA')));
  });

  it('scope=index: sums over the members of each day', async () => {
    expect(await read('scope=index&code=VN30')).toEqual([
      ...sumRows('index', 'VN30', D3, ['BBB', 'CCC', 'EEE']),
      ...sumRows('index', 'VN30', D2, ['AAA', 'BBB', 'CCC']),
      ...sumRows('index', 'VN30', D1, ['AAA', 'BBB']),
    ]);
  });

  it('scope=index without code: every index with members', async () => {
    const hose = ['AAA', 'BBB', 'CCC'];
    const thirty: Record<string, string[]> = {
      [D1]: ['AAA', 'BBB'],
      [D2]: hose,
      [D3]: ['BBB', 'CCC', 'EEE'],
    };
    expect(await read('scope=index')).toEqual(
      [D3, D2, D1].flatMap((day) => [
        ...sumRows('index', 'HNXINDEX', day, ['EEE']),
        ...sumRows('index', 'VN30', day, thirty[day] ?? []),
        ...sumRows('index', 'VNINDEX', day, hose),
      ]),
    );
  });

  it('scope=sector: any level, members by the industry of the day', async () => {
    const sectors = (day: string) => [
      ...sumRows('sector', '10', day, day >= D2 ? ['DDD', 'EEE'] : ['EEE']),
      ...sumRows('sector', '40', day, day >= D2 ? ['AAA', 'BBB', 'CCC'] : ['AAA', 'BBB', 'CCC', 'DDD']),
    ];
    expect(await read('scope=sector')).toEqual([D3, D2, D1].flatMap(sectors));
    expect(await read('scope=sector&code=4010')).toEqual(
      [D3, D2, D1].flatMap((day) => sumRows('sector', '4010', day, ['AAA', 'BBB'])),
    );
    expect(await read(`scope=sector&code=40101015,40&to_date=${D1}`)).toEqual([
      ...sumRows('sector', '40', D1, ['AAA', 'BBB', 'CCC']),
      ...sumRows('sector', '40101015', D1, ['BBB']),
    ]);
    expect(await read('scope=sector&code=99')).toEqual([]);
  });

  it('pages over meta.next in both orders, counts, CSV', async () => {
    for (const scope of ['ticker', 'sector', 'index']) {
      for (const order of ['asc', 'desc']) {
        const all = await read(`scope=${scope}&order=${order}`);
        expect(all.length).toBeGreaterThan(3);
        expect(await walkPages(service, `${PATH}?scope=${scope}&order=${order}&limit=2`)).toEqual(all);
      }
      const { meta } = (await service.get(`${PATH}?scope=${scope}&limit=1&total=true`).expect(200)).body;
      expect(meta.total).toBe((await read(`scope=${scope}`)).length);
      const { text } = await service.get(`${PATH}?scope=${scope}&from_date=${D2}&format=csv`).expect(200);
      expect(text.trim().split('\n')).toHaveLength(1 + (await read(`scope=${scope}&from_date=${D2}`)).length);
    }
  });

  it('a stored flow of the scope replaces the whole sum', async () => {
    const stored = { active_buy_volume: 1, foreign_net_volume: -2 };
    const sum = sumRows('index', 'VN30', D1, ['AAA', 'BBB']);
    await plant(service, 'trade_flow', [
      { scope: 'index', code: 'VN30', date: D2, ...stored },
      { scope: 'sector', code: '40', date: D1, ...stored },
      { scope: 'sector', code: '5510', date: '2024-02-01', ...stored },
    ]);
    const rows = await read(`scope=index&code=VN30&to_date=${D2}`);
    expect(rows).toEqual([flow('index', 'VN30', D2, stored), ...sum]);
    expect(await read(`scope=sector&code=40&to_date=${D1}`)).toEqual([flow('sector', '40', D1, stored)]);
    // A stored code is listed at any level, even on a day without flows of securities.
    expect((await read('scope=sector')).at(-1)).toEqual(flow('sector', '5510', '2024-02-01', stored));
    expect(await read('scope=ticker')).toEqual(TICKERS);
  });

  it('look-ahead: later members, industries and flows change no earlier day', async () => {
    const queries = ['scope=index', 'scope=sector', 'scope=ticker'].map((each) => `${each}&to_date=${D2}`);
    const before = await Promise.all(queries.map(read));
    await plant(service, 'index_constituent', [
      { code: 'VN30', ticker: 'DDD', from_date: D3 },
      { code: 'VN30', ticker: 'BBB', from_date: D3, to_date: D3 },
    ]);
    await plant(service, 'industry_membership', [{ ticker: 'AAA', code: '10101010', from_date: D3 }]);
    await plant(service, 'trade_flow', [{ scope: 'ticker', code: 'BBB', date: D3, active_buy_volume: 1 }]);
    expect(await Promise.all(queries.map(read))).toEqual(before);
    expect((await read(`scope=sector&code=10&from_date=${D3}`))[0]).toMatchObject({ member_count: 2 });
  });

  it.each([
    'scope=market',
    'code=VN',
    'scope=sector&code=401',
    'scope=sector&code=AAA',
    'scope=sector&code=4010101010',
    'scope=index&code=40',
    'from_date=20240230',
    'ticker=AAA',
  ])('%s is 400', async (query) => {
    const answer = await service.get(`${PATH}?${query}`);
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual([query.split('&').at(-1)?.split('=')[0]]);
  });
});
