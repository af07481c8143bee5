import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { aQuote, type QuoteInput } from '../builders/quotes.js';

const DAY = 86_400;
const seconds = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;

/** Three years of weekdays except for three weeks without trade; every price and volume is unique. */
function threeYears(ticker: string): QuoteInput[] {
  const quotes: QuoteInput[] = [];
  for (let day = seconds('2022-01-03'); day <= seconds('2024-12-31'); day += DAY) {
    const date = new Date(day * 1000);
    const iso = date.toISOString().slice(0, 10);
    if (date.getUTCDay() % 6 === 0 || (iso >= '2023-01-16' && iso < '2023-02-06')) continue;
    const close = 20_000 + ((quotes.length * 137) % 900) * 10;
    const [open, high, low] = [close - 30, close + 70, close - 90];
    quotes.push(aQuote({ ticker, date: iso, open, high, low, close, volume: 1_000 + quotes.length }));
  }
  return quotes;
}

interface Bar {
  t: number;
  o: number;
  h: number;
  l: number;
  c: number;
  v: number;
}
interface History extends Record<keyof Bar, number[]> {
  s: string;
  errmsg?: string;
  nextTime?: number;
}

/** A client written from the protocol's documentation, over fetch: it has no knowledge of this service. */
class UdfClient {
  requests = 0;
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  async ask<T>(path: string, parameters: Record<string, string | number> = {}): Promise<T> {
    this.requests++;
    const query = new URLSearchParams(
      Object.entries(parameters).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const answer = await fetch(`${this.url}/${path}?${query}`, {
      headers: { Authorization: `Bearer ${this.token}` },
    });
    return JSON.parse(await answer.text()) as T;
  }

  async history(parameters: Record<string, string | number>): Promise<History> {
    const answer = await this.ask<History>('history', parameters);
    if (answer.s !== 'ok' && answer.s !== 'no_data') throw new Error(answer.errmsg);
    return answer;
  }

  /** Everything, backwards in windows of `window` seconds; over gaps by nextTime; until no_data without one. */
  async byWindows(symbol: string, resolution: string, end: number, window: number): Promise<Bar[]> {
    const bars: Bar[] = [];
    for (let to = end; ; ) {
      const answer = await this.history({ symbol, resolution, from: to - window, to });
      if (answer.s === 'ok') bars.unshift(...barsOf(answer));
      else if (answer.nextTime === undefined) return bars;
      to = answer.s === 'ok' ? to - window : Number(answer.nextTime) + 1;
    }
  }

  /** Everything, backwards `countback` bars at a time; `from` is sent as charts do and must have no effect. */
  async byCountback(symbol: string, resolution: string, end: number, countback: number): Promise<Bar[]> {
    const bars: Bar[] = [];
    for (let to = end; ; ) {
      const answer = await this.history({ symbol, resolution, from: to - DAY, to, countback });
      if (answer.s === 'no_data') return bars;
      bars.unshift(...barsOf(answer));
      to = Number(answer.t[0]);
    }
  }
}

function barsOf({ t, o, h, l, c, v }: History): Bar[] {
  const at = (list: number[], index: number) => list[index] as number;
  return t.map((time, i) => ({ t: time, o: at(o, i), h: at(h, i), l: at(l, i), c: at(c, i), v: at(v, i) }));
}

/** Maps the last stored day of each period to its first. */
function firstDays(quotes: QuoteInput[], unit: 'week' | 'month'): Map<string, string> {
  const periods = new Map<string, { first: string; last: string }>();
  for (const { date } of quotes) {
    const monday = seconds(date) - ((new Date(date).getUTCDay() + 6) % 7) * DAY;
    const period = unit === 'week' ? String(monday) : date.slice(0, 7);
    const entry = periods.get(period);
    periods.set(period, { first: entry?.first ?? date, last: date });
  }
  return new Map([...periods.values()].map(({ first, last }) => [last, first]));
}

describe('contract 6.7: bars of the TradingView feed', () => {
  let service: TestApp;
  let client: UdfClient;
  const quotes = threeYears('VNM');
  beforeAll(async () => {
    service = await startApp();
    client = new UdfClient(`${service.url}/udf`, await service.token('reader'));
    await plant(service, 'quote', quotes);
  });
  afterAll(() => service.close());

  const history = async (query: string) => (await service.get(`/udf/history?${query}`).expect(200)).body;
  /** GET /quote, oldest first, as bars of the protocol. */
  const published = async (interval: string, timeOf: (date: string) => number): Promise<Bar[]> => {
    const url = `/quote?ticker=VNM&interval=${interval}&order=asc&limit=10000`;
    const { data } = (await service.get(url).expect(200)).body as { data: QuoteInput[] };
    return data.map((bar) => ({
      t: timeOf(bar.date),
      o: bar.open,
      h: bar.high,
      l: bar.low,
      c: bar.close,
      v: Number(bar.volume),
    }));
  };

  describe('a client written from the documentation', () => {
    it('finds and resolves the symbol', async () => {
      const config = await client.ask<{ supports_search: boolean }>('config');
      expect(config.supports_search).toBe(true);
      const [match] = await client.ask<{ ticker: string }[]>('search', {
        limit: 30,
        query: 'VNM',
        type: '',
        exchange: '',
      });
      const symbol = await client.ask<{ ticker: string; has_daily: boolean }>('symbols', {
        symbol: String(match?.ticker),
      });
      expect(symbol).toMatchObject({ ticker: 'VNM', has_daily: true });
    });

    it('reads three years of days in windows, across the gap by nextTime, exactly as GET /quote has them', async () => {
      const expected = await published('1d', seconds);
      expect(expected).toHaveLength(quotes.length);
      const end = seconds('2025-01-01');
      expect(await client.byWindows('VNM', '1D', end, 10 * DAY)).toEqual(expected);
      expect(await client.byWindows('VNM', 'D', end, 200 * DAY)).toEqual(expected);
      const before = client.requests;
      expect(await client.byCountback('VNM', '1D', end, 300)).toEqual(expected);
      expect(client.requests - before).toBe(Math.ceil(expected.length / 300) + 1);
    });

    it.each([
      ['week', '1w', '1W'],
      ['month', '1m', 'M'],
    ] as const)(
      'reads every complete %s, on its first day with a bar',
      async (unit, interval, resolution) => {
        const first = firstDays(quotes, unit);
        const expected = await published(interval, (last) => seconds(String(first.get(last))));
        const end = seconds('2025-01-01');
        expect(await client.byCountback('VNM', resolution, end, 25)).toEqual(expected);
        expect(await client.byWindows('VNM', resolution, end, 15 * DAY)).toEqual(expected);
      },
    );

    it('receives error messages', async () => {
      await expect(client.history({ symbol: 'XXX', resolution: 'D', to: 0 })).rejects.toThrow(
        'No symbol XXX',
      );
      await expect(client.history({ symbol: 'VNM', resolution: '5', to: 0 })).rejects.toThrow(
        'resolution: one of 1D, 1W, 1M (or D, W, M) is expected',
      );
    });
  });

  it('from is inclusive, to is not', async () => {
    const [from, to] = [seconds('2024-01-30'), seconds('2024-02-01')];
    const times = async (query: string) =>
      (await history(`symbol=VNM&resolution=D&${query}`)).t?.map((time: number) => (time - from) / DAY);
    expect(await times(`from=${from}&to=${to}`)).toEqual([0, 1]);
    expect(await times(`from=${from}&to=${to + 1}`)).toEqual([0, 1, 2]);
    expect(await times(`from=${from + 1}&to=${to}`)).toEqual([1]);
    expect(await times(`from=${from}&to=${from}&countback=2`)).toEqual([-4, -1]); // over a weekend
  });

  it('no_data has the time of the last bar before the range, and no time when there is none', async () => {
    const gap = `from=${seconds('2023-01-21')}&to=${seconds('2023-01-25')}`;
    expect(await history(`symbol=VNM&resolution=D&${gap}`)).toEqual({
      s: 'no_data',
      nextTime: seconds('2023-01-13'),
    });
    expect(await history(`symbol=VNM&resolution=W&${gap}`)).toEqual({
      s: 'no_data',
      nextTime: seconds('2023-01-09'),
    });
    expect(await history(`symbol=VNM&resolution=M&${gap}`)).toEqual({
      s: 'no_data',
      nextTime: seconds('2023-01-02'),
    });
    expect(await history('symbol=VNM&resolution=D&from=-86400000&to=1000')).toEqual({ s: 'no_data' });
    expect(await history('symbol=VNM&resolution=D&from=0&to=1000&countback=5')).toEqual({ s: 'no_data' });
  });

  it('a week is the same bar wherever the range starts or ends', async () => {
    const monday = seconds('2024-03-04');
    const week = await history(`symbol=VNM&resolution=W&from=${monday}&to=${monday + 2 * DAY}`);
    const weekQuotes = quotes.filter(({ date }) => date >= '2024-03-04' && date <= '2024-03-08');
    expect(week).toEqual({
      s: 'ok',
      t: [monday],
      o: [weekQuotes[0]?.open],
      h: [Math.max(...weekQuotes.map((each) => each.high))],
      l: [Math.min(...weekQuotes.map((each) => each.low))],
      c: [weekQuotes.at(-1)?.close],
      v: [weekQuotes.reduce((sum, each) => sum + Number(each.volume), 0)],
    });
  });

  it('prices and volumes are adjusted to the last bar, also within a week', async () => {
    const bars = [
      ['2024-05-06', 40_000, 100],
      ['2024-05-07', 42_000, 101],
      ['2024-05-08', 20_000, 300],
    ] as const;
    await service
      .post(
        '/svc/quote/bulk/import',
        bars.map(([date, close, volume]) =>
          aQuote({ ticker: 'SPL', date, open: close, high: close + 100, low: close - 100, close, volume }),
        ),
      )
      .expect(207);
    // A 2-for-1 split on the third day: β = 1, P' = P / 2 on earlier prices, volumes × 2.
    await service
      .post('/svc/bulk/insert?resource=corporate_action', [
        { ticker: 'SPL', ex_date: '2024-05-08', type: 'split', share_ratio: 1 },
        { ticker: 'SPL', ex_date: '2024-06-03', type: 'split', share_ratio: 1 }, // not effective: no bar since
      ])
      .expect(207);
    const daily = await history(`symbol=SPL&resolution=D&to=${seconds('2025-01-01')}`);
    expect(daily).toMatchObject({
      o: [20_000, 21_000, 20_000],
      h: [20_050, 21_050, 20_100],
      l: [19_950, 20_950, 19_900],
      c: [20_000, 21_000, 20_000],
      v: [200, 202, 300],
    });
    expect(await history(`symbol=SPL&resolution=1W&to=${seconds('2025-01-01')}`)).toEqual({
      s: 'ok',
      t: [seconds('2024-05-06')],
      o: [20_000],
      h: [21_050],
      l: [19_900],
      c: [20_000],
      v: [702],
    });
  });

  it('volumes are exact past 2^53, and those of a week are the sums that GET /quote has', async () => {
    await plant(service, 'quote', [
      aQuote({ ticker: 'BIG', date: '2024-05-06', volume: '9007199254740993' }),
      aQuote({ ticker: 'BIG', date: '2024-05-07', volume: '1234567890123456789' }),
    ]);
    const text = async (resolution: string) =>
      (await service.get(`/udf/history?symbol=BIG&resolution=${resolution}&to=4102444800`).expect(200)).text;
    expect(await text('1D')).toContain('"v" : [9007199254740993, 1234567890123456789]');
    expect(await text('1W')).toContain('"v" : [1243575089378197782]');
    // 5 × 1.5 = 7.5 and 7 × 1.5 = 10.5 securities of the last day.
    await plant(service, 'quote', [
      aQuote({ ticker: 'ODD', date: '2024-05-06', volume: 5 }),
      aQuote({ ticker: 'ODD', date: '2024-05-07', volume: 7 }),
      aQuote({ ticker: 'ODD', date: '2024-05-13', volume: 1 }),
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'ODD', ex_date: '2024-05-13', type: 'split', share_ratio: 0.5 },
    ]);
    const { data } = (await service.get('/quote?ticker=ODD&interval=1w&adjusted=true&order=asc')).body;
    expect(data.map(({ volume }: QuoteInput) => volume)).toEqual([19, 1]);
    expect(await history('symbol=ODD&resolution=1W&to=4102444800')).toMatchObject({ v: [19, 1] });
  });

  it.each([
    ['resolution', 'symbol=VNM&resolution=60&to=1'],
    ['symbol', 'symbol=V%20M&resolution=D&to=1'],
    ['symbol', 'resolution=D&to=1'],
    ['to', 'symbol=VNM&resolution=D'],
    ['to', 'symbol=VNM&resolution=D&to=tomorrow'],
    ['from', 'symbol=VNM&resolution=D&from=2&to=1'],
    ['countback', 'symbol=VNM&resolution=D&to=1&countback=0'],
    ['colour', 'symbol=VNM&resolution=D&to=1&colour=red'],
  ])('a bad %s is named', async (parameter, query) => {
    const { body } = await service.get(`/udf/history?${query}`).expect(400);
    expect(body).toMatchObject({ s: 'error', errmsg: expect.stringContaining(`${parameter}: `) });
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });
});
