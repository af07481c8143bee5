import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, readAll, walkPages } from '../builders/market.js';
import { aQuote, type QuoteInput } from '../builders/quotes.js';
import { aSecurity } from '../builders/securities.js';

type Bar = QuoteInput & { volume: number };
interface ExtendedBar extends Bar {
  adj_open: number;
  adj_high: number;
  adj_low: number;
  adj_close: number;
  adj_factor: number;
}

const bar = (date: string, close: number, volume: number): Bar =>
  aQuote({
    ticker: 'CUM',
    date,
    open: close - 200,
    high: close + 300,
    low: close - 400,
    close,
    volume,
  }) as Bar;

/** Two weeks, Monday 2024-03-04 to Friday 2024-03-15. */
const BARS = [
  bar('2024-03-04', 49000, 1001),
  bar('2024-03-05', 50000, 2003),
  bar('2024-03-06', 39500, 3001), // combined ex-date
  bar('2024-03-07', 40000, 4001),
  bar('2024-03-08', 41000, 5001),
  bar('2024-03-12', 20100, 6001), // ex-date on the 11th, when it did not trade
  bar('2024-03-13', 20500, 7001),
];

/** Cash 1000, 1 free share for 5, 1 right for 10 at 20000: all on one day. */
const EX_PRICE = (50000 + 0.1 * 20000 - 1000) / (1 + 0.1 + 0.2);
const FIRST = { effective: '2024-03-06', factor: EX_PRICE / 50000, shares: 1.3 };
/** A 2-for-1 split. */
const SECOND = { effective: '2024-03-12', factor: 1 / 2, shares: 2 };

/** The adjusted bars as of a day, from the raw ones by the formula. */
function adjustedBy(bars: Bar[], asOf: string): Bar[] {
  return bars
    .filter((each) => each.date <= asOf)
    .map((each) => {
      const due = [FIRST, SECOND].filter(({ effective }) => effective <= asOf && effective > each.date);
      const factor = due.reduce((product, event) => product * event.factor, 1);
      const shares = due.reduce((product, event) => product * event.shares, 1);
      return {
        ...each,
        open: each.open * factor,
        high: each.high * factor,
        low: each.low * factor,
        close: each.close * factor,
        volume: Math.round(each.volume * shares),
      };
    })
    .reverse();
}

function expectBars(actual: Bar[], expected: Bar[]): void {
  expect(actual.map(({ ticker, date, volume }) => [ticker, date, volume])).toEqual(
    expected.map(({ ticker, date, volume }) => [ticker, date, volume]),
  );
  for (const [row, each] of actual.entries()) {
    for (const price of ['open', 'high', 'low', 'close'] as const) {
      expect(each[price]).toBeCloseTo(expected[row]?.[price] ?? Number.NaN, 6);
    }
  }
}

describe('contract 6.1: GET /quote?adjusted=true', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      aSecurity({ ticker: 'CUM' }),
      aSecurity({ ticker: 'UPX', exchange: 'UPCOM' }),
    ]);
    await plant(service, 'quote', [
      ...BARS,
      flatBar('UPX', '2024-03-05', 17500, 9),
      flatBar('UPX', '2024-03-06', 16000, 9),
      flatBar('OTH', '2024-03-05', 7, Number.MAX_SAFE_INTEGER),
      flatBar('OTH', '2024-03-06', 7, 5),
      flatBar('BAD', '2024-03-05', 500),
      flatBar('BAD', '2024-03-06', 500),
      flatBar('NIL', '2024-03-05', 500),
      flatBar('NIL', '2024-03-06', 500),
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'CUM', ex_date: '2024-03-06', type: 'cash_dividend', cash_dividend: 1000 },
      { ticker: 'CUM', ex_date: '2024-03-06', type: 'stock_dividend', share_ratio: 0.2 },
      { ticker: 'CUM', ex_date: '2024-03-06', type: 'rights_issue', rights_ratio: 0.1, rights_price: 20000 },
      { ticker: 'CUM', ex_date: '2024-03-11', type: 'split', share_ratio: 1 },
      { ticker: 'CUM', ex_date: '2024-03-07', type: 'meeting' },
      { ticker: 'CUM', ex_date: '2023-01-05', type: 'cash_dividend', cash_dividend: 700 },
      { ticker: 'CUM', ex_date: '2025-01-05', type: 'cash_dividend', cash_dividend: 700 },
      { ticker: 'UPX', ex_date: '2024-03-06', type: 'cash_dividend', cash_dividend: 800 },
      { ticker: 'OTH', ex_date: '2024-03-06', type: 'split', share_ratio: 2 },
      // A dividend above the price leaves no price to adjust to.
      { ticker: 'BAD', ex_date: '2024-03-06', type: 'cash_dividend', cash_dividend: 600 },
      // Two halvings on one day, summed, would leave no share.
      { ticker: 'NIL', ex_date: '2024-03-06', type: 'split', share_ratio: -0.5 },
      { ticker: 'NIL', ex_date: '2024-03-06', type: 'bonus_issue', share_ratio: -0.5 },
    ]);
    await plant(service, 'daily_statistic', [{ ticker: 'UPX', date: '2024-03-05', average_price: 16000 }]);
  });
  afterAll(() => service.close());

  const read = (query: string) => readAll<Bar>(service, `/quote?ticker=CUM&${query}`);

  it('matches a recomputation by hand over a combined ex-date and a split, oldest to newest', async () => {
    expectBars(await read('adjusted=true'), adjustedBy(BARS, '9999-12-31'));
    // (50000 + 2000 − 1000) ÷ 1.3 = 39230.77, halved by the split; 2003 × 1.3 × 2 = 5207.8
    const [row] = await read('adjusted=true&from_date=20240305&to_date=20240312');
    expect(row?.date).toBe('2024-03-12');
    const old = (await read('adjusted=true')).find(({ date }) => date === '2024-03-05');
    expect(old?.close).toBeCloseTo(19615.384615, 5);
    expect(old?.volume).toBe(5208);
  });

  it('adjusted=false and the default are the raw bars', async () => {
    expect(await read('adjusted=false')).toEqual([...BARS].reverse());
    expect(await read('')).toEqual([...BARS].reverse());
  });

  it.each(BARS.map(({ date }) => date))('as of to_date=%s: only actions effective by then', async (asOf) => {
    expectBars(await read(`adjusted=true&to_date=${asOf}`), adjustedBy(BARS, asOf));
    // The last day on its own is never adjusted.
    expectBars(await read(`adjusted=true&from_date=${asOf}&to_date=${asOf}`), [
      ...BARS.filter(({ date }) => date === asOf),
    ]);
  });

  it('an ex-date on which nothing trades takes effect with the next bar', async () => {
    expectBars(await read('adjusted=true&to_date=20240311'), adjustedBy(BARS, '2024-03-11'));
    const friday = (await read('adjusted=true&to_date=20240311'))[0];
    expect(friday).toEqual(BARS[4]);
  });

  it("no jump at an ex-date beyond the market's own", async () => {
    const series = (await read('adjusted=true')).reverse();
    const change = (index: number) => (series[index]?.close ?? 0) / (series[index - 1]?.close ?? 0) - 1;
    expect(change(2)).toBeCloseTo(39500 / EX_PRICE - 1, 12);
    expect(change(5)).toBeCloseTo(20100 / (41000 / 2) - 1, 12);
    for (const index of [1, 3, 4, 6]) {
      expect(change(index)).toBeCloseTo((BARS[index]?.close ?? 0) / (BARS[index - 1]?.close ?? 0) - 1, 12);
    }
  });

  it("UPCOM's base is the matched average: factor (16000 − 800) ÷ 16000", async () => {
    const [, old] = await readAll<Bar>(service, '/quote?ticker=UPX&adjusted=true');
    expect(old).toMatchObject({ close: 17500 * (15200 / 16000), volume: 9 });
  });

  it('volumes stay exact integers past 2^53; an action that would leave no price or no share adjusts nothing', async () => {
    const { text } = await service.get('/quote?ticker=OTH&adjusted=true').expect(200);
    expect(text).toContain(`"volume":${BigInt(Number.MAX_SAFE_INTEGER) * 3n}}`);
    expect(await readAll(service, '/quote?ticker=BAD,NIL&adjusted=true')).toEqual(
      await readAll(service, '/quote?ticker=BAD,NIL'),
    );
    const [nil] = await readAll(service, '/quote?ticker=NIL&fields=extended');
    expect(nil).toMatchObject({ reference: null, change: null });
  });

  it('date: nothing is adjusted as of its own day', async () => {
    expect(await readAll(service, '/quote?adjusted=true&date=20240305')).toEqual(
      await readAll(service, '/quote?date=20240305'),
    );
  });

  it('several tickers, or all of them, are each adjusted by their own actions', async () => {
    const alone = async (ticker: string) => readAll<Bar>(service, `/quote?adjusted=true&ticker=${ticker}`);
    const expected = (await Promise.all(['BAD', 'CUM', 'NIL', 'OTH', 'UPX'].map(alone)))
      .flat()
      .sort((a, b) => b.date.localeCompare(a.date) || (a.ticker < b.ticker ? -1 : 1));
    expect(await readAll(service, '/quote?adjusted=true')).toEqual(expected);
    expect(await readAll(service, '/quote?adjusted=true&ticker=UPX,CUM,OTH,BAD,NIL')).toEqual(expected);
    for (const order of ['asc', 'desc']) {
      const all = order === 'asc' ? await readAll(service, '/quote?adjusted=true&order=asc') : expected;
      expect(await walkPages(service, `/quote?adjusted=true&order=${order}&limit=3`)).toEqual(all);
    }
  });

  it.each(['1w', '1m'])('interval=%s: bars are built from adjusted days', async (interval) => {
    const days = adjustedBy(BARS, '2024-03-13').reverse();
    const groups = interval === '1m' ? [days] : [days.slice(0, 5), days.slice(5)];
    const expected = groups.map((group) => ({
      ...aQuote({ ticker: 'CUM', date: group.at(-1)?.date ?? '' }),
      open: group[0]?.open ?? 0,
      high: Math.max(...group.map(({ high }) => high)),
      low: Math.min(...group.map(({ low }) => low)),
      close: group.at(-1)?.close ?? 0,
      volume: group.reduce((sum, { volume }) => sum + volume, 0),
    }));
    expectBars(await read(`adjusted=true&interval=${interval}`), expected.reverse());
    expect(await walkPages(service, `/quote?adjusted=true&ticker=CUM&interval=${interval}&limit=1`)).toEqual(
      await read(`adjusted=true&interval=${interval}`),
    );
  });

  it('fields=extended: has both the unchanged raw bar and the adjusted one', async () => {
    const rows = await readAll<ExtendedBar>(
      service,
      '/quote?ticker=CUM&adjusted=true&fields=extended&to_date=20240312',
    );
    const expected = adjustedBy(BARS, '2024-03-12');
    const raw = BARS.filter(({ date }) => date <= '2024-03-12').reverse();
    expect(Object.keys(rows[0] ?? {}).slice(-5)).toEqual([
      'adj_open',
      'adj_high',
      'adj_low',
      'adj_close',
      'adj_factor',
    ]);
    for (const [index, row] of rows.entries()) {
      expect(row).toMatchObject(raw[index] ?? {});
      expect(row.adj_open).toBeCloseTo(expected[index]?.open ?? 0, 6);
      expect(row.adj_high).toBeCloseTo(expected[index]?.high ?? 0, 6);
      expect(row.adj_low).toBeCloseTo(expected[index]?.low ?? 0, 6);
      expect(row.adj_close).toBeCloseTo(expected[index]?.close ?? 0, 6);
      expect(row.adj_factor).toBeCloseTo((expected[index]?.close ?? 0) / (raw[index]?.close ?? 1), 12);
    }
    expect(rows[0]?.adj_factor).toBe(1);
  });

  it('CSV and NDJSON carry the same bars', async () => {
    const rows = await read('adjusted=true&to_date=20240312');
    const path = '/quote?ticker=CUM&adjusted=true&to_date=20240312';
    const csv = (await service.get(`${path}&format=csv`).expect(200)).text.trim().split('\n');
    expect(csv[0]).toBe('ticker,date,open,high,low,close,volume');
    expect(csv.slice(1)).toEqual(rows.map((row) => Object.values(row).join(',')));
    const lines = (await service.get(`${path}&format=ndjson`).expect(200)).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
  });

  it('look-ahead: later bars and actions change nothing as of an earlier day', async () => {
    const asOf = () => read('adjusted=true&to_date=20240313');
    const before = await asOf();
    await plant(service, 'quote', [flatBar('CUM', '2024-03-20', 10000)]);
    await plant(service, 'corporate_action', [
      { ticker: 'CUM', ex_date: '2024-03-14', type: 'stock_dividend', share_ratio: 1 },
    ]);
    expect(await asOf()).toEqual(before);
    expect((await read('adjusted=true'))[1]?.close).toBe(10250);
  });
});

describe('adjusted under QUOTE_PUBLICATION=approved', () => {
  it('the price before an ex-date is the approved one', async () => {
    const service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await plant(service, 'quote', [
      flatBar('CUM', '2024-03-04', 10000),
      flatBar('CUM', '2024-03-05', 20000),
      flatBar('CUM', '2024-03-06', 9000),
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'CUM', ex_date: '2024-03-06', type: 'cash_dividend', cash_dividend: 1000 },
    ]);
    for (const date of ['2024-03-04', '2024-03-06']) {
      await service.post('/svc/quote/appoval', { ticker: 'CUM', date }).expect(200);
    }
    const closes = async (more: string) =>
      (await readAll<Bar>(service, `/quote?ticker=CUM&adjusted=true${more}`)).map(({ close }) => close);
    expect(await closes('')).toEqual([9000, 9000]);
    expect(await closes('&approval=all')).toEqual([9000, 19000, 9500]);
    await service.close();
  });
});
