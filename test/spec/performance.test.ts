import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant, walkPages } from '../builders/market.js';
import { adjustedBars, type Bar, cutBars, plainFigures, plainReturn, walk } from '../builders/performance.js';
import { culprits, expectProblem } from '../contract/wire.js';

const FIRST = '2020-06-01';
const LAST = '2024-03-29';
const BARS: Record<string, Bar[]> = {
  AAA: walk(FIRST, LAST, 11),
  BBB: walk('2023-09-01', LAST, 22, (day) => day % 7 !== 3),
  CCC: walk(FIRST, '2024-02-09', 33),
  DDD: walk('2024-03-04', LAST, 44),
  VNINDEX: walk(FIRST, LAST, 55),
};
const ACTIONS = [
  { ticker: 'AAA', ex_date: '2023-05-10', type: 'split', share_ratio: 1 },
  { ticker: 'AAA', ex_date: '2024-02-15', type: 'cash_dividend', cash_dividend: 700 },
];
const TERMS = [
  { ex_date: '2023-05-10', ratio: 1 },
  { ex_date: '2024-02-15', cash: 700 },
];
/** Starts of the periods that end on 2024-03-15, a Friday, from a calendar. */
const STARTS = {
  one_day: '2024-03-14',
  one_week: '2024-03-08',
  one_month: '2024-02-15',
  three_month: '2023-12-15',
  six_month: '2023-09-15',
  one_year: '2023-03-15',
  three_year: '2021-03-15',
  ytd: '2023-12-31',
  mtd: '2024-02-29',
  wtd: '2024-03-10',
};
const END = '2024-03-15';

/** Adjusted as of a day. */
const bars = (ticker: string, until = END): Bar[] => {
  const name = `${ticker} ${until}`;
  const rawBars = (BARS[ticker] ?? []).filter((bar) => bar.date <= until);
  const result = AS_OF.get(name) ?? (ticker === 'AAA' ? adjustedBars(rawBars, TERMS) : rawBars);
  AS_OF.set(name, result);
  return result;
};
const AS_OF = new Map<string, Bar[]>();
/** Compares numbers to 1e-9 of their size, everything else exactly. */
const close = (expected: object) =>
  Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [
      name,
      typeof value === 'number' ? expect.closeTo(value, 9) : value,
    ]),
  );
const periods = (of: (start: string) => number | null) =>
  close(Object.fromEntries(Object.entries(STARTS).map(([name, start]) => [name, of(start)])));

async function plantMarket(service: TestApp): Promise<void> {
  for (const [ticker, tickerBars] of Object.entries(BARS)) {
    await service.sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
       SELECT $1, date, close, close, close, close, 100, 'test'
       FROM unnest($2::date[], $3::double precision[]) bar(date, close)`,
      [ticker, tickerBars.map((bar) => bar.date), tickerBars.map((bar) => bar.close)],
    );
  }
  await plant(service, 'corporate_action', ACTIONS);
}

describe('specification 4.2: POST /performance', () => {
  let service: TestApp;
  let openDays: string[];
  beforeAll(async () => {
    service = await startApp();
    await plantMarket(service);
    const days = await service.sql<{ date: string }>(
      `SELECT date::text AS date FROM settlement WHERE country = 'VN' AND status = 'open'`,
    );
    openDays = days.map(({ date }) => date);
  });
  afterAll(() => service.close());

  const measure = async (body: object) => (await service.post('/performance', body).expect(200)).body;
  const missingDays = (of: Bar[], from: string) => {
    const tradedDates = new Set(of.map((bar) => bar.date));
    return openDays.filter((day) => day >= from && day <= END && !tradedDates.has(day)).length;
  };
  const request = { from_date: '2023-03-01', to_date: END, benchmark: 'VNINDEX', risk_free_rate: 0.04 };

  it.each(['AAA', 'BBB', 'CCC', 'VNINDEX'])('%s: every figure matches its definition', async (ticker) => {
    const answer = await measure({ ...request, assets: [{ ticker }] });
    const own = bars(ticker);
    const end = String(own.at(-1)?.date);
    const expected = plainFigures(cutBars(own, request.from_date, END), bars('VNINDEX'), 0.04);
    expect(answer).toMatchObject({ from_date: '2023-03-01', to_date: END });
    expect(answer.assets).toHaveLength(1);
    expect(answer.assets[0]).toMatchObject({ ticker, weight: 1, ...close(expected) });
    expect(answer.assets[0].missing_days).toBe(missingDays(own, request.from_date));
    // CCC stopped trading: its periods end at its last bar.
    if (end === END) {
      expect(answer.assets[0]).toMatchObject(periods((start) => plainReturn(own, start, end)));
    } else {
      expect(answer.assets[0]).toMatchObject(
        close({ one_week: plainReturn(own, '2024-02-02', end), ytd: plainReturn(own, '2023-12-31', end) }),
      );
    }
    // With a single asset the portfolio is the asset.
    const { ticker: _, weight: __, ...assetFigures } = answer.assets[0];
    expect(answer.portfolio).toEqual(close(assetFigures));
  });

  it('the benchmark is measured like an asset; beta 1 and alpha 0 against itself', async () => {
    const { benchmark } = await measure({ ...request, assets: [{ ticker: 'AAA' }] });
    const expected = plainFigures(cutBars(bars('VNINDEX'), request.from_date, END), [], 0.04);
    expect(benchmark).toMatchObject({ ticker: 'VNINDEX', ...close({ ...expected, beta: 1, alpha: 0 }) });
  });

  it('without a benchmark there is neither beta nor alpha; the rate is 0 by default', async () => {
    const { assets, benchmark } = await measure({
      from_date: '20230301',
      to_date: '20240315',
      assets: [{ ticker: 'AAA' }],
    });
    expect(benchmark).toBeNull();
    expect(assets[0]).toMatchObject(close(plainFigures(cutBars(bars('AAA'), '2023-03-01', END), [], 0)));
  });

  it('adjusted=false measures the traded prices', async () => {
    const { assets } = await measure({ ...request, adjusted: false, assets: [{ ticker: 'AAA' }] });
    const raw = (BARS.AAA ?? []).filter((bar) => bar.date <= END);
    const expected = plainFigures(cutBars(raw, request.from_date, END), bars('VNINDEX'), 0.04);
    expect(assets[0]).toMatchObject(close(expected));
    expect(assets[0].total_return).not.toBeCloseTo(
      plainFigures(cutBars(bars('AAA'), request.from_date, END), [], 0).total_return,
      3,
    );
  });

  it('the portfolio is bought with its weights at the start and held', async () => {
    const weights = { AAA: 3, CCC: 1 };
    const { assets, portfolio } = await measure({
      ...request,
      assets: Object.entries(weights).map(([ticker, weight]) => ({ ticker, weight })),
    });
    expect(assets.map((asset: { weight: number }) => asset.weight)).toEqual([0.75, 0.25]);
    const days = [...new Set([...bars('AAA'), ...bars('CCC')].map((bar) => bar.date))].sort();
    const growth = (ticker: string, date: string) =>
      1 + (plainReturn(bars(ticker), request.from_date, date) ?? 0);
    const value = days.map((date) => ({
      date,
      close: 0.75 * growth('AAA', date) + 0.25 * growth('CCC', date),
    }));
    const cut = cutBars(value, request.from_date, END).map((bar, at) =>
      at === 0 ? { ...bar, close: 1 } : bar,
    );
    expect(portfolio).toMatchObject(close(plainFigures(cut, bars('VNINDEX'), 0.04)));
    expect(portfolio.total_return).toBeCloseTo(
      0.75 * assets[0].total_return + 0.25 * assets[1].total_return,
      12,
    );
    expect(portfolio).toMatchObject(
      periods((start) => {
        const [a, c] = ['AAA', 'CCC'].map((ticker) => plainReturn(bars(ticker), start, END));
        return 0.75 * (a ?? Number.NaN) + 0.25 * (c ?? Number.NaN);
      }),
    );
    expect(portfolio.missing_days).toBe(missingDays(bars('AAA'), request.from_date));
  });

  it('equal weights by default; an asset that begins in the window is cash until then', async () => {
    const { assets, portfolio } = await measure({
      ...request,
      assets: [{ ticker: 'AAA' }, { ticker: 'DDD' }],
    });
    expect(assets[1]).toMatchObject({ first_date: '2024-03-04', weight: 0.5, one_week: expect.any(Number) });
    expect(assets[1]).toMatchObject({ one_month: null, ytd: null, mtd: null, three_year: null });
    expect(portfolio.total_return).toBeCloseTo((assets[0].total_return + assets[1].total_return) / 2, 12);
    expect(portfolio).toMatchObject({ first_date: assets[0].first_date, one_month: null });
  });

  it('a window without a daily return is null', async () => {
    const expected = {
      first_date: null,
      last_date: null,
      observations: 0,
      total_return: null,
      annualized_return: null,
      volatility: null,
      max_drawdown: null,
      sharpe_ratio: null,
      beta: null,
      alpha: null,
    };
    const one = { ...request, from_date: END, assets: [{ ticker: 'AAA' }, { ticker: 'CCC' }] };
    const { assets, portfolio } = await measure(one);
    expect(assets).toMatchObject([
      { ...expected, missing_days: 0 },
      { ...expected, missing_days: 1 },
    ]);
    expect(portfolio).toMatchObject(expected);
  });

  it('missing days are null where the calendar does not reach', async () => {
    const { assets } = await measure({ ...request, from_date: '2014-12-01', assets: [{ ticker: 'AAA' }] });
    expect(assets[0]).toMatchObject({ first_date: FIRST, missing_days: null });
  });

  it('uses nothing known only later: bars and actions after to_date change nothing', async () => {
    const shortRequest = {
      ...request,
      to_date: '2023-05-09',
      assets: [{ ticker: 'AAA' }, { ticker: 'CCC' }],
    };
    const before = await measure(shortRequest);
    const raw = (BARS.AAA ?? []).filter((bar) => bar.date <= '2023-05-09');
    expect(before.assets[0]).toMatchObject(
      close(
        plainFigures(
          cutBars(raw, '2023-03-01', '2023-05-09'),
          bars('VNINDEX').filter((bar) => bar.date <= '2023-05-09'),
          0.04,
        ),
      ),
    );
    await service.sql(`INSERT INTO corporate_action (ticker, ex_date, type, share_ratio, maker)
      VALUES ('CCC', '2023-05-10', 'split', 4, 'test')`);
    expect(await measure(shortRequest)).toEqual(before);
    await service.sql(`DELETE FROM corporate_action WHERE ticker = 'CCC'`);
  });

  describe('a refusal names every culprit', () => {
    const asset = { ticker: 'AAA' };
    it.each<[string, object, [string, string][]]>([
      [
        'no body fields',
        {},
        [
          ['/assets', 'required'],
          ['/from_date', 'required'],
          ['/to_date', 'required'],
        ],
      ],
      ['no asset', { assets: [] }, [['/assets', 'out_of_range']]],
      [
        '51 assets',
        { assets: Array.from({ length: 51 }, (_, at) => ({ ticker: `T${at}00` })) },
        [['/assets', 'out_of_range']],
      ],
      ['no list', { assets: asset }, [['/assets', 'invalid_type']]],
      ['nested values', { assets: [{ ticker: ['AAA'] }] }, [['/assets', 'invalid_type']]],
      ['no object', { assets: [asset, 'BBB'] }, [['/assets', 'invalid_type']]],
      ['bad ticker', { assets: [asset, { ticker: 'b' }] }, [['/assets/1/ticker', 'invalid_format']]],
      [
        'no ticker, an unknown field',
        { assets: [{ share: 1 }] },
        [
          ['/assets/0/share', 'unknown_field'],
          ['/assets/0/ticker', 'required'],
        ],
      ],
      [
        'a ticker twice',
        { assets: [asset, { ticker: 'BBB' }, asset] },
        [['/assets/2/ticker', 'duplicate_ticker']],
      ],
      [
        'some weights only',
        { assets: [{ ...asset, weight: 1 }, { ticker: 'BBB' }] },
        [['/assets/1/weight', 'required']],
      ],
      ['weight 0', { assets: [{ ...asset, weight: 0 }] }, [['/assets/0/weight', 'out_of_range']]],
      ['weight below 0', { assets: [{ ...asset, weight: -1 }] }, [['/assets/0/weight', 'out_of_range']]],
      ['unknown ticker', { assets: [asset, { ticker: 'NONE' }] }, [['/assets/1/ticker', 'unknown_ticker']]],
      [
        'a ticker that begins later',
        { assets: [{ ticker: 'DDD' }], to_date: '20240301' },
        [['/assets/0/ticker', 'unknown_ticker']],
      ],
      ['unknown benchmark', { assets: [asset], benchmark: 'NONE' }, [['/benchmark', 'unknown_ticker']]],
      ['from after to', { assets: [asset], from_date: '20250101' }, [['/from_date', 'out_of_range']]],
      ['rate in percent', { assets: [asset], risk_free_rate: 4 }, [['/risk_free_rate', 'out_of_range']]],
      ['an unknown field', { assets: [asset], currency: 'VND' }, [['/currency', 'unknown_field']]],
    ])('%s', async (name, body, expected) => {
      const fullBody =
        name === 'no body fields' ? body : { from_date: '20230301', to_date: '20240315', ...body };
      const answer = await service.post('/performance', fullBody);
      expectProblem(answer, 400, 'invalid_input');
      const named = answer.body.errors.map((error: { pointer: string; code: string }) => [
        error.pointer,
        error.code,
      ]);
      expect(named.sort()).toEqual(expected.sort());
    });
  });

  it('needs a token; every role may ask', async () => {
    expect((await fetch(`${service.url}/performance`, { method: 'POST' })).status).toBe(401);
    const body = { ...request, assets: [{ ticker: 'AAA' }] };
    await service.post('/performance', body, await service.token('reader')).expect(200);
  });

  describe('GET /trading/relative-return', () => {
    const PATH = '/trading/relative-return';
    const CODES = {
      '1d': 'one_day',
      '1w': 'one_week',
      '1m': 'one_month',
      '3m': 'three_month',
      '6m': 'six_month',
      '1y': 'one_year',
      '3y': 'three_year',
      ytd: 'ytd',
      mtd: 'mtd',
      wtd: 'wtd',
    } as const;
    const expected = (ticker: string) =>
      Object.entries(CODES).map(([period, name]) => {
        const [own, other] = [ticker, 'VNINDEX'].map((each) => plainReturn(bars(each), STARTS[name], END));
        const relative = own == null || other == null ? null : (1 + own) / (1 + other) - 1;
        return close({
          ticker,
          benchmark: 'VNINDEX',
          period,
          from_date: STARTS[name],
          to_date: END,
          return: own,
          benchmark_return: other,
          relative_return: relative,
          null_reason: null,
        });
      });

    it.each(['AAA', 'BBB', 'DDD'])(
      '%s: (1 + r) / (1 + b) - 1 in every period, null where history ends',
      async (ticker) => {
        const { body } = await service.get(`${PATH}?ticker=${ticker}&date=20240315`).expect(200);
        expect(body.data).toEqual(expected(ticker));
        expect(body.meta).toMatchObject({ count: 10, next: null });
      },
    );

    it('one period, another benchmark, the last bar without a date', async () => {
      const one = (await service.get(`${PATH}?ticker=AAA&date=20240315&period=ytd`).expect(200)).body.data;
      expect(one).toEqual(expected('AAA').filter((row) => row.period === 'ytd'));
      const [row] = (await service.get(`${PATH}?ticker=AAA&benchmark=BBB&period=1m`).expect(200)).body.data;
      const [own, other] = [bars('AAA', LAST), bars('BBB', LAST)].map((each) =>
        plainReturn(each, '2024-02-29', LAST),
      );
      expect(row).toMatchObject({ benchmark: 'BBB', from_date: '2024-02-29', to_date: LAST });
      expect(row).toMatchObject(close({ return: own, benchmark_return: other }));
    });

    it('a benchmark without a bar in the period gives null; an unknown one gives an empty list', async () => {
      const rows = (await service.get(`${PATH}?ticker=AAA&benchmark=CCC&period=mtd&date=20240315`)).body.data;
      expect(rows).toMatchObject([
        { return: expect.any(Number), benchmark_return: null, relative_return: null },
      ]);
      const none = (await service.get(`${PATH}?ticker=AAA&benchmark=NONE&period=1y`)).body;
      expect(none).toMatchObject({
        data: [],
        meta: { notices: [{ code: 'unknown_benchmark', value: 'NONE' }] },
      });
    });

    it('an unknown ticker is an empty list, also before its first bar; CSV keeps its header', async () => {
      for (const query of ['ticker=NONE', 'ticker=DDD&date=20240301']) {
        expect((await service.get(`${PATH}?${query}`).expect(200)).body.data).toEqual([]);
      }
      const header =
        'ticker,benchmark,period,from_date,to_date,return,benchmark_return,relative_return,null_reason\n';
      expect((await service.get(`${PATH}?ticker=NONE&format=csv`).expect(200)).text).toBe(header);
      const csv = (await service.get(`${PATH}?ticker=DDD&date=20240315&format=csv&period=ytd`).expect(200))
        .text;
      expect(csv).toMatch(/^ticker,.*\nDDD,VNINDEX,ytd,2023-12-31,2024-03-15,,-?0\.\d+,,\n$/);
    });

    it('pages by meta.next', async () => {
      const rows = await walkPages<{ period: string }>(service, `${PATH}?ticker=AAA&limit=4&order=desc`);
      expect(rows.map((row) => row.period)).toEqual(Object.keys(CODES).reverse());
    });

    it('400 names the parameter', async () => {
      for (const [query, parameter] of [
        ['', 'ticker'],
        ['ticker=AAA,BBB', 'ticker'],
        ['ticker=AAA&period=2d', 'period'],
        ['ticker=AAA&date=20240230', 'date'],
        ['ticker=AAA&benchmark=x', 'benchmark'],
      ]) {
        const answer = await service.get(`${PATH}?${query}`);
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual([parameter]);
      }
    });
  });
});

describe('QUOTE_PUBLICATION=approved: only approved bars are measured', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await plantMarket(service);
  });
  afterAll(() => service.close());

  it('a bar awaiting approval is ignored', async () => {
    const body = { from_date: '2024-03-01', to_date: END, assets: [{ ticker: 'CCC' }, { ticker: 'DDD' }] };
    expect(culprits(await service.post('/performance', body))).toEqual([
      '/assets/0/ticker',
      '/assets/1/ticker',
    ]);
    for (const date of ['2024-03-04', '2024-03-07']) {
      await service.post('/svc/quote/appoval', { ticker: 'DDD', date }).expect(200);
    }
    const { assets } = (
      await service.post('/performance', { ...body, assets: [{ ticker: 'DDD' }] }).expect(200)
    ).body;
    const [first, last] = ['2024-03-04', '2024-03-07'].map((date) =>
      bars('DDD').find((bar) => bar.date === date),
    );
    expect(assets[0]).toMatchObject({ first_date: '2024-03-04', last_date: '2024-03-07', observations: 1 });
    expect(assets[0].total_return).toBeCloseTo((last?.close ?? 0) / (first?.close ?? 0) - 1, 12);
  });
});
