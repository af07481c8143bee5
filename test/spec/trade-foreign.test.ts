import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, readAll, walkPages } from '../builders/market.js';
import { culprits, expectProblem } from '../contract/wire.js';

type Row = Record<string, number | string | null>;

const PATH = '/trade/foreign';
const MEASURES = ['buy', 'sell'].flatMap((side) =>
  ['matched', 'negotiated'].flatMap((way) =>
    ['volume', 'value'].map((measure) => `foreign_${side}_${measure}_${way}`),
  ),
);
const ROOMS = [
  'foreign_total_room',
  'foreign_owned_volume',
  'foreign_remaining_room',
  'foreign_current_room',
  'foreign_ownership_ratio',
];

const FULL = {
  ticker: 'VNM',
  date: '2024-03-05',
  foreign_buy_volume_matched: 1000,
  foreign_buy_value_matched: 67000000,
  foreign_buy_volume_negotiated: 500,
  foreign_buy_value_negotiated: 33000000.5,
  foreign_sell_volume_matched: 2000,
  foreign_sell_value_matched: 134000000,
  foreign_sell_volume_negotiated: 7,
  foreign_sell_value_negotiated: 469000,
  foreign_total_room: 2089955445,
  foreign_owned_volume: 1058000000,
  foreign_remaining_room: 1031955445,
  foreign_current_room: 1031955952,
  foreign_ownership_ratio: 0.5062,
};

describe('specification 4.1: GET /trade/foreign', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', [flatBar('VNM', '2024-03-05', 67000), flatBar('FPT', '2024-03-06', 100)]);
    await plant(service, 'foreign_trade', [
      FULL,
      { ticker: 'VNM', date: '2024-03-06', foreign_buy_volume_matched: 5, foreign_sell_value_negotiated: 9 },
      { ticker: 'FPT', date: '2024-03-06', foreign_ownership_ratio: 0.49 },
      {
        ticker: 'BIG',
        date: '2024-03-04',
        foreign_buy_volume_matched: '9223372036854775807',
        foreign_buy_volume_negotiated: '9223372036854775807',
        foreign_sell_volume_matched: 1,
      },
    ]);
  });
  afterAll(() => service.close());

  const read = (query = '') => readAll<Row>(service, `${PATH}?${query}`);

  it('2.3: the bar of 2.1, every stored measure, totals and nets', async () => {
    const [row] = await read('ticker=VNM&to_date=20240305');
    expect(Object.keys(row ?? {}).sort()).toEqual(
      [
        'ticker',
        'date',
        'open',
        'high',
        'low',
        'close',
        'volume',
        ...MEASURES,
        ...['buy', 'sell', 'net'].flatMap((side) => [`foreign_${side}_volume`, `foreign_${side}_value`]),
        ...ROOMS,
      ].sort(),
    );
    expect(row).toEqual({
      ...flatBar('VNM', '2024-03-05', 67000),
      ...FULL,
      foreign_buy_volume: 1500,
      foreign_buy_value: 100000000.5,
      foreign_sell_volume: 2007,
      foreign_sell_value: 134469000,
      foreign_net_volume: -507,
      foreign_net_value: -34468999.5,
    });
  });

  it('null, never 0, where something is unknown', async () => {
    const [row] = await read('ticker=VNM&from_date=20240306');
    expect(row).toMatchObject({
      open: null,
      volume: null,
      foreign_buy_volume: 5,
      foreign_buy_value: null,
      foreign_sell_volume: null,
      foreign_sell_value: 9,
      foreign_net_volume: null,
      foreign_net_value: null,
      foreign_total_room: null,
    });
    expect((await read('ticker=FPT'))[0]).toMatchObject({ close: 100, foreign_buy_volume: null });
  });

  it('totals are exact past 64 bits', async () => {
    const { text } = await service.get(`${PATH}?ticker=BIG`).expect(200);
    expect(text).toContain('"foreign_buy_volume":18446744073709551614,');
    expect(text).toContain('"foreign_net_volume":18446744073709551613,');
  });

  it('filters, order, paging, CSV', async () => {
    const all = await read();
    expect(all.map(({ date, ticker }) => `${date} ${ticker}`)).toEqual([
      '2024-03-06 FPT',
      '2024-03-06 VNM',
      '2024-03-05 VNM',
      '2024-03-04 BIG',
    ]);
    expect(await read('ticker=VNM,FPT')).toEqual(all.slice(0, 3));
    expect(await read('from_date=20240305&to_date=20240305')).toEqual([all[2]]);
    expect(await read('ticker=NONE')).toEqual([]);
    for (const order of ['asc', 'desc']) {
      expect(await walkPages(service, `${PATH}?limit=1&order=${order}`)).toEqual(
        await read(`order=${order}`),
      );
    }
    const lines = (await service.get(`${PATH}?format=csv&ticker=FPT`).expect(200)).text.trim().split('\n');
    expect(lines[0]).toBe(Object.keys(all[0] ?? {}).join(','));
    expect(lines.slice(1)).toEqual([
      Object.values(all[0] ?? {})
        .map((cell) => cell ?? '')
        .join(','),
    ]);
    expect((await service.get(`${PATH}?limit=1&total=true`)).body.meta).toMatchObject({
      total: 4,
      unit: 'VND',
    });
  });

  it.each(['ticker=vnm', 'to_date=20240231', 'code=VNM', 'limit=0'])('%s is 400', async (query) => {
    const answer = await service.get(`${PATH}?${query}`);
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual([query.split('=')[0]]);
  });
});

describe('QUOTE_PUBLICATION=approved', () => {
  it('an unapproved bar is not shown with the foreign trade', async () => {
    const service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await plant(service, 'quote', [flatBar('VNM', '2024-03-05', 67000)]);
    await plant(service, 'foreign_trade', [FULL]);
    const reader = await service.token('reader');
    const rows = async () => (await service.get(PATH, reader).expect(200)).body.data;
    expect(await rows()).toMatchObject([{ close: null, foreign_buy_volume: 1500 }]);
    await service.post('/svc/quote/appoval', { ticker: 'VNM', date: '2024-03-05' }).expect(200);
    expect(await rows()).toMatchObject([{ close: 67000, foreign_buy_volume: 1500 }]);
    await service.close();
  });
});
