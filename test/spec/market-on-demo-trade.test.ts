import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { readAll } from '../builders/market.js';
import { differences, newestFirst, RawMarket, type Row, sum } from '../builders/raw-market.js';
import { startDemoApp } from '../demo.js';

let app: TestApp;
let market: RawMarket;
beforeAll(async () => {
  app = await startDemoApp();
  market = await RawMarket.read(app);
});
afterAll(() => app.close());

const read = (path: string) => readAll<Row>(app, path);
const between = ({ date }: { date: string | number | null }, from: string, to: string) =>
  from <= String(date) && String(date) <= to;

describe('every endpoint of trading and market analysis answers on the demo, and is recomputed from the rows', () => {
  it('/trade/market/result: levels, change from the previous level, breadth and totals of the members', async () => {
    const rows = await read('/trade/market/result?from_date=2024-01-01&to_date=2024-12-31&fields=extended');
    const codes = market.rows.market_index.filter((row) => row.main).map((row) => String(row.code));
    const expected = codes.flatMap((code) =>
      market
        .bars(code)
        .filter((bar) => between(bar, '2024-01-01', '2024-12-31'))
        .map((level) => {
          const { ticker, ...bar } = level;
          const before = market.before(code, bar.date)?.close ?? Number.NaN;
          const members = market
            .members(code, bar.date)
            .flatMap((each) => market.bar(each.ticker, bar.date) ?? []);
          const days = members.map((each) => market.day(each));
          return {
            code: ticker,
            ...bar,
            change: bar.close - before,
            change_percent: (100 * (bar.close - before)) / before,
            change_reason: null,
            advances: days.filter((day) => day.change > 0).length,
            declines: days.filter((day) => day.change < 0).length,
            unchanged: days.filter((day) => day.change === 0).length,
            ceilings: days.filter((day) => day.limit_state === 'ceiling').length,
            floors: days.filter((day) => day.limit_state === 'floor').length,
            total_volume: sum(members.map((each) => each.volume)),
            total_value: sum(days.map((day) => day.traded_value)),
          };
        }),
    );
    expect(expected.length).toBeGreaterThan(1450);
    expect(differences(rows, expected.sort(newestFirst('code')))).toEqual([]);
  });

  it('/trade/foreign: stored measures with the bar, totals of matched and negotiated, nets', async () => {
    const stored = await app.sql<Row>(
      `SELECT ticker, date::text, ${FOREIGN.map((name) => `${name}::float8`)} FROM foreign_trade
       WHERE ticker IN ('ZIT', 'ZHE', 'ZDA')`,
    );
    const expected = stored.map((row) => {
      const bar = market.bar(String(row.ticker), String(row.date));
      const total = (side: string, measure: string) =>
        Number(row[`foreign_${side}_${measure}_matched`]) +
        Number(row[`foreign_${side}_${measure}_negotiated`]);
      const [boughtVolume, soldVolume] = [total('buy', 'volume'), total('sell', 'volume')];
      const [boughtValue, soldValue] = [total('buy', 'value'), total('sell', 'value')];
      const { open = null, high = null, low = null, close = null, volume = null } = bar ?? {};
      return {
        ...row,
        ...{ open, high, low, close, volume },
        ...{
          foreign_buy_volume: boughtVolume,
          foreign_sell_volume: soldVolume,
          foreign_net_volume: boughtVolume - soldVolume,
        },
        ...{
          foreign_buy_value: boughtValue,
          foreign_sell_value: soldValue,
          foreign_net_value: boughtValue - soldValue,
        },
      };
    });
    expect(expected.filter((row) => row.close === null).length).toBeGreaterThan(100);
    const rows = await read('/trade/foreign?ticker=ZIT,ZHE,ZDA');
    expect(differences(rows, expected.sort(newestFirst('ticker')))).toEqual([]);
  });

  it('/trade/flow: securities as stored, sectors and indices as sums over the members of the day', async () => {
    // The range includes an ex-date, a review day and a change of industry.
    const [from, to] = ['2023-12-25', '2024-02-06'];
    const flows = await app.sql<Row>(
      `SELECT code, date::text, ${FLOWS.map((name) => `${name}::float8`)} FROM trade_flow WHERE scope = 'ticker'
       AND date BETWEEN '${from}' AND '${to}'`,
    );
    const own = flows.map((row) => ({ scope: 'ticker', ...row, member_count: null }));
    const days = market.days.filter((date) => between({ date }, from, to));
    const sumRows = (scope: string, code: string, isMember: (ticker: string, date: string) => boolean) =>
      days.flatMap((date) => {
        const parts = flows.filter((row) => row.date === date && isMember(String(row.code), date));
        const sums = FLOWS.map((name) => [name, sum(parts.map((row) => Number(row[name])))]);
        return parts.length === 0
          ? []
          : [{ scope, code, date, ...Object.fromEntries(sums), member_count: parts.length }];
      });
    const answer = (query: string) => read(`/trade/flow?from_date=${from}&to_date=${to}&${query}`);
    expect(differences(await answer('scope=ticker'), own.sort(newestFirst('code')))).toEqual([]);
    const sectors = ['11', '21', '31', '41', '51', '61', '71'].flatMap((code) =>
      sumRows('sector', code, (ticker, date) => market.industry(ticker, date).startsWith(code)),
    );
    expect(differences(await answer('scope=sector'), sectors.sort(newestFirst('code')))).toEqual([]);
    const parks = ['31101010', '31101020'].flatMap((code) =>
      sumRows('sector', code, (ticker, date) => market.industry(ticker, date) === code),
    );
    expect(new Set(parks.map((row) => `${row.code} ${row.member_count}`)).size).toBe(4);
    const parkRows = await answer('scope=sector&code=31101010,31101020');
    expect(differences(parkRows, parks.sort(newestFirst('code')))).toEqual([]);
    const indices = market.rows.market_index.flatMap(({ code }) =>
      sumRows('index', String(code), (ticker, date) =>
        market.members(String(code), date).some((member) => member.ticker === ticker),
      ),
    );
    expect(differences(await answer('scope=index'), indices.sort(newestFirst('code')))).toEqual([]);
  });

  it('/trade/technical-analysis: sma of adjusted closes, foreign_buy_volume, buy_on_sell_ratio', async () => {
    const day = '2024-07-31';
    const rows = await app.sql<Row>(
      `SELECT o.date::text, buy_order_count::float8, buy_order_volume::float8, sell_order_count::float8,
         sell_order_volume::float8, (foreign_buy_volume_matched + foreign_buy_volume_negotiated)::float8 AS foreign_buy
       FROM order_statistic o JOIN foreign_trade f ON f.ticker = o.ticker AND f.date = o.date
       WHERE o.ticker = 'ZSA' AND o.date <= '${day}' ORDER BY o.date`,
    );
    const closes = market.adjusted('ZSA', day);
    // Rights 2:1 of 16 July: each earlier share is one and a half.
    const events = market.events('ZSA', day);
    const growthSince = (date: string) =>
      events.reduce((all, each) => (each.date > date ? all * each.growth : all), 1);
    const expected = closes.map(({ date }, at) => {
      const orders = rows[at] ?? {};
      const [buy, sell] = ['buy', 'sell'].map(
        (side) =>
          (Number(orders[`${side}_order_volume`]) * growthSince(date)) /
          Number(orders[`${side}_order_count`]),
      ) as [number, number];
      const window = rows.slice(at - 4, at + 1);
      const foreign = window.map((row) => Number(row.foreign_buy) * growthSince(String(row.date)));
      return {
        ticker: 'ZSA',
        date,
        values: {
          'sma(20)': {
            sma: at < 19 ? null : sum(closes.slice(at - 19, at + 1).map((bar) => bar.close)) / 20,
          },
          'foreign_buy_volume(5)': { foreign_buy_volume: at < 4 ? null : sum(foreign) },
          'buy_on_sell_ratio(1)': { buy_on_sell_ratio: sell > 0 ? buy / sell : null },
        },
      };
    });
    expect(rows.map((row) => row.date)).toEqual(closes.map((bar) => bar.date));
    expect(events.at(-1)?.growth).toBe(1.5);
    const answer = await read(
      `/trade/technical-analysis?ticker=ZSA&indicator=sma(20),foreign_buy_volume(5),buy_on_sell_ratio&to_date=${day}&order=asc`,
    );
    expect(differences(answer, expected)).toEqual([]);
  });
});

const FOREIGN = [
  ...['buy', 'sell'].flatMap((side) =>
    ['matched', 'negotiated'].flatMap((way) => [
      `foreign_${side}_volume_${way}`,
      `foreign_${side}_value_${way}`,
    ]),
  ),
  'foreign_total_room',
  'foreign_owned_volume',
  'foreign_remaining_room',
  'foreign_current_room',
  'foreign_ownership_ratio',
];

const FLOWS = [
  'buy_order_count',
  'buy_order_volume',
  'sell_order_count',
  'sell_order_volume',
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
