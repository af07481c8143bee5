import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { ADMIN_TOKEN, isCluster, startApp, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';

interface Movement {
  date: string;
  advances: number;
  declines: number;
  unchanged: number;
  ceilings?: number;
  floors?: number;
  no_trade: number;
  net_advances: number;
  total_volume: number;
  total_value: number;
}

const DAYS = ['2024-03-25', '2024-03-26', '2024-03-27', '2024-03-28'];
/** Closes by day; a gap is a day without a bar. BBB pays 500 on the 27th. */
const CLOSES: Record<string, (number | null)[]> = {
  AAA: [20_000, 21_400, 21_400, 19_950],
  BBB: [10_000, 10_100, 9_700, 9_700],
  CCC: [5_000, null, 5_100, 5_000],
  DDD: [null, 30_000, 29_000, 29_000],
};
const REFERENCE_AFTER_DIVIDEND = 9_600;

/** Breadth of the tickers on a day, from the raw closes. */
function breadth(day: number, tickers = Object.keys(CLOSES)): Movement | undefined {
  const bars = tickers.flatMap((ticker) => {
    const closes = CLOSES[ticker] ?? [];
    const close = closes[day] ?? null;
    const before = closes.slice(0, day).findLast((each) => each !== null) ?? null;
    const reference = ticker === 'BBB' && day === 2 ? REFERENCE_AFTER_DIVIDEND : before;
    return close === null ? [] : [{ close, move: reference === null ? null : Math.sign(close - reference) }];
  });
  if (bars.length === 0) return undefined;
  const count = (move: number) => bars.filter((each) => each.move === move).length;
  return {
    date: DAYS[day] ?? '',
    advances: count(1),
    declines: count(-1),
    unchanged: count(0),
    no_trade: 0,
    net_advances: count(1) - count(-1),
    total_volume: 1000 * bars.length,
    total_value: bars.reduce((sum, { close }) => sum + 1000 * close, 0),
  };
}

describe('specification 4.2: market movement', () => {
  let service: TestApp;
  const list = async (path: string) => (await service.get(path).expect(200)).body.data as Movement[];
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'market_index', [{ code: 'TSTIDX', name: 'Test' }]);
    await plant(service, 'index_constituent', [
      { code: 'TSTIDX', ticker: 'AAA', from_date: '2024-01-02', to_date: '2024-03-26' },
      { code: 'TSTIDX', ticker: 'BBB', from_date: '2024-01-02' },
      { code: 'TSTIDX', ticker: 'CCC', from_date: '2024-03-27' },
    ]);
    await plant(service, 'security', [
      { ticker: 'AAA', name: 'A', exchange: 'HOSE', listing_date: '2020-01-02' },
      { ticker: 'DDD', name: 'D', exchange: 'HNX', listing_date: '2024-03-26' },
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'BBB', ex_date: '2024-03-27', type: 'cash_dividend', cash_dividend: 500 },
    ]);
    const bars = Object.entries(CLOSES).flatMap(([ticker, closes]) =>
      closes.flatMap((close, day) => (close === null ? [] : [flatBar(ticker, DAYS[day] ?? '', close)])),
    );
    const levels = DAYS.map((day, index) => flatBar('TSTIDX', day, 100 + index));
    await plant(service, 'quote', [...bars, ...levels, flatBar('TSTIDX', '2024-03-29', 200)]);
  });
  afterAll(() => service.close());

  it('lists every day newest first, by close against reference; days with only index levels do not count', async () => {
    const rows = await list('/market/movement');
    expect(rows).toMatchObject([3, 2, 1, 0].map((day) => breadth(day)));
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'date',
      'advances',
      'declines',
      'unchanged',
      'ceilings',
      'floors',
      'no_trade',
      'net_advances',
      'total_volume',
      'total_value',
    ]);
  });

  it('counts closes at the limits of the day separately', async () => {
    // AAA: 20,000 × 1.07 = 21,400; the day after next 21,400 × 0.93 = 19,902 up to 19,950.
    const rows = await list('/market/movement');
    expect(rows.map((row) => row.ceilings)).toEqual([0, 0, 1, 0]);
    expect(rows.map((row) => row.floors)).toEqual([1, 0, 0, 0]);
  });

  it.each([
    ['from_date=20240326&to_date=20240327', [2, 1]],
    ['from_date=20240327', [3, 2]],
    ['to_date=20240325', [0]],
    ['date=20240327', [2]],
    ['date=20240330', []],
    ['order=asc', [0, 1, 2, 3]],
    ['order=asc&from_date=20240326&limit=2', [1, 2]],
  ])('%s', async (query, days) => {
    expect(await list(`/market/movement?${query}`)).toMatchObject(days.map((day) => breadth(day)));
  });

  it('exchange and code: only those securities, members as of each day', async () => {
    expect(await list('/market/movement?exchange=HNX')).toMatchObject(
      [3, 2, 1].map((day) => breadth(day, ['DDD'])),
    );
    expect(await list('/market/movement?code=TSTIDX')).toMatchObject([
      breadth(3, ['BBB', 'CCC']),
      breadth(2, ['BBB', 'CCC']),
      breadth(1, ['AAA', 'BBB']),
      breadth(0, ['AAA', 'BBB']),
    ]);
    expect(await list('/market/movement?code=NONESUCH')).toEqual([]);
  });

  it('paging in both orders, totals, CSV', async () => {
    for (const order of ['asc', 'desc']) {
      const path = `/market/movement?order=${order}`;
      expect(await walkPages(service, `${path}&limit=1`)).toEqual(await list(path));
    }
    const { body } = await service.get('/market/movement?exchange=HNX&limit=1&total=true').expect(200);
    expect(body.meta).toMatchObject({ count: 1, total: 3, unit: 'VND' });
    const csv = await service.get('/market/movement?from_date=20240326&format=csv').expect(200);
    expect(csv.text.trim().split('\n')).toHaveLength(4);
  });

  it('without from_date the window is the year up to the last day, and meta says so', async () => {
    await plant(service, 'quote', [
      flatBar('AAA', '2023-03-28', 20_000),
      flatBar('AAA', '2023-03-29', 20_000),
    ]);
    const path = '/market/movement?to_date=20240328&order=asc&limit=1&total=true';
    const { body } = await service.get(path).expect(200);
    expect(body.data).toMatchObject([{ date: '2023-03-29' }]);
    expect(body.meta).toMatchObject({ from_date: '2023-03-29', to_date: '2024-03-28', total: 5 });
    const [first] = await list('/market/movement?from_date=20230101&order=asc&limit=1');
    expect(first?.date).toBe('2023-03-28');
    for (const day of ['20230328', '20230329']) {
      await service.delete(`/svc/quote?ticker=AAA&date=${day}`).expect(200);
    }
  });

  it('a stream has neither a cap nor a default, a page has both', async () => {
    const own = await startApp();
    try {
      const days = await own.sql<{ day: string }>(
        `SELECT date::text AS day FROM settlement
         WHERE country = 'VN' AND status = 'open' AND date < '2024-03-28' ORDER BY date DESC LIMIT 130`,
      );
      const bars = days.map(({ day }, at) => flatBar('AAA', day, 10_000 + at));
      await plant(own, 'quote', bars);
      const lines = async (query: string) =>
        (await own.get(`/market/movement?${query}`).expect(200)).text.trim().split('\n');
      expect((await own.get('/market/movement').expect(200)).body.data).toHaveLength(20);
      await own.get('/market/movement?limit=101').expect(400);
      const all = await lines('format=ndjson');
      expect(all.map((line) => JSON.parse(line).date)).toEqual(days.map(({ day }) => day));
      const csv = await lines('format=csv');
      expect(csv).toHaveLength(131);
      const { data } = (await own.get('/market/movement?limit=100').expect(200)).body;
      expect(csv.slice(1, 101)).toEqual(data.map((row: object) => Object.values(row).join(',')));
      expect(await lines('format=csv&order=asc&offset=5&limit=110')).toHaveLength(111);
    } finally {
      await own.close();
    }
  });

  (isCluster ? it.skip : it)(
    'a day that is written while a stream runs shifts none of the others',
    async () => {
      const own = await startApp();
      const lock = new pg.Client(connectionSettings(own.address));
      try {
        const days = await own.sql<{ day: string }>(
          `SELECT date::text AS day FROM settlement
         WHERE country = 'VN' AND status = 'open' AND date < '2024-03-28' ORDER BY date DESC LIMIT 130`,
        );
        const [late] = days.splice(2, 1);
        await plant(
          own,
          'quote',
          days.map(({ day }, at) => flatBar('AAA', day, 10_000 + at)),
        );
        // The first hundred days are counted now, the others when the stream gets there, which waits for this lock.
        await own.get('/market/movement?limit=100').expect(200);
        await lock.connect();
        await lock.query('BEGIN');
        await lock.query('SELECT FROM quote_check_progress FOR UPDATE');
        const { body } = await fetch(`${own.url}/market/movement?format=ndjson`, {
          headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'accept-encoding': 'identity' },
        });
        const reader = (body as ReadableStream<Uint8Array>).getReader();
        const decoder = new TextDecoder();
        let text = '';
        const readPiece = async () => {
          const { value, done } = await reader.read();
          text += decoder.decode(value);
          return !done;
        };
        await readPiece();
        await own.post('/svc/quote', flatBar('AAA', late?.day ?? '', 10_000)).expect(201);
        await lock.query('COMMIT');
        while (await readPiece());
        const streamed = text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).date);
        expect(streamed).toEqual(days.map(({ day }) => day));
      } finally {
        await lock.end();
        await own.close();
      }
    },
  );

  it('later data changes no day, and bars without volume are reported', async () => {
    const path = '/market/movement?to_date=20240328';
    const before = await list(path);
    await plant(service, 'quote', [flatBar('AAA', '2024-04-01', 1), flatBar('BBB', '2024-04-01', 9_700, 0)]);
    await plant(service, 'corporate_action', [
      { ticker: 'CCC', ex_date: '2024-04-01', type: 'split', share_ratio: 1 },
    ]);
    expect(await list(path)).toEqual(before);
    expect(await list('/market/movement?limit=1')).toMatchObject([
      { date: '2024-04-01', declines: 1, unchanged: 1, no_trade: 1 },
    ]);
  });

  it.each([
    ['date=20240327&from_date=20240301', 'date'],
    ['from_date=20240327&to_date=20240326', 'from_date'],
    ['date=20240230', 'date'],
    ['code=a', 'code'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=WzFd', 'cursor'],
    ['period=1d', 'period'],
  ])('%s: 400 naming %s', async (query, parameter) => {
    const { body } = await service.get(`/market/movement?${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });
});
