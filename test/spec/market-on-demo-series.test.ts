import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { readAll } from '../builders/market.js';
import { differences, newestFirst, type RawBar, RawMarket, type Row, sum } from '../builders/raw-market.js';
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

/** Split, combined action, rights, UPCOM, new listing, days without trade. */
const TICKERS = ['ZJE', 'ZGA', 'ZSA', 'ZWA', 'ZRE', 'ZHE'];
const TO = '2025-03-31';

describe('every endpoint of series answers on the demo, and its answer is recomputed from the rows', () => {
  it('/quote adjusted: prices × P′/P and volumes × (1 + α + β) of the later ex-dates up to to_date', async () => {
    const rows = await read(`/quote?ticker=${TICKERS}&to_date=${TO}&adjusted=true`);
    const expected = TICKERS.flatMap((ticker) => market.bars(ticker).filter(({ date }) => date <= TO)).map(
      ({ ticker, date, open, high, low, close, volume }) => {
        const events = market.events(ticker, TO).filter((event) => event.date > date);
        const factor = events.reduce((all, event) => all * event.factor, 1);
        const growth = events.reduce((all, event) => all * event.growth, 1);
        const prices = { open: open * factor, high: high * factor, low: low * factor, close: close * factor };
        return { ticker, date, ...prices, volume: Math.round(volume * growth) };
      },
    );
    expect(expected.length).toBeGreaterThan(2500);
    expect(differences(rows, expected.sort(newestFirst('ticker')))).toEqual([]);
  });

  it('/quote extended and adjusted: the raw bar, the figures known on its day, and adjusted prices', async () => {
    const rows = await read(`/quote?ticker=${TICKERS}&to_date=${TO}&adjusted=true&fields=extended`);
    const expected = TICKERS.flatMap((ticker) => market.bars(ticker).filter(({ date }) => date <= TO)).map(
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
    expect(differences(rows, expected.sort(newestFirst('ticker')))).toEqual([]);
  });

  it('/quote of a day: the whole market; its weekly bars follow from its days', async () => {
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
    const expected = all.flatMap((ticker) => {
      const bars = market.bars(ticker);
      const [first = '', last = ''] = [bars[0]?.date, bars.at(-1)?.date];
      return open
        .filter(({ date }) => first < date && date < last && market.bar(ticker, date) === undefined)
        .map(({ date }) => ({ ticker, date }));
    });
    expect(expected.length).toBeGreaterThan(300);
    expect(differences(await read('/quote/gaps'), expected.sort(newestFirst('ticker')))).toEqual([]);
  });
});

/** Effect of an action on the price that the preceding ones of its day leave: rights, then cash, then free shares. */
function ownFactor(row: Row, simultaneousActions: readonly Row[], base: number): number {
  const rank = (each: Row) => (each.rights_ratio !== null ? 0 : each.cash_dividend !== null ? 1 : 2);
  const ordered = simultaneousActions.toSorted((a, b) => rank(a) - rank(b));
  const priceAfter = (actions: readonly Row[]) => {
    const total = (of: (each: Row) => number) => actions.reduce((all, each) => all + of(each), 0);
    const payment = total((each) => Number(each.rights_ratio) * Number(each.rights_price));
    const cash = total((each) => Number(each.cash_dividend));
    return (
      (base + payment - cash) / (1 + total((each) => Number(each.rights_ratio) + Number(each.share_ratio)))
    );
  };
  const at = ordered.indexOf(row);
  return priceAfter(ordered.slice(0, at + 1)) / priceAfter(ordered.slice(0, at));
}

/** The newest ex-date first, then by type. */
const byExDate = (a: Row, b: Row): number =>
  a.ex_date === b.ex_date
    ? String(a.type) < String(b.type)
      ? -1
      : 1
    : String(a.ex_date) < String(b.ex_date)
      ? 1
      : -1;

describe('ex-dates', () => {
  it('/adjustments: every price action with its own factor, one factor a day, products of the later ones', async () => {
    let combinedEvents = 0;
    for (const ticker of market.tickers) {
      const events = market.events(ticker);
      const actions = market.rows.corporate_action.filter(
        (row) => row.ticker === ticker && (row.cash_dividend ?? row.share_ratio ?? row.rights_ratio) !== null,
      );
      const hasTraded = (row: Row) => market.bars(ticker).some(({ date }) => date >= String(row.ex_date));
      const effectiveOf = (row: Row) => events.find(({ date }) => date >= String(row.ex_date));
      const expected = actions.map((row) => {
        const event = effectiveOf(row);
        const simultaneousActions = actions.filter(
          (other) => event !== undefined && effectiveOf(other) === event,
        );
        const [first] = simultaneousActions.toSorted(byExDate);
        const later = events.filter(({ date }) => event !== undefined && date >= event.date);
        if (event !== undefined && simultaneousActions.length > 1) combinedEvents++;
        return {
          ...row,
          factor: event === undefined ? null : ownFactor(row, simultaneousActions, event.before),
          day_factor: event !== undefined && first === row ? event.factor : null,
          reason: event !== undefined ? null : hasTraded(row) ? 'no_earlier_price' : 'not_in_effect',
          cumulative_factor: event === undefined ? null : later.reduce((all, each) => all * each.factor, 1),
          reference_before: event?.before ?? null,
          reference_after: event?.after ?? null,
        };
      });
      expect([
        ticker,
        differences(await read(`/adjustments?ticker=${ticker}`), expected.sort(byExDate)),
      ]).toEqual([ticker, []]);
    }
    expect(combinedEvents).toBeGreaterThanOrEqual(4);
  });

  it("adjusted closes have no jump beyond the market's own: close over reference", async () => {
    let comparisons = 0;
    for (const ticker of market.tickers) {
      const rows = await read(`/quote?ticker=${ticker}&adjusted=true&order=asc`);
      for (const { date, before, after } of market.events(ticker)) {
        const at = rows.findIndex((row) => row.date === date);
        const [own, previous] = [Number(rows[at]?.close), Number(rows[at - 1]?.close)];
        const { close } = market.bar(ticker, date) as RawBar;
        const { reference } = market.day({ ticker, date, close } as RawBar);
        // On UPCOM the day starts from the previous average, not from the close.
        const start = (previous * before) / Number(market.before(ticker, date)?.close);
        const tick =
          market.security(ticker)?.exchange !== 'HOSE' || after >= 50_000 ? 100 : after >= 10_000 ? 50 : 10;
        const jump = Math.abs(own / start - close / reference);
        if (!(jump <= tick / reference))
          expect([ticker, date, own / start]).toEqual([ticker, date, close / reference]);
        comparisons++;
      }
    }
    expect(comparisons).toBeGreaterThan(60);
  });

  it("without stored references the service computes the market's references and limits", async () => {
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
    // After a suspension of more than five days only the exchange's own reference determines the change.
    const comparable = (line: string) => {
      const [ticker = '', date = ''] = line.split(',');
      const before = market.before(ticker, date)?.date ?? date;
      const age = market.days.indexOf(date) - market.days.indexOf(before);
      return age > 5 ? line.slice(0, line.lastIndexOf(',') + 1) : line;
    };
    const before = parts(stored);
    expect(before.map(comparable)).not.toEqual(before);
    expect(
      before
        .map(comparable)
        .flatMap((line, at) => (line === after[at] ? [] : [line, after[at]]))
        .slice(0, 10),
    ).toEqual([]);
    // A first trading day has no predecessor: its limits follow from the stored reference, 20 % on HOSE.
    await app.sql(
      `UPDATE daily_statistic SET reference = 42000 WHERE ticker = 'ZRE' AND date = '2024-03-11'`,
    );
    const { body } = await app.get('/detail/ZRE?date=20240311').expect(200);
    expect(body).toMatchObject({ previous_close: null, reference: 42_000, ceiling: 50_400, floor: 33_600 });
  });
});
