import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isCluster, startApp, type TestApp } from '../app.js';
import { flatBar, plant, readAll, walkPages } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';
import { culprits, expectProblem } from '../contract/wire.js';

type Row = Record<string, number | string | null>;

const MONDAY = '2024-03-04';
const TUESDAY = '2024-03-05';
const WEDNESDAY = '2024-03-06';
const PATH = '/trade/market/result';

/** A node of an executed plan. */
interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/**
 * Rows of quotes that a plan has read, including discarded ones. `rounding`: by how much fewer than the stated rows
 * each of several loops may have read.
 */
function rowsOf(node: PlanNode, rounding: number): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0 } = node;
  const read = Math.round((rows + removed - (loops > 1 ? rounding : 0)) * loops);
  const own = node['Relation Name'] === 'quote' ? Math.max(0, read) : 0;
  return (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each, rounding), own);
}

describe('specification 4.1: GET /trade/market/result', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      aSecurity({ ticker: 'UPP' }),
      aSecurity({ ticker: 'TOP' }),
      aSecurity({ ticker: 'DWN' }),
      aSecurity({ ticker: 'BOT' }),
      aSecurity({ ticker: 'SAM' }),
      aSecurity({ ticker: 'EXD' }),
      { ...aSecurity({ ticker: 'LAT' }), listing_date: WEDNESDAY },
      { ...aSecurity({ ticker: 'ETF' }), security_type: 'fund_certificate' },
      aSecurity({ ticker: 'HNX', exchange: 'HNX' }),
    ]);
    await plant(service, 'market_index', [{ code: 'SIDE', name: 'Not a main index' }]);
    await plant(
      service,
      'quote',
      [MONDAY, TUESDAY, WEDNESDAY].flatMap((day, index) => [
        flatBar('VNINDEX', day, [1200, 1212, 1206][index] ?? 0, 777),
        flatBar('VN30', day, [1250, 1250, 1260][index] ?? 0, 333),
        flatBar('HNXINDEX', day, 230 + index, 111),
        flatBar('SIDE', day, 50, 1),
      ]),
    );
    await plant(service, 'quote', [
      ...['UPP', 'TOP', 'DWN', 'BOT', 'SAM'].map((ticker) => flatBar(ticker, MONDAY, 20000, 10)),
      flatBar('EXD', MONDAY, 22000, 10),
      flatBar('ETF', MONDAY, 20000, 10),
      flatBar('UPP', TUESDAY, 20050, 11),
      flatBar('TOP', TUESDAY, 21400, 12),
      flatBar('DWN', TUESDAY, 19950, 13),
      flatBar('BOT', TUESDAY, 18600, 14),
      flatBar('SAM', TUESDAY, 20000, 15),
      // dividend of 2000: it starts at 22000 − 2000 = 20000, so 20500 is an advance
      flatBar('EXD', TUESDAY, 20500, 16),
      flatBar('ETF', TUESDAY, 30000, 17),
      flatBar('UPP', WEDNESDAY, 20000, 18),
      flatBar('LAT', WEDNESDAY, 10000, 19),
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'EXD', ex_date: TUESDAY, type: 'cash_dividend', cash_dividend: 2000 },
    ]);
    await plant(service, 'daily_statistic', [
      { ticker: 'TOP', date: TUESDAY, matched_value: 100, negotiated_value: 20 },
    ]);
    await plant(service, 'index_constituent', [
      { code: 'VN30', ticker: 'UPP', from_date: '2024-01-01', to_date: TUESDAY },
      { code: 'VN30', ticker: 'DWN', from_date: TUESDAY },
      { code: 'VN30', ticker: 'TOP', from_date: WEDNESDAY },
    ]);
  });
  afterAll(() => service.close());

  const read = (query = '') => readAll<Row>(service, `${PATH}?${query}`);

  it('2.2: the quotes of the main indices with code in place of ticker, newest first', async () => {
    const rows = await read();
    expect(Object.keys(rows[0] ?? {})).toEqual(['code', 'date', 'open', 'high', 'low', 'close', 'volume']);
    expect(rows.map(({ date, code }) => `${date} ${code}`)).toEqual(
      [WEDNESDAY, TUESDAY, MONDAY].flatMap((day) =>
        ['HNXINDEX', 'VN30', 'VNINDEX'].map((code) => `${day} ${code}`),
      ),
    );
    const { ticker, ...bar } = flatBar('VNINDEX', MONDAY, 1200, 777);
    expect(rows.at(-1)).toEqual({ code: ticker, ...bar });
  });

  it('filters by code, from_date and to_date; an index that is not a main one is an empty list', async () => {
    expect((await read('code=VN30')).map(({ close }) => close)).toEqual([1260, 1250, 1250]);
    expect(await read(`code=VN30,HNXINDEX&from_date=${TUESDAY}&to_date=${TUESDAY}`)).toHaveLength(2);
    for (const code of ['SIDE', 'UPP', 'NONE']) expect(await read(`code=${code}`)).toEqual([]);
  });

  it('extended: change against the previous close, breadth and totals of the members of the day', async () => {
    const [row] = await read(`fields=extended&code=VNINDEX&from_date=${TUESDAY}&to_date=${TUESDAY}`);
    expect(row).toEqual({
      code: 'VNINDEX',
      ...flatBar('VNINDEX', TUESDAY, 1212, 777),
      ticker: undefined,
      change: 12,
      change_percent: 1,
      change_reason: null,
      // UPP, TOP and EXD; DWN and BOT; SAM. The fund certificate and other exchanges are no members.
      advances: 3,
      declines: 2,
      unchanged: 1,
      ceilings: 1,
      floors: 1,
      total_volume: 11 + 12 + 13 + 14 + 15 + 16,
      total_value: 11 * 20050 + 120 + 13 * 19950 + 14 * 18600 + 15 * 20000 + 16 * 20500,
    });
  });

  it('extended: uses the constituents of each day', async () => {
    const rows = await read('fields=extended&code=VN30');
    expect(rows.map((row) => [row.date, row.advances, row.declines, row.total_volume])).toEqual([
      // DWN and TOP, neither of which traded
      [WEDNESDAY, null, null, null],
      [TUESDAY, 1, 1, 24],
      // the first bar of UPP has no reference
      [MONDAY, null, null, 10],
    ]);
    expect(rows.map(({ change }) => change)).toEqual([10, 0, null]);
  });

  it('extended: null without known members', async () => {
    const [row] = await read(`fields=extended&code=HNXINDEX&to_date=${TUESDAY}`);
    expect(row).toMatchObject({
      change: 1,
      advances: null,
      ceilings: null,
      total_volume: null,
      total_value: null,
    });
  });

  it('extended: pages and streams like the basic list', async () => {
    for (const order of ['asc', 'desc']) {
      const all = await read(`fields=extended&order=${order}`);
      expect(all).toHaveLength(9);
      expect(await walkPages(service, `${PATH}?fields=extended&limit=2&order=${order}`)).toEqual(all);
    }
    const csv = (await service.get(`${PATH}?fields=extended&format=csv`).expect(200)).text.trim().split('\n');
    expect(csv).toHaveLength(10);
    const { meta } = (await service.get(`${PATH}?limit=1&total=true`).expect(200)).body;
    expect(meta).toMatchObject({ total: 9, unit: 'points' });
  });

  it('look-ahead: later bars, constituents and actions change no earlier day', async () => {
    const query = `fields=extended&to_date=${TUESDAY}`;
    const before = await read(query);
    await plant(service, 'quote', [flatBar('EXD', '2024-03-08', 1), flatBar('VNINDEX', '2024-03-08', 1)]);
    await plant(service, 'index_constituent', [
      { code: 'VN30', ticker: 'EXD', from_date: '2024-03-08' },
      { code: 'VN30', ticker: 'DWN', from_date: '2024-03-08', shares: 1 },
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'UPP', ex_date: '2024-03-08', type: 'split', share_ratio: 1 },
    ]);
    expect(await read(query)).toEqual(before);
  });

  it.each(['code=vn', 'fields=all', 'from_date=2024', 'ticker=VNINDEX'])('%s is 400', async (query) => {
    const answer = await service.get(`${PATH}?${query}`);
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual([query.split('=')[0]]);
  });
});

describe('contract 6.6: the index codes of the market ship with the service', () => {
  it('six main indices, loaded once, with the bases that are certain', async () => {
    const service = await startApp();
    const stored = await service.sql(
      `SELECT code, exchange, all_share, to_char(base_date, 'YYYY-MM-DD') AS base_date, base_value
       FROM market_index WHERE main ORDER BY code`,
    );
    expect(stored).toEqual([
      { code: 'HNX30', exchange: 'HNX', all_share: false, base_date: '2012-01-03', base_value: 100 },
      { code: 'HNXINDEX', exchange: 'HNX', all_share: true, base_date: '2005-07-14', base_value: 100 },
      { code: 'UPCOMINDEX', exchange: 'UPCOM', all_share: true, base_date: '2009-06-24', base_value: 100 },
      { code: 'VN100', exchange: 'HOSE', all_share: false, base_date: null, base_value: null },
      { code: 'VN30', exchange: 'HOSE', all_share: false, base_date: '2009-01-02', base_value: 313.34 },
      { code: 'VNINDEX', exchange: 'HOSE', all_share: true, base_date: '2000-07-28', base_value: 100 },
    ]);
    expect(await service.inside('loadShippedIndices')).toBe(0);
    await service.close();
  });
});

(isCluster ? describe.skip : describe)('a page of results reads only what it shows', () => {
  let service: TestApp;
  const OTHERS = 20_000;
  beforeAll(async () => {
    service = await startApp();
    await service.sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
       SELECT 'T' || (1000 + n % 100), date '2020-01-01' + n / 100, 1, 1, 1, 1, 1, 'test' FROM generate_series(0, ${OTHERS - 1}) n`,
    );
    await service.sql('ANALYZE quote');
  });
  afterAll(() => service.close());

  /** Rows of quotes that the statement of the first page reads, as shown in docs/sql. */
  async function rowsRead(limit: number): Promise<number> {
    const sqlText = readFileSync(new URL('../../docs/sql/listMarketResults.sql', import.meta.url), 'utf8');
    const text = sqlText.split('-- GET ')[1]?.replace(/^.*/, '').replace(/;\s*$/, '') ?? '';
    const statement = text.replaceAll('$1::bigint', String(limit)).replaceAll('$2::bigint', '0');
    const [row] = await service.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
    );
    const [server] = await service.sql<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    // Before version 18 rows are whole numbers per loop.
    return rowsOf(row?.['QUERY PLAN'][0].Plan as PlanNode, (server?.version ?? 0) < 180_000 ? 0.5 : 0);
  }

  it('reads no other quotes without rows of an index', async () => {
    expect(await rowsRead(101)).toBe(0);
    expect((await service.get(`${PATH}?total=true`).expect(200)).body.meta).toMatchObject({
      count: 0,
      total: 0,
    });
  });

  it('reads no more rows of two indices than the page has', async () => {
    await service.sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
       SELECT code, date '2020-01-01' + n, 1, 1, 1, 1, 1, 'test'
       FROM generate_series(0, 999) n, unnest(ARRAY['VNINDEX', 'VN30']) code`,
    );
    const read = await rowsRead(11);
    expect(read).toBeGreaterThanOrEqual(11);
    expect(read).toBeLessThanOrEqual(22);
    expect((await service.get(`${PATH}?limit=3&total=true`).expect(200)).body.meta).toMatchObject({
      total: 2000,
    });
  });
});

describe('QUOTE_PUBLICATION=approved', () => {
  it('shows approved levels only, and counts only approved bars of members', async () => {
    const service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await plant(service, 'index_constituent', [
      { code: 'VN30', ticker: 'AAA', from_date: MONDAY },
      { code: 'VN30', ticker: 'BBB', from_date: MONDAY },
    ]);
    await plant(service, 'quote', [
      ...[MONDAY, TUESDAY].map((day) => flatBar('VN30', day, 1250)),
      ...[MONDAY, TUESDAY].flatMap((day) => [flatBar('AAA', day, 10, 3), flatBar('BBB', day, 10, 4)]),
    ]);
    for (const ticker of ['VN30', 'AAA']) {
      await service.post('/svc/quote/appoval', { ticker, date: TUESDAY }).expect(200);
    }
    const rows = await readAll<Row>(service, `${PATH}?fields=extended`);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ date: TUESDAY, change: null, advances: null, total_volume: 3 });
    await service.close();
  });
});
