import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { readAll } from '../builders/market.js';
import {
  differences,
  type RawBar,
  RawMarket,
  type RawMember,
  type Row,
  ranked,
  sum,
} from '../builders/raw-market.js';
import { startDemoApp } from '../demo.js';

let app: TestApp;
let market: RawMarket;
beforeAll(async () => {
  app = await startDemoApp();
  market = await RawMarket.read(app);
});
afterAll(() => app.close());

const read = (path: string) => readAll<Row>(app, path);
const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
describe('profiles on the demo, recomputed from the rows', () => {
  it('/detail: the day, limits, 52 weeks of adjusted closes, shares and size as known on the day', async () => {
    const effective = ['ZST', 'ZGA', 'ZWA', 'ZJE', 'ZSA', 'ZTE'].flatMap((ticker) =>
      market.events(ticker).map(({ date }) => [ticker, date] as const),
    );
    const others = [
      ['ZRE', '2024-03-11'], // first trading day, 20 % limits
      ['ZIP', '2023-12-29'],
      ['ZIP', '2024-01-02'], // another industry from here on
      ['ZHE', '2024-06-16'], // a Sunday
      ['ZCO', '2025-01-15'], // delisted before
      ['ZBA', '2023-01-03'], // nothing before
    ] as const;
    const samples = [...effective, ...others];
    expect(samples.length).toBeGreaterThan(20);
    for (const [ticker, day] of samples) {
      const { body } = await app.get(`/detail/${ticker}?date=${day}`).expect(200);
      const { pe, earnings_reason, eps, feps, bvps, pb, ...profile } = body;
      expect([ticker, day, earnings_reason]).toEqual([ticker, day, reasonOf(eps)]);
      expect([ticker, day, differences(profile, profileOf(ticker, day))]).toEqual([ticker, day, []]);
    }
  });

  it('/detail: limits of a first trading day and of ex-dates follow from their references', () => {
    const limits = (ticker: string, day: string) => {
      const { reference, ceiling, floor } = market.day(market.bar(ticker, day) as RawBar);
      return { reference, ceiling, floor };
    };
    expect(limits('ZRE', '2024-03-11')).toEqual({ reference: 42_000, ceiling: 50_400, floor: 33_600 });
    for (const ticker of ['ZST', 'ZGA', 'ZJE', 'ZWA']) {
      for (const { date, after } of market.events(ticker)) {
        const exchange = String(market.security(ticker)?.exchange);
        const tickOf = (price: number) =>
          exchange !== 'HOSE' || price >= 50_000 ? 100 : price >= 10_000 ? 50 : 10;
        const reference = Math.round(after / tickOf(after)) * tickOf(after);
        const band = { HOSE: 7, HNX: 10, UPCOM: 15 }[exchange] ?? Number.NaN;
        const [up, down] = [(reference * (100 + band)) / 100, (reference * (100 - band)) / 100];
        const ceiling = Math.floor(up / tickOf(up)) * tickOf(up);
        const floor = Math.ceil(down / tickOf(down)) * tickOf(down);
        expect([ticker, date, limits(ticker, date)]).toEqual([ticker, date, { reference, ceiling, floor }]);
      }
    }
  });
});

/** Why there is no P/E: shares are known on every sample. */
const reasonOf = (eps: number | null) => (eps === null ? 'no_earnings' : eps > 0 ? null : 'loss');

function profileOf(ticker: string, day: string): Row {
  const {
    outstanding_shares: _,
    delisting_date: delisting,
    shares_from: ___,
    ...master
  } = market.security(ticker) ?? {};
  const bar = market.last(ticker, day) as RawBar;
  const { traded_value, market_cap, limit_state, ...figures } = market.day(bar);
  const { listed, outstanding } = market.shares(ticker, day);
  const weeks = market.adjusted(ticker, day).filter(({ date }) => date > daysBefore(day, 364));
  const growthAfter = (date: string) =>
    market.events(ticker, day).reduce((all, each) => (each.date > date ? all * each.growth : all), 1);
  const volumes = weeks.map(
    ({ date }) => Number(market.statistic(ticker, date).matched_volume) * growthAfter(date),
  );
  const { date, open, high, low, close } = bar;
  return {
    ...master,
    ...figures,
    ...{ date, open, high, low, close },
    active: (delisting === null || String(delisting) > day) as never,
    delisting_date: delisting ?? null,
    industry_code: market.industry(ticker, day),
    listed_shares: listed,
    outstanding_shares: outstanding,
    shares_reason: null,
    last_price: close,
    previous_close: market.before(ticker, date)?.close ?? null,
    market_cap: outstanding * close,
    adjustment_ratio: market.events(ticker, day).at(-1)?.factor ?? 1,
    low_52w_close: weeks.length === 0 ? null : Math.min(...weeks.map((each) => each.close)),
    high_52w_close: weeks.length === 0 ? null : Math.max(...weeks.map((each) => each.close)),
    average_matched_volume_52w: weeks.length === 0 ? null : sum(volumes) / weeks.length,
  };
}

describe('indices on the demo, recomputed from the rows', () => {
  it('/index/profile and /index/{code}: level, change and members as of a day', async () => {
    const day = '2024-08-03'; // a Saturday after a review
    const expected = market.rows.market_index
      .map((row) => {
        const code = String(row.code);
        const bar = market.last(code, day);
        const before = bar && market.before(code, bar.date)?.close;
        const { date = null, open = null, high = null, low = null, close = null } = bar ?? {};
        const change = close === null || before === undefined ? null : close - before;
        const change_percent = change === null ? null : (100 * change) / Number(before);
        const constituent_count = market.members(code, day).length || null;
        return {
          ...row,
          date,
          open,
          high,
          low,
          close,
          change,
          change_percent,
          change_reason: null,
          constituent_count,
        };
      })
      .sort((a, b) => (String((a as Row).code) < String((b as Row).code) ? -1 : 1));
    expect(differences(await read(`/index/profile?date=${day}`), expected)).toEqual([]);
    for (const index of expected as Row[]) {
      const { body } = await app.get(`/index/${index.code}?date=${day}`).expect(200);
      expect(differences(body, index)).toEqual([]);
    }
  });

  it('/index/constituents: weights shares × close × free-float × cap of that day, 100 % in total', async () => {
    for (const [code, day] of [
      ['VNINDEX', '2024-03-11'], // ZRE trades, but is no member yet
      ['VNINDEX', '2024-03-12'],
      ['VN30', '2024-02-01'],
      ['HNXINDEX', '2024-09-27'],
      ['HNXINDEX', '2024-09-30'], // ZCO left
      ['HNX30', '2025-06-30'],
    ] as const) {
      const members = market.members(code, day).map((member) => {
        const { ticker, from_date, shares, free_float_ratio, cap_ratio } = member;
        const { close } = market.last(ticker, day) as RawBar;
        const value = shares * close * free_float_ratio * cap_ratio;
        const name = market.security(ticker)?.name;
        return { code, ticker, name, from_date, shares, free_float_ratio, cap_ratio, close, value };
      });
      const total = sum(members.map((member) => member.value));
      const weighted = members.map(({ value, ...row }) => ({
        ...row,
        shares_reason: null,
        weight_percent: (100 * value) / total,
      }));
      const rows = await read(`/index/constituents?code=${code}&date=${day}`);
      const expected = ranked(weighted, (row) => -row.weight_percent);
      expect([code, day, differences(rows, expected)]).toEqual([code, day, []]);
      expect(sum(rows.map((row) => Number(row.weight_percent)))).toBeCloseTo(100, 9);
    }
  });

  it.each(['VNINDEX', 'VN30'])(
    '/index/contributor of %s: every point by its formula, in total the move of the index to 1e-6',
    async (code) => {
      const members = new Set(
        market.rows.index_constituent.filter((row) => row.code === code).map((row) => row.ticker),
      );
      const actions = [...members].flatMap((ticker) =>
        market.events(String(ticker)).filter((each) => each.growth > 1),
      );
      const reviews = ['2023-08-01', '2024-02-01', '2024-08-01', '2025-02-03'];
      const listed = ['2024-03-11', '2024-03-12', '2024-03-13'];
      const days = new Set([
        ...actions.map(({ date }) => date),
        ...reviews,
        ...listed,
        '2023-01-04',
        '2025-06-30',
      ]);
      expect(days.size).toBeGreaterThan(15);
      for (const day of days) {
        const rows = await read(`/index/contributor/${day}?code=${code}`);
        expect([day, differences(rows, contributorsOf(code, day))]).toEqual([day, []]);
        const move = Number(market.bar(code, day)?.close) - Number(market.before(code, day)?.close);
        const points = sum(rows.map((row) => Number(row.contribution_point)));
        expect([day, Math.abs(points / move - 1) < 1e-6]).toEqual([day, true]);
      }
    },
  );
});

function contributorsOf(code: string, day: string) {
  const level = Number(market.before(code, day)?.close);
  const parts = market.members(code, day).map((member: RawMember) => {
    const { ticker, shares, free_float_ratio, cap_ratio } = member;
    const bar = market.last(ticker, day) as RawBar;
    const isTraded = bar.date === day;
    const event = market.events(ticker).find(({ date }) => date === day);
    const start = isTraded
      ? (event?.sharePrice ?? market.before(ticker, day)?.close ?? market.day(bar).reference)
      : bar.close;
    const { change, change_percent } = isTraded ? market.day(bar) : { change: 0, change_percent: 0 };
    const change_reason = null;
    const units = shares * free_float_ratio * cap_ratio;
    return { ticker, close: bar.close, change, change_percent, change_reason, units, start };
  });
  const base = sum(parts.map(({ units, start }) => units * start));
  const rows = parts.map(({ units, start, ...row }) => ({
    ...row,
    weight_percent: (100 * units * start) / base,
    contribution_point: (level * units * (row.close - start)) / base,
  }));
  return ranked(rows, (row) => -Math.abs(row.contribution_point));
}
