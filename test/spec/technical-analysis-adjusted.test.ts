import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant, walkPages } from '../builders/market.js';
import { type QuoteInput, quotesOf } from '../builders/quotes.js';
import {
  columnOf,
  expectClose,
  PATH,
  plainMacd,
  plainRsi,
  plainSma,
  type Row,
} from '../builders/technical-analysis.js';

/** An action's effect on price and number of shares from its first bar on. */
interface Action {
  ex_date: string;
  type: string;
  cash_dividend?: number;
  share_ratio?: number;
}

const DIVIDEND: Action = { ex_date: '2020-02-10', type: 'cash_dividend', cash_dividend: 1000 };
const SPLIT: Action = { ex_date: '2020-03-01', type: 'split', share_ratio: 1 };
const BARS = 90;
const ITEMS = 'indicator=sma(5),rsi,macd(5,13,6),vma(4),obv';

/** Bars that pay, split and pay again as given: prices fall on the ex-dates, volumes double after the split. */
function bars(ticker: string): QuoteInput[] {
  return quotesOf(ticker, BARS).map((quote, day) => {
    const price = 20_000 + 100 * ((day * 7) % 13) + 30 * day;
    const payout = quote.date >= DIVIDEND.ex_date ? 1000 : 0;
    const close = (price - payout) / (quote.date >= SPLIT.ex_date ? 2 : 1);
    const volume = (1000 + 10 * ((day * 5) % 17)) * (quote.date >= SPLIT.ex_date ? 2 : 1);
    return { ...quote, open: close, high: close + 50, low: close - 50, close, volume };
  });
}

/** P'/P and 1 + α of every action, one after the other, over the bars before it. */
function adjusted(quotes: readonly QuoteInput[], actions: readonly Action[]): QuoteInput[] {
  return quotes.map((quote) => {
    let [price, shares] = [1, 1];
    for (const { ex_date, cash_dividend = 0, share_ratio = 0 } of actions) {
      if (quote.date >= ex_date) continue;
      const before = quotes.filter((each) => each.date < ex_date).at(-1)?.close ?? Number.NaN;
      price *= (before - cash_dividend) / (1 + share_ratio) / before;
      shares *= 1 + share_ratio;
    }
    return { ...quote, close: quote.close * price, volume: Number(quote.volume) * shares };
  });
}

function plainObv(quotes: readonly QuoteInput[]): number[] {
  let sum = Number(quotes[0]?.volume);
  return quotes.map(({ close, volume }, bar) => {
    if (bar > 0) sum += Math.sign(close - (quotes[bar - 1]?.close ?? 0)) * Number(volume);
    return sum;
  });
}

describe('technical analysis of adjusted bars', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    for (const ticker of ['ADJ', 'LATER', 'BARE', 'NIL']) await plant(service, 'quote', bars(ticker));
    const actions = [
      ...['ADJ', 'LATER'].flatMap((ticker) => [DIVIDEND, SPLIT].map((action) => ({ ticker, ...action }))),
      { ticker: 'LATER', ex_date: '2020-03-25', type: 'bonus_issue', share_ratio: 0.5 },
      // Together they would leave no share.
      { ticker: 'NIL', ex_date: '2020-03-10', type: 'split', share_ratio: -0.5 },
      { ticker: 'NIL', ex_date: '2020-03-10', type: 'bonus_issue', share_ratio: -0.5 },
    ];
    await plant(service, 'corporate_action', actions);
  });
  afterAll(() => service.close());

  const rows = async (query: string): Promise<Row[]> =>
    (await service.get(`${PATH}?limit=1000&${query}`).expect(200)).body.data;

  function expectValuesOf(answer: Row[], quotes: readonly QuoteInput[]): void {
    const close = quotes.map((quote) => quote.close);
    const volume = quotes.map((quote) => Number(quote.volume));
    const { macd, signal } = plainMacd(close, 5, 13, 6);
    expect(answer.map(({ date }) => date)).toEqual(quotes.map(({ date }) => date));
    expectClose(columnOf(answer, 'sma(5)', 'sma'), plainSma(close, 5));
    expectClose(columnOf(answer, 'rsi(14)', 'rsi'), plainRsi(close, 14));
    expectClose(columnOf(answer, 'macd(5,13,6)', 'macd'), macd);
    expectClose(columnOf(answer, 'macd(5,13,6)', 'signal'), signal);
    expectClose(columnOf(answer, 'vma(4)', 'vma'), plainSma(volume, 4));
    expectClose(columnOf(answer, 'obv', 'obv'), plainObv(quotes));
  }

  it('by default prices and volumes are in terms of the last bar: neither a dividend nor a split is a move', async () => {
    const plain = adjusted(bars('ADJ'), [DIVIDEND, SPLIT]);
    expectValuesOf(await rows(`ticker=ADJ&order=asc&${ITEMS}`), plain);
    expect(await rows(`ticker=ADJ&adjusted=true&${ITEMS}`)).toEqual(await rows(`ticker=ADJ&${ITEMS}`));
  });

  it('adjusted=false uses the traded bars', async () => {
    const answer = await rows(`ticker=ADJ&order=asc&adjusted=false&${ITEMS}`);
    expectValuesOf(answer, bars('ADJ'));
    expect(answer).not.toEqual(await rows(`ticker=ADJ&order=asc&${ITEMS}`));
    const bareRows = (await rows(`ticker=BARE&order=asc&${ITEMS}`)).map((row) => ({ ...row, ticker: 'ADJ' }));
    expect(bareRows).toEqual(answer);
  });

  it('actions that would leave no share adjust nothing', async () => {
    const answer = await rows(`ticker=NIL&${ITEMS}`);
    expect(answer).toEqual(await rows(`ticker=NIL&adjusted=false&${ITEMS}`));
    expect(answer).toHaveLength(BARS);
  });

  it('as of to_date: an action counts from its ex-date on, not before', async () => {
    const until = (date: string) => bars('ADJ').filter((quote) => quote.date <= date);
    const before = await rows(`ticker=ADJ&order=asc&to_date=20200229&${ITEMS}`);
    expectValuesOf(before, adjusted(until('2020-02-29'), [DIVIDEND]));
    const on = await rows(`ticker=ADJ&order=asc&to_date=20200301&${ITEMS}`);
    expectValuesOf(on, adjusted(until('2020-03-01'), [DIVIDEND, SPLIT]));
  });

  it('no look-ahead: actions and bars after to_date change nothing', async () => {
    const query = `order=asc&to_date=20200320&${ITEMS}`;
    const later = (await rows(`ticker=LATER&${query}`)).map((row) => ({ ...row, ticker: 'ADJ' }));
    expect(later).toEqual(await rows(`ticker=ADJ&${query}`));
  });

  it('a value never depends on from_date, limit, offset or cursor', async () => {
    const all = await rows(`ticker=ADJ&${ITEMS}`);
    expect(await rows(`ticker=ADJ&from_date=20200310&${ITEMS}`)).toEqual(
      all.filter(({ date }) => date >= '2020-03-10'),
    );
    expect(await rows(`ticker=ADJ&offset=11&${ITEMS}`)).toEqual(all.slice(11));
    expect(await walkPages(service, `${PATH}?ticker=ADJ&limit=25&${ITEMS}`)).toEqual(all);
  });
});

describe('supply and demand', () => {
  let service: TestApp;
  const split = { ticker: 'DEMAND', ex_date: '2020-01-05', type: 'split', share_ratio: 1 };
  const foreign = [
    { date: '2020-01-01', foreign_buy_volume_matched: 100, foreign_buy_volume_negotiated: 20 },
    { date: '2020-01-02', foreign_buy_volume_negotiated: 7, foreign_sell_volume_matched: 9 },
    { date: '2020-01-03', foreign_sell_volume_negotiated: 4 },
    { date: '2020-01-05', foreign_buy_volume_matched: 50, foreign_sell_volume_matched: 60 },
    {
      date: '2020-01-06',
      foreign_buy_volume_matched: '9223372036854775807',
      foreign_buy_volume_negotiated: 1,
    },
  ];
  const orders = [
    {
      date: '2020-01-01',
      buy_order_count: 10,
      buy_order_volume: 1000,
      sell_order_count: 4,
      sell_order_volume: 500,
    },
    {
      date: '2020-01-02',
      buy_order_count: 20,
      buy_order_volume: 3000,
      sell_order_count: 5,
      sell_order_volume: 700,
    },
    { date: '2020-01-05', buy_order_count: 8, buy_order_volume: 4000, sell_order_count: 3 },
    {
      date: '2020-01-06',
      buy_order_count: 0,
      buy_order_volume: 0,
      sell_order_count: 3,
      sell_order_volume: 900,
    },
  ];
  // Read only if the order statistic is missing; an index of the same name is a different thing.
  const flows = [
    { date: '2020-01-02', buy_order_count: 999, sell_order_volume: 999 },
    {
      date: '2020-01-04',
      buy_order_count: 6,
      buy_order_volume: 1200,
      sell_order_count: 2,
      sell_order_volume: 300,
    },
    { date: '2020-01-05', sell_order_volume: 600 },
    { scope: 'index', date: '2020-01-03', buy_order_count: 1, buy_order_volume: 1 },
  ];
  const CODES = [
    'foreign_buy_volume',
    'foreign_sell_volume',
    'average_buy_order',
    'average_sell_order',
    'buy_on_sell_ratio',
    'buy_on_sell_volume_ratio',
    'buy_on_sell_order_ratio',
  ];

  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', quotesOf('DEMAND', 6));
    await plant(service, 'quote', quotesOf('BARE', 3));
    await plant(
      service,
      'foreign_trade',
      foreign.map((row) => ({ ticker: 'DEMAND', ...row })),
    );
    await plant(
      service,
      'order_statistic',
      orders.map((row) => ({ ticker: 'DEMAND', ...row })),
    );
    await plant(
      service,
      'trade_flow',
      flows.map((row) => ({ scope: 'ticker', code: 'DEMAND', ...row })),
    );
  });
  afterAll(() => service.close());

  type Numbers = (number | null)[];
  /** The values of the rows above, written out by hand, day by day. */
  const BUY: Numbers = [120, 7, null, null, 50, 2 ** 63];
  const SELL: Numbers = [null, 9, 4, null, 60, null];
  const COUNTS = { buy: [10, 20, null, 6, 8, 0], sell: [4, 5, null, 2, 3, 3] };
  const VOLUMES = { buy: [1000, 3000, null, 1200, 4000, 0], sell: [500, 700, null, 300, 600, 900] };

  const sums = (values: Numbers, period: number): Numbers =>
    values.map((_, day) => {
      const window = values.slice(Math.max(0, day - period + 1), day + 1);
      if (window.length < period || window.includes(null)) return null;
      return window.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    });
  const quotient = (above: Numbers, below: Numbers): Numbers =>
    above.map((value, day) => (value === null || !below[day] ? null : value / (below[day] ?? 0)));

  /** The definitions: sum first, then divide; shares before the split count `factor` times. */
  function expected(period: number, factor: number): Record<string, Numbers> {
    const shares = (values: Numbers) =>
      sums(
        values.map((value, day) => (value === null ? null : day < 4 ? value * factor : value)),
        period,
      );
    const buy = quotient(shares(VOLUMES.buy), sums(COUNTS.buy, period));
    const sell = quotient(shares(VOLUMES.sell), sums(COUNTS.sell, period));
    return {
      foreign_buy_volume: shares(BUY),
      foreign_sell_volume: shares(SELL),
      average_buy_order: buy,
      average_sell_order: sell,
      buy_on_sell_ratio: quotient(buy, sell),
      buy_on_sell_volume_ratio: quotient(shares(VOLUMES.buy), shares(VOLUMES.sell)),
      buy_on_sell_order_ratio: quotient(sums(COUNTS.buy, period), sums(COUNTS.sell, period)),
    };
  }

  async function expectAll(period: number, factor: number, query = ''): Promise<void> {
    const items = CODES.map((code) => `${code}(${period})`).join(',');
    const answer = await service
      .get(`${PATH}?ticker=DEMAND&order=asc&indicator=${items}${query}`)
      .expect(200);
    const expectedColumns = expected(period, factor);
    for (const code of CODES) {
      const actual = columnOf(answer.body.data, `${code}(${period})`, code);
      expect([code, actual]).toEqual([code, expectedColumns[code]]);
    }
  }

  it.each([1, 2])(
    'over %i days, from foreign trading, order statistics, else the trade flow',
    async (period) => {
      await expectAll(period, 1);
    },
  );

  it('indicators on trade data and on bars can be combined', async () => {
    const items = 'foreign_buy_volume,sma(2)';
    const { data } = (await service.get(`${PATH}?ticker=DEMAND&order=asc&indicator=${items}`)).body;
    expect(columnOf(data, 'foreign_buy_volume(1)', 'foreign_buy_volume')).toEqual(BUY);
    expect(columnOf(data, 'sma(2)', 'sma')).toEqual([null, 10_005, 10_015, 10_025, 10_035, 10_045]);
  });

  it('a ticker without such data has nulls', async () => {
    const { data } = (await service.get(`${PATH}?ticker=BARE&indicator=${CODES}`).expect(200)).body;
    expect(data).toHaveLength(3);
    for (const code of CODES) expect(columnOf(data, `${code}(1)`, code)).toEqual([null, null, null]);
  });

  it('share volumes before a split are adjusted, counts are not; adjusted=false leaves both', async () => {
    await plant(service, 'corporate_action', [split]);
    await expectAll(1, 2);
    await expectAll(2, 2);
    await expectAll(2, 1, '&adjusted=false');
    const before = '&to_date=20200104';
    const items = CODES.map((code) => `${code}(1)`).join(',');
    const answer = await service.get(`${PATH}?ticker=DEMAND&order=asc&indicator=${items}${before}`);
    for (const code of CODES) {
      const actual = columnOf(answer.body.data, `${code}(1)`, code);
      expect([code, actual]).toEqual([code, expected(1, 1)[code]?.slice(0, 4)]);
    }
  });
});
