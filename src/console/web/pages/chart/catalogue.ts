import { definitionOf } from '../../view/definition.js';

/** A parameter of an indicator, from GET /trade/technical-analysis/indicators. */
export interface Parameter {
  name: string;
  type: 'integer' | 'number' | 'string';
  default: number | string;
  min: number | null;
  max: number | null;
  enum: string[] | null;
}

/** A value that an indicator returns. `unit` is null for words and flags. */
export interface Output {
  name: string;
  unit: string | null;
  min: number | null;
  max: number | null;
}

/** An indicator of the catalogue. */
export interface Indicator {
  code: string;
  name: string;
  formula: string;
  group: string;
  overlay: boolean;
  parameters: Parameter[];
  outputs: Output[];
}

/** An indicator with the values of its parameters, in their order. */
export interface ChosenIndicator {
  indicator: Indicator;
  values: (number | string)[];
}

/** Maximum indicators per request. */
export const MOST_INDICATORS = 10;

/** The notation of the API: rsi(14). It also names the values in its answers. */
export function keyOf({ indicator, values }: ChosenIndicator): string {
  return values.length === 0 ? indicator.code : `${indicator.code}(${values.join(',')})`;
}

/** The displayed name: RSI 14. */
export function labelOf({ indicator, values }: ChosenIndicator): string {
  return [definitionOf('indicators', indicator).name, values.join(', ')]
    .filter((part) => part !== '')
    .join(' ');
}

/** An indicator with its default parameters. */
export function withDefaults(indicator: Indicator): ChosenIndicator {
  return { indicator, values: indicator.parameters.map((parameter) => parameter.default) };
}

/** Parses keys written by {@link keyOf}, separated by commas; those not in the catalogue are left out. */
export function readChosen(text: string, catalogue: readonly Indicator[]): ChosenIndicator[] {
  const indicators: ChosenIndicator[] = [];
  for (const [, code, argumentText] of text.matchAll(/([a-z_]+)(?:\(([^()]*)\))?/g)) {
    const indicator = catalogue.find((each) => each.code === code);
    if (indicator === undefined || indicators.length === MOST_INDICATORS) continue;
    const parts = (argumentText ?? '').split(',');
    const values = indicator.parameters.map((parameter, index) =>
      boundedValue(parameter, parts[index] ?? ''),
    );
    const one = { indicator, values };
    if (!indicators.some((each) => keyOf(each) === keyOf(one))) indicators.push(one);
  }
  return indicators;
}

/** A value within a parameter's bounds, else its default. */
export function boundedValue(parameter: Parameter, text: string): number | string {
  const { enum: words, min, max, type } = parameter;
  if (words !== null) return words.includes(text) ? text : parameter.default;
  const value = Number(text);
  const fits =
    text.trim() !== '' &&
    Number.isFinite(value) &&
    (type !== 'integer' || Number.isInteger(value)) &&
    value >= (min ?? -Infinity) &&
    value <= (max ?? Infinity);
  return fits ? value : parameter.default;
}

/**
 * Outputs that are drawn. Words and flags are not, nor values not comparable with the price that they would
 * overlay: slope, and the intercept at the other end of the window.
 */
export function drawnOutputs({ code, outputs }: Indicator): Output[] {
  return outputs.filter(
    ({ name, unit }) =>
      unit !== null && !(code === 'linear_regression' && (name === 'slope' || name === 'intercept')),
  );
}

/** Levels that readers of an indicator look for, drawn as thin lines in its pane. */
export const LEVELS: Readonly<Record<string, readonly number[]>> = {
  rsi: [30, 70],
  average_rsi: [30, 70],
  mfi: [20, 80],
  average_mfi: [20, 80],
  stochastic_fast: [20, 80],
  stochastic_slow: [20, 80],
  williams_r: [-80, -20],
  cmo: [-50, 50],
  average_cmo: [-50, 50],
  cci: [-100, 100],
  adx: [25],
  adxr: [25],
  momentum: [0],
  average_momentum: [0],
  roc: [0],
  average_roc: [0],
  buy_on_sell_ratio: [1],
  buy_on_sell_volume_ratio: [1],
  buy_on_sell_order_ratio: [1],
};
