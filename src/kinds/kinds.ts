import type { OpenAPIObject } from '@nestjs/swagger';
import { MARKET_OFFSET } from './market-clock.js';
import { nearest } from './nearest.js';

/** A schema of the OpenAPI document, not a reference to one. */
export type Schema = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string],
  { $ref: string }
>;

/** Why a value was refused; takes the value's place until it is reported. */
export class Invalid {
  constructor(
    /** stable, machine-readable */
    readonly code: 'required' | 'invalid_type' | 'invalid_format' | 'out_of_range' | 'given_twice',
    /** what is accepted, for a person */
    readonly detail: string,
  ) {}
}

/**
 * A kind of value of the market data field: how it is read from text (query, path, CSV) and from JSON,
 * how OpenAPI describes it and which SQL type holds it. Both readers return the value or {@link Invalid}.
 */
export interface Kind<T> {
  fromText(text: string): T | Invalid;
  fromJson(value: unknown): T | Invalid;
  schema: Schema;
  /** how OpenAPI describes it in an answer, if that form differs from the accepted one */
  shown?: Schema;
  sqlType: string;
}

/** Forms of answers only: a trade date, a UTC instant, texts, numbers, a flag of 0 or 1, objects with any fields. */
export const dateShown = { schema: { type: 'string', format: 'date' } } as const;
export const instantShown = { schema: { type: 'string', format: 'date-time' } } as const;
export const textShown = { schema: { type: 'string' } } as const;
export const textsShown = { schema: { type: 'array', items: { type: 'string' } } } as const;
export const integerShown = { schema: { type: 'integer' } } as const;
export const numberShown = { schema: { type: 'number' } } as const;
export const objectShown = { schema: { type: 'object', additionalProperties: true } } as const;
export const objectsShown = { schema: { type: 'array', items: objectShown.schema } } as const;
export const flagShown: { schema: Schema } = { schema: { type: 'integer', enum: [0, 1] } };

/** A kind whose JSON form is a string read exactly like its text form. */
export function textKind<T>(
  schema: Schema,
  sqlType: string,
  fromText: (text: string) => T | Invalid,
  shown?: Schema,
): Kind<T> {
  return {
    fromText,
    fromJson: (value) =>
      typeof value === 'string' ? fromText(value) : new Invalid('invalid_type', 'a string is expected'),
    schema: { type: 'string', ...schema },
    ...(shown && { shown }),
    sqlType,
  };
}

/**
 * A pattern as a schema states it. JavaScript escapes slashes, which other languages need not know and of which some
 * client generators make code that does not compile.
 */
export const patternOf = ({ source }: RegExp): string => source.replaceAll('\\/', '/');

/** Text that matches a pattern and can be stored. */
export function patternKind(pattern: RegExp, detail: string): Kind<string> {
  return textKind({ pattern: patternOf(pattern) }, 'text', (text) =>
    pattern.test(text) && isStorable(text) ? text : new Invalid('invalid_format', detail),
  );
}

const TICKER = /^[A-Z0-9]{3,100}$/;
const TICKER_DETAIL = '3 to 100 characters of A-Z and 0-9 are expected';

/** Security or index symbol: 3 to 100 of A-Z and 0-9, no other letter case (specification 8). */
export const tickerKind: Kind<string> = textKind({ pattern: TICKER.source }, 'text', (text) => {
  if (TICKER.test(text)) return text;
  const upper = text.toUpperCase();
  const hint = TICKER.test(upper) && upper.length <= 20 ? `: ${upper}` : '';
  return new Invalid('invalid_format', `${TICKER_DETAIL}${hint}`);
});

/** UUID in its canonical 8-4-4-4-12 form; lower-cased. */
export const uuidKind: Kind<string> = textKind({ format: 'uuid' }, 'uuid', (text) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
    ? text.toLowerCase()
    : new Invalid('invalid_format', 'a UUID is expected'),
);

/** E-mail address of a principal, lower-cased; one @, no spaces, at most 254 characters. */
export const emailKind: Kind<string> = textKind({ format: 'email' }, 'text', (text) =>
  text.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(text)
    ? text.toLowerCase()
    : new Invalid('invalid_format', 'an e-mail address is expected'),
);

const DATE_DETAIL = 'a calendar date YYYYMMDD or YYYY-MM-DD from 1900 to 9999 is expected';

/** Calendar date of the market; YYYYMMDD or YYYY-MM-DD in, `YYYY-MM-DD` out. 20240230 is refused. */
export const dateKind: Kind<string> = textKind(
  { example: '20240131', pattern: '^(\\d{8}|\\d{4}-\\d{2}-\\d{2})$' },
  'date',
  (text) => {
    const compact = text.length === 8;
    const year = text.slice(0, 4);
    const month = compact ? text.slice(4, 6) : text.slice(5, 7);
    const day = compact ? text.slice(6, 8) : text.slice(8, 10);
    const wellFormed = compact ? /^\d{8}$/.test(text) : /^\d{4}-\d{2}-\d{2}$/.test(text);
    if (!wellFormed || !isCalendarDate(Number(year), Number(month), Number(day))) {
      return new Invalid('invalid_format', DATE_DETAIL);
    }
    return compact ? `${year}-${month}-${day}` : text;
  },
  dateShown.schema,
);

const INSTANT_DETAIL =
  'an ISO 8601 instant with its zone such as 2024-01-31T08:15:00Z or 2024-01-31T15:15:00+07:00, or a calendar date, is expected';
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6})\d{0,3})?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/;

/** First and last second, in UTC, of the years that dates may have, ms. */
const [FIRST_INSTANT, LAST_INSTANT] = [Date.UTC(1900, 0, 1), Date.UTC(9999, 11, 31, 23, 59, 59)];

/**
 * An instant: ISO 8601 with its zone in, UTC with microseconds out (`2024-01-31T08:15:00.000000Z`, as answers
 * show it). A calendar date means its first moment in Asia/Ho_Chi_Minh.
 */
export const instantKind: Kind<string> = textKind(
  { example: '2024-01-31T08:15:00Z', pattern: '^(\\d{8}|\\d{4}-\\d{2}-\\d{2}([T ]\\S+)?)$' },
  'timestamptz',
  (text) => {
    const refusal = new Invalid('invalid_format', INSTANT_DETAIL);
    const [, date = text, hour = '00', minute = '00', second = '00', fraction = '', sign, hours, minutes] =
      INSTANT.exec(text) ?? [];
    const day = dateKind.fromText(date);
    if (day instanceof Invalid || hour > '23' || minute > '59' || second > '59') return refusal;
    const shift = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
    if (shift > 16 * 60 || Number(minutes ?? 0) > 59) return refusal;
    const ahead = date === text ? MARKET_OFFSET : (sign === '-' ? -shift : shift) * 60_000;
    const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`) - ahead;
    if (time < FIRST_INSTANT || time > LAST_INSTANT) return refusal;
    return `${new Date(time).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
  },
  instantShown.schema,
);

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isCalendarDate(year: number, month: number, day: number): boolean {
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (DAYS_IN_MONTH[month - 1] ?? 0) + (leap ? 1 : 0);
}

/** The smallest numbers that are more than 0 and more than −1, and the largest that is less than 1. */
export const [ABOVE_0, ABOVE_MINUS_1, BELOW_1] = [
  Number.MIN_VALUE,
  Number.EPSILON / 2 - 1,
  1 - Number.EPSILON / 2,
] as const;

/** Bounds as a person says them. The document states them as numbers: generators stumble over those that it excludes. */
const IN_WORDS = new Map([
  [ABOVE_0, 'more than 0'],
  [ABOVE_MINUS_1, 'more than -1'],
  [BELOW_1, 'less than 1'],
]);

/** Finite float64 within bounds; JSON numbers only (no digit strings), decimal or scientific text elsewhere. */
export function numberKind({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = {}): Kind<number> {
  const bounds = [
    ...(min > -Number.MAX_VALUE ? [IN_WORDS.get(min) ?? `at least ${min}`] : []),
    ...(max < Number.MAX_VALUE ? [IN_WORDS.get(max) ?? `at most ${max}`] : []),
  ];
  const detail = `a finite number${bounds.length > 0 ? ` of ${bounds.join(' and ')}` : ''} is expected`;
  const check = (value: number) =>
    value >= min && value <= max ? value : new Invalid('out_of_range', detail);
  return {
    fromText: (text) =>
      /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text)
        ? check(Number(text))
        : new Invalid('invalid_format', detail),
    // A JSON integer past 2^53 arrives as bigint; as a price it is the nearest float64.
    fromJson: (value) =>
      typeof value === 'number' || typeof value === 'bigint'
        ? check(Number(value))
        : new Invalid('invalid_type', detail),
    schema: {
      type: 'number',
      format: 'double',
      ...(min > -Number.MAX_VALUE ? { minimum: min } : {}),
      ...(max < Number.MAX_VALUE ? { maximum: max } : {}),
    },
    sqlType: 'double precision',
  };
}

/** A price or value in whole VND (or points): float64 ≥ 0. */
export const priceKind = numberKind({ min: 0 });

const BIGINT_MAX = 9_223_372_036_854_775_807n;

/**
 * Non-negative 64-bit integer, exact past 2^53: JSON integer or digit string in.
 * Text may carry a zero fraction (`174100.0`), as exports of spreadsheets and data frames do.
 */
export const bigintKind: Kind<number | bigint> = {
  fromText: (text) =>
    /^\d{1,19}(\.0*)?$/.test(text)
      ? toBigint(text.split('.', 1)[0] ?? text)
      : new Invalid('invalid_format', BIGINT_DETAIL),
  fromJson: (value) => {
    if (typeof value === 'string') {
      return /^\d{1,19}$/.test(value) ? toBigint(value) : new Invalid('invalid_format', BIGINT_DETAIL);
    }
    if (typeof value === 'bigint') {
      return value >= 0n && value <= BIGINT_MAX ? value : new Invalid('out_of_range', BIGINT_DETAIL);
    }
    if (typeof value !== 'number') return new Invalid('invalid_type', BIGINT_DETAIL);
    return Number.isSafeInteger(value) && value >= 0 ? value : new Invalid('out_of_range', BIGINT_DETAIL);
  },
  schema: { type: 'integer', format: 'int64', minimum: 0 },
  sqlType: 'bigint',
};
const BIGINT_DETAIL = 'an integer from 0 to 9223372036854775807 is expected';

function toBigint(digits: string): number | bigint | Invalid {
  if (digits.length < 16) return Number(digits);
  const value = BigInt(digits);
  if (value > BIGINT_MAX) return new Invalid('out_of_range', BIGINT_DETAIL);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** 64-bit integer of either sign, exact past 2^53: JSON integer or digit string in. */
export const signedBigintKind: Kind<number | bigint> = {
  fromText: (text) => applySign(text.startsWith('-'), bigintKind.fromText(text.replace(/^-/, ''))),
  fromJson: (value) =>
    typeof value === 'string'
      ? signedBigintKind.fromText(value)
      : typeof value === 'number' || typeof value === 'bigint'
        ? applySign(value < 0, bigintKind.fromJson(value < 0 ? -value : value))
        : new Invalid('invalid_type', SIGNED_DETAIL),
  schema: { type: 'integer', format: 'int64' },
  sqlType: 'bigint',
};
const SIGNED_DETAIL = 'an integer from -9223372036854775807 to 9223372036854775807 is expected';

function applySign(isNegative: boolean, size: number | bigint | Invalid): number | bigint | Invalid {
  if (size instanceof Invalid) return new Invalid(size.code, SIGNED_DETAIL);
  return isNegative && size !== 0 ? -size : size;
}

/** Whole number within bounds (both at most 2^31 - 1 in size, an SQL integer). */
export function integerKind({ min, max = 2_147_483_647 }: { min: number; max?: number }): Kind<number> {
  const detail = `an integer from ${min} to ${max} is expected`;
  const check = (value: number) =>
    Number.isSafeInteger(value) && value >= min && value <= max ? value : new Invalid('out_of_range', detail);
  return {
    fromText: (text) =>
      /^-?\d{1,15}$/.test(text) ? check(Number(text)) : new Invalid('invalid_format', detail),
    fromJson: (value) => (typeof value === 'number' ? check(value) : new Invalid('invalid_type', detail)),
    schema: { type: 'integer', minimum: min, maximum: max },
    sqlType: 'integer',
  };
}

/** `true` or `false`; as text also `t` or `f`, which PostgreSQL writes in CSV. */
export const booleanKind: Kind<boolean> = {
  fromText: (text) => {
    const lower = text.toLowerCase();
    if (['true', 't'].includes(lower)) return true;
    if (['false', 'f'].includes(lower)) return false;
    return new Invalid('invalid_format', 'true or false is expected');
  },
  fromJson: (value) =>
    typeof value === 'boolean' ? value : new Invalid('invalid_type', 'true or false is expected'),
  schema: { type: 'boolean' },
  sqlType: 'boolean',
};

/**
 * One of a fixed list of words in any letter case, or one of their other names; read as the word of the list.
 * `aliases` are given in lower case.
 */
export function choiceKind<const T extends string>(
  choices: readonly T[],
  aliases: Readonly<Record<string, T>> = {},
): Kind<T> {
  const words = new Map<string, T>([
    ...choices.map((choice): [string, T] => [choice.toLowerCase(), choice]),
    ...Object.entries<T>(aliases),
  ]);
  const all = [...choices, ...Object.keys(aliases)];
  const detail = `one of ${all.join(', ')} is expected`;
  return textKind<T>({ enum: [...choices] }, 'text', (text) => {
    const word = words.get(text.toLowerCase());
    if (word !== undefined) return word;
    const near = nearest(text, all);
    return new Invalid('invalid_format', near === undefined ? detail : `${detail}; the nearest is ${near}`);
  });
}

/** Whether text has more than `max` characters: code points, as `maxLength` of OpenAPI and PostgreSQL count them. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/** Free text of min to max characters without control characters (tab and line ends allowed); trimmed. */
export function textOf({ min = 1, max }: { min?: number; max: number }): Kind<string> {
  const detail = `text of ${min} to ${max} characters without control characters is expected`;
  const read = (text: string) => {
    const trimmed = text.trim();
    if (trimmed.length < min || isLongerThan(trimmed, max)) return new Invalid('out_of_range', detail);
    return hasControlCharacter(trimmed) || !isStorable(trimmed)
      ? new Invalid('invalid_format', detail)
      : trimmed;
  };
  return textKind({ minLength: min, maxLength: max }, 'text', read, textShown.schema);
}

/** Whether PostgreSQL can store text unchanged: it accepts neither NUL nor a lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true;
  }
  return false;
}

/** At most `max` values of a kind, without repeats: as text separated by commas, in JSON a list. */
export function listOf<T>(kind: Kind<T>, max: number): Kind<T[]> {
  const read = (parts: readonly unknown[], each: (part: never) => T | Invalid): T[] | Invalid => {
    if (parts.length > max) return new Invalid('out_of_range', `at most ${max} values are accepted`);
    const values: T[] = [];
    for (const part of parts) {
      const value = each(part as never);
      if (value instanceof Invalid) return value;
      if (!values.includes(value)) values.push(value);
    }
    return values;
  };
  return {
    fromText: (text) => read(text.split(','), kind.fromText),
    fromJson: (value) =>
      Array.isArray(value) ? read(value, kind.fromJson) : new Invalid('invalid_type', 'a list is expected'),
    // In a query a list is one text: `VNM,FPT`.
    schema: { type: 'string' },
    sqlType: `${kind.sqlType}[]`,
  };
}
