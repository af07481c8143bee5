import { parse as parseLossless } from 'lossless-json';
import { InvalidInput, pointerTo } from '../errors/domain-errors.js';

/** Deepest nesting of a JSON text. Deeper ones overflow the stack of later validators. */
const MAXIMUM_DEPTH = 32;
/** Most keys of one object: records have a fifth as many. */
const MAXIMUM_KEYS = 250;
/** Most values of a whole text: ten times those of 200 wide records. */
const MAXIMUM_VALUES = 100_000;
/** Most values of a text with integers that float64 cannot hold: reading them exactly takes far longer. */
const MAXIMUM_EXACT_VALUES = 20_000;
/** Texts this short exceed none of these limits. */
const SHORT = 1_000;
const LINE_AND_COLUMN = / \(line \d+ column \d+\)$/;
const POISONOUS_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses untrusted JSON text. Integers past 2^53 become bigint, exact, also if they are written as `1e18` or end with
 * `.0`; numbers that no float64 holds (1e999), keys that reach into prototypes and nesting deeper than 32 are refused
 * with their pointer. Objects of more than 250 keys and texts of more than 100,000 values, of 20,000 if integers past
 * 2^53 are among them, are refused before anything is built from them.
 * Throws {@link InvalidInput}.
 */
export function parseJson(text: string): unknown {
  const values = text.length > SHORT ? countedValues(text) : 0;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Newer versions of Node append the line and column; the text stays the same on all.
    const reason = (error as Error).message.replace(LINE_AND_COLUMN, '').slice(0, 200);
    throw refusal('', 'malformed_json', `the body is not JSON: ${reason}`);
  }
  if (inspect(value) === 'exact') return value;
  if (values > MAXIMUM_EXACT_VALUES) {
    throw tooManyValues(`${MAXIMUM_EXACT_VALUES} values of a body with integers beyond 2^53`);
  }
  const exact = parseExactly(text);
  inspect(exact); // a duplicate key may have hidden another value from the first look
  return exact;
}

const [QUOTE, BACKSLASH, COLON, COMMA, OPENING_LIST, CLOSING_LIST, OPENING_OBJECT, CLOSING_OBJECT] = [
  ...'"\\:,[]{}',
].map((sign) => sign.charCodeAt(0));

/**
 * Counts keys and values by the punctuation between them, in one pass: parsing and checking a body of many keys takes far
 * longer, and everybody waits meanwhile. Text that is not JSON is left to the parser. Returns the
 * number of values; throws {@link InvalidInput} for too many keys or values.
 */
function countedValues(text: string): number {
  const keys: number[] = [];
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === OPENING_LIST || sign === OPENING_OBJECT) {
      if (keys.push(0) > MAXIMUM_DEPTH) throw tooDeep('');
      values++;
    } else if (sign === CLOSING_LIST || sign === CLOSING_OBJECT) keys.pop();
    else if (sign === COMMA) values++;
    else if (sign === COLON) {
      const count = (keys.pop() ?? 0) + 1;
      if (count > MAXIMUM_KEYS) {
        throw refusal('', 'too_many_fields', `at most ${MAXIMUM_KEYS} fields of an object are accepted`);
      }
      keys.push(count);
    }
    if (values > MAXIMUM_VALUES) {
      throw tooManyValues(`${MAXIMUM_VALUES} values of a body`);
    }
  }
  return values;
}

/** Index of the quotation mark that ends the JSON string which begins at `start`; the text's end when there is none. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

function parseExactly(text: string): unknown {
  try {
    return parseLossless(text, undefined, {
      parseNumber: (text) => {
        const number = Number(text);
        return Number.isSafeInteger(number) ? number : (integerOf(text) ?? number);
      },
      onDuplicateKey: ({ newValue }) => newValue, // like JSON.parse: the last one counts
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooDeep(''); // its recursion ran out of stack on a value that a duplicate key hid
  }
}

/** Powers of ten that 64 bits hold. */
const MAXIMUM_POWER = 18;

/**
 * The integer that a JSON number is, however it is written: floats of other programs end with `.0` or have an exponent.
 * Undefined for a fraction, and for one of more digits than a float or an integer field has.
 */
function integerOf(number: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d{0,20}?)0{0,20})?(?:[eE]([+-]?\d{1,3}))?$/.exec(number) ?? [];
  const power = Number(exponent) - fraction.length;
  if (whole === undefined || power < 0 || power > MAXIMUM_POWER) return undefined;
  return BigInt(whole + fraction) * 10n ** BigInt(power);
}

/** A nested object or list with the way back to the root, so that a path is built only for a refusal. */
interface Visit {
  value: object;
  key: string | number;
  depth: number;
  parent: Visit | undefined;
}

/**
 * Checks the value without recursion: depth, dangerous keys, numbers out of float64's range. `rounded`: there is an
 * integer that float64 may not hold exactly.
 */
function inspect(root: unknown): 'exact' | 'rounded' {
  let outcome: 'exact' | 'rounded' = 'exact';
  const rest: Visit[] = [];
  const look = (value: unknown, key: string | number, parent: Visit | undefined) => {
    if (typeof value === 'number') {
      if (Number.isSafeInteger(value)) return;
      if (!Number.isFinite(value)) {
        throw refusal(pathOf(parent, key), 'out_of_range', 'a number that float64 can hold is expected');
      }
      if (Number.isInteger(value)) outcome = 'rounded';
    } else if (typeof value === 'object' && value !== null) {
      const depth = parent === undefined ? 0 : parent.depth + 1;
      if (depth >= MAXIMUM_DEPTH) throw tooDeep(pathOf(parent, key));
      rest.push({ value, key, depth, parent });
    }
  };
  look(root, '', undefined);
  for (let visit = rest.pop(); visit !== undefined; visit = rest.pop()) {
    if (Array.isArray(visit.value)) {
      // The positions in a long list are not turned into keys.
      for (let place = 0; place < visit.value.length; place++) look(visit.value[place], place, visit);
      continue;
    }
    for (const key of Object.keys(visit.value)) {
      if (POISONOUS_KEYS.has(key)) throw refusal(pathOf(visit, key), 'unknown_field', 'no such field');
      look((visit.value as Record<string, unknown>)[key], key, visit);
    }
  }
  return outcome;
}

function pathOf(parent: Visit | undefined, key: string | number): string {
  return parent === undefined ? '' : `${pathOf(parent.parent, parent.key)}${pointerTo(key)}`.slice(0, 300);
}

function tooDeep(path: string): InvalidInput {
  return refusal(path, 'too_deep', `at most ${MAXIMUM_DEPTH} levels of nesting are accepted`);
}

function tooManyValues(most: string): InvalidInput {
  return refusal('', 'too_many_values', `at most ${most} are accepted`);
}

function refusal(pointer: string, code: string, detail: string): InvalidInput {
  return new InvalidInput([{ pointer, code, detail }]);
}
