import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { differences, type RawBar, RawMarket, sum } from '../builders/raw-market.js';
import { startDemoApp } from '../demo.js';

let app: TestApp;
let market: RawMarket;
beforeAll(async () => {
  app = await startDemoApp();
  market = await RawMarket.read(app);
});
afterAll(() => app.close());

/** Bars of stocks and fund certificates on a day. */
const barsOn = (day: string): RawBar[] => market.tickers.flatMap((ticker) => market.bar(ticker, day) ?? []);

/** Last day of the longer periods, a Friday. */
const END = '2024-08-30';

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
        const figures = market.day(bar);
        const first = start === undefined ? undefined : market.last(ticker, start);
        if (start !== undefined && first === undefined) return [];
        const reference = first ? first.close * market.factor(ticker, first.date, day) : figures.reference;
        const { name, exchange } = market.security(ticker) ?? {};
        const change = close - reference;
        const change_percent = (100 * change) / reference;
        const { traded_value, market_cap, limit_state } = figures;
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
            shares_reason: null,
            limit_state,
          },
        ];
      })
      .filter((row) => direction * row.change > 0)
      .sort((a, b) => direction * (b.change_percent - a.change_percent) || (a.ticker < b.ticker ? -1 : 1))
      .map((row, at) => ({ rank: at + 1, ...row }));

  it('/market/gainers and losers: against the reference, so an ex-date is not a loser', async () => {
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
        const outliers = body.data.filter((row: { change_percent: number; exchange: string }) => {
          const band = { HOSE: 7, HNX: 10, UPCOM: 15 }[row.exchange] ?? 0;
          return Math.abs(row.change_percent) > band + 2 && day !== '2024-03-11';
        });
        expect(outliers).toEqual([]);
      }
    }
  });

  it('/market/gainers of a week, a month and the year: against earlier adjusted closes', async () => {
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
      const expected = days.toReversed().map((date) => {
        const bars = barsOn(date).filter(({ ticker }) => isIn(ticker, date));
        const figures = bars.map((bar) => market.day(bar));
        const [advances, declines] = [1, -1].map(
          (sign) => figures.filter((day) => sign * day.change > 0).length,
        ) as [number, number];
        return {
          ...{ date, advances, declines, unchanged: bars.length - advances - declines },
          ceilings: figures.filter((day) => day.limit_state === 'ceiling').length,
          floors: figures.filter((day) => day.limit_state === 'floor').length,
          no_trade: bars.filter((bar) => bar.volume === 0).length,
          net_advances: advances - declines,
          total_volume: sum(bars.map((bar) => bar.volume)),
          total_value: sum(figures.map((day) => day.traded_value)),
        };
      });
      const { body } = await app
        .get(`/market/movement?from_date=${days[0]}&to_date=${days.at(-1)}&limit=100${query}`)
        .expect(200);
      expect([query, differences(body.data, expected)]).toEqual([query, []]);
    }
  });

  interface Node {
    code?: string;
    ticker?: string;
    size: number;
    change_percent: number;
    children?: Node[];
  }
  /** Close × outstanding shares of the bar before a day. */
  const capBefore = (ticker: string, day: string) => {
    const { close = 0, date = day } = market.before(ticker, day) ?? {};
    return close * market.shares(ticker, date).outstanding;
  };
  const leavesOf = (node: Node): Node[] => (node.children ? node.children.flatMap(leavesOf) : [node]);

  it.each(['market_cap', 'value', 'volume'])(
    '/market/heatmap by %s: sizes add up, changes are weighted',
    async (size) => {
      for (const day of ['2023-12-29', '2024-01-02']) {
        const { body }: { body: Node } = await app
          .get(`/market/heatmap?date=${day}&size=${size}&level=4`)
          .expect(200);
        const expected = barsOn(day).map((bar) => {
          const { market_cap, traded_value, change_percent } = market.day(bar);
          const area = { market_cap, value: traded_value, volume: bar.volume }[size];
          return {
            ticker: bar.ticker,
            close: bar.close,
            name: market.security(bar.ticker)?.name,
            change_percent,
            change_reason: null,
            size: area,
            shares_reason: null,
          };
        });
        const leaves = leavesOf(body).toSorted((a, b) => (String(a.ticker) < String(b.ticker) ? -1 : 1));
        expect(differences(leaves, expected)).toEqual([]);
        const check = (node: Node): void => {
          const own = leavesOf(node);
          const total = sum(own.map((leaf) => leaf.size));
          const caps = own.map(({ ticker }) => capBefore(String(ticker), day));
          const change = sum(own.map((leaf, at) => Number(caps[at]) * leaf.change_percent)) / sum(caps);
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
});
