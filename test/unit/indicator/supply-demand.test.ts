import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../../src/modules/technical-analysis/catalogue/catalogue.js';
import { compute, seriesOf, valuesOf } from './series.js';

const day = seriesOf({
  close: [10, 10, 10, 10],
  foreignBuyVolume: [100, null, 300, 400],
  foreignSellVolume: [1, 2, 3, 4],
  buyOrderVolume: [1000, 3000, 600, 0],
  buyOrderCount: [10, 20, 0, 5],
  sellOrderVolume: [500, 0, 700, 300],
  sellOrderCount: [2, 0, 7, 3],
});
const values = (code: string, period?: number) =>
  valuesOf(code, code, day, ...(period === undefined ? [] : [period]));

describe('supply and demand of the last day', () => {
  it.each([
    ['foreign_buy_volume', [100, null, 300, 400]],
    ['foreign_sell_volume', [1, 2, 3, 4]],
    ['average_buy_order', [100, 150, null, 0]],
    ['average_sell_order', [250, null, 100, 100]],
    ['buy_on_sell_volume_ratio', [2, null, 600 / 700, 0]],
    ['buy_on_sell_order_ratio', [5, null, 0, 5 / 3]],
    ['buy_on_sell_ratio', [0.4, null, null, 0]],
  ])('%s', (code, expected) => {
    expect(values(code)).toEqual(expected);
  });
});

describe('over several days: sums first, then divide', () => {
  it.each([
    ['foreign_sell_volume', [null, 3, 5, 7]],
    ['average_buy_order', [null, 4000 / 30, 180, 120]],
    ['average_sell_order', [null, 250, 100, 100]],
    ['buy_on_sell_volume_ratio', [null, 8, 3600 / 700, 0.6]],
    ['buy_on_sell_order_ratio', [null, 15, 20 / 7, 0.5]],
    ['buy_on_sell_ratio', [null, 4000 / 30 / 250, 1.8, 1.2]],
  ])('%s over two days', (code, expected) => {
    expect(values(code, 2)).toEqual(expected);
  });

  it('a missing day is null while it is in the window', () => {
    expect(values('foreign_buy_volume', 2)).toEqual([null, null, null, 700]);
  });

  it('volume ratio = order ratio · ratio of the averages', () => {
    const [volume, order, average] = [
      'buy_on_sell_volume_ratio',
      'buy_on_sell_order_ratio',
      'buy_on_sell_ratio',
    ].map((code) => values(code, 4)[3] as number) as [number, number, number];
    expect(volume).toBeCloseTo(order * average, 12);
  });
});

describe('without the columns', () => {
  const bare = seriesOf({ close: [10, 11], volume: [1, 2] });

  it('the values are null', () => {
    for (const { code } of CATALOGUE.filter(({ group }) => group === 'Supply and demand')) {
      expect(compute(code, bare)[code]).toEqual(Float64Array.of(Number.NaN, Number.NaN));
    }
  });
});
