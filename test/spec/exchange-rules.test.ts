import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, readAll } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';

type Extended = Record<string, number | string | null>;

/** 2024-03-04 is a Monday. */
const MONDAY = '2024-03-04';
const TUESDAY = '2024-03-05';

describe('contract 10: references, ticks and bands', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      ...['OFF', 'EXD', 'AGM', 'OLD', 'DIP', 'RST', 'NRT', 'IDL', 'FST', 'BIG'].map((ticker) =>
        aSecurity({ ticker }),
      ),
      ...['etf', 'fund_certificate', 'closed_end_fund', 'covered_warrant'].map((security_type, at) => ({
        ...aSecurity({ ticker: `KIN${at}` }),
        security_type,
      })),
      { ...aSecurity({ ticker: 'LST' }), listing_date: TUESDAY },
      aSecurity({ ticker: 'HRS', exchange: 'HNX' }),
      aSecurity({ ticker: 'HOL', exchange: 'HNX' }),
      aSecurity({ ticker: 'URS', exchange: 'UPCOM' }),
      aSecurity({ ticker: 'UOL', exchange: 'UPCOM' }),
      aSecurity({ ticker: 'UAV', exchange: 'UPCOM' }),
      aSecurity({ ticker: 'UCL', exchange: 'UPCOM' }),
      aSecurity({ ticker: 'UNT', exchange: 'UPCOM' }),
      aSecurity({ ticker: 'PNY', exchange: 'PENNY' }),
      aSecurity({ ticker: 'PNZ', exchange: 'PENNY' }),
    ]);
  });
  afterAll(() => service.close());

  const dayOf = async (ticker: string, date = TUESDAY) =>
    (
      await readAll<Extended>(
        service,
        `/quote?fields=extended&ticker=${ticker}&from_date=${date}&to_date=${date}`,
      )
    )[0];
  const days = (ticker: string, ...bars: [date: string, close: number, volume?: number][]) =>
    plant(
      service,
      'quote',
      bars.map(([date, close, volume]) => flatBar(ticker, date, close, volume)),
    );

  it('the reference is the previous close unchanged, on a tick or not', async () => {
    await days('OFF', [MONDAY, 72_779], [TUESDAY, 74_308]);
    const day = await dayOf('OFF');
    // 72,779 × 1.07 = 77,873.53 and × 0.93 = 67,684.47, on ticks of 100.
    expect(day).toMatchObject({ reference: 72_779, change: 1_529, ceiling: 77_800, floor: 67_700 });
    expect(day?.change_percent).toBeCloseTo((100 * 1_529) / 72_779, 12);
  });

  it('an ex-date price and an average are rounded to a tick; a meeting rounds nothing', async () => {
    await days('EXD', [MONDAY, 50_030], [TUESDAY, 49_000]);
    await days('AGM', [MONDAY, 50_030], [TUESDAY, 49_000]);
    await plant(service, 'corporate_action', [
      { ticker: 'EXD', ex_date: TUESDAY, type: 'cash_dividend', cash_dividend: 1_000 },
      { ticker: 'AGM', ex_date: TUESDAY, type: 'meeting' },
    ]);
    expect(await dayOf('EXD')).toMatchObject({ reference: 49_050 });
    expect(await dayOf('AGM')).toMatchObject({ reference: 50_030 });
    await days('UAV', [MONDAY, 12_300], [TUESDAY, 12_400]);
    await days('UCL', [MONDAY, 12_345], [TUESDAY, 12_400]);
    await plant(service, 'daily_statistic', [{ ticker: 'UAV', date: MONDAY, average_price: 12_345 }]);
    expect(await dayOf('UAV')).toMatchObject({ reference: 12_300, ceiling: 14_100, floor: 10_500 });
    expect(await dayOf('UCL')).toMatchObject({ reference: 12_345, ceiling: 14_100, floor: 10_500 });
  });

  it('an average of 0 is that of a day without trades: the day after starts from the close, as without one', async () => {
    await days('UNT', [MONDAY, 12_345, 0], [TUESDAY, 12_400]);
    await plant(service, 'daily_statistic', [{ ticker: 'UNT', date: MONDAY, average_price: 0 }]);
    expect(await dayOf('UNT')).toMatchObject({
      reference: 12_345,
      change: 55,
      ceiling: 14_100,
      floor: 10_500,
    });
    const rows = async (path: string) =>
      (await service.get(`${path}&exchange=UPCOM`).expect(200)).body.data as Extended[];
    const gainers = await rows(`/market/gainers?date=${TUESDAY}`);
    expect(gainers.map(({ ticker }) => ticker)).toContain('UNT');
    const [breadth] = await rows(`/market/movement?from_date=${TUESDAY}&to_date=${TUESDAY}`);
    expect(breadth?.advances).toBe(gainers.length);
  });

  it.each([
    ['KIN0', 'an ETF', 25_000, 21_740],
    ['KIN1', 'a fund certificate', 25_000, 21_740],
    ['KIN2', 'a closed-end fund', 25_000, 21_750],
    ['KIN3', 'a covered warrant, whose band is not that of stocks', null, null],
  ])('%s, %s of HOSE, from 23,370: ceiling %p, floor %p', async (ticker, _, ceiling, floor) => {
    await days(ticker, [MONDAY, 23_370], [TUESDAY, 23_370]);
    expect(await dayOf(ticker)).toMatchObject({ reference: 23_370, ceiling, floor });
  });

  it('a kind with its own rule: the stock rules no longer apply to it from then on', async () => {
    const rule = { exchange: 'OWN', valid_from: '2020-01-01' };
    await plant(service, 'security', [
      { ...aSecurity({ ticker: 'OWN0', exchange: 'OWN' }), security_type: 'etf' },
      { ...aSecurity({ ticker: 'OWN1', exchange: 'OWN' }), security_type: 'covered_warrant' },
    ]);
    await plant(service, 'market_tick', [{ ...rule, price_from: 0, tick: 1_000 }]);
    await plant(service, 'market_band', [{ ...rule, band: 0.1 }]);
    for (const ticker of ['OWN0', 'OWN1']) await days(ticker, [MONDAY, 50_000], [TUESDAY, 50_000]);
    expect(await dayOf('OWN0')).toMatchObject({ ceiling: 55_000, floor: 45_000 });
    const own = { exchange: 'OWN', valid_from: '2019-01-01' };
    await plant(service, 'market_tick', [{ ...own, security_type: 'etf', price_from: 0, tick: 400 }]);
    await plant(
      service,
      'market_band',
      ['etf', 'covered_warrant'].map((security_type) => ({ ...own, security_type, band: 0.02 })),
    );
    expect(await dayOf('OWN0')).toMatchObject({ ceiling: 50_800, floor: 49_200 });
    expect(await dayOf('OWN1')).toMatchObject({ ceiling: 51_000, floor: 49_000 });
  });

  it.each([
    // ±7 % on ticks of 100, 500 and 1,000 before 2016-09-12, of 10, 50 and 100 from then on
    ['HOSE', 'OLD', '2016-09-09', 48_500, 51_500, 45_200],
    ['HOSE', 'OLD', '2016-09-12', 48_500, 51_800, 45_150],
    ['HOSE', 'BIG', '2016-09-09', 98_000, 104_000, 91_500],
    // ±5 % before 2013-01-15, narrower in 2008
    ['HOSE', 'OLD', '2013-01-14', 30_000, 31_500, 28_500],
    ['HOSE', 'OLD', '2013-01-15', 30_000, 32_100, 27_900],
    ['HOSE', 'OLD', '2008-04-01', 30_000, 30_300, 29_700],
    ['HNX', 'HOL', '2013-01-14', 30_000, 32_100, 27_900],
    ['HNX', 'HOL', '2013-01-15', 30_000, 33_000, 27_000],
    ['UPCOM', 'UOL', '2015-06-30', 30_000, 33_000, 27_000],
    ['UPCOM', 'UOL', '2015-07-01', 30_000, 34_500, 25_500],
  ])('%s, %s on %s from %i: ceiling %i, floor %i', async (_, ticker, date, close, ceiling, floor) => {
    const before = new Date(Date.parse(date) - 86_400_000 * 3).toISOString().slice(0, 10);
    await days(ticker, [before, close], [date, close]);
    expect(await dayOf(ticker, date)).toMatchObject({ reference: close, ceiling, floor });
  });

  it("only the master's listing date makes a first day", async () => {
    await days('LST', [TUESDAY, 20_000]);
    await days('FST', [TUESDAY, 20_000]);
    await plant(
      service,
      'daily_statistic',
      ['LST', 'FST'].map((ticker) => ({ ticker, date: TUESDAY, reference: 20_000 })),
    );
    expect(await dayOf('LST')).toMatchObject({ ceiling: 24_000, floor: 16_000 });
    expect(await dayOf('FST')).toMatchObject({ ceiling: 21_400, floor: 18_600 });
  });

  it('25 sessions without a trade: the resumption band on the first day with one, from the last close', async () => {
    // 25 open days lie between 2024-03-05 and 2024-04-10, 24 between it and 2024-04-09.
    for (const [ticker, ceiling, floor] of [
      ['RST', 24_000, 16_000],
      ['HRS', 26_000, 14_000],
      ['URS', 28_000, 12_000],
    ] as const) {
      await days(ticker, [TUESDAY, 20_000], ['2024-04-10', 20_000], ['2024-04-11', 20_000]);
      expect(await dayOf(ticker, '2024-04-10')).toMatchObject({ reference: 20_000, ceiling, floor });
    }
    expect(await dayOf('RST', '2024-04-11')).toMatchObject({ ceiling: 21_400, floor: 18_600 });
    await days('NRT', [TUESDAY, 20_000], ['2024-04-09', 20_000]);
    expect(await dayOf('NRT', '2024-04-09')).toMatchObject({ ceiling: 21_400, floor: 18_600 });
    // Bars without volume are sessions without a trade.
    await days('IDL', [TUESDAY, 20_000], ['2024-04-03', 20_000, 0], ['2024-04-10', 20_000]);
    expect(await dayOf('IDL', '2024-04-03')).toMatchObject({ ceiling: 21_400 });
    expect(await dayOf('IDL', '2024-04-10')).toMatchObject({ ceiling: 24_000, floor: 16_000 });
  });

  it('a stored reference moves at least one tick, also without a price before it', async () => {
    const since = { exchange: 'PENNY', valid_from: '2024-01-01' };
    await plant(service, 'market_band', [{ ...since, band: 0.1 }]);
    await plant(service, 'market_tick', [{ ...since, price_from: 0, tick: 100 }]);
    await days('PNY', [TUESDAY, 500]);
    await days('PNZ', [MONDAY, 0, 0], [TUESDAY, 500]);
    await plant(
      service,
      'daily_statistic',
      ['PNY', 'PNZ'].map((ticker) => ({ ticker, date: TUESDAY, reference: 500 })),
    );
    // 10 % of 500 is less than a tick of 100.
    for (const ticker of ['PNY', 'PNZ']) {
      expect(await dayOf(ticker)).toMatchObject({ reference: 500, ceiling: 600, floor: 400 });
    }
    const path = `/market/movement?exchange=PENNY&from_date=${TUESDAY}&to_date=${TUESDAY}`;
    expect((await service.get(path).expect(200)).body.data).toMatchObject([
      { unchanged: 2, ceilings: 0, floors: 0 },
    ]);
  });

  it('a dividend above the price leaves no reference and no limits', async () => {
    await days('DIP', [MONDAY, 10_000], [TUESDAY, 10_000]);
    await plant(service, 'corporate_action', [
      { ticker: 'DIP', ex_date: TUESDAY, type: 'cash_dividend', cash_dividend: 15_000 },
    ]);
    expect(await dayOf('DIP')).toMatchObject({ reference: null, change: null, ceiling: null, floor: null });
  });

  it.each(['market_band', 'market_tick'])('every shipped rule of %s cites its source', async (table) => {
    const shippedRules = await service.sql<{ source: string | null }>(
      `SELECT source FROM ${table} WHERE maker = 'shipped'`,
    );
    expect(shippedRules.length).toBeGreaterThan(8);
    expect(shippedRules.filter(({ source }) => source === null)).toEqual([]);
  });

  it('a price of one tick that has not moved is not at the floor, although its floor is the price itself', async () => {
    await plant(service, 'security', [aSecurity({ ticker: 'ONE', exchange: 'UPCOM' })]);
    await days('ONE', [MONDAY, 100], [TUESDAY, 100]);
    expect(await dayOf('ONE')).toMatchObject({ reference: 100, floor: 100, change: 0 });
    const { body } = await service.get(`/market/movement?date=${TUESDAY}&exchange=UPCOM`).expect(200);
    const { declines, floors } = body.data[0] as { declines: number; floors: number };
    expect(floors).toBeLessThanOrEqual(declines);
  });

  it('rights that do not cost less than the close change no price and no volume: nobody exercises them', async () => {
    const rights = (ticker: string, rights_price: number) => ({
      ...{ ticker, ex_date: TUESDAY, type: 'rights_issue', rights_ratio: 0.5, rights_price },
    });
    await plant(
      service,
      'security',
      ['RHI', 'RLO', 'RCB'].map((ticker) => aSecurity({ ticker })),
    );
    await plant(service, 'corporate_action', [
      rights('RHI', 10_000),
      rights('RLO', 7_000),
      rights('RCB', 10_000),
      { ticker: 'RCB', ex_date: TUESDAY, type: 'bonus_issue', share_ratio: 0.25 },
    ]);
    for (const ticker of ['RHI', 'RLO', 'RCB']) await days(ticker, [MONDAY, 8_000], [TUESDAY, 8_000]);
    expect(await dayOf('RHI')).toMatchObject({ reference: 8_000, change: 0, ceiling: 8_560, floor: 7_440 });
    expect(await dayOf('RLO')).toMatchObject({ reference: 7_670 });
    expect(await dayOf('RCB')).toMatchObject({ reference: 6_400 });
    const adjusted = async (ticker: string) =>
      (await readAll<Extended>(service, `/quote?ticker=${ticker}&adjusted=true&order=asc`))[0];
    expect(await adjusted('RHI')).toMatchObject({ close: 8_000, volume: 1_000 });
    expect(await adjusted('RCB')).toMatchObject({ close: 6_400, volume: 1_250 });
    const factors = await readAll<Extended>(service, '/adjustments?ticker=RCB');
    expect(factors.map(({ type, factor }) => [type, factor])).toEqual([
      ['bonus_issue', 0.8],
      ['rights_issue', 1],
    ]);
  });
});
