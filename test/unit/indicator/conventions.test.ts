import { describe, expect, it } from '@jest/globals';
import { seriesOf, valuesOf } from './series.js';

/** One output, bars as [high, low]. */
function onBars(output: string, code: string, pairs: [number, number][], ...values: number[]) {
  const high = pairs.map(([top]) => top);
  const low = pairs.map(([, bottom]) => bottom);
  return valuesOf(output, code, seriesOf({ high, low, close: low }), ...values);
}

describe('parabolic SAR', () => {
  const sar = (...pairs: [number, number][]) => onBars('sar', 'parabolic_sar', pairs, 0.5, 1);

  it('starts long at the low of bar 0 after an upward move', () => {
    expect(sar([10, 8], [11, 9])).toEqual([null, 8]);
  });

  it('starts short at the high of bar 0 after a downward move', () => {
    expect(sar([10, 8], [9, 7])).toEqual([null, 10]);
  });

  it('starts long when both moves are equal, or the upward one is larger', () => {
    // long from 8, reversed immediately by the low, at the extreme of bar 1
    expect(sar([10, 8], [11, 7])).toEqual([null, 11]);
    expect(sar([10, 8], [13, 7])).toEqual([null, 13]);
    // short from 10, reversed immediately by the high
    expect(sar([10, 8], [11, 5])).toEqual([null, 5]);
  });

  it('reverses when the price touches it', () => {
    // 8 + 0.5 · (12 - 8) = 10
    expect(sar([10, 8], [12, 11], [12, 10])).toEqual([null, 8, 12]);
    expect(sar([10, 8], [12, 11], [12, 10.5])).toEqual([null, 8, 10]);
  });

  it('stays out of the range of the last two bars', () => {
    // 10 + 1 · (14 - 10) = 14, held at the low of bar 2
    expect(sar([10, 8], [12, 11], [14, 10.5], [15, 13])).toEqual([null, 8, 10, 10.5]);
  });
});

describe('directional movement', () => {
  it('equal moves up and down count for neither side', () => {
    const pairs: [number, number][] = [
      [10, 8],
      [11, 7],
      [12, 6],
      [13, 6],
    ];
    // ranges 4, 6, 7: the smoothed range of period 2 is 4, 4/2 + 6, 8/2 + 7; only the last bar moves one way
    expect(onBars('plus_di', 'adx', pairs, 2)).toEqual([null, null, 0, 100 / 11]);
    expect(onBars('minus_di', 'adx', pairs, 2)).toEqual([null, null, 0, 0]);
  });
});

describe('moving averages', () => {
  const close = [1, 2, 3, 4, 5, 9];

  it('EMA starts at the SMA of its first bars', () => {
    expect(valuesOf('ema', 'ema', seriesOf({ close }), 3)).toEqual([null, null, 2, 3, 4, 6.5]);
  });

  it('MACD starts its fast average at the bar where the slow one starts', () => {
    // fast 7/2, then weight 2/3: 4.5, 7.5; slow 10/4, then weight 2/5: 3.5, 5.7; signal (1 + 1) / 2, weight 2/3
    const at = (output: string) => valuesOf(output, 'macd', seriesOf({ close }), 2, 4, 2).slice(4);
    const signal = 1 + 0.8 * (2 / 3);
    expect(at('macd')).toEqual([expect.closeTo(1), expect.closeTo(1.8)]);
    expect(at('signal')).toEqual([expect.closeTo(1), expect.closeTo(signal)]);
    expect(at('histogram')).toEqual([expect.closeTo(0), expect.closeTo(1.8 - signal)]);
  });

  it('Bollinger bands take the population deviation', () => {
    // mean 5, squares 9 1 1 1 0 0 4 16 of 2 4 4 4 5 5 7 9: deviation 2
    const share = seriesOf({ close: [2, 4, 4, 4, 5, 5, 7, 9] });
    expect(valuesOf('upper', 'bollinger_bands', share, 8, 1.5).at(-1)).toBe(8);
    expect(valuesOf('lower', 'bollinger_bands', share, 8, 1.5).at(-1)).toBe(2);
  });

  it('linear regression gives the line at the last and the first bar', () => {
    // through 1, 3, 8: slope 3.5, mean 4
    const share = seriesOf({ close: [1, 3, 8] });
    expect(valuesOf('slope', 'linear_regression', share, 3)[2]).toBeCloseTo(3.5, 12);
    expect(valuesOf('linear_regression', 'linear_regression', share, 3)[2]).toBeCloseTo(7.5, 12);
    expect(valuesOf('intercept', 'linear_regression', share, 3)[2]).toBeCloseTo(0.5, 12);
  });
});

describe('oscillators', () => {
  it('CMO is smoothed as Wilder smooths, not Chande', () => {
    // gains 2, 0, 3 and losses 0, 1, 0: (2 + 0)/2, 1/2, then (1 + 3)/2, (0.5 + 0)/2
    const share = seriesOf({ close: [10, 12, 11, 14] });
    expect(valuesOf('cmo', 'cmo', share, 2)).toEqual([
      null,
      null,
      expect.closeTo((100 * 0.5) / 1.5),
      expect.closeTo((100 * 1.75) / 2.25),
    ]);
  });

  it('ADXR is the mean of ADX and its value period - 1 bars earlier', () => {
    const pairs: [number, number][] = [
      [10, 8],
      [11, 9],
      [10, 7],
      [12, 9],
      [13, 9],
      [12, 8],
      [14, 11],
    ];
    const adx = onBars('adx', 'adx', pairs, 2) as (number | null)[];
    const expected = adx.map((value, i) => (i < 4 ? null : ((value ?? 0) + (adx[i - 1] ?? 0)) / 2));
    expect(onBars('adxr', 'adxr', pairs, 2)).toEqual(expected);
  });

  it('a divisor that has faded below 1e-14 counts as zero', () => {
    const close = [10, 12, ...new Array(60).fill(11)];
    const values = valuesOf('rsi', 'rsi', seriesOf({ close }), 2);
    // the mean change halves from 1.5 on: below 1e-14 after 48 bars
    expect(values.slice(2, 50).every((value) => value !== null)).toBe(true);
    expect(values.slice(50)).toEqual(new Array(12).fill(null));
  });
});
