import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../../src/modules/technical-analysis/catalogue/catalogue.js';
import { GOLDEN, indicatorOf, paramsOf, randomSeries } from './series.js';

/** Specification 4.1, "Technical analysis", letter for letter. */
const SPECIFICATION = {
  Overlay: 'BollingerBand, ParabolicSAR',
  Volume: 'A/D line, OBV, VMA',
  Trend: 'EMA, SMA, ADX, ADXR, LinearRegression, MACD, Zigzag',
  Momentum: "CCI, CMO, Momentum, MFI, ROC, RSI, Stochastic(Fast), Stochastic(Low), William's %R",
  'Supply and demand':
    'Foreign Buy Volumn, Foreign Sell Volumn, Average Buy Order, Average Sell Order, Buy On Sell Ratio, Buy On Sell Volumn Ratio, Buy On Sell Order Ratio',
  Special: 'Average RSI, Average Momentum, Average MFI, Average ROC, Average CMO',
};

it('holds exactly the indicators of the specification, under its headings, in its order', () => {
  const specifiedNames = Object.entries(SPECIFICATION).flatMap(([group, names]) =>
    names.split(', ').map((name) => `${group}: ${name}`),
  );
  expect(CATALOGUE.map(({ group, name }) => `${group}: ${name}`)).toEqual(specifiedNames);
});

it('codes are unique and plain', () => {
  const codes = CATALOGUE.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

it.each([
  ['bollinger_bands', 'period=20 2-500, deviation=2 0.1-10', 'upper middle lower', 19],
  ['parabolic_sar', 'step=0.02 0.001-1, maximum=0.2 0.001-1', 'sar', 1],
  ['ad_line', '', 'ad_line', 0],
  ['obv', '', 'obv', 0],
  ['vma', 'period=20 2-500', 'vma', 19],
  ['sma', 'period=20 2-500', 'sma', 19],
  ['ema', 'period=20 2-500', 'ema', 19],
  ['adx', 'period=14 2-500', 'adx plus_di minus_di', 27],
  ['adxr', 'period=14 2-500', 'adxr', 40],
  ['linear_regression', 'period=14 2-500', 'linear_regression slope intercept', 13],
  ['macd', 'fast_period=12 2-500, slow_period=26 2-500, signal_period=9 2-500', 'macd signal histogram', 33],
  ['zigzag', 'deviation=5 0.5-50, source=high_low high_low|close', 'zigzag pivot confirmed', null],
  ['cci', 'period=20 2-500', 'cci', 19],
  ['cmo', 'period=14 2-500', 'cmo', 14],
  ['mfi', 'period=14 2-500', 'mfi', 14],
  ['rsi', 'period=14 2-500', 'rsi', 14],
  ['momentum', 'period=10 1-500', 'momentum', 10],
  ['roc', 'period=12 1-500', 'roc', 12],
  ['stochastic_fast', 'k_period=14 2-500, d_period=3 1-100', 'fast_k fast_d', 15],
  ['stochastic_slow', 'k_period=14 2-500, slowing=3 1-100, d_period=3 1-100', 'slow_k slow_d', 17],
  ['williams_r', 'period=14 2-500', 'williams_r', 13],
  ['average_rsi', 'period=14 2-500, average_period=14 2-500', 'average_rsi', 27],
  ['average_momentum', 'period=10 1-500, average_period=14 2-500', 'average_momentum', 23],
  ['average_mfi', 'period=14 2-500, average_period=14 2-500', 'average_mfi', 27],
  ['average_roc', 'period=12 1-500, average_period=14 2-500', 'average_roc', 25],
  ['average_cmo', 'period=14 2-500, average_period=14 2-500', 'average_cmo', 27],
  ['foreign_buy_volume', 'period=1 1-500', 'foreign_buy_volume', 0],
  ['foreign_sell_volume', 'period=1 1-500', 'foreign_sell_volume', 0],
  ['average_buy_order', 'period=1 1-500', 'average_buy_order', 0],
  ['average_sell_order', 'period=1 1-500', 'average_sell_order', 0],
  ['buy_on_sell_ratio', 'period=1 1-500', 'buy_on_sell_ratio', 0],
  ['buy_on_sell_volume_ratio', 'period=1 1-500', 'buy_on_sell_volume_ratio', 0],
  ['buy_on_sell_order_ratio', 'period=1 1-500', 'buy_on_sell_order_ratio', 0],
])('%s: parameters, outputs and warm-up of the definitions', (code, parameters, outputs, warmUp) => {
  const indicator = indicatorOf(code);
  const descriptions = indicator.parameters.map(
    ({ name, default: byDefault, min, max, enum: words }) =>
      `${name}=${byDefault} ${words === undefined ? `${min}-${max}` : words.join('|')}`,
  );
  expect(descriptions.join(', ')).toBe(parameters);
  expect(indicator.outputs.map(({ name }) => name).join(' ')).toBe(outputs);
  expect(indicator.warm_up_bars(paramsOf(indicator))).toBe(warmUp);
  expect(indicator.zero_division_value).toBeNull();
});

describe('every entry keeps its promises', () => {
  const histories = [randomSeries(700, 5), ...GOLDEN.map(({ series }) => series)];

  it.each(CATALOGUE.map((indicator) => ({ code: indicator.code, indicator })))('$code', ({ indicator }) => {
    const [first] = histories;
    const params = paramsOf(indicator);
    for (const series of histories) {
      const computed = indicator.compute(series, params);
      expect(Object.keys(computed)).toEqual(indicator.outputs.map(({ name }) => name));
      for (const { name, min, max } of indicator.outputs) {
        const column = computed[name];
        expect(column).toHaveLength(series.length);
        if (!(column instanceof Float64Array)) continue;
        const values = column.filter((value) => !Number.isNaN(value));
        expect(values.every((value) => value >= (min ?? -Infinity) && value <= (max ?? Infinity))).toBe(true);
        expect(values.some((value) => Object.is(value, -0))).toBe(false);
        const warmUp = indicator.warm_up_bars(params);
        if (series === first && warmUp !== null && !['plus_di', 'minus_di'].includes(name)) {
          expect(column.findIndex((value) => !Number.isNaN(value))).toBe(warmUp);
        }
      }
    }
  });
});
