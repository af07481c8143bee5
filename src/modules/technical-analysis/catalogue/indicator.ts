import type { Input, Series } from '../formulas/series.js';

/** Values of a request's parameters by name, all present and within bounds. */
export type ParameterValues = Readonly<Record<string, number | string>>;

/** One computed column: numbers with NaN for null, or the words and flags of the zigzag. */
export type Column = Float64Array | (string | boolean | null)[];

/** A parameter of an indicator. */
export interface Parameter {
  readonly name: string;
  readonly type: 'integer' | 'number' | 'string';
  readonly default: number | string;
  /** inclusive; null for words */
  readonly min: number | null;
  /** inclusive; null for words */
  readonly max: number | null;
  /** the words allowed */
  readonly enum?: readonly string[];
}

/** What a value is measured in: `price` is VND (points for an index), `points` has no unit but a scale. */
export type Unit =
  | 'price'
  | 'price per bar'
  | 'shares'
  | 'shares per order'
  | 'points'
  | 'percent'
  | 'ratio'
  | null;

/** A column that an indicator returns; `min` and `max` are the bounds of its formula, null = none. */
export interface Output {
  readonly name: string;
  readonly unit: Unit;
  readonly min: number | null;
  readonly max: number | null;
}

/** A relation between two parameters, checked after their own bounds. */
interface Relation {
  readonly parameter: string;
  readonly holds: (params: ParameterValues) => boolean;
  /** what was expected, for human readers */
  readonly detail: string;
}

/** The headings of specification 4.1. */
export type Group = 'Overlay' | 'Volume' | 'Trend' | 'Momentum' | 'Supply and demand' | 'Special';

/** One indicator as described by an entry in a catalogue file. */
export interface Definition {
  readonly code: string;
  /** as the specification spells it */
  readonly name: string;
  /** how it is computed, in one line: n is its period, t the typical price (high + low + close) ÷ 3 */
  readonly formula: string;
  readonly group: Group;
  /** drawn over the price rather than in a separate pane */
  readonly overlay: boolean;
  readonly inputs: readonly Input[];
  readonly parameters: readonly Parameter[];
  readonly relations?: readonly Relation[];
  readonly outputs: readonly Output[];
  /** leading bars on which an output is null; null = depends on the prices (zigzag) */
  readonly warm_up_bars: (params: ParameterValues) => number | null;
  /** every output as long as the series, from its first bar on */
  readonly compute: (series: Series, params: ParameterValues) => Record<string, Column>;
}

/** One indicator of the catalogue. */
export interface Indicator extends Definition {
  /** returned instead of a value whose formula divides by zero */
  readonly zero_division_value: null;
}

/** Greatest period of any indicator. */
const LONGEST = 500;

/** A count of bars, from 2 to 500 unless stated otherwise. */
export function bars(name: string, byDefault: number, min = 2, max = LONGEST): Parameter {
  return { name, type: 'integer', default: byDefault, min, max };
}

/** A real number between two bounds. */
export function real(name: string, byDefault: number, min: number, max: number): Parameter {
  return { name, type: 'number', default: byDefault, min, max };
}

/** An output without bounds, or with those of its formula. */
export function output(
  name: string,
  unit: Unit,
  min: number | null = null,
  max: number | null = null,
): Output {
  return { name, unit, min, max };
}

/** A parameter's number. */
export function numberOf(params: ParameterValues, name: string): number {
  const value = params[name];
  if (typeof value !== 'number') throw new Error(`parameter ${name} is missing`);
  return value;
}

/** A parameter's count of bars, as a machine integer, so that the loops of the formulas do not unbox it. */
export function countOf(params: ParameterValues, name: string): number {
  return numberOf(params, name) | 0;
}
