import { stringify } from 'lossless-json';
import { InvalidInput } from '../errors/domain-errors.js';
import { parseJson } from '../files/json-text.js';
import { isJsonObject } from './json-object.js';
import { Invalid, type Kind } from './kinds.js';

/** An escaped NUL or lone surrogate in JSON text: PostgreSQL can store neither. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89ab][0-9a-f]{2}|d[c-f][0-9a-f]{2})/i;

/** A JSON object of at most `max` characters, passed as its text and stored as jsonb. */
export function jsonObjectKind(max: number): Kind<string> {
  const detail = `a JSON object of at most ${max} characters is expected`;
  const fromJson = (value: unknown): string | Invalid => {
    if (!isJsonObject(value)) {
      return new Invalid('invalid_type', detail);
    }
    const text = textOrNothing(value);
    if (text === undefined || text.length > max) return new Invalid('out_of_range', detail);
    return UNSTORABLE.test(text) ? new Invalid('invalid_format', detail) : text;
  };
  return {
    fromText: (text) => {
      const value = jsonOrNothing(text);
      return value === undefined ? new Invalid('invalid_format', detail) : fromJson(value);
    },
    fromJson,
    schema: { type: 'object', additionalProperties: true },
    sqlType: 'jsonb',
  };
}

/**
 * A list of at most `max` distinct values of a kind, as a field of a record: a JSON array; in a CSV cell
 * JSON text (`["VN","LA"]`, as in our own CSV) or values separated by semicolons or, without one, by commas.
 */
export function arrayOf<T>(kind: Kind<T>, max: number, min = 0): Kind<T[]> {
  const refusal = new Invalid('invalid_type', 'a list is expected');
  const read = (parts: readonly unknown[], each: (part: unknown) => T | Invalid): T[] | Invalid => {
    if (parts.length > max) return new Invalid('out_of_range', `at most ${max} values are accepted`);
    if (parts.length < min) return new Invalid('out_of_range', `at least ${min} values are expected`);
    const values = new Set<T>();
    for (const part of parts) {
      const value = each(part);
      if (value instanceof Invalid) return value;
      values.add(value);
    }
    return [...values];
  };
  const fromJson = (value: unknown) => (Array.isArray(value) ? read(value, kind.fromJson) : refusal);
  return {
    fromText: (text) => {
      if (text.trim() === '') return [];
      if (text.startsWith('[')) return fromJson(jsonOrNothing(text));
      return read(text.split(text.includes(';') ? ';' : ','), (part) => kind.fromText(String(part).trim()));
    },
    fromJson,
    schema: { type: 'array', ...(min > 0 && { minItems: min }), maxItems: max, items: kind.schema },
    sqlType: `${kind.sqlType}[]`,
  };
}

/** The value of JSON text in a cell, read by the rules of JSON bodies: what these refuse could not be written again. */
export function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

/** JSON text of a value, integers past 2^53 included; nothing when it is nested too deeply. */
function textOrNothing(value: object): string | undefined {
  try {
    return stringify(value);
  } catch {
    return undefined;
  }
}
