import { isDateFormat, writeDate } from './dates.js';

/** Variables of an address, a body or a fixed value. */
export const VARIABLES = [
  'ticker',
  'date',
  'from',
  'to',
  'page',
  'offset',
  'size',
  'cursor',
  'file',
] as const;
type Variable = (typeof VARIABLES)[number];

/** Values of variables; dates as YYYY-MM-DD. */
export type Values = Partial<Record<Variable, string>>;

const PLACE = /\{([a-z]+)(?::([^{}]{1,40}))?\}/g;
const DATES = new Set<string>(['date', 'from', 'to']);

/** Names in braces that are not variables, and formats of no date; the braces of a JSON body itself do not count. */
export function unknownVariables(template: string): string[] {
  return [...template.matchAll(PLACE)]
    .filter(([, name = '', format]) =>
      format === undefined ? !isVariable(name) : !DATES.has(name) || !isDateFormat(format),
    )
    .map(([, name = '', format]) => (format === undefined ? name : `${name}:${format}`));
}

/** Fills in a template; `encode` makes a value safe in its position. A variable without a value is empty. */
export function expand(template: string, values: Values, encode: (value: string) => string): string {
  return template.replaceAll(PLACE, (_, name: Variable, format: string | undefined) => {
    const value = values[name] ?? '';
    return encode(format === undefined || value === '' ? value : writeDate(value, format));
  });
}

/** A value for use within a JSON string: characters that would end the string are escaped. */
export const inJson = (value: string) => JSON.stringify(value).slice(1, -1);

function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}
