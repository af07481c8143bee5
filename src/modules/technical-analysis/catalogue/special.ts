import type { Input, Series } from '../formulas/series.js';
import { averageCmo, averageMfi, averageMomentum, averageRoc, averageRsi } from '../formulas/special.js';
import { bars, countOf, type Definition, type Output, output } from './indicator.js';

/** The fields in which the five averages differ. */
interface Average {
  code: string;
  name: string;
  formula: string;
  period: ReturnType<typeof bars>;
  output: Output;
  inputs: readonly Input[];
  average: (series: Series, period: number, averagePeriod: number) => Float64Array;
}

/** Specification 4.1, Special. */
export const special: readonly Definition[] = [
  average({
    code: 'average_rsi',
    name: 'Average RSI',
    formula: 'SMA(RSI(n), average period)',
    period: bars('period', 14),
    output: output('average_rsi', 'points', 0, 100),
    inputs: ['close'],
    average: ({ close }, period, averagePeriod) => averageRsi(close, period, averagePeriod),
  }),
  average({
    code: 'average_momentum',
    name: 'Average Momentum',
    formula: 'SMA(momentum(n), average period)',
    period: bars('period', 10, 1),
    output: output('average_momentum', 'price'),
    inputs: ['close'],
    average: ({ close }, period, averagePeriod) => averageMomentum(close, period, averagePeriod),
  }),
  average({
    code: 'average_mfi',
    name: 'Average MFI',
    formula: 'SMA(MFI(n), average period)',
    period: bars('period', 14),
    output: output('average_mfi', 'points', 0, 100),
    inputs: ['high', 'low', 'close', 'volume'],
    average: ({ high, low, close, volume }, period, averagePeriod) =>
      averageMfi(high, low, close, volume, period, averagePeriod),
  }),
  average({
    code: 'average_roc',
    name: 'Average ROC',
    formula: 'SMA(ROC(n), average period)',
    period: bars('period', 12, 1),
    output: output('average_roc', 'percent', -100),
    inputs: ['close'],
    average: ({ close }, period, averagePeriod) => averageRoc(close, period, averagePeriod),
  }),
  average({
    code: 'average_cmo',
    name: 'Average CMO',
    formula: 'SMA(CMO(n), average period)',
    period: bars('period', 14),
    output: output('average_cmo', 'points', -100, 100),
    inputs: ['close'],
    average: ({ close }, period, averagePeriod) => averageCmo(close, period, averagePeriod),
  }),
];

function average({
  code,
  name,
  formula,
  period,
  output: column,
  inputs,
  average: compute,
}: Average): Definition {
  return {
    code,
    name,
    formula,
    group: 'Special',
    overlay: false,
    inputs,
    parameters: [period, bars('average_period', 14)],
    outputs: [column],
    warm_up_bars: (params) => countOf(params, 'period') + countOf(params, 'average_period') - 1,
    compute: (series, params) => ({
      [code]: compute(series, countOf(params, 'period'), countOf(params, 'average_period')),
    }),
  };
}
