import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { readAll } from '../builders/market.js';
import { type Bar, cutBars, plainFigures, plainReturn } from '../builders/performance.js';
import { differences, RawMarket, type Row, ranked, sum } from '../builders/raw-market.js';
import { startDemoApp } from '../demo.js';

let app: TestApp;
let market: RawMarket;
beforeAll(async () => {
  app = await startDemoApp();
  market = await RawMarket.read(app);
});
afterAll(() => app.close());

const read = (path: string) => readAll<Row>(app, path);
/** 16 July 2024: ex-date of the rights of ZSA within the windows. */
const [FROM, END] = ['2024-05-02', '2024-08-30'];
/** Starts of the periods that end on a Friday, 30 August 2024. */
const STARTS = {
  one_day: ['1d', '2024-08-29'],
  one_week: ['1w', '2024-08-23'],
  one_month: ['1m', '2024-07-30'],
  three_month: ['3m', '2024-05-30'],
  six_month: ['6m', '2024-02-29'],
  one_year: ['1y', '2023-08-30'],
  three_year: ['3y', '2021-08-30'],
  ytd: ['ytd', '2023-12-31'],
  mtd: ['mtd', '2024-07-31'],
  wtd: ['wtd', '2024-08-25'],
} as const;
const byPeriod = (of: (start: string) => number | null) =>
  Object.fromEntries([
    ...Object.entries(STARTS).map(([name, [, start]]) => [name, of(start)] as const),
    ['null_reasons', {}],
  ]);

describe('performance on the demo, recomputed from the rows', () => {
  it('POST /performance: an asset with an ex-date, a buy-and-hold portfolio, a benchmark', async () => {
    const weights = { ZSA: 3, ZHE: 1 };
    const open = await app.sql<{ date: string }>(
      `SELECT date::text FROM settlement WHERE country = 'VN' AND status = 'open' AND date BETWEEN '${FROM}' AND '${END}'`,
    );
    const missingDays = (bars: readonly Bar[]) =>
      open.filter(({ date }) => !bars.some((bar) => bar.date === date)).length;
    const benchmark = market.adjusted('VNINDEX', END);
    const figures = (bars: readonly Bar[]) => plainFigures(cutBars(bars, FROM, END), benchmark, 0.03);
    const series = Object.keys(weights).map((ticker) => market.adjusted(ticker, END)) as [Bar[], Bar[]];
    const shares = [0.75, 0.25] as const;
    const assets = Object.keys(weights).map((ticker, at) => {
      const own = series[at] ?? [];
      const returns = byPeriod((start) => plainReturn(own, start, END));
      return { ticker, weight: shares[at], ...figures(own), missing_days: missingDays(own), ...returns };
    });
    const portfolioReturn = (start: string, end: string) => {
      const returns = series.map((own) => plainReturn(own, start, end));
      return returns.includes(null) ? null : sum(returns.map((each, at) => Number(each) * (shares[at] ?? 0)));
    };
    const days = [...new Set(series.flat().map((bar) => bar.date))].filter((date) => FROM <= date).sort();
    const value = [
      { date: FROM, close: 1 },
      ...days.map((date) => ({ date, close: 1 + Number(portfolioReturn(FROM, date)) })),
    ];
    const portfolio = {
      ...figures(value.slice(1)),
      missing_days: missingDays(value),
      ...byPeriod((start) => portfolioReturn(start, END)),
    };
    const levels = byPeriod((start) => plainReturn(benchmark, start, END));
    const { body } = await app
      .post('/performance', {
        assets: Object.entries(weights).map(([ticker, weight]) => ({ ticker, weight })),
        from_date: FROM,
        to_date: END,
        benchmark: 'VNINDEX',
        risk_free_rate: 0.03,
      })
      .expect(200);
    expect(market.events('ZSA', END).some(({ date }) => date > FROM && date <= END)).toBe(true);
    expect(series.map((bars) => bars.at(-1)?.date)).toContain(END);
    const index = {
      ticker: 'VNINDEX',
      ...figures(benchmark),
      missing_days: missingDays(benchmark),
      ...levels,
    };
    expect(differences(body, { from_date: FROM, to_date: END, assets, portfolio, benchmark: index })).toEqual(
      [],
    );
  });

  it('/trading/relative-return: (1 + r) / (1 + benchmark) − 1 of every period', async () => {
    const [own, level] = [market.adjusted('ZSA', END), market.adjusted('VN30', END)];
    const expected = Object.values(STARTS).map(([period, start]) => {
      const [mine, other] = [plainReturn(own, start, END), plainReturn(level, start, END)];
      const relative = mine === null || other === null ? null : (1 + mine) / (1 + other) - 1;
      return {
        ...{ ticker: 'ZSA', benchmark: 'VN30', period, from_date: start, to_date: END },
        ...{ return: mine, benchmark_return: other, relative_return: relative, null_reason: null },
      };
    });
    const rows = await read(`/trading/relative-return?ticker=ZSA&benchmark=VN30&date=${END}`);
    expect(differences(rows, expected)).toEqual([]);
    expect(expected.filter((row) => row.relative_return !== null)).toHaveLength(9);
  });
});

describe('peers and search on the demo, recomputed from the rows', () => {
  it('/related-stocks: by the narrowest common industry on the day, then by log distance of size', async () => {
    for (const [ticker, day] of [
      ['ZBA', '2024-06-14'],
      ['ZIP', '2023-12-29'],
      ['ZIP', '2024-01-02'],
      ['ZFU', '2025-06-30'],
      ['ZSA', '2024-10-01'],
    ] as const) {
      const { body } = await app.get(`/related-stocks?ticker=${ticker}&date=${day}&limit=50`).expect(200);
      expect(body.data.length).toBeGreaterThan(3);
      const rows = body.data.map(({ pe: _, pb: __, ...row }: Row) => row);
      expect([ticker, day, differences(rows, peersOf(ticker, day))]).toEqual([ticker, day, []]);
    }
  });

  it('/related-stocks: the multiples of each peer match its own /detail', async () => {
    const day = '2025-06-30';
    const { body } = await app.get(`/related-stocks?ticker=ZBA&date=${day}`).expect(200);
    for (const { ticker, pe, pb } of body.data) {
      const own = (await app.get(`/detail/${ticker}?date=${day}`).expect(200)).body;
      expect([ticker, differences({ pe, pb }, { pe: own.pe, pb: own.pb })]).toEqual([ticker, []]);
    }
    expect(body.data.filter(({ pe }: Row) => pe !== null).length).toBeGreaterThan(2);
  });

  it('/search: ticker, prefix, ISIN, name prefix, name; within a kind by size', async () => {
    const fold = (text: unknown) =>
      String(text).normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase();
    const cap = (ticker: string) => {
      const bar = market.last(ticker, '9999-12-31');
      return market.security(ticker) && bar
        ? bar.close * market.shares(ticker, '9999-12-31').outstanding
        : null;
    };
    const records = [
      ...market.rows.security,
      ...market.rows.market_index.map((row) => ({ ...row, ticker: row.code ?? '' }) as Row),
    ];
    const scoreOf = (row: Row, q: string): number => {
      const names = [fold(row.name), fold(row.name_en ?? '')];
      if (row.ticker === q.toUpperCase()) return 1;
      if (String(row.ticker).startsWith(q.toUpperCase())) return 0.9;
      if (row.isin === q.toUpperCase()) return 0.8;
      if (names.some((name) => name.startsWith(fold(q)))) return 0.7;
      const words = names.flatMap((name) => name.split(/[^a-z0-9]+/));
      return fold(q)
        .split(' ')
        .every((word) => words.some((own) => own.startsWith(word)))
        ? 0.6
        : 0;
    };
    for (const q of [
      'ZB',
      'zba',
      String(market.security('ZGA')?.isin),
      'ngan hang',
      'Đường',
      'bank',
      'demo steel',
      'vn30',
    ]) {
      const { body } = await app.get(`/search?q=${encodeURIComponent(q)}&limit=50`).expect(200);
      const exact = body.data.filter((row: { match_type: string }) => row.match_type !== 'similar');
      const expected = records
        .map((row) => ({
          ticker: String(row.ticker),
          score: scoreOf(row, q),
          market_cap: cap(String(row.ticker)),
        }))
        .filter((row) => row.score > 0)
        .sort(
          (a, b) =>
            b.score - a.score ||
            (b.market_cap ?? -1) - (a.market_cap ?? -1) ||
            (a.ticker < b.ticker ? -1 : 1),
        );
      const matches = exact.map(({ ticker, score, market_cap }: Row) => ({ ticker, score, market_cap }));
      expect(expected.length).toBeGreaterThan(0);
      expect([q, differences(matches, expected)]).toEqual([q, []]);
      const scores = body.data.map((row: { score: number }) => row.score);
      expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    }
  });
});

function peersOf(ticker: string, day: string) {
  const own = market.industry(ticker, day);
  const capOf = (each: string) =>
    market.shares(each, day).outstanding * Number(market.last(each, day)?.close);
  const peers = market.rows.security.flatMap((row) => {
    const peer = String(row.ticker);
    const industry_code = market.industry(peer, day);
    const common_level = [4, 3, 2, 1].find(
      (level) => industry_code.slice(0, 2 * level) === own.slice(0, 2 * level),
    );
    const bar = market.last(peer, day);
    const isListed = String(row.listing_date) <= day && String(row.delisting_date ?? day) >= day;
    if (peer === ticker || common_level === undefined || bar === undefined || !isListed) return [];
    const { name, exchange } = row;
    const { date, close } = bar;
    const { change_percent } = market.day(bar);
    const distance = Math.abs(Math.log(capOf(peer) / capOf(ticker)));
    const market_cap = capOf(peer);
    return [
      {
        ticker: peer,
        name,
        exchange,
        industry_code,
        common_level,
        date,
        close,
        change_percent,
        change_reason: null,
        market_cap,
        shares_reason: null,
        distance,
      },
    ];
  });
  return ranked(
    peers,
    (peer) => -peer.common_level,
    (peer) => peer.distance,
  );
}
