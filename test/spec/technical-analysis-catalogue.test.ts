import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { barsOf, CATALOGUE, golden, PATH, type Row } from '../builders/technical-analysis.js';
import { inlined } from '../contract/document.js';
import { expectProblem } from '../contract/wire.js';

/** Specification 4.1, verbatim. */
const NAMES: Record<string, string[]> = {
  Overlay: ['BollingerBand', 'ParabolicSAR'],
  Volume: ['A/D line', 'OBV', 'VMA'],
  Trend: ['EMA', 'SMA', 'ADX', 'ADXR', 'LinearRegression', 'MACD', 'Zigzag'],
  Momentum: [
    'CCI',
    'CMO',
    'Momentum',
    'MFI',
    'ROC',
    'RSI',
    'Stochastic(Fast)',
    'Stochastic(Low)',
    "William's %R",
  ],
  'Supply and demand': [
    'Foreign Buy Volumn',
    'Foreign Sell Volumn',
    'Average Buy Order',
    'Average Sell Order',
    'Buy On Sell Ratio',
    'Buy On Sell Volumn Ratio',
    'Buy On Sell Order Ratio',
  ],
  Special: ['Average RSI', 'Average Momentum', 'Average MFI', 'Average ROC', 'Average CMO'],
};

describe('specification 4.1: the catalogue of technical analysis', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', barsOf(golden('ticks'), 'TICKS'));
  });
  afterAll(() => service.close());

  const rows = async (query: string): Promise<Row[]> =>
    (await service.get(`${PATH}?${query}`).expect(200)).body.data;

  describe('the catalogue', () => {
    it.each(Object.entries(NAMES))(
      '%s: every row of the specification, in its order',
      async (group, names) => {
        const { data } = (await service.get(CATALOGUE).expect(200)).body;
        const groupRows = data.filter((row: { group: string }) => row.group === group);
        expect(groupRows.map((row: { name: string }) => row.name)).toEqual(names);
      },
    );

    it('holds nothing else, and each entry has everything in the contract', async () => {
      const { data, meta } = (await service.get(`${CATALOGUE}?total=true`).expect(200)).body;
      const count = Object.values(NAMES).flat().length;
      expect(meta).toEqual({ count, offset: 0, limit: 100, next: null, total: count, unit: null });
      expect(data).toHaveLength(count);
      expect(new Set(data.map((row: { code: string }) => row.code)).size).toBe(count);
      expect(data.find((row: { code: string }) => row.code === 'macd')).toEqual({
        code: 'macd',
        name: 'MACD',
        formula: 'MACD = EMA(fast) − EMA(slow); signal = EMA(MACD, signal period); histogram = MACD − signal',
        group: 'Trend',
        overlay: false,
        inputs: ['close'],
        parameters: [
          { name: 'fast_period', type: 'integer', default: 12, min: 2, max: 500, enum: null },
          { name: 'slow_period', type: 'integer', default: 26, min: 2, max: 500, enum: null },
          { name: 'signal_period', type: 'integer', default: 9, min: 2, max: 500, enum: null },
        ],
        outputs: ['macd', 'signal', 'histogram'].map((name) => ({
          name,
          unit: 'price',
          min: null,
          max: null,
        })),
        warm_up_bars: 33,
        zero_division_value: null,
        available: true,
      });
    });

    it('everything is available: the service stores all inputs', async () => {
      const { data } = (await service.get(CATALOGUE).expect(200)).body;
      expect(data.filter((row: { available: boolean }) => !row.available)).toEqual([]);
    });

    it('each can be requested by its code, with the stated warm-up', async () => {
      const { data } = (await service.get(CATALOGUE).expect(200)).body;
      for (const { code, group, outputs, warm_up_bars } of data) {
        const answer = await service.get(`${PATH}?ticker=TICKS&order=asc&limit=1000&indicator=${code}`);
        expect([code, answer.status]).toEqual([code, 200]);
        const values = answer.body.data.map((row: Row) => Object.values(row.values)[0]);
        const names = outputs.map((output: { name: string }) => output.name);
        expect([code, Object.keys(values[0])]).toEqual([code, names]);
        // No orders and foreign trading are stored here: null on every bar.
        if (warm_up_bars === null || group === 'Supply and demand') continue;
        const warm = values.map((value: object) => Object.values(value).includes(null));
        expect([code, warm.lastIndexOf(true) + 1]).toEqual([code, warm_up_bars]);
      }
    });

    it('pages, reverses and streams like every list', async () => {
      const all = (await service.get(CATALOGUE)).body.data;
      const first = (await service.get(`${CATALOGUE}?limit=20`)).body;
      const second = (await service.get(first.meta.next).expect(200)).body;
      expect([...first.data, ...second.data]).toEqual(all);
      expect(second.meta.next).toBeNull();
      expect((await service.get(`${CATALOGUE}?order=desc`)).body.data).toEqual([...all].reverse());
      const ndjson = (await service.get(`${CATALOGUE}?format=ndjson`)).text.trimEnd().split('\n');
      expect(ndjson.map((line) => JSON.parse(line))).toEqual(all);
      const rsi = all.findIndex((row: { code: string }) => row.code === 'rsi');
      const csv = (await service.get(`${CATALOGUE}?format=csv&offset=${rsi}&limit=1`)).text.split('\n');
      expect(csv[0]).toBe(Object.keys(all[0]).join(','));
      expect(csv[1]).toMatch(/^rsi,RSI,Momentum,false,"\[""close""\]","\[\{""name"":""period"",/);
      expectProblem(await service.get(`${CATALOGUE}?cursor=WyJub3RoaW5nIl0`), 400, 'invalid_input');
    });
  });

  describe('parameters by name', () => {
    it('mean the same as parameters in brackets', async () => {
      const pairs = [
        ['rsi&period=9', 'rsi(9)'],
        ['macd&slow_period=30&fast_period=5', 'macd(5,30)'],
        ['bollinger_bands&deviation=1.5', 'bollinger_bands(20,1.5)'],
        ['parabolic_sar&step=0.05&maximum=0.3', 'parabolic_sar(0.05,0.3)'],
        ['zigzag&source=close', 'zigzag(5,close)'],
        ['stochastic_slow&k_period=5&slowing=2&d_period=4', 'stochastic_slow(5,2,4)'],
        ['average_roc&average_period=3', 'average_roc(12,3)'],
      ];
      for (const [named, brackets] of pairs) {
        const byName = await rows(`ticker=TICKS&limit=1000&indicator=${named}`);
        expect(byName).toEqual(await rows(`ticker=TICKS&limit=1000&indicator=${brackets}`));
      }
    });

    it('exist for every parameter of the catalogue, with its widest bounds', async () => {
      const { data } = (await service.get(CATALOGUE)).body;
      const { paths } = inlined((await service.get('/openapi.json')).body);
      type Shape = { name: string; min: number | null; max: number | null };
      const allParameters: Shape[] = data.flatMap((row: { parameters: Shape[] }) => row.parameters);
      for (const name of new Set(allParameters.map((parameter) => parameter.name))) {
        const own = allParameters.filter((parameter) => parameter.name === name && parameter.min !== null);
        const documentedParameter = paths[PATH].get.parameters.find(
          (each: { name: string }) => each.name === name,
        );
        expect([name, documentedParameter?.in]).toEqual([name, 'query']);
        if (own.length === 0) continue;
        expect([name, documentedParameter.schema.minimum, documentedParameter.schema.maximum]).toEqual([
          name,
          Math.min(...own.map(({ min }) => min ?? 0)),
          Math.max(...own.map(({ max }) => max ?? 0)),
        ]);
      }
    });
  });
});
