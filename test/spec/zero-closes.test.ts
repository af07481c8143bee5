import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { aStatement } from '../builders/statements.js';

/** Weekdays from Monday 2024-01-08 on; the last is Friday 2024-02-02, the market's last day before Tet in these tests. */
const DAYS = [0, 7, 14, 21].flatMap((week) =>
  [0, 1, 2, 3, 4].map((day) => new Date(Date.UTC(2024, 0, 8 + week + day)).toISOString().slice(0, 10)),
);
/** Tuesday of the third week, and the last day. */
const [HOLE, LAST] = [DAYS[11] as string, DAYS[19] as string];
const STOCKS = ['NIL', 'OWN', 'PEE'];
const M = 1_000_000;

type Row = Record<string, unknown>;

describe('a close of 0, as of a day without trades, is no price', () => {
  let service: TestApp;
  const get = async (path: string): Promise<Row & { data: Row[] }> =>
    (await service.get(path).set('Cache-Control', 'no-cache').expect(200)).body;
  const ofNil = async (path: string) => (await get(path)).data.find(({ ticker }) => ticker === 'NIL');

  beforeAll(async () => {
    service = await startApp();
    await plant(
      service,
      'security',
      STOCKS.map((ticker) => ({
        ...{ ticker, name: ticker, exchange: 'HOSE', industry_code: '30202030', listing_date: '2020-01-02' },
        ...{ outstanding_shares: 10_000, shares_from: '2020-01-02' },
      })),
    );
    await plant(service, 'market_index', [
      { code: 'VNINDEX', name: 'VN-Index', exchange: 'HOSE', all_share: true, main: true },
    ]);
    await plant(
      service,
      'quote',
      DAYS.flatMap((date, at) =>
        [...STOCKS, 'VNINDEX']
          .filter((ticker) => ticker !== 'NIL' || (date !== HOLE && date !== LAST))
          .map((ticker, place) => flatBar(ticker, date, 10_000 + ((at * (7 + place)) % 5) * 100, 100)),
      ),
    );
    for (const [place, ticker] of STOCKS.entries()) {
      const figures = {
        income_statement: { '10': 50 * M, '60': (place + 1) * 4 * M },
        balance_sheet: { '400': (place + 2) * 10 * M },
      };
      await plant(service, 'statement_item', aStatement(figures, { ticker, published_at: '2024-01-05' }));
    }
    await plant(service, 'corporate_action', [
      { ticker: 'NIL', ex_date: '2023-06-01', type: 'cash_dividend', cash_dividend: 500 },
    ]);
  });
  afterAll(() => service.close());

  /** Answers in which the bars of the ticker count, but not those without a price. */
  const answers = async () => ({
    performance: (
      await service
        .post('/performance', {
          assets: [{ ticker: 'NIL' }, { ticker: 'OWN' }],
          from_date: '20240110',
          to_date: LAST,
        })
        .expect(200)
    ).body,
    relative: await get(`/trading/relative-return?ticker=NIL&date=${LAST}`),
    indicators: await get(
      '/trade/technical-analysis?ticker=NIL&indicator=sma(5),rsi(5),bollinger_bands(5,2),obv',
    ),
    signals: await get(`/trading/signal?date=${LAST}`),
    weeks: (await get('/quote?ticker=NIL&interval=1w')).data.map(({ date: _, ...bar }) => bar),
    months: (await get('/quote?ticker=NIL&interval=1m&adjusted=true')).data.map(({ date: _, ...bar }) => bar),
    charted: await Promise.all(
      [
        'resolution=1W&from=1704067200',
        'resolution=1D&from=1704067200',
        'resolution=1D&from=0&countback=3',
      ].map((range) => get(`/udf/history?symbol=NIL&${range}&to=1707955200`)),
    ),
    peers: await get(`/valuation?ticker=OWN&from_date=${HOLE}`),
    index: await get(`/valuation?code=VNINDEX&from_date=${HOLE}`),
    constituents: await get(`/index/constituents?code=VNINDEX&date=${LAST}`),
    contributors: await get(`/index/contributor/${LAST}?code=VNINDEX`),
    gainers: await get(`/market/gainers?date=${DAYS[16]}&period=1w`),
    ratios: await get('/fundamental/ratios?ticker=NIL&group=valuation'),
    extremes: await get('/detail/NIL').then(({ low_52w_close, high_52w_close }) => [
      low_52w_close,
      high_52w_close,
    ]),
  });

  it('nothing is computed from it: answers are those without the bar', async () => {
    const before = await answers();
    expect(before.performance.assets[0].total_return).not.toBeNull();
    expect(before.gainers.data.map(({ ticker }) => ticker)).toContain('NIL');
    await plant(service, 'quote', [flatBar('NIL', HOLE, 0, 0), flatBar('NIL', LAST, 0, 0)]);
    expect(await answers()).toEqual(before);
  });

  it('its own day has no multiples, no capitalisation and no change', async () => {
    expect((await get(`/valuation?ticker=NIL&from_date=${LAST}`)).data).toEqual([
      expect.objectContaining({
        ...{ date: LAST, close: 0, pe: null, pb: null, ps: null, ev_ebitda: null, eps: 400, bvps: 2000 },
        ...{ dividend_yield_ratio: null, pe_percentile_5y: null },
      }),
    ]);
    expect(await get(`/detail/NIL?date=${LAST}`)).toMatchObject({
      close: 0,
      market_cap: null,
      pe: null,
      pb: null,
    });
    expect(await ofNil(`/related-stocks?ticker=OWN&date=${LAST}`)).toMatchObject({
      market_cap: null,
      pe: null,
    });
    expect(await ofNil('/search?q=NIL')).toMatchObject({ market_cap: null });
    const { children } = await get(`/market/heatmap?date=${LAST}&level=1`);
    const [{ children: leaves }] = children as [{ children: Row[] }];
    expect(leaves.find(({ ticker }) => ticker === 'NIL')).toMatchObject({ size: null, change_percent: null });
  });

  it('its matched volume of 0 counts in the mean of 52 weeks', async () => {
    await plant(service, 'daily_statistic', [
      { ticker: 'NIL', date: DAYS[10], matched_volume: 900 },
      { ticker: 'NIL', date: HOLE, matched_volume: 0 },
      { ticker: 'NIL', date: LAST, matched_volume: 0 },
    ]);
    expect(await get(`/detail/NIL?date=${LAST}`)).toMatchObject({ average_matched_volume_52w: 300 });
  });

  it('an index level of 0 is none either', async () => {
    await plant(service, 'quote', [flatBar('VNINDEX', LAST, 0, 0)]);
    expect(await get(`/index/VNINDEX?date=${LAST}`)).toMatchObject({
      close: 0,
      change: null,
      change_percent: null,
    });
    const { data } = await get(`/trade/market/result?code=VNINDEX&fields=extended&limit=1`);
    expect(data).toMatchObject([{ close: 0, change: null, change_percent: null }]);
    expect((await get(`/valuation?code=VNINDEX&from_date=${LAST}`)).data).toMatchObject([
      { eps: null, bvps: null },
    ]);
  });
});
