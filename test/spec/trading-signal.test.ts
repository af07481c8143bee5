import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, walkPages } from '../builders/market.js';
import { aQuote, type QuoteInput, quotesOf } from '../builders/quotes.js';
import { aSecurity } from '../builders/securities.js';
import { plainMacd, plainRsi, plainSma } from '../builders/technical-analysis.js';
import { expectProblem } from '../contract/wire.js';

interface Rule {
  rule: string;
  indicator: string;
  value: number | null;
  threshold: string;
  vote: 'buy' | 'neutral' | 'sell' | null;
}
interface Signal {
  ticker: string;
  date: string;
  close: number;
  signal: string | null;
  balance: number | null;
  buy_count: number;
  neutral_count: number;
  sell_count: number;
  rules: Rule[];
}

/** A wave around a slope, so that no indicator is trivial. */
function waves(ticker: string, count: number, slope: number): QuoteInput[] {
  return quotesOf(ticker, count, '2023-01-02').map((bar, index) => {
    const close = Math.round(
      20_000 + slope * index + 900 * Math.sin(index / 6) + 300 * Math.sin(index * 1.7),
    );
    return aQuote({
      ...bar,
      open: close - 20,
      high: close + 150,
      low: close - 130,
      close,
      volume: 1000 + ((index * 37) % 500),
    });
  });
}

const last = <T>(values: readonly T[]) => values.at(-1) as T;

describe('contract 6.4: signals of technical analysis', () => {
  let service: TestApp;
  const bars = waves('AAA', 260, 15);
  const of = async (query: string) =>
    (await service.get(`/trading/signal?${query}`).expect(200)).body.data as Signal[];
  const one = async (query: string) => last(await of(query));
  const ruleOf = (signal: Signal, name: string) => signal.rules.find(({ rule }) => rule === name) as Rule;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', bars);
    await plant(service, 'quote', waves('BBB', 120, -12));
    await plant(service, 'quote', waves('CCC', 5, 10));
    await plant(service, 'quote', waves('VNX', 60, 5));
    await plant(service, 'security', [
      aSecurity({ ticker: 'AAA', exchange: 'HOSE' }),
      aSecurity({ ticker: 'BBB', exchange: 'HNX' }),
      { ...aSecurity({ ticker: 'CCC', exchange: 'HOSE' }), delisting_date: '2023-01-20' },
    ]);
    await plant(service, 'market_index', [{ code: 'VNX', name: 'Index', exchange: 'HOSE' }]);
  });
  afterAll(() => service.close());

  it('values match a recomputation from the raw bars: averages, macd, rsi', async () => {
    const signal = await one('ticker=AAA');
    const close = bars.map((bar) => bar.close);
    expect(signal).toMatchObject({ ticker: 'AAA', date: last(bars).date, close: last(close) });
    for (const period of [20, 50, 200]) {
      const average = last(plainSma(close, period)) as number;
      const { value, vote } = ruleOf(signal, `price_sma_${period}`);
      expect(value).toBeCloseTo(average, 6);
      expect(vote).toBe(last(close) > average ? 'buy' : 'sell');
    }
    const { macd, signal: smoothed } = plainMacd(close, 12, 26, 9);
    const histogram = (last(macd) as number) - (last(smoothed) as number);
    expect(ruleOf(signal, 'macd_histogram')).toMatchObject({
      value: expect.closeTo(histogram, 6),
      vote: histogram > 0 ? 'buy' : 'sell',
    });
    const rsi = last(plainRsi(close, 14)) as number;
    expect(ruleOf(signal, 'rsi')).toMatchObject({
      value: expect.closeTo(rsi, 6),
      vote: rsi < 30 ? 'buy' : rsi > 70 ? 'sell' : 'neutral',
    });
  });

  it('has the same numbers as technical analysis of the day', async () => {
    const signal = await one('ticker=AAA');
    const items = 'stochastic_slow(14,3,3),cci(20),adx(14),williams_r(14),roc(10)';
    const { values } = (await service.get(`/trade/technical-analysis?ticker=AAA&limit=1&indicator=${items}`))
      .body.data[0];
    const [stochastic, cci, adx, williams, roc] = Object.values(values) as Record<string, number>[];
    expect(ruleOf(signal, 'stochastic').value).toBeCloseTo(stochastic?.slow_k ?? 0, 6);
    expect(ruleOf(signal, 'cci').value).toBeCloseTo(cci?.cci ?? 0, 6);
    expect(ruleOf(signal, 'adx').value).toBeCloseTo(adx?.adx ?? 0, 6);
    expect(ruleOf(signal, 'williams_r').value).toBeCloseTo(williams?.williams_r ?? 0, 6);
    expect(ruleOf(signal, 'rate_of_change').value).toBeCloseTo(roc?.roc ?? 0, 6);
  });

  it('the signal follows from the balance of the votes', async () => {
    for (const signal of await of('')) {
      const count = (word: string) => signal.rules.filter(({ vote }) => vote === word).length;
      const counts = [count('buy'), count('neutral'), count('sell')];
      expect([signal.buy_count, signal.neutral_count, signal.sell_count]).toEqual(counts);
      const balance = (signal.buy_count - signal.sell_count) / counts.reduce((sum, each) => sum + each);
      expect(signal.balance).toBeCloseTo(balance, 12);
      const word =
        balance > 0.5
          ? 'strong_buy'
          : balance > 0.1
            ? 'buy'
            : balance < -0.5
              ? 'strong_sell'
              : balance < -0.1
                ? 'sell'
                : 'neutral';
      expect(signal.signal).toBe(word);
      expect(signal.rules).toHaveLength(12);
    }
  });

  it('a rule without a value does not vote: five bars give none', async () => {
    const signal = await one('ticker=CCC');
    expect(signal).toMatchObject({
      signal: null,
      balance: null,
      buy_count: 0,
      neutral_count: 0,
      sell_count: 0,
    });
    expect(signal.rules.map(({ value, vote }) => [value, vote])).toEqual(Array(12).fill([null, null]));
  });

  it('covers the stocks of the market or an exchange listed on the day, or the named ones', async () => {
    const tickers = async (query: string) => (await of(query)).map(({ ticker }) => ticker);
    expect(await tickers('')).toEqual(['AAA', 'BBB']);
    expect(await tickers('date=20230110')).toEqual(['AAA', 'BBB', 'CCC']);
    expect(await tickers('exchange=HOSE')).toEqual(['AAA']);
    expect(await tickers('exchange=HNX&ticker=AAA,BBB')).toEqual(['BBB']);
    expect(await tickers('ticker=VNX,NONE,AAA')).toEqual(['AAA', 'VNX']);
    expect(await tickers('date=20221231')).toEqual([]);
    expectProblem(await service.get('/trading/signal?exchange=NYSE'), 400, 'invalid_input');
  });

  it('later bars and actions do not change a day', async () => {
    const before = await one('ticker=AAA&date=20230630');
    expect(before.date).toBe('2023-06-30');
    await service.sql(`DELETE FROM quote WHERE ticker = 'AAA' AND date > '2023-06-30'`);
    expect(await one('ticker=AAA')).toEqual(before);
    await plant(
      service,
      'quote',
      bars.filter(({ date }) => date > '2023-06-30'),
    );
    await plant(service, 'corporate_action', [
      { ticker: 'AAA', ex_date: '2023-07-10', type: 'split', share_ratio: 1 },
    ]);
    expect(await one('ticker=AAA&date=20230630')).toEqual(before);
  });

  it('after a split earlier bars are adjusted: averages halved, volumes doubled', async () => {
    const until = bars.filter(({ date }) => date <= '2023-07-15');
    const signal = await one('ticker=AAA&date=20230715');
    const close = until.map((bar) => (bar.date < '2023-07-10' ? bar.close / 2 : bar.close));
    expect(ruleOf(signal, 'price_sma_20').value).toBeCloseTo(last(plainSma(close, 20)) as number, 6);
    const obv: number[] = [];
    until.forEach((bar, index) => {
      const volume = Number(bar.volume) * (bar.date < '2023-07-10' ? 2 : 1);
      const step = index === 0 ? volume : volume * Math.sign((close[index] ?? 0) - (close[index - 1] ?? 0));
      obv.push((obv.at(-1) ?? 0) + step);
    });
    const mean = obv.slice(-20).reduce((sum, each) => sum + each, 0) / 20;
    expect(ruleOf(signal, 'obv_trend').value).toBeCloseTo(last(obv) - mean, 4);
  });

  it('pages, order, CSV and NDJSON', async () => {
    const all = await of('');
    expect(await walkPages(service, '/trading/signal?limit=1')).toEqual(all);
    expect(await walkPages(service, '/trading/signal?limit=1&order=desc')).toEqual(all.toReversed());
    expect((await service.get('/trading/signal?limit=1&total=true')).body.meta).toMatchObject({
      count: 1,
      total: 2,
    });
    const csv = (await service.get('/trading/signal').set('Accept', 'text/csv')).text.trim().split('\n');
    expect(csv[0]).toBe('ticker,date,close,signal,balance,buy_count,neutral_count,sell_count,rules');
    expect(csv.slice(1).map((line) => line.slice(0, 3))).toEqual(['AAA', 'BBB']);
    const lines = (await service.get('/trading/signal?format=ndjson&offset=1')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(all.slice(1));
  });

  it.each([
    [
      'rsi',
      30,
      [
        20000, 19320, 19630, 19660, 19790, 19800, 19370, 16580, 16060, 16300, 18160, 18280, 17260, 16830,
        16400,
      ],
    ],
    [
      'cci',
      100,
      [
        10010, 10040, 10010, 10010, 10010, 10040, 10000, 10000, 10000, 10000, 10010, 10030, 10000, 10040,
        10000, 10040, 10040, 10020, 10010, 10040,
      ],
    ],
  ])(
    '%s of exactly %f is on neither side of its threshold, whichever way it is rounded',
    async (rule, bound, closes) => {
      const days = closes.map((_, at) => new Date(Date.UTC(2023, 0, 2 + at)).toISOString().slice(0, 10));
      await plant(
        service,
        'quote',
        closes.map((close, at) => flatBar('EDGE', days[at] as string, close)),
      );
      const { body } = await service.get(`/trading/signal?ticker=EDGE&date=${days.at(-1)}`).expect(200);
      const { value, vote } = body.data[0].rules.find((each: { rule: string }) => each.rule === rule);
      expect([value, vote]).toEqual([expect.closeTo(bound, 9), 'neutral']);
      await service.sql("DELETE FROM quote WHERE ticker = 'EDGE'");
    },
  );

  it('a share that only pays dividends has no trend: rounding of adjusted prices votes for nothing', async () => {
    const tickers = ['PAYA', 'PAYB', 'PAYC', 'PAYD'];
    const [first, second] = [240, 249];
    for (const [at, ticker] of tickers.entries()) {
      const price = (day: number) => 17_300 + 3350 * at - (day < first ? 0 : day < second ? 1150 : 2300);
      const flat = quotesOf(ticker, 255, '2023-01-02').map((bar, day) => {
        const close = price(day);
        return aQuote({ ...bar, open: close, high: close, low: close, close });
      });
      await plant(service, 'quote', flat);
      await plant(
        service,
        'corporate_action',
        [first, second].map((day) => ({
          ticker,
          ex_date: flat[day]?.date,
          type: 'cash_dividend',
          cash_dividend: 1150,
        })),
      );
      const signal = await one(`ticker=${ticker}`);
      expect([ticker, signal.buy_count, signal.sell_count]).toEqual([ticker, 0, 0]);
      expect(ruleOf(signal, 'bollinger_position')).toMatchObject({ value: null, vote: null });
    }
  });

  it.each([
    ['ticker', 'ticker=aaa'],
    ['date', 'date=20230230'],
    ['from_date', 'from_date=20230101'],
  ])('400 names %s', async (parameter, query) => {
    const { body } = await service.get(`/trading/signal?${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });
});

describe('QUOTE_PUBLICATION=approved: signals of published bars only', () => {
  it('an unapproved bar is ignored', async () => {
    const service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await plant(service, 'quote', quotesOf('PUB', 3));
    expect((await service.get('/trading/signal')).body.data).toEqual([]);
    await service.post('/svc/quote/appoval', { ticker: 'PUB', date: '2020-01-02' }).expect(200);
    const { data } = (await service.get('/trading/signal')).body;
    expect(data).toEqual([expect.objectContaining({ ticker: 'PUB', date: '2020-01-02', close: 10010 })]);
    await service.close();
  });
});
