import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkDemoDatabase, NotADemoDatabase } from '../../src/demo/demo-database.js';
import { adjustmentOf, adjustments } from '../../src/market/adjustment.sql.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { LAST_DEMO_DAY, startDemoApp } from '../demo.js';
import { hostTask } from '../host/client.js';

interface Bar {
  ticker: string;
  date: string;
  close: number;
}

interface Period {
  ticker: string;
  from_date: string;
  to_date: string | null;
  shares: string;
  free_float_ratio: number;
  cap_ratio: number;
}

let app: TestApp;
beforeAll(async () => {
  app = await startDemoApp();
});
afterAll(() => app.close());

/** All rows of a table up to a day, identifiers and moments of change included, as one digest. */
async function digestOf(table: string, column: string): Promise<string | undefined> {
  const [row] = await app.sql<{ digest: string }>(
    `SELECT md5(string_agg(t::text, '|' ORDER BY t.id)) AS digest FROM ${table} t WHERE t.${column} <= $1`,
    [LAST_DEMO_DAY],
  );
  return row?.digest;
}

const digests = () =>
  Promise.all([
    ...['quote', 'daily_statistic', 'foreign_trade', 'trade_flow', 'order_statistic'].map((table) =>
      digestOf(table, 'date'),
    ),
    digestOf('corporate_action', 'ex_date'),
    digestOf('index_constituent', 'from_date'),
    digestOf('security', 'listing_date'),
  ]);

describe('the stored demo market', () => {
  it('every index level follows from its members: level(t−1) × Σ shares·close·ff·cap ÷ Σ shares·base·ff·cap', async () => {
    const bars = await app.sql<Bar>(`SELECT ticker, date::text, close FROM quote ORDER BY date`);
    const closes = new Map<string, Map<string, number>>();
    for (const { ticker, date, close } of bars) {
      const day = closes.get(date) ?? new Map<string, number>();
      closes.set(date, day.set(ticker, close));
    }
    const actions = await app.sql<Record<'ticker' | 'ex_date', string> & Record<'grown' | 'paid', number>>(
      `SELECT ticker, ex_date::text, sum(coalesce(share_ratio, 0) + coalesce(rights_ratio, 0)) AS grown,
        sum(coalesce(rights_ratio * rights_price, 0)) AS paid FROM corporate_action GROUP BY ticker, ex_date`,
    );
    const growth = new Map(actions.map((each) => [`${each.ticker} ${each.ex_date}`, each]));
    const codes = await app.sql<{ code: string }>('SELECT code FROM market_index WHERE main ORDER BY code');
    expect(codes.map((each) => each.code)).toEqual([
      'HNX30',
      'HNXINDEX',
      'UPCOMINDEX',
      'VN100',
      'VN30',
      'VNINDEX',
    ]);
    for (const { code } of codes) {
      const periods = await app.sql<Period>(
        `SELECT ticker, from_date::text, to_date::text, shares, free_float_ratio, cap_ratio
         FROM index_constituent WHERE code = $1 ORDER BY from_date`,
        [code],
      );
      const last = new Map<string, number>();
      let comparisons = 0;
      let level: number | undefined;
      for (const [date, day] of closes) {
        const members = new Map<string, Period>();
        for (const period of periods) if (period.from_date <= date) members.set(period.ticker, period);
        let [now, base] = [0, 0];
        for (const [ticker, { to_date, shares, free_float_ratio, cap_ratio }] of members) {
          const before = last.get(ticker);
          if (before === undefined || (to_date !== null && to_date < date)) continue;
          const { grown = 0, paid = 0 } = growth.get(`${ticker} ${date}`) ?? {};
          const weight = Number(shares) * free_float_ratio * cap_ratio;
          now += weight * (day.get(ticker) ?? before);
          base += weight * ((before + paid) / (1 + grown));
        }
        for (const [ticker, close] of day) last.set(ticker, close);
        const stored = day.get(code) ?? Number.NaN;
        if (level !== undefined) {
          const expected = (level * now) / base;
          if (!(Math.abs(stored / expected - 1) < 1e-9))
            expect([code, date, stored]).toEqual([code, date, expected]);
          comparisons++;
        }
        level = stored;
      }
      expect(comparisons).toBe(closes.size - 1);
    }
  });

  it('an index of all shares holds every stock of its exchange; reviews choose 10 and 5', async () => {
    const rows = await app.sql<{ code: string; members: number }>(
      `SELECT code, count(*)::int AS members FROM index_constituent
       WHERE from_date = '2024-08-01' GROUP BY code ORDER BY code`,
    );
    expect(Object.fromEntries(rows.map((each) => [each.code, each.members]))).toEqual({
      HNX30: 5,
      HNXINDEX: 9,
      UPCOMINDEX: 7,
      VN100: 18,
      VN30: 10,
      VNINDEX: 20,
    });
    const [newcomer] = await app.sql(
      `SELECT from_date::text FROM index_constituent WHERE ticker = 'ZRE' AND code = 'VNINDEX' ORDER BY 1 LIMIT 1`,
    );
    expect(newcomer).toEqual({ from_date: '2024-03-12' });
    const departures = await app.sql(
      `SELECT DISTINCT to_date::text FROM index_constituent WHERE ticker = 'ZCO' AND from_date = '2024-08-01'`,
    );
    expect(departures).toEqual([{ to_date: '2024-09-27' }]);
  });

  it('adjusted closes never move beyond the band of a day, ex-dates included', async () => {
    const jumps = await app.sql(
      `WITH ${adjustments({ published: 'all' })}, series AS (
        SELECT q.ticker, q.date, s.exchange, q.close, s.listing_date,
          q.close * coalesce(adj.price_factor, 1) AS adjusted,
          (CASE WHEN s.exchange = 'UPCOM' THEN stat.average_price ELSE q.close END) * coalesce(adj.price_factor, 1) AS basis
        FROM quote q JOIN security s ON s.ticker = q.ticker
        JOIN daily_statistic stat ON stat.ticker = q.ticker AND stat.date = q.date
        ${adjustmentOf('q')}
      ), moves AS (
        SELECT *, adjusted / lag(basis) OVER (PARTITION BY ticker ORDER BY date) - 1 AS move FROM series
      )
      SELECT ticker, date::text, move FROM moves
      WHERE abs(move) > CASE exchange WHEN 'HOSE' THEN 0.07 WHEN 'HNX' THEN 0.10 ELSE 0.15 END
        + CASE WHEN exchange = 'HOSE' THEN 50 ELSE 100 END / close`,
    );
    expect(jumps).toEqual([]);
    const [{ events } = { events: 0 }] = await app.sql<{ events: number }>(
      `WITH ${adjustments({ published: 'all' })} SELECT count(*)::int AS events FROM event`,
    );
    expect(events).toBeGreaterThan(60);
  });

  it('GET / and the names of indices say that it is synthetic; an empty service does not', async () => {
    const card = await app.get('/').expect(200);
    expect(card.body.notice).toMatch(/^SYNTHETIC DATA/);
    const names = await app.sql<{ name: string; maker: string }>(
      'SELECT name, maker FROM market_index WHERE main',
    );
    expect(names.every(({ name, maker }) => name.includes('(demo)') && maker === 'demo')).toBe(true);
    const quote = await app.get('/quote?ticker=ZDA&limit=1').expect(200);
    expect(quote.body.data[0]).toMatchObject({ ticker: 'ZDA', date: LAST_DEMO_DAY });
  });
});

describe('loading', () => {
  it('a second load leaves the demo as it is; one after an interrupted load completes it', async () => {
    const before = await digests();
    expect(await hostTask('loadDemo', app.address, LAST_DEMO_DAY)).toEqual({
      lastDay: LAST_DEMO_DAY,
      rows: 0,
      isCurrent: true,
    });
    await app.sql(`DELETE FROM shipped_data WHERE name LIKE 'demo % to %'`);
    const [deletion] = await app.sql<{ count: string }>(
      `WITH gone AS (DELETE FROM quote WHERE ticker = 'ZFU' AND date > '2025-06-01' RETURNING 1) SELECT count(*) FROM gone`,
    );
    const secondLoad = await hostTask('loadDemo', app.address, LAST_DEMO_DAY);
    expect(secondLoad).toEqual({ lastDay: LAST_DEMO_DAY, rows: Number(deletion?.count), isCurrent: true });
    expect((await digests()).slice(1)).toEqual(before.slice(1));
  });

  it("a later start appends the new days and preserves an operator's changes", async () => {
    await app.sql(`DELETE FROM quote WHERE ticker = 'ZPO' AND date = '2024-05-06'`);
    await app.sql(
      `UPDATE quote SET close = high, maker = 'someone@example.com' WHERE ticker = 'ZPO' AND date = '2024-05-07'`,
    );
    const [action] = await app.sql<{ id: string }>(
      `DELETE FROM corporate_action WHERE ticker = 'ZSA' AND ex_date < '2025-01-01' RETURNING id`,
    );
    expect(action).toBeDefined();
    await app.sql(`DELETE FROM news WHERE published_at < '2023-02-01'`);
    const before = await digests();
    const { lastDay, rows } = await hostTask('loadDemo', app.address, '2025-07-02');
    expect(await app.sql(`SELECT FROM news WHERE published_at < '2023-02-01'`)).toEqual([]);
    expect(lastDay).toBe('2025-07-02');
    expect(rows).toBeGreaterThan(300);
    expect(await digests()).toEqual(before);
    const days = await app.sql(
      `SELECT date::text, count(*)::int FROM quote WHERE date > $1 AND ticker IN ('ZDA', 'VNINDEX') GROUP BY 1 ORDER BY 1`,
      [LAST_DEMO_DAY],
    );
    expect(days).toEqual([
      { date: '2025-07-01', count: 2 },
      { date: '2025-07-02', count: 2 },
    ]);
  });

  it('a demo of another version is left alone', async () => {
    await app.sql(`INSERT INTO shipped_data (name) VALUES ('demo 0')`);
    expect(await hostTask('loadDemo', app.address, '2025-07-10')).toMatchObject({
      rows: 0,
      isCurrent: false,
    });
    await app.sql(`DELETE FROM shipped_data WHERE name = 'demo 0'`);
  });

  it('refuses a database with foreign quotes or securities, accepts an empty one and its own', async () => {
    await expect(checkDemoDatabase(app.address)).resolves.toBeUndefined();
    const other = await startApp();
    try {
      expect((await other.get('/')).body.notice).toBeNull();
      await expect(checkDemoDatabase(other.address)).resolves.toBeUndefined();
      await other.post('/svc/quote', aQuote()).expect(201);
      await expect(checkDemoDatabase(other.address)).rejects.toThrow(NotADemoDatabase);
    } finally {
      await other.close();
    }
  });
});
