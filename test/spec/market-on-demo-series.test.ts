import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { readAll } from '../builders/market.js';
import { differences, newestFirst, type RawBar, RawMarket, type Row, sum } from '../builders/raw-market.js';
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
const between = ({ date }: { date: string | number | null }, from: string, to: string) =>
  from <= String(date) && String(date) <= to;

/** Split, combined action, rights, UPCOM, new listing, days without trade. */
const TICKERS = ['ZJE', 'ZGA', 'ZSA', 'ZWA', 'ZRE', 'ZHE'];
const TO = '2025-03-31';

describe('every endpoint of series answers on the demo, and its answer is recomputed from the rows', () => {
  it('/quote adjusted: prices × P′/P and volumes × (1 + α + β) of the later ex-dates up to to_date', async () => {
    const rows = await read(`/quote?ticker=${TICKERS}&to_date=${TO}&adjusted=true`);
    const wanted = TICKERS.flatMap((ticker) => market.bars(ticker).filter(({ date }) => date <= TO)).map(
      ({ ticker, date, open, high, low, close, volume }) => {
        const events = market.events(ticker, TO).filter((event) => event.date > date);
        const factor = events.reduce((all, event) => all * event.factor, 1);
        const growth = events.reduce((all, event) => all * event.growth, 1);
        const prices = { open: open * factor, high: high * factor, low: low * factor, close: close * factor };
        return { ticker, date, ...prices, volume: Math.round(volume * growth) };
      },
    );
    expect(wanted.length).toBeGreaterThan(2500);
    expect(differences(rows, wanted.sort(newestFirst('ticker')))).toEqual([]);
  });

  it('/quote extended and adjusted: the raw bar, what was known on its day, and adjusted prices beside', async () => {
    const rows = await read(`/quote?ticker=${TICKERS}&to_date=${TO}&adjusted=true&fields=extended`);
    const wanted = TICKERS.flatMap((ticker) => market.bars(ticker).filter(({ date }) => date <= TO)).map(
      (bar) => {
        const { traded_value, market_cap, limit_state, ...day } = market.day(bar);
        const factor = market.factor(bar.ticker, bar.date, TO);
        return {
          ...bar,
          ...day,
          adj_open: bar.open * factor,
          adj_high: bar.high * factor,
          adj_low: bar.low * factor,
          adj_close: bar.close * factor,
          adj_factor: factor,
        };
      },
    );
    expect(differences(rows, wanted.sort(newestFirst('ticker')))).toEqual([]);
  });

  it('/quote of a day: the whole market, and its weekly bars are made of its days', async () => {
    const day = await read('/quote?date=2024-10-07');
    const bars = (market.rows.quote as Row[]).filter((bar) => bar.date === '2024-10-07');
    expect(differences(day, bars.sort(newestFirst('ticker')))).toEqual([]);
    const week = await read('/quote?ticker=ZGA&interval=1w&from_date=2024-10-07&to_date=2024-10-11');
    const days = market.bars('ZGA').filter((bar) => between(bar, '2024-10-07', '2024-10-11'));
    const [first, last] = [days[0], days.at(-1)] as [RawBar, RawBar];
    const [high, low] = [Math.max(...days.map((bar) => bar.high)), Math.min(...days.map((bar) => bar.low))];
    const volume = sum(days.map((bar) => bar.volume));
    expect(week).toEqual([{ ...last, open: first.open, high, low, volume }]);
  });

  it('/quote/gaps: open days without a bar between the first and the last of each ticker', async () => {
    const open = await app.sql<{ date: string }>(
      `SELECT date::text FROM settlement WHERE country = 'VN' AND status = 'open'`,
    );
    const all = [...market.tickers, ...market.rows.market_index.map((row) => String(row.code))];
    const wanted = all.flatMap((ticker) => {
      const bars = market.bars(ticker);
      const [first = '', last = ''] = [bars[0]?.date, bars.at(-1)?.date];
      return open
        .filter(({ date }) => first < date && date < last && market.bar(ticker, date) === undefined)
        .map(({ date }) => ({ ticker, date }));
    });
    expect(wanted.length).toBeGreaterThan(300);
    expect(differences(await read('/quote/gaps'), wanted.sort(newestFirst('ticker')))).toEqual([]);
  });

  it('/trade/market/result: levels, change to the level before, breadth and totals of the members', async () => {
    const rows = await read('/trade/market/result?from_date=2024-01-01&to_date=2024-12-31&fields=extended');
    const codes = market.rows.market_index.filter((row) => row.main).map((row) => String(row.code));
    const wanted = codes.flatMap((code) =>
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
    expect(wanted.length).toBeGreaterThan(1450);
    expect(differences(rows, wanted.sort(newestFirst('code')))).toEqual([]);
  });

  it('/trade/foreign: stored measures beside the bar, totals of matched and negotiated, nets', async () => {
    const stored = await app.sql<Row>(
      `SELECT ticker, date::text, ${FOREIGN.map((name) => `${name}::float8`)} FROM foreign_trade
       WHERE ticker IN ('ZIT', 'ZHE', 'ZDA')`,
    );
    const wanted = stored.map((row) => {
      const bar = market.bar(String(row.ticker), String(row.date));
      const total = (side: string, measure: string) =>
        Number(row[`foreign_${side}_${measure}_matched`]) +
        Number(row[`foreign_${side}_${measure}_negotiated`]);
      const [bought, sold] = [total('buy', 'volume'), total('sell', 'volume')];
      const [paid, earned] = [total('buy', 'value'), total('sell', 'value')];
      const { open = null, high = null, low = null, close = null, volume = null } = bar ?? {};
      return {
        ...row,
        ...{ open, high, low, close, volume },
        ...{ foreign_buy_volume: bought, foreign_sell_volume: sold, foreign_net_volume: bought - sold },
        ...{ foreign_buy_value: paid, foreign_sell_value: earned, foreign_net_value: paid - earned },
      };
    });
    expect(wanted.filter((row) => row.close === null).length).toBeGreaterThan(100);
    const rows = await read('/trade/foreign?ticker=ZIT,ZHE,ZDA');
    expect(differences(rows, wanted.sort(newestFirst('ticker')))).toEqual([]);
  });

  it('/trade/flow: of securities as stored, of sectors and indices the sums over the members of the day', async () => {
    // An ex-date, a review day and a change of industry lie within.
    const [from, to] = ['2023-12-25', '2024-02-06'];
    const flows = await app.sql<Row>(
      `SELECT code, date::text, ${FLOWS.map((name) => `${name}::float8`)} FROM trade_flow WHERE scope = 'ticker'
       AND date BETWEEN '${from}' AND '${to}'`,
    );
    const own = flows.map((row) => ({ scope: 'ticker', ...row, member_count: null }));
    const days = market.days.filter((date) => between({ date }, from, to));
    const summed = (scope: string, code: string, isMember: (ticker: string, date: string) => boolean) =>
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
      summed('sector', code, (ticker, date) => market.industry(ticker, date).startsWith(code)),
    );
    expect(differences(await answer('scope=sector'), sectors.sort(newestFirst('code')))).toEqual([]);
    const parks = ['31101010', '31101020'].flatMap((code) =>
      summed('sector', code, (ticker, date) => market.industry(ticker, date) === code),
    );
    expect(new Set(parks.map((row) => `${row.code} ${row.member_count}`)).size).toBe(4);
    const narrow = await answer('scope=sector&code=31101010,31101020');
    expect(differences(narrow, parks.sort(newestFirst('code')))).toEqual([]);
    const indices = market.rows.market_index.flatMap(({ code }) =>
      summed('index', String(code), (ticker, date) =>
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
    // Rights 2:1 of 16 July: shares of before are one and a half each.
    const events = market.events('ZSA', day);
    const grown = (date: string) =>
      events.reduce((all, each) => (each.date > date ? all * each.growth : all), 1);
    const wanted = closes.map(({ date }, at) => {
      const orders = rows[at] ?? {};
      const [buy, sell] = ['buy', 'sell'].map(
        (side) =>
          (Number(orders[`${side}_order_volume`]) * grown(date)) / Number(orders[`${side}_order_count`]),
      ) as [number, number];
      const window = rows.slice(at - 4, at + 1);
      const foreign = window.map((row) => Number(row.foreign_buy) * grown(String(row.date)));
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
    expect(differences(answer, wanted)).toEqual([]);
  });
});

describe('ex-dates', () => {
  it('/adjustments: every action, actions of one day with one factor, products of the later ones', async () => {
    let combined = 0;
    for (const ticker of market.tickers) {
      const events = market.events(ticker);
      const actions = market.rows.corporate_action.filter((row) => row.ticker === ticker);
      const wanted = actions.map((row) => {
        const isPrice = (row.cash_dividend ?? row.share_ratio ?? row.rights_ratio) !== null;
        const event = isPrice ? events.find(({ date }) => date >= String(row.ex_date)) : undefined;
        const later = events.filter(({ date }) => event !== undefined && date >= event.date);
        if (event !== undefined && actions.some((other) => other !== row && other.ex_date === row.ex_date))
          combined++;
        return {
          ...row,
          factor: event?.factor ?? null,
          cumulative_factor: event === undefined ? null : later.reduce((all, each) => all * each.factor, 1),
          reference_before: event?.before ?? null,
          reference_after: event?.after ?? null,
        };
      });
      const order = (a: Row, b: Row) =>
        a.ex_date === b.ex_date
          ? String(a.type) < String(b.type)
            ? -1
            : 1
          : String(a.ex_date) < String(b.ex_date)
            ? 1
            : -1;
      expect([ticker, differences(await read(`/adjustments?ticker=${ticker}`), wanted.sort(order))]).toEqual([
        ticker,
        [],
      ]);
    }
    expect(combined).toBeGreaterThanOrEqual(4);
  });

  it('adjusted closes have no jump beyond that of the market itself: close over reference', async () => {
    let compared = 0;
    for (const ticker of market.tickers) {
      const rows = await read(`/quote?ticker=${ticker}&adjusted=true&order=asc`);
      for (const { date, before, after } of market.events(ticker)) {
        const at = rows.findIndex((row) => row.date === date);
        const [own, previous] = [Number(rows[at]?.close), Number(rows[at - 1]?.close)];
        const { close } = market.bar(ticker, date) as RawBar;
        const { reference } = market.day({ ticker, date, close } as RawBar);
        // On UPCOM the day starts from the average before, not from the close.
        const start = (previous * before) / Number(market.before(ticker, date)?.close);
        const tick =
          market.security(ticker)?.exchange !== 'HOSE' || after >= 50_000 ? 100 : after >= 10_000 ? 50 : 10;
        const jump = Math.abs(own / start - close / reference);
        if (!(jump <= tick / reference))
          expect([ticker, date, own / start]).toEqual([ticker, date, close / reference]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  it('without stored references the service computes those that the market had, limits as well', async () => {
    const path = '/quote?fields=extended&format=csv&order=asc';
    const linesOf = async () => {
      const { text } = await app.get(path).expect(200);
      return text
        .trim()
        .split('\n')
        .map((line) => line.trim().split(','));
    };
    const [head = [], ...stored] = await linesOf();
    await app.sql('UPDATE daily_statistic SET reference = NULL, ceiling = NULL, floor = NULL');
    const [, ...computed] = await linesOf();
    const columns = ['ticker', 'date', 'reference', 'ceiling', 'floor', 'change'].map((name) =>
      head.indexOf(name),
    );
    const firsts = new Set(market.tickers.map((ticker) => `${ticker},${market.bars(ticker)[0]?.date}`));
    const partOf = (line: string[]) => columns.map((at) => line[at]).join(',');
    const parts = (lines: string[][]) => lines.map(partOf).filter((line) => !firsts.has(line.slice(0, 14)));
    expect(computed).toHaveLength(market.rows.quote.length);
    const after = parts(computed);
    expect(
      parts(stored)
        .flatMap((line, at) => (line === after[at] ? [] : [line, after[at]]))
        .slice(0, 10),
    ).toEqual([]);
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
