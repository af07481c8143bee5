import type { FieldError } from '../../../errors/domain-errors.js';

/** A figure and its unit, VND by default. */
interface Amount {
  value: number;
  unit?: string;
}

/** Powers of ten of the words that precede a currency. */
const POWERS: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9 };

/**
 * Returns a record with its figure in full units: 3 `million VND` is 3000000 `VND`. Shifts the decimal point; does not
 * multiply.
 */
export function inFull<T extends Amount>(record: T): T {
  const [word = '', currency] = record.unit?.split(' ') ?? [];
  const power = POWERS[word];
  if (power === undefined || currency === undefined) return record;
  const [digits, exponent = '0'] = String(record.value).split('e');
  return { ...record, value: Number(`${digits}e${Number(exponent) + power}`), unit: currency };
}

/** Checks that a figure is finite in full units. */
export function checkAmount(record: Amount): FieldError[] {
  if (Number.isFinite(inFull(record).value)) return [];
  return [{ pointer: '/value', code: 'out_of_range', detail: 'is too large in this unit' }];
}
