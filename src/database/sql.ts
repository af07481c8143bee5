import { MARKET_ZONE } from '../kinds/market-clock.js';

/** SQL of an instant in its wire form: UTC, microseconds, `Z`. */
export const instant = (expression: string) =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** SQL of the calendar date of an instant in the market's zone. */
export const marketDate = (expression: string) => `(${expression} AT TIME ZONE '${MARKET_ZONE}')::date`;

/** SQL of the present day in the market's zone. */
export const TODAY = marketDate('now()');

/** SQL of the first moment of a date in the market's zone. */
export const midnight = (day: string) => `((${day})::timestamp AT TIME ZONE '${MARKET_ZONE}')`;

/**
 * SQL condition: the end of a wait has come, or is null. One that is further off than twice the longest wait, ms, counts
 * as come: it is of the time before the clock of the database was set back, and may not come for days. Twice, because
 * clocks are also set back by moments.
 */
export const hasCome = (instant: string, longest: number) =>
  `coalesce(${instant} NOT BETWEEN clock_timestamp() AND clock_timestamp() + interval '${2 * longest} ms', true)`;

/**
 * SQL of the rule for a symbol's column: `least` to 100 of A-Z and 0-9. Not the equivalent regular expression, whose
 * hundred states PostgreSQL walks for every row.
 */
export const isSymbol = (column: string, least = 3) =>
  `length(${column}) BETWEEN ${least} AND 100 AND ${column} !~ '[^A-Z0-9]'`;

/** SQL of text literals, for IN or ARRAY: `'a', 'b'`. The values are constants of the program. */
export const textList = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** SQL of columns of the row `alias`: `r.ticker, r.date`. */
export const columnsFrom = (alias: string, names: readonly string[]) =>
  names.map((name) => `${alias}.${name}`).join(', ');

/** SQL of the JSON object of columns of the row `alias`. */
export const jsonFrom = (alias: string, names: readonly string[]) =>
  `jsonb_build_object(${names.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`;

/** SQL condition that two rows have the same values in columns, such as those of a key. */
export const haveSame = (a: string, b: string, names: readonly string[]) =>
  names.map((name) => `${a}.${name} = ${b}.${name}`).join(' AND ');

/**
 * Text of an SQL array: `{1,"a",NULL}`. A nested list becomes the text of an array itself, so that lists of different
 * lengths fit into one `text[]`; any other object becomes JSON.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return quote(arrayLiteral(value));
  return quote(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function quote(text: string): string {
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;
}

/**
 * SQL of the moment of a row's change, after that of its last change, `before`: a statement may have waited for one
 * that began later. An UPDATE of a distributed table may use no volatile function, and only immutable ones of its
 * columns: adding to a moment depends on the session's time zone, unless it is a moment in UTC.
 */
export const momentAfter = (before: string) =>
  `greatest(statement_timestamp(), (${before} AT TIME ZONE 'UTC' + interval '1 microsecond') AT TIME ZONE 'UTC')`;
