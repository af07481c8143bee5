import { ema, sma } from '../formulas/moving-average.js';
import { adx, adxr, linearRegression, macd } from '../formulas/trend.js';
import { zigzag } from '../formulas/zigzag.js';
import { bars, countOf, type Definition, numberOf, output, real } from './indicator.js';

/** Specification 4.1, Trend. */
export const trend: readonly Definition[] = [
  {
    code: 'ema',
    name: 'EMA',
    formula: 'EMA += (x − EMA) × 2 ÷ (n + 1); begins with the SMA of the first n',
    group: 'Trend',
    overlay: true,
    inputs: ['close'],
    parameters: [bars('period', 20)],
    outputs: [output('ema', 'price')],
    warm_up_bars: (params) => countOf(params, 'period') - 1,
    compute: ({ close }, params) => ({ ema: ema(close, countOf(params, 'period')) }),
  },
  {
    code: 'sma',
    name: 'SMA',
    formula: 'Σ of the last n values ÷ n',
    group: 'Trend',
    overlay: true,
    inputs: ['close'],
    parameters: [bars('period', 20)],
    outputs: [output('sma', 'price')],
    warm_up_bars: (params) => countOf(params, 'period') - 1,
    compute: ({ close }, params) => ({ sma: sma(close, countOf(params, 'period')) }),
  },
  {
    code: 'adx',
    name: 'ADX',
    formula:
      'ADX = Wilder mean of 100 × |+DI − −DI| ÷ (+DI + −DI); ±DI = 100 × ±DM ÷ TR, each smoothed over n',
    group: 'Trend',
    overlay: false,
    inputs: ['high', 'low', 'close'],
    parameters: [bars('period', 14)],
    outputs: [
      output('adx', 'points', 0, 100),
      output('plus_di', 'points', 0, 100),
      output('minus_di', 'points', 0, 100),
    ],
    warm_up_bars: (params) => 2 * countOf(params, 'period') - 1,
    compute: ({ high, low, close }, params) => ({ ...adx(high, low, close, countOf(params, 'period')) }),
  },
  {
    code: 'adxr',
    name: 'ADXR',
    formula: '(ADX + ADX of n − 1 bars before) ÷ 2',
    group: 'Trend',
    overlay: false,
    inputs: ['high', 'low', 'close'],
    parameters: [bars('period', 14)],
    outputs: [output('adxr', 'points', 0, 100)],
    warm_up_bars: (params) => 3 * countOf(params, 'period') - 2,
    compute: ({ high, low, close }, params) => ({ adxr: adxr(high, low, close, countOf(params, 'period')) }),
  },
  {
    code: 'linear_regression',
    name: 'LinearRegression',
    formula: 'end of the line of least squares through the last n closes',
    group: 'Trend',
    overlay: true,
    inputs: ['close'],
    parameters: [bars('period', 14)],
    outputs: [
      output('linear_regression', 'price'),
      output('slope', 'price per bar'),
      output('intercept', 'price'),
    ],
    warm_up_bars: (params) => countOf(params, 'period') - 1,
    compute: ({ close }, params) => ({ ...linearRegression(close, countOf(params, 'period')) }),
  },
  {
    code: 'macd',
    name: 'MACD',
    formula: 'MACD = EMA(fast) − EMA(slow); signal = EMA(MACD, signal period); histogram = MACD − signal',
    group: 'Trend',
    overlay: false,
    inputs: ['close'],
    parameters: [bars('fast_period', 12), bars('slow_period', 26), bars('signal_period', 9)],
    relations: [
      {
        parameter: 'fast_period',
        holds: (params) => countOf(params, 'fast_period') < countOf(params, 'slow_period'),
        detail: 'must be less than slow_period',
      },
    ],
    outputs: [output('macd', 'price'), output('signal', 'price'), output('histogram', 'price')],
    warm_up_bars: (params) => countOf(params, 'slow_period') + countOf(params, 'signal_period') - 2,
    compute: ({ close }, params) => ({
      ...macd(
        close,
        countOf(params, 'fast_period'),
        countOf(params, 'slow_period'),
        countOf(params, 'signal_period'),
      ),
    }),
  },
  {
    code: 'zigzag',
    name: 'Zigzag',
    formula: 'lines between turns of the price that are at least deviation % away from the turn before',
    group: 'Trend',
    overlay: true,
    inputs: ['high', 'low', 'close'],
    parameters: [
      real('deviation', 5, 0.5, 50),
      {
        name: 'source',
        type: 'string',
        default: 'high_low',
        min: null,
        max: null,
        enum: ['high_low', 'close'],
      },
    ],
    outputs: [output('zigzag', 'price'), output('pivot', null), output('confirmed', null)],
    warm_up_bars: () => null,
    compute: ({ high, low, close }, params) => {
      const deviation = numberOf(params, 'deviation');
      return {
        ...(params.source === 'close' ? zigzag(close, close, deviation) : zigzag(high, low, deviation)),
      };
    },
  },
];
