import type { Kind } from './kinds.js';

/** Largest distance from an integer, relative to it, that is floating-point noise and not a fraction. */
const NOISE = 1e-9;
/** A decimal with a fraction. */
const FRACTION = /^([+-]?)(\d{1,19})\.(\d*)$/;
/** Number of digits of the integer part from which any fraction is noise. */
const LONG = 11;

/** Whether values of a kind are integers. */
export const isInteger = (kind: Kind<unknown>): boolean => kind.schema.type === 'integer';

/** The integer that a number is except for float noise (`506599.99999999994`); any other number as it is. */
export function withoutNoise(value: number): number {
  const nearest = Math.round(value);
  return nearest !== value && Math.abs(value - nearest) <= NOISE * Math.abs(nearest) ? nearest : value;
}

/**
 * The same for decimal text, by its digits, exact past 2^53. `anyFraction`: the nearest integer whatever the fraction
 * is, halves away from zero.
 */
export function textWithoutNoise(text: string, anyFraction = false): string {
  const [, sign, whole, fraction] = FRACTION.exec(text) ?? [];
  if (sign === undefined || whole === undefined) return text;
  const part = Number(`0.${fraction}0`);
  const nearest = BigInt(whole) + (part < 0.5 ? 0n : 1n);
  const distance = Math.min(part, 1 - part);
  const isNoise = whole.length >= LONG || distance <= NOISE * Number(nearest);
  return anyFraction || isNoise ? `${sign}${nearest}` : text;
}

/** A JSON value for a field of a kind: a number or digits, without float noise if the kind is one of integers. */
export function valueWithoutNoise(kind: Kind<unknown>, value: unknown): unknown {
  if (typeof value === 'number') return isInteger(kind) ? withoutNoise(value) : value;
  return typeof value === 'string' && isInteger(kind) ? textWithoutNoise(value) : value;
}
