import type { Indicator, ParameterValues } from './indicator.js';
import { momentum } from './momentum.js';
import { overlay } from './overlay.js';
import { special } from './special.js';
import { supplyDemand } from './supply-demand.js';
import { trend } from './trend.js';
import { volume } from './volume.js';

/** Every indicator of specification 4.1, in its order. */
export const CATALOGUE: readonly Indicator[] = [
  ...overlay,
  ...volume,
  ...trend,
  ...momentum,
  ...supplyDemand,
  ...special,
].map((definition) => ({
  ...definition,
  zero_division_value: null,
}));

const byCode = new Map(CATALOGUE.map((indicator) => [indicator.code, indicator]));

/** The indicator with a code; undefined if there is none. */
export function findIndicator(code: string): Indicator | undefined {
  return byCode.get(code);
}

/** Every parameter at its default. */
export function defaultsOf(indicator: Indicator): ParameterValues {
  return Object.fromEntries(indicator.parameters.map((parameter) => [parameter.name, parameter.default]));
}
