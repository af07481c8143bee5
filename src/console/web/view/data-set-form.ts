import { exactNumber, readExactly } from '../exact-json.js';
import type { BodyOf } from './read.js';

/** What the records of a data set are made of. */
export type Form = Pick<BodyOf<'/svc/datasets/{name}'>, 'name' | 'title' | 'fields'>;
export type FormField = Form['fields'][number];

/**
 * The fields of the natural key, in its order, by their names in records. `keys` of the data set would give the names in
 * lists, such as `id` of news, whose records have `news_id`.
 */
export function keyFieldsOf({ fields }: Form): FormField[] {
  return fields.filter(({ key }) => key);
}

/** Whether a field takes a calendar day: one whose name ends in `date` may also be an instant or a year. */
export const takesDay = ({ format }: FormField): boolean => format === 'date';

/** Parts of a number that people write and JSON does not: a plus sign, zeros before it, nothing before or behind the point. */
const LOOSE = /^([+-]?)(\d*)(?:\.(\d*))?(e[+-]?\d+)?$/i;

/**
 * The value of a field from typed text; throws what `invalid` says if it should be JSON and is not. Invalid numbers are
 * sent as text: the service reports what is wrong with them.
 */
export function fieldValue(
  { name, type }: FormField,
  text: string,
  invalid: (field: string) => string,
): unknown {
  if (type === 'boolean') return text === 'true';
  if (type === 'array' || type === 'object') {
    try {
      return readExactly(text);
    } catch {
      throw new Error(invalid(name));
    }
  }
  if (type === 'string') return text;
  return exactNumber(text) ?? exactNumber(strict(text)) ?? text;
}

/** A number as JSON writes it, with all its digits. */
function strict(text: string): string {
  const parts = LOOSE.exec(text);
  if (parts === null || !/^[+-]?\.?\d/.test(text)) return text;
  const [, sign = '', digits = '', places = '', power = ''] = parts;
  const whole = digits.replace(/^0+/, '') || '0';
  return `${sign === '-' ? '-' : ''}${whole}${places === '' ? '' : `.${places}`}${power}`;
}
