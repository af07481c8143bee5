import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { parse as parseLossless } from 'lossless-json';
import { InvalidInput } from '../errors/domain-errors.js';

/** Largest request body, bytes, after decompression: 200 records with room to spare. */
export const BODY_LIMIT = 2 * 1024 * 1024;
/** Deepest nesting of a JSON body. Deeper ones overflow the stack of validators further in. */
const MAXIMUM_DEPTH = 32;
/** A digit run that float64 may not hold exactly. */
const LONG_INTEGER = /\d{16}/;
const POISONOUS_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const readText = express.text({
  type: ['application/json', 'application/*+json'],
  limit: BODY_LIMIT,
  defaultCharset: 'utf-8',
});

/** Stands for a body whose media type nobody reads here. */
export class UnreadBody {}

/**
 * Middleware: reads a JSON body as text and leaves it so. It is parsed by the input pipe, after the caller's
 * rights were checked, so that a stranger learns nothing from a malformed body.
 */
export const readBody: RequestHandler[] = [
  readText,
  (request: Request, _response: Response, next: NextFunction) => {
    if (typeof request.body !== 'string') request.body = hasBody(request) ? new UnreadBody() : undefined;
    next();
  },
];

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/**
 * Parses untrusted JSON text. Integers past 2^53 come as bigint, exact; numbers that no float64 holds (1e999),
 * keys that reach into prototypes and nesting deeper than 32 are refused with their pointer.
 * Throws {@link InvalidInput}.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refusal('', 'malformed_json', `the body is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  inspect(value);
  if (!LONG_INTEGER.test(text)) return value;
  return parseLossless(text, undefined, {
    parseNumber: (digits) => {
      const number = Number(digits);
      return Number.isSafeInteger(number) || !/^-?\d+$/.test(digits) ? number : BigInt(digits);
    },
    onDuplicateKey: ({ newValue }) => newValue, // as JSON.parse: the last one counts
  });
}

/** Walks the value without recursion: depth, dangerous keys, numbers out of float64's range. */
function inspect(root: unknown): void {
  const rest: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw refusal(path, 'out_of_range', 'a number that float64 can hold is expected');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAXIMUM_DEPTH) {
      throw refusal(
        path.slice(0, 100),
        'too_deep',
        `at most ${MAXIMUM_DEPTH} levels of nesting are accepted`,
      );
    }
    for (const [key, child] of Object.entries(value)) {
      if (POISONOUS_KEYS.has(key)) throw refusal(`${path}/${key}`, 'unknown_field', 'no such field');
      if (typeof child === 'object' || typeof child === 'number') {
        rest.push({ value: child, path: `${path}/${key.slice(0, 100)}`, depth: depth + 1 });
      }
    }
  }
}

function refusal(pointer: string, code: string, detail: string): InvalidInput {
  return new InvalidInput([{ pointer, code, detail }]);
}
