import { adLine, obv, vma } from '../formulas/volume.js';
import { bars, countOf, type Definition, output } from './indicator.js';

/** Specification 4.1, Volume. */
export const volume: readonly Definition[] = [
  {
    code: 'ad_line',
    name: 'A/D line',
    formula: 'AD += volume × ((close − low) − (high − close)) ÷ (high − low)',
    group: 'Volume',
    overlay: false,
    inputs: ['high', 'low', 'close', 'volume'],
    parameters: [],
    outputs: [output('ad_line', 'shares')],
    warm_up_bars: () => 0,
    compute: (series) => ({ ad_line: adLine(series.high, series.low, series.close, series.volume) }),
  },
  {
    code: 'obv',
    name: 'OBV',
    formula: 'OBV ± volume: + when the close rises, − when it falls',
    group: 'Volume',
    overlay: false,
    inputs: ['close', 'volume'],
    parameters: [],
    outputs: [output('obv', 'shares')],
    warm_up_bars: () => 0,
    compute: (series) => ({ obv: obv(series.close, series.volume) }),
  },
  {
    code: 'vma',
    name: 'VMA',
    formula: 'SMA(volume, n)',
    group: 'Volume',
    overlay: false,
    inputs: ['volume'],
    parameters: [bars('period', 20)],
    outputs: [output('vma', 'shares', 0)],
    warm_up_bars: (params) => countOf(params, 'period') - 1,
    compute: (series, params) => ({ vma: vma(series.volume, countOf(params, 'period')) }),
  },
];
