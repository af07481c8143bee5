import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, readAll, walkPages } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';
import { culprits, expectProblem } from '../contract/wire.js';

type Extended = Record<string, number | string | null>;

/** 2024-03-04 is a Monday. */
const MONDAY = '2024-03-04';
const TUESDAY = '2024-03-05';

const BASIC = ['ticker', 'date', 'open', 'high', 'low', 'close', 'volume'];
const MARKET = [
  'reference',
  'ceiling',
  'floor',
  'average_price',
  'change',
  'change_percent',
  'change_reason',
  'matched_volume',
  'matched_value',
  'negotiated_volume',
  'negotiated_value',
];

/** ticker, exchange, reference, ceiling, floor: the check values of contract 6.6, plus a low and a high price. */
const LIMITS: [string, string, number, number, number][] = [
  ['TCB', 'HOSE', 30850, 33000, 28700],
  ['ACB', 'HOSE', 23000, 24600, 21400],
  ['SSI', 'HOSE', 27650, 29550, 25750],
  ['ABB', 'UPCOM', 16900, 19400, 14400],
  ['LOW', 'HOSE', 9500, 10150, 8840],
  ['HIG', 'HOSE', 48000, 51300, 44650],
  ['SHS', 'HNX', 16900, 18500, 15300],
  // The band is less than a tick: one tick either way, but never down to nothing.
  ['ONE', 'HOSE', 100, 110, 90],
  ['TEN', 'HNX', 500, 600, 400],
];

describe('contract 6.1: GET /quote?fields=extended', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      ...LIMITS.map(([ticker, exchange]) => aSecurity({ ticker, exchange })),
      aSecurity({ ticker: 'EXD' }),
      aSecurity({ ticker: 'UPX', exchange: 'UPCOM' }),
      { ...aSecurity({ ticker: 'VNINDEX' }), security_type: 'index' },
      { ...aSecurity({ ticker: 'NEW' }), listing_date: TUESDAY },
    ]);
    await plant(service, 'quote', [
      ...LIMITS.flatMap(([ticker, , reference]) => [
        flatBar(ticker, MONDAY, reference),
        flatBar(ticker, TUESDAY, reference),
      ]),
      flatBar('EXD', MONDAY, 50000),
      flatBar('EXD', TUESDAY, 40000),
      flatBar('UPX', MONDAY, 17500),
      flatBar('UPX', TUESDAY, 17000),
      flatBar('VNINDEX', MONDAY, 1261.41),
      flatBar('VNINDEX', TUESDAY, 1269.98),
      flatBar('XXX', MONDAY, 10000),
      flatBar('XXX', TUESDAY, 10100),
    ]);
    await plant(service, 'corporate_action', [
      { ticker: 'EXD', ex_date: TUESDAY, type: 'cash_dividend', cash_dividend: 1000 },
      { ticker: 'EXD', ex_date: TUESDAY, type: 'stock_dividend', share_ratio: 0.2 },
      { ticker: 'EXD', ex_date: TUESDAY, type: 'rights_issue', rights_ratio: 0.1, rights_price: 20000 },
    ]);
    await plant(service, 'daily_statistic', [
      // The average of the day before is UPCOM's reference; the close of 17500 is not.
      { ticker: 'UPX', date: MONDAY, average_price: 16912.4, matched_volume: 900, matched_value: 15221160 },
      {
        ticker: 'XXX',
        date: TUESDAY,
        reference: 9990,
        ceiling: 10680,
        floor: 9300,
        matched_volume: 800,
        matched_value: 8040000,
        negotiated_volume: 200,
        negotiated_value: 1990000,
      },
    ]);
  });
  afterAll(() => service.close());

  const dayOf = async (ticker: string, date = TUESDAY): Promise<Extended | undefined> =>
    (
      await readAll<Extended>(
        service,
        `/quote?fields=extended&ticker=${ticker}&from_date=${date}&to_date=${date}`,
      )
    )[0];

  it('adds exactly the fields of the contract after those of 2.1, in JSON and CSV', async () => {
    expect(Object.keys((await dayOf('TCB')) ?? {})).toEqual([...BASIC, ...MARKET]);
    const { text } = await service.get('/quote?fields=extended&format=csv&ticker=TCB').expect(200);
    expect(text.split('\n')[0]).toBe([...BASIC, ...MARKET].join(','));
    expect(text.split('\n')).toHaveLength(4);
    expect(await readAll(service, '/quote?fields=basic')).toEqual(await readAll(service, '/quote'));
  });

  it.each(LIMITS)(
    '%s on %s: reference %i, ceiling %i, floor %i',
    async (ticker, _, reference, ceiling, floor) => {
      expect(await dayOf(ticker)).toMatchObject({ reference, ceiling, floor, change: 0, change_percent: 0 });
    },
  );

  it('on an ex-date the reference is (P + Pα·α − C) ÷ (1 + α + β), on a tick', async () => {
    // (50000 + 20000 × 0.1 − 1000) ÷ 1.3 = 39230.77; 39250 × 1.07 = 41997.5, × 0.93 = 36502.5
    expect(await dayOf('EXD')).toMatchObject({ reference: 39250, ceiling: 41950, floor: 36550, change: 750 });
    expect((await dayOf('EXD'))?.change_percent).toBeCloseTo((100 * 750) / 39250, 10);
  });

  it("UPCOM's reference is the matched average of the day before", async () => {
    // 16912.4 is nearest to the tick 16900
    expect(await dayOf('UPX')).toMatchObject({ reference: 16900, ceiling: 19400, floor: 14400, change: 100 });
    expect(await dayOf('UPX', MONDAY)).toMatchObject({ average_price: 16912.4, matched_volume: 900 });
  });

  it('stored values win; the average price comes from matched value ÷ volume', async () => {
    expect(await dayOf('XXX')).toEqual({
      ...flatBar('XXX', TUESDAY, 10100),
      reference: 9990,
      ceiling: 10680,
      floor: 9300,
      average_price: 8040000 / 800,
      change: 110,
      change_percent: (100 * 110) / 9990,
      change_reason: null,
      matched_volume: 800,
      matched_value: 8040000,
      negotiated_volume: 200,
      negotiated_value: 1990000,
    });
  });

  it('a first day has no market figures; an index has a reference, but no tick and no limits', async () => {
    expect(await dayOf('XXX', MONDAY)).toEqual({
      ...flatBar('XXX', MONDAY, 10000),
      ...Object.fromEntries(MARKET.map((name) => [name, null])),
    });
    expect(await dayOf('VNINDEX')).toMatchObject({ reference: 1261.41, ceiling: null, floor: null });
  });

  it('later bars, actions, statistics and bands change no earlier day', async () => {
    const read = () => readAll(service, `/quote?fields=extended&adjusted=true&to_date=${TUESDAY}`);
    const before = await read();
    await plant(service, 'quote', [flatBar('TCB', '2024-03-07', 20000), flatBar('EXD', '2024-03-07', 39000)]);
    await plant(service, 'corporate_action', [
      { ticker: 'TCB', ex_date: '2024-03-06', type: 'split', share_ratio: 1 },
      { ticker: 'EXD', ex_date: '2024-03-07', type: 'cash_dividend', cash_dividend: 500 },
    ]);
    await plant(service, 'daily_statistic', [{ ticker: 'UPX', date: '2024-03-06', average_price: 1 }]);
    await plant(service, 'market_band', [
      { exchange: 'HOSE', valid_from: '2024-03-06', band: 0.5, first_day_band: 0.5 },
    ]);
    expect(await read()).toEqual(before);
    expect(await dayOf('TCB', '2024-03-07')).toMatchObject({ reference: 15450, ceiling: 23150, floor: 7730 });
  });

  it('pages over meta.next: no row twice, none lost', async () => {
    for (const order of ['asc', 'desc']) {
      const all = await readAll(service, `/quote?fields=extended&order=${order}`);
      expect(await walkPages(service, `/quote?fields=extended&order=${order}&limit=3`)).toEqual(all);
    }
    const { meta } = (await service.get('/quote?fields=extended&total=true&limit=1')).body;
    expect(meta.total).toBe((await readAll(service, '/quote')).length);
  });

  it.each(['1w', '1m'])('with interval=%s it is 400 naming fields', async (interval) => {
    const answer = await service.get(`/quote?fields=extended&interval=${interval}`);
    expectProblem(answer, 400, 'invalid_input');
    expect(answer.body.errors).toMatchObject([{ parameter: 'fields', code: 'not_together' }]);
  });

  it.each(['fields=all', 'adjusted=yes', 'adjusted=1'])('%s is 400', async (query) => {
    const answer = await service.get(`/quote?${query}`);
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual([query.split('=')[0]]);
  });
});

describe('QUOTE_PUBLICATION=approved: only approved bars make a reference', () => {
  it('the previous bar is the previous approved one', async () => {
    const service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await plant(service, 'security', [aSecurity({ ticker: 'TCB' })]);
    await plant(service, 'quote', [
      flatBar('TCB', '2024-03-01', 30850),
      flatBar('TCB', MONDAY, 31000),
      flatBar('TCB', TUESDAY, 31500),
    ]);
    for (const date of ['2024-03-01', TUESDAY]) {
      await service.post('/svc/quote/appoval', { ticker: 'TCB', date }).expect(200);
    }
    const reader = await service.token('reader');
    const { body } = await service.get('/quote?fields=extended', reader).expect(200);
    expect(body.data.map((row: Extended) => [row.date, row.reference])).toEqual([
      [TUESDAY, 30850],
      ['2024-03-01', null],
    ]);
    const all = (await service.get('/quote?fields=extended&approval=all').expect(200)).body.data;
    expect(all.map((row: Extended) => row.reference)).toEqual([31000, 30850, null]);
    await service.close();
  });
});
