import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { readAll } from '../builders/market.js';
import { type Bar, cutBars, plainFigures, plainReturn } from '../builders/performance.js';
import { differences, type RawBar, RawMarket, type Row, sum } from '../builders/raw-market.js';
import { startDemoApp } from '../demo.js';

/** Only tells a hang from a load. */
const LOAD_BOUND = 60_000;

let app: TestApp;
let market: RawMarket;
beforeAll(async () => {
  app = await startDemoApp();
  market = await RawMarket.read(app);
}, LOAD_BOUND);
afterAll(() => app.close());

const read = (path: string) => readAll<Row>(app, path);
/** Bars of stocks and fund certificates on a day. */
const barsOn = (day: string): RawBar[] => market.tickers.flatMap((ticker) => market.bar(ticker, day) ?? []);

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
  Object.fromEntries(Object.entries(STARTS).map(([name, [, start]]) => [name, of(start)]));

describe('performance on the demo, recomputed from the rows', () => {
  it('POST /performance: an asset with an ex-date, a portfolio that is held, a benchmark', async () => {
    const weights = { ZSA: 3, ZHE: 1 };
    const open = await app.sql<{ date: string }>(
      `SELECT date::text FROM settlement WHERE country = 'VN' AND status = 'open' AND date BETWEEN '${FROM}' AND '${END}'`,
    );
    const missing = (bars: readonly Bar[]) =>
      open.filter(({ date }) => !bars.some((bar) => bar.date === date)).length;
    const benchmark = market.adjusted('VNINDEX', END);
    const figures = (bars: readonly Bar[], against: readonly Bar[] = benchmark) =>
      plainFigures(cutBars(bars, FROM, END), against, 0.03);
    const series = Object.keys(weights).map((ticker) => market.adjusted(ticker, END)) as [Bar[], Bar[]];
    const shares = [0.75, 0.25] as const;
    const assets = Object.keys(weights).map((ticker, at) => {
      const own = series[at] ?? [];
      const returns = byPeriod((start) => plainReturn(own, start, END));
      return { ticker, weight: shares[at], ...figures(own), missing_days: missing(own), ...returns };
    });
    const held = (start: string, end: string) => {
      const returns = series.map((own) => plainReturn(own, start, end));
      return returns.includes(null) ? null : sum(returns.map((each, at) => Number(each) * (shares[at] ?? 0)));
    };
    const days = [...new Set(series.flat().map((bar) => bar.date))].filter((date) => FROM <= date).sort();
    const value = [
      { date: FROM, close: 1 },
      ...days.map((date) => ({ date, close: 1 + Number(held(FROM, date)) })),
    ];
    const portfolio = {
      ...figures(value.slice(1)),
      missing_days: missing(value),
      ...byPeriod((start) => held(start, END)),
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
    const index = { ticker: 'VNINDEX', ...figures(benchmark), missing_days: missing(benchmark), ...levels };
    expect(differences(body, { from_date: FROM, to_date: END, assets, portfolio, benchmark: index })).toEqual(
      [],
    );
  });

  it('/trading/relative-return: (1 + r) / (1 + benchmark) − 1 of every period', async () => {
    const [own, level] = [market.adjusted('ZSA', END), market.adjusted('VN30', END)];
    const wanted = Object.values(STARTS).map(([period, start]) => {
      const [mine, other] = [plainReturn(own, start, END), plainReturn(level, start, END)];
      const relative = mine === null || other === null ? null : (1 + mine) / (1 + other) - 1;
      return {
        ...{ ticker: 'ZSA', benchmark: 'VN30', period, from_date: start, to_date: END },
        ...{ return: mine, benchmark_return: other, relative_return: relative },
      };
    });
    const rows = await read(`/trading/relative-return?ticker=ZSA&benchmark=VN30&date=${END}`);
    expect(differences(rows, wanted)).toEqual([]);
    expect(wanted.filter((row) => row.relative_return !== null)).toHaveLength(9);
  });
});

describe('market analysis on the demo, recomputed from the rows', () => {
  /** Ex-dates: split of ZJE, combined action of ZGA, bonus of ZWA; and the first day of ZRE. */
  const exDates = () =>
    [
      ['ZJE', '2024-05'],
      ['ZGA', '2024-10'],
      ['ZWA', '2025-03'],
    ].flatMap(([ticker = '', month = '']) =>
      market
        .events(ticker)
        .filter(({ date, growth }) => date.startsWith(month) && growth > 1)
        .map(({ date }) => date),
    );

  const movers = (day: string, start: string | undefined, direction: number) =>
    barsOn(day)
      .flatMap((bar) => {
        const { ticker, close, volume } = bar;
        const known = market.day(bar);
        const first = start === undefined ? undefined : market.last(ticker, start);
        if (start !== undefined && first === undefined) return [];
        const reference = first ? first.close * market.factor(ticker, first.date, day) : known.reference;
        const { name, exchange } = market.security(ticker) ?? {};
        const change = close - reference;
        const change_percent = (100 * change) / reference;
        const { traded_value, market_cap, limit_state } = known;
        return [
          {
            ticker,
            name,
            exchange,
            date: day,
            close,
            reference,
            change,
            change_percent,
            volume,
            traded_value,
            market_cap,
            limit_state,
          },
        ];
      })
      .filter((row) => direction * row.change > 0)
      .sort((a, b) => direction * (b.change_percent - a.change_percent) || (a.ticker < b.ticker ? -1 : 1))
      .map((row, at) => ({ rank: at + 1, ...row }));

  it('/market/gainers and losers: against the reference, so an ex-date is no loser', async () => {
    const days = exDates();
    expect(days).toHaveLength(3);
    for (const day of [...days, '2024-03-11']) {
      for (const [list, direction] of [
        ['gainers', 1],
        ['losers', -1],
      ] as const) {
        const { body } = await app.get(`/market/${list}?date=${day}&limit=100`).expect(200);
        expect([list, day, differences(body.data, movers(day, undefined, direction))]).toEqual([
          list,
          day,
          [],
        ]);
        const beyond = body.data.filter((row: { change_percent: number; exchange: string }) => {
          const band = { HOSE: 7, HNX: 10, UPCOM: 15 }[row.exchange] ?? 0;
          return Math.abs(row.change_percent) > band + 2 && day !== '2024-03-11';
        });
        expect(beyond).toEqual([]);
      }
    }
  });

  it('/market/gainers of a week, a month and the year: against adjusted closes before', async () => {
    for (const [period, start] of [
      ['1w', '2024-08-23'],
      ['1m', '2024-07-30'],
      ['ytd', '2023-12-31'],
    ]) {
      for (const [list, direction] of [
        ['gainers', 1],
        ['losers', -1],
      ] as const) {
        const { body } = await app.get(`/market/${list}?date=${END}&period=${period}&limit=100`).expect(200);
        expect([period, differences(body.data, movers(END, start, direction))]).toEqual([period, []]);
      }
    }
  });

  it('/market/movement: breadth of every day, of the market, an exchange and an index', async () => {
    const days = market.days.filter((date) => '2024-02-15' <= date && date <= '2024-04-15');
    const scopes = {
      '': () => true,
      '&exchange=UPCOM': (ticker: string) => market.security(ticker)?.exchange === 'UPCOM',
      '&code=VN30': (ticker: string, day: string) =>
        market.members('VN30', day).some((each) => each.ticker === ticker),
    };
    for (const [query, isIn] of Object.entries(scopes)) {
      const wanted = days.toReversed().map((date) => {
        const bars = barsOn(date).filter(({ ticker }) => isIn(ticker, date));
        const known = bars.map((bar) => market.day(bar));
        const [advances, declines] = [1, -1].map(
          (sign) => known.filter((day) => sign * day.change > 0).length,
        ) as [number, number];
        return {
          ...{ date, advances, declines, unchanged: bars.length - advances - declines },
          ceilings: known.filter((day) => day.limit_state === 'ceiling').length,
          floors: known.filter((day) => day.limit_state === 'floor').length,
          no_trade: bars.filter((bar) => bar.volume === 0).length,
          net_advances: advances - declines,
          total_volume: sum(bars.map((bar) => bar.volume)),
          total_value: sum(known.map((day) => day.traded_value)),
        };
      });
      const { body } = await app
        .get(`/market/movement?from_date=${days[0]}&to_date=${days.at(-1)}&limit=100${query}`)
        .expect(200);
      expect([query, differences(body.data, wanted)]).toEqual([query, []]);
    }
  });

  interface Node {
    code?: string;
    ticker?: string;
    size: number;
    change_percent: number;
    children?: Node[];
  }
  const leavesOf = (node: Node): Node[] => (node.children ? node.children.flatMap(leavesOf) : [node]);

  it.each(['market_cap', 'value', 'volume'])(
    '/market/heatmap by %s: sizes add up, changes are weighted',
    async (size) => {
      for (const day of ['2023-12-29', '2024-01-02']) {
        const { body }: { body: Node } = await app
          .get(`/market/heatmap?date=${day}&size=${size}&level=4`)
          .expect(200);
        const wanted = barsOn(day).map((bar) => {
          const { market_cap, traded_value, change_percent } = market.day(bar);
          const area = { market_cap, value: traded_value, volume: bar.volume }[size];
          return {
            ticker: bar.ticker,
            close: bar.close,
            name: market.security(bar.ticker)?.name,
            change_percent,
            size: area,
          };
        });
        const leaves = leavesOf(body).toSorted((a, b) => (String(a.ticker) < String(b.ticker) ? -1 : 1));
        expect(differences(leaves, wanted)).toEqual([]);
        const check = (node: Node): void => {
          const own = leavesOf(node);
          const total = sum(own.map((leaf) => leaf.size));
          const change = sum(own.map((leaf) => leaf.size * leaf.change_percent)) / total;
          expect([node.code, differences([node.size, node.change_percent], [total, change])]).toEqual([
            node.code,
            [],
          ]);
          const sizes = (node.children ?? []).map((child) => child.size);
          expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
          for (const leaf of own) {
            if (node.code)
              expect([leaf.ticker, market.industry(String(leaf.ticker), day)]).toEqual([
                leaf.ticker,
                expect.stringMatching(`^${node.code}`),
              ]);
          }
          for (const child of node.children ?? []) if (child.children) check(child);
        };
        check(body);
      }
    },
  );

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
      const wanted = records
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
      const found = exact.map(({ ticker, score, market_cap }: Row) => ({ ticker, score, market_cap }));
      expect(wanted.length).toBeGreaterThan(0);
      expect([q, differences(found, wanted)]).toEqual([q, []]);
      const scores = body.data.map((row: { score: number }) => row.score);
      expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    }
  });
});
