/**
 * Faults planted into real bars: place and kind are drawn from a fixed sequence, so that every run plants the same
 * ones.
 */
import { randomNumbers } from '../random.mjs';

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'];
const PRICES = COLUMNS.slice(0, 4);
const SPLITS = [1.5, 2, 3, 4, 5, 10];
const DAY = 86_400_000;

/** Date of the faults that lie in the future. */
const FUTURE = new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10);

const scaled = (bar, factor) => ({
  ...bar,
  ...Object.fromEntries(PRICES.map((name) => [name, Math.round(bar[name] * factor * 1000) / 1000])),
});
const shifted = (date, days) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
const dayOfWeek = (date) => new Date(date).getUTCDay();

/** Faults of a row: each changes the bars of a ticker at an index; false if it would change nothing. */
const ROW_FAULTS = {
  '×1,000': (bars, at) => replace(bars, at, scaled(bars[at], 1_000)),
  '×10': (bars, at, random) => replace(bars, at, scaled(bars[at], random(2) === 0 ? 10 : 0.1)),
  'stale close': (bars, at) => replace(bars, at, { ...bars[at - 1], date: bars[at].date }),
  'missing split': (bars, at, random) => {
    const factor = 1 / SPLITS[random(SPLITS.length)];
    // Up to the ticker's next possible fault: everything from that day on is in new shares.
    for (let day = at; day < bars.length; day++)
      bars[day] = { ...scaled(bars[day], factor), isTouched: true };
    return true;
  },
  'wrong day': (bars, at, random) => {
    const { date } = bars[at];
    const places = {
      weekend: shifted(date, 6 - dayOfWeek(date)),
      future: FUTURE,
      // At the date of the ticker's next bar: one of the two is wrong, and nothing shows which.
      next: bars[at + 1].date,
    };
    return replace(bars, at, { ...bars[at], date: Object.values(places)[random(3)] });
  },
  'swapped columns': (bars, at, random) => {
    const first = COLUMNS[random(5)];
    const second = COLUMNS[random(5)];
    const bar = { ...bars[at], [first]: bars[at][second], [second]: bars[at][first] };
    return bar[first] !== bars[at][first] && replace(bars, at, bar);
  },
};
export const ROW_KINDS = Object.keys(ROW_FAULTS);

function replace(bars, at, bar) {
  if (bar === undefined) return false;
  bars[at] = { ...bar, isTouched: true };
  return true;
}

/**
 * Plants `each` faults of every kind into traded rows, at most a few per ticker and far from each other. Changes `bars`
 * and returns the faults: `kind, ticker, date` (where the fault arrives).
 */
export function plantRows(bars, each) {
  const random = randomNumbers(2_000);
  const tickers = [...bars.keys()].sort();
  const faults = [];
  const usedPlaces = new Map(tickers.map((ticker) => [ticker, []]));
  for (const kind of ROW_KINDS) {
    for (let planted = 0; planted < each; ) {
      const ticker = tickers[random(tickers.length)];
      const list = bars.get(ticker);
      // A split changes the rest of a ticker: near its end, so that most bars stay as they are.
      const at =
        kind === 'missing split' ? list.length - 25 - random(60) : 20 + random(Math.max(list.length - 40, 1));
      const isFar = usedPlaces.get(ticker).every((other) => Math.abs(other - at) > 15);
      if (
        !isFar ||
        at < 20 ||
        at + 20 >= list.length ||
        !(list[at]?.volume > 0) ||
        !(list[at - 1]?.volume > 0)
      )
        continue;
      // One per ticker, and nothing after it.
      if (kind === 'missing split' && usedPlaces.get(ticker).some((other) => other > at || other < 0))
        continue;
      const split = list.findIndex((bar) => bar.isSplit);
      if (split >= 0 && at >= split - 15) continue;
      if (!ROW_FAULTS[kind](list, at, random)) continue;
      if (kind === 'missing split') list[at].isSplit = true;
      usedPlaces.get(ticker).push(at);
      faults.push({ kind, ticker, date: list[at].date });
      planted++;
    }
  }
  return faults;
}

const page = (rows) => JSON.stringify(rows);
const csv = (rows) =>
  `ticker,date,${COLUMNS.join(',')}\n${rows.map((row) => [row.ticker, row.date, ...COLUMNS.map((name) => row[name])].join(',')).join('\n')}\n`;
const HTML = '<!doctype html>\n<html><head><title>503</title></head><body>Back soon</body></html>';
const LOGIN = ['<html><form action="/login"><input name="user"></form></html>', '{"error":"login required"}'];

/** Faults of whole answers: each turns rows into the answer and its format. */
const PAGE_FAULTS = {
  'truncated page': (rows, random) => {
    const format = random(2) === 0 ? 'json' : 'csv';
    const text = format === 'json' ? page(rows) : csv(rows);
    return { format, body: text.slice(0, 60 + random(text.length - 61)) };
  },
  'HTML instead of JSON': () => ({ format: 'json', body: HTML }),
  'login page with 200': (_, random) => ({
    format: random(2) === 0 ? 'json' : 'csv',
    body: LOGIN[random(2)],
  }),
};
export const PAGE_KINDS = Object.keys(PAGE_FAULTS);

/** Makes `each` faulty answers of every kind from untouched bars. */
export function plantPages(bars, each) {
  const random = randomNumbers(3_000);
  const tickers = [...bars.keys()].sort();
  return PAGE_KINDS.flatMap((kind) =>
    Array.from({ length: each }, () => {
      const ticker = tickers[random(tickers.length)];
      const list = bars.get(ticker).filter((bar) => !bar.isTouched);
      const first = random(Math.max(list.length - 250, 1));
      const rows = list.slice(first, first + 250).map((bar) => ({ ticker, ...bar }));
      return { kind, ...PAGE_FAULTS[kind](rows, random) };
    }),
  );
}

/** Returns `count` complete days of the market, and for each the part of it that arrives. */
export function plantDays(bars, count, least) {
  const random = randomNumbers(4_000);
  const days = new Map();
  for (const [ticker, list] of bars) {
    for (const bar of list) {
      if (days.has(bar.date)) days.get(bar.date).push({ ticker, ...bar });
      else days.set(bar.date, [{ ticker, ...bar }]);
    }
  }
  const whole = [...days].filter(([date, rows]) => rows.length >= least && dayOfWeek(date) % 6 !== 0).sort();
  const chosen = new Map();
  while (chosen.size < Math.min(count, whole.length)) {
    const [date, rows] = whole[random(whole.length)];
    const part = 0.3 + random(41) / 100;
    chosen.set(date, { date, rows, part: rows.filter(() => random(1_000) < part * 1_000) });
  }
  return [...chosen.values()];
}
