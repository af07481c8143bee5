import { bollingerBands, parabolicSar } from '../formulas/overlay.js';
import { bars, countOf, type Definition, numberOf, output, real } from './indicator.js';

/** Specification 4.1, Overlay. */
export const overlay: readonly Definition[] = [
  {
    code: 'bollinger_bands',
    name: 'BollingerBand',
    formula: 'middle = SMA(close, n); upper, lower = middle ± deviation × √(Σ(close − middle)² ÷ n)',
    group: 'Overlay',
    overlay: true,
    inputs: ['close'],
    parameters: [bars('period', 20), real('deviation', 2, 0.1, 10)],
    outputs: [output('upper', 'price'), output('middle', 'price'), output('lower', 'price')],
    warm_up_bars: (params) => countOf(params, 'period') - 1,
    compute: ({ close }, params) => ({
      ...bollingerBands(close, countOf(params, 'period'), numberOf(params, 'deviation')),
    }),
  },
  {
    code: 'parabolic_sar',
    name: 'ParabolicSAR',
    formula:
      'SAR += AF × (extreme − SAR); AF grows by step at each new extreme up to maximum; reverses when touched',
    group: 'Overlay',
    overlay: true,
    inputs: ['high', 'low'],
    parameters: [real('step', 0.02, 0.001, 1), real('maximum', 0.2, 0.001, 1)],
    relations: [
      {
        parameter: 'maximum',
        holds: (params) => numberOf(params, 'maximum') >= numberOf(params, 'step'),
        detail: 'must not be less than step',
      },
    ],
    outputs: [output('sar', 'price')],
    warm_up_bars: () => 1,
    compute: ({ high, low }, params) => ({
      sar: parabolicSar(high, low, numberOf(params, 'step'), numberOf(params, 'maximum')),
    }),
  },
];
