import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../../src/modules/technical-analysis/catalogue/catalogue.js';
import { compute, paramsOf, seriesOf, valuesOf } from './series.js';

/** Hundred days of a share at one price; a decimal, because sums of such prices are not exact. */
const still = () => seriesOf({ close: new Array(100).fill(10.1), volume: new Array(100).fill(0) });

describe('0/0 is null: an untraded share does not read as oversold', () => {
  it.each([
    ['rsi', 'rsi'],
    ['cmo', 'cmo'],
    ['cci', 'cci'],
    ['mfi', 'mfi'],
    ['williams_r', 'williams_r'],
    ['stochastic_fast', 'fast_k'],
    ['stochastic_fast', 'fast_d'],
    ['stochastic_slow', 'slow_k'],
    ['stochastic_slow', 'slow_d'],
    ['adx', 'adx'],
    ['adx', 'plus_di'],
    ['adx', 'minus_di'],
    ['adxr', 'adxr'],
    ['average_rsi', 'average_rsi'],
    ['average_mfi', 'average_mfi'],
    ['average_cmo', 'average_cmo'],
  ])('%s: %s is null for ever', (code, output) => {
    expect(valuesOf(output, code, still())).toEqual(new Array(100).fill(null));
  });

  it('a value without a division by zero stays exact', () => {
    const share = still();
    const at = (output: string, code: string) => valuesOf(output, code, share).at(-1);
    expect([at('upper', 'bollinger_bands'), at('lower', 'bollinger_bands')]).toEqual([10.1, 10.1]);
    expect([at('sma', 'sma'), at('ema', 'ema'), at('sar', 'parabolic_sar')]).toEqual([10.1, 10.1, 10.1]);
    expect([at('macd', 'macd'), at('histogram', 'macd'), at('momentum', 'momentum')]).toEqual([0, 0, 0]);
    expect([at('slope', 'linear_regression'), at('linear_regression', 'linear_regression')]).toEqual([
      0, 10.1,
    ]);
    expect([at('roc', 'roc'), at('ad_line', 'ad_line'), at('obv', 'obv'), at('vma', 'vma')]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('a smoothed series keeps its state over the nulls', () => {
    // Changes 0, 0, +4: gain = 4/2; then -1: gain 1, loss 1/2.
    expect(valuesOf('rsi', 'rsi', seriesOf({ close: [10, 10, 10, 14, 13] }), 2)).toEqual([
      null,
      null,
      null,
      100,
      100 * (1 / 1.5),
    ]);
  });

  it('an RSI that has seen a change holds its value while nothing changes', () => {
    const values = valuesOf('rsi', 'rsi', seriesOf({ close: [10, 12, 11, 11, 11, 11] }), 2);
    expect(values.slice(2)).toEqual([
      100 * (1 / 1.5),
      expect.closeTo(200 / 3),
      expect.closeTo(200 / 3),
      expect.closeTo(200 / 3),
    ]);
  });

  it('a line over several bars is null while a 0/0 is in its window', () => {
    const high = [11, 11, 10, 10, 10, 12, 12];
    const low = [9, 9, 10, 10, 10, 8, 8];
    const share = seriesOf({ close: [10, 10, 10, 10, 10, 11, 9], high, low });
    const k = [50, null, null, 75, 25];
    expect(valuesOf('fast_k', 'stochastic_fast', share, 2, 1).slice(2)).toEqual(k);
    expect(valuesOf('fast_d', 'stochastic_fast', share, 2, 2)).toEqual([
      null,
      null,
      50,
      null,
      null,
      null,
      50,
    ]);
    expect(valuesOf('slow_k', 'stochastic_slow', share, 2, 2, 1)).toEqual([
      null,
      null,
      50,
      null,
      null,
      null,
      50,
    ]);
  });

  it('ADX is null where neither side has moved, the lines 0', () => {
    const flat = seriesOf({
      close: new Array(9).fill(10),
      high: new Array(9).fill(11),
      low: new Array(9).fill(9),
    });
    expect(compute('adx', flat, 2)).toEqual({
      adx: new Float64Array(9).fill(Number.NaN),
      plus_di: Float64Array.of(Number.NaN, Number.NaN, 0, 0, 0, 0, 0, 0, 0),
      minus_di: Float64Array.of(Number.NaN, Number.NaN, 0, 0, 0, 0, 0, 0, 0),
    });
  });

  it('CCI takes the rounding of the typical price for no change', () => {
    // (5.3 + 5.1 + 5.2) / 3 and (5.2 + 5.2 + 5.2) / 3 differ in the last bit.
    const share = seriesOf({ high: [5.3, 5.2, 5.2], low: [5.1, 5.2, 5.2], close: [5.2, 5.2, 5.2] });
    expect(valuesOf('cci', 'cci', share, 3)).toEqual([null, null, null]);
  });

  it('ROC from a price of 0', () => {
    expect(valuesOf('roc', 'roc', seriesOf({ close: [0, 5, 10] }), 1)).toEqual([null, null, 100]);
  });
});

describe('rolling sums leave no residue', () => {
  const big = 1e15 / 3;

  it('MFI is null once the last flow has left the window', () => {
    const share = seriesOf({
      close: [0.1, 0.2, 0.3, 0.2, 0.2, 0.2, 0.2],
      volume: [big, big, 0.1, big, big, big, big],
    });
    expect(valuesOf('mfi', 'mfi', share, 2)).toEqual([null, null, 100, expect.closeTo(0), 0, null, null]);
  });

  it('a huge day leaves sums and means as if it had never been', () => {
    const volume = [1e15 + 0.1, 0.1, 0.2, 0.3];
    expect(valuesOf('vma', 'vma', seriesOf({ volume }), 2).slice(2)).toEqual([
      expect.closeTo(0.15, 15),
      expect.closeTo(0.25, 15),
    ]);
    const share = seriesOf({ foreignBuyVolume: volume });
    expect(valuesOf('foreign_buy_volume', 'foreign_buy_volume', share, 2)[3]).toBe(0.5);
  });
});

describe('missing volume', () => {
  const close = [10, 11, 12, 11, 12, 13, 12];
  const volume = [100, 200, null, 300, 400, 500, 600];
  const share = seriesOf({
    close,
    volume,
    high: close.map((price) => price + 1),
    low: close.map((price) => price - 1),
  });

  it('OBV and A/D stay as they were', () => {
    expect(valuesOf('obv', 'obv', share)).toEqual([100, 300, 300, 0, 400, 900, 300]);
    const uneven = seriesOf({
      close: [10, 11, 12],
      high: [10, 12, 14],
      low: [8, 10, 10],
      volume: [100, null, 40],
    });
    expect(valuesOf('ad_line', 'ad_line', uneven)).toEqual([100, 100, 100]);
  });

  it('OBV without a first volume starts at 0', () => {
    expect(valuesOf('obv', 'obv', seriesOf({ close: [10, 11, 10], volume: [null, 5, 7] }))).toEqual([
      0, 5, -2,
    ]);
  });

  it('VMA is null while it is in the window', () => {
    expect(valuesOf('vma', 'vma', share, 2)).toEqual([null, 150, null, null, 350, 450, 550]);
  });

  it('MFI is null while it is in the window, also on a day without a change of price', () => {
    const flows = [null, null, null, null, (100 * 4800) / 8100, 100, (100 * 6500) / 13700];
    expect(valuesOf('mfi', 'mfi', share, 2)).toEqual(flows.map((value) => value && expect.closeTo(value)));
    const unchanged = seriesOf({ close: [10, 11, 11, 12, 11], volume: [1, 1, null, 1, 1] });
    expect(valuesOf('mfi', 'mfi', unchanged, 2).map((value) => value === null)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('Average MFI follows MFI', () => {
    const values = valuesOf('average_mfi', 'average_mfi', share, 2, 2);
    expect(values.map((value) => value === null)).toEqual([true, true, true, true, true, false, false]);
  });
});

describe('Average X = SMA(x(period), average_period)', () => {
  it.each([
    ['average_rsi', 'rsi'],
    ['average_momentum', 'momentum'],
    ['average_mfi', 'mfi'],
    ['average_roc', 'roc'],
    ['average_cmo', 'cmo'],
  ])('%s averages %s', (code, base) => {
    const close = [10, 11, 12, 11, 13, 12, 14, 13];
    const share = seriesOf({ close, volume: [5, 6, 7, 8, 9, 10, 11, 12] });
    const x = valuesOf(base, base, share, 2) as (number | null)[];
    const expected = x.map((value, i) =>
      i < 4 ? null : expect.closeTo(((value ?? 0) + (x[i - 1] ?? 0) + (x[i - 2] ?? 0)) / 3),
    );
    expect(valuesOf(code, code, share, 2, 3)).toEqual(expected);
  });

  it('by hand: momentum 2, 0, 1, 1 over two bars', () => {
    const share = seriesOf({ close: [10, 11, 12, 11, 13, 12] });
    expect(valuesOf('average_momentum', 'average_momentum', share, 2, 2)).toEqual([
      null,
      null,
      null,
      1,
      0.5,
      1,
    ]);
  });
});

describe('short and empty series', () => {
  it.each(CATALOGUE.map((indicator) => ({ code: indicator.code, indicator })))('$code', ({ indicator }) => {
    for (const bars of [0, 1, 2]) {
      const share = seriesOf({ close: [10, 11].slice(0, bars), volume: [1, 2].slice(0, bars) });
      const columns = indicator.compute(share, paramsOf(indicator));
      expect(Object.keys(columns)).toEqual(indicator.outputs.map(({ name }) => name));
      for (const column of Object.values(columns)) expect(column).toHaveLength(bars);
    }
  });
});
