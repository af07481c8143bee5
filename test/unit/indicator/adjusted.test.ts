import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../../src/modules/technical-analysis/catalogue/catalogue.js';
import type { Series } from '../../../src/modules/technical-analysis/formulas/series.js';
import { compute, GOLDEN, indicatorOf, randomSeries, seriesOf, valuesOf } from './series.js';

/** Price factors of dividends: their products with prices on ticks are not exact. */
const FACTORS = [0.8497, 0.7656, 1 / 1.05, 33_400 / 36_000];
const UNITS_OF_PRICE = ['price', 'price per bar'];

/** The series with all prices times a factor, as the adjustment multiplies them. */
function scaled(series: Series, factor: number): Series {
  const prices = (['open', 'high', 'low', 'close'] as const).map((name) => [
    name,
    series[name].map((price) => price * factor),
  ]);
  return { ...series, ...Object.fromEntries(prices) };
}

describe('prices times one factor: ties of ticks remain ties, touches remain touches', () => {
  const walks = [
    ...GOLDEN.filter(({ name }) => name !== 'jumps').map(({ series }) => series),
    randomSeries(1000, 7),
  ];

  it.each(CATALOGUE.map(({ code }) => code))('%s', (code) => {
    for (const series of walks) {
      const plain = compute(code, series);
      for (const factor of FACTORS) {
        const adjusted = compute(code, scaled(series, factor));
        for (const { name, unit } of indicatorOf(code).outputs) {
          const times = UNITS_OF_PRICE.includes(unit ?? '') ? factor : 1;
          const values = Array.from<unknown>(plain[name] ?? []).map((value) =>
            typeof value === 'number' && !Number.isNaN(value) ? expect.closeTo(value * times, 3) : value,
          );
          expect({ name, values: Array.from<unknown>(adjusted[name] ?? []) }).toEqual({ name, values });
        }
      }
    }
  });
});

describe('a share that only pays dividends', () => {
  /** A price that falls by two dividends and otherwise stands still: adjusted it does not move, up to rounding. */
  function still(first: number, dividend: number): Series {
    const [second, third] = [first - dividend, first - 2 * dividend];
    const close = Array.from({ length: 60 }, (_, day) => {
      if (day < 20) return first * ((second / first) * (third / second));
      return day < 40 ? second * (third / second) : third;
    });
    return seriesOf({ close, volume: close.map(() => 1000) });
  }
  const shares = [17_300, 20_650, 33_400, 49_950, 61_700].map((price) => still(price, 1_150));

  it('moves by rounding', () => {
    expect(shares.some(({ close }) => close[0] !== close[59])).toBe(true);
  });

  it.each([
    ['rsi', 'rsi'],
    ['cmo', 'cmo'],
    ['cci', 'cci'],
    ['mfi', 'mfi'],
    ['williams_r', 'williams_r'],
    ['stochastic_fast', 'fast_k'],
    ['stochastic_slow', 'slow_k'],
    ['adx', 'adx'],
    ['adx', 'plus_di'],
  ])('%s: %s is null', (code, output) => {
    for (const share of shares) expect(valuesOf(output, code, share)).toEqual(new Array(60).fill(null));
  });

  it('has the OBV of its first day, no momentum and no rate of change', () => {
    for (const share of shares) {
      expect(valuesOf('obv', 'obv', share).at(-1)).toBe(1000);
      expect(valuesOf('momentum', 'momentum', share, 30).at(-1)).toBe(0);
      expect(valuesOf('roc', 'roc', share, 30).at(-1)).toBe(0);
    }
  });
});
