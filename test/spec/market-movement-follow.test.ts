import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isCluster, startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { readUntil, whole } from '../whole.js';

const EXCHANGES = ['HOSE', 'HNX', 'UPCOM'];
/** The first includes all shares of its exchange on days without constituents. */
const INDICES = ['ALLX', 'FEWX'];
/** Each includes all shares of an exchange. */
const SHIPPED = ['HNXINDEX', 'UPCOMINDEX', 'VNINDEX'];
const SCOPES = [
  '',
  ...EXCHANGES.map((each) => `&exchange=${each}`),
  ...INDICES.map((each) => `&code=${each}`),
];
/** The last has no master record. */
const TICKERS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG'];
/** Thirty calendar days, some without a bar of some tickers. */
const DAYS = Array.from({ length: 30 }, (_, at) =>
  new Date(Date.UTC(2024, 4, 1 + at)).toISOString().slice(0, 10),
);
/** A cluster counts each day from bars and stores no counts. */
const KEPT_COUNT = isCluster ? 0 : DAYS.length;
const BURSTS = [1, 2, 3, 4];
const ROUNDS = 6;

const ticker = (n: number) => TICKERS[n % TICKERS.length] as string;
const day = (n: number) => DAYS[n % DAYS.length] as string;
const security = (n: number, exchange: number) => ({
  ...{ ticker: ticker(n), name: ticker(n), exchange: EXCHANGES[exchange % 3] },
  ...{ listing_date: '2020-01-02', outstanding_shares: 1_000_000 + n },
});

/** One record of every kind that determines the breadth, a different one for each number. */
const CHANGES: readonly ((n: number) => [resource: string, record: object])[] = [
  (n) => ['quote', flatBar(ticker(n), day(n * 7), 10_000 + 100 * (n % 17), n % 3 === 0 ? 0 : 100)],
  (n) => [
    'daily_statistic',
    {
      ...{ ticker: ticker(n), date: day(n * 11), average_price: 10_000 + 10 * (n % 90) },
      ...(n % 2 === 0 ? {} : { reference: 10_100 + n, ceiling: 10_900 + n, floor: 9_300 }),
      matched_value: 1_000_000 + n,
    },
  ],
  (n) => [
    'corporate_action',
    { ticker: ticker(n), ex_date: day(n * 5), type: 'cash_dividend', cash_dividend: 100 + n },
  ],
  (n) => ['security', security(n % 6, n)],
  (n) => [
    'index_constituent',
    {
      ...{ code: INDICES[n % 2], ticker: ticker(n * 3), from_date: day(n * 7) },
      ...(n % 3 === 0 ? { to_date: day(29) } : {}),
    },
  ],
  (n) => [
    'market_index',
    { code: INDICES[n % 2], name: 'An index', exchange: EXCHANGES[n % 3], all_share: n % 4 === 0 },
  ],
  (n) => [
    'settlement',
    {
      ...{ country: 'VN', name: 'Vietnam', timezone: 'Asia/Ho_Chi_Minh' },
      ...{ date: day(n * 13), status: n % 2 === 0 ? 'closed' : 'open' },
    },
  ],
  (n) => [
    'market_band',
    {
      ...{ exchange: EXCHANGES[n % 3], security_type: 'stock', valid_from: day(n * 3) },
      ...{ band: 0.01 * (1 + (n % 10)), first_day_band: 0.2, resumption_band: 0.2, resumption_sessions: 2 },
      source: 'Circular of the test',
    },
  ],
];

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
  await plant(
    service,
    'security',
    [0, 1, 2, 3, 4, 5].map((n) => security(n, n)),
  );
  await plant(service, 'market_index', [
    { code: 'ALLX', name: 'All of HOSE', exchange: 'HOSE', all_share: true },
    { code: 'FEWX', name: 'Few' },
  ]);
  await plant(service, 'index_constituent', [
    { code: 'FEWX', ticker: 'BBB', from_date: day(0) },
    { code: 'FEWX', ticker: 'AAA', from_date: day(10), to_date: day(19) },
  ]);
  await plant(
    service,
    'quote',
    DAYS.flatMap((date, at) =>
      TICKERS.filter((_, place) => (at + place) % 9 !== 0).map((each, place) =>
        flatBar(each, date, 10_000 + 100 * ((at * (place + 3)) % 13), (at + place) % 5 === 0 ? 0 : 100),
      ),
    ),
  );
});
afterAll(() => service.close());

/** The breadth of all days, of the market, of each exchange and of each index. */
async function breadth(): Promise<Record<string, object[]>> {
  const answers: Record<string, object[]> = {};
  for (const scope of SCOPES) {
    const path = `/market/movement?to_date=${day(29)}&limit=100${scope}`;
    const { body } = await whole(() => service.get(path).set('Cache-Control', 'no-cache'));
    answers[scope] = body.data;
  }
  expect(answers['']).toHaveLength(DAYS.length);
  return answers;
}

async function keptDays(): Promise<number> {
  const [row] = await service.sql<{ days: string }>(
    'SELECT count(*) AS days FROM market_breadth WHERE counts IS NOT NULL',
  );
  return Number(row?.days);
}

/** The breadth as counted without stored counts. */
async function recomputedBreadth(): Promise<Record<string, object[]>> {
  await service.sql('DELETE FROM market_breadth');
  return breadth();
}

describe('the breadth of a day is stored, and follows its source data', () => {
  it('a requested day is not recounted', async () => {
    const before = await breadth();
    expect(await keptDays()).toBe(KEPT_COUNT);
    if (isCluster) return;
    const [row] = await service.sql<{ counts: Record<string, { advances: number }> }>(
      `UPDATE market_breadth SET counts = jsonb_set(counts, '{"",advances}', '77') WHERE date = '${day(29)}' RETURNING counts`,
    );
    expect(Object.keys(row?.counts ?? {}).toSorted()).toEqual([
      '',
      ...EXCHANGES.toSorted(),
      ...[...INDICES, ...SHIPPED].map((code) => `index ${code}`),
    ]);
    expect((await breadth())['']?.[0]).toMatchObject({ date: day(29), advances: 77 });
    expect(await recomputedBreadth()).toEqual(before);
  });

  it('a write has exactly the affected days recounted', async () => {
    await plant(service, 'quote', [flatBar('BBB', day(20), 12_345, 500)]);
    await breadth();
    expect(await keptDays()).toBe(KEPT_COUNT);
    if (isCluster) return;
    await service.sql('UPDATE market_breadth SET counts = NULL');
    await plant(service, 'quote', [flatBar('BBB', day(20), 12_346, 500)]);
    await whole(() => service.get('/quote/gaps?limit=1')); // the write is followed
    const uncountedDays = await service.sql<{ date: string }>(
      `SELECT day::date::text AS date FROM generate_series('${day(0)}'::date, '${day(29)}', '1 day') day
       WHERE NOT EXISTS (SELECT FROM market_breadth b WHERE b.date = day)`,
    );
    const tradedDays = await service.sql<{ date: string }>(
      `SELECT date::text AS date FROM quote WHERE ticker = 'BBB' AND date > '${day(20)}' AND volume > 0 ORDER BY date LIMIT 1`,
    );
    const last = tradedDays[0]?.date ?? '';
    expect(uncountedDays.map(({ date }) => date)).toEqual(
      DAYS.filter((date) => date >= day(20) && date <= last),
    );
    expect(last < day(29)).toBe(true);
    await service.sql('DELETE FROM market_breadth');
  });

  it.each(CHANGES.map((change) => [change(1)[0], change] as const))('a change of %s', async (_, change) => {
    await breadth();
    const [resource, record] = change(10);
    await plant(service, resource, [record]);
    const after = await breadth();
    expect(after).toEqual(await recomputedBreadth());
  });

  it('a deletion', async () => {
    await plant(service, 'quote', [flatBar('AAA', day(15), 10_500, 100)]);
    const before = await breadth();
    await service.delete(`/svc/quote?ticker=AAA&date=${day(15)}`).expect(200);
    const after = await breadth();
    expect(after).not.toEqual(before);
    expect(after).toEqual(await recomputedBreadth());
  });

  it.each(BURSTS)('under concurrent writes and reads: %s', async (burst) => {
    const writers = CHANGES.map(async (change, place) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [resource, record] = change((burst * ROUNDS + round) * 5 + place);
        await plant(service, resource, [record]);
      }
    });
    let isOver = false;
    const readers = SCOPES.slice(1).map((scope) =>
      readUntil(
        () => isOver,
        () => service.get(`/market/movement?limit=${10 + burst}${scope}`),
      ),
    );
    await Promise.all(writers);
    isOver = true;
    await Promise.all(readers);
    const after = await breadth();
    expect(after).toEqual(await recomputedBreadth());
  });

  it('counts are not trusted after a process unaware of them has followed the writes', async () => {
    const before = await breadth();
    await service.sql(`UPDATE market_breadth SET counts = jsonb_set(counts, '{"",advances}', '77')`);
    await service.sql('UPDATE quote_check_progress SET breadth_position = breadth_position - 1');
    expect(await breadth()).toEqual(before);
    await plant(service, 'quote', [flatBar('AAA', day(3), 10_700, 100)]);
    const after = await breadth();
    expect(await keptDays()).toBe(KEPT_COUNT);
    expect(after).toEqual(await recomputedBreadth());
  });
});
