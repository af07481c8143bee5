import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '../../src/errors/domain-errors.js';
import { parseJson } from '../../src/files/json-text.js';

/** Pointer and code of the refusal of a text. */
function refusalOf(text: string): [string | undefined, string] | undefined {
  try {
    parseJson(text);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const [first] = error.errors;
    return first && [first.pointer, first.code];
  }
  return undefined;
}

describe('a JSON body', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['[{"volume":9007199254740993}]', [{ volume: 9007199254740993n }]],
    ['{"levels":[[-9223372036854775808]]}', { levels: [[-9223372036854775808n]] }],
    ['9007199254740993.0', 9007199254740993n],
    ['[1e18,-1.2345678901234568e+16]', [1000000000000000000n, -12345678901234568n]],
    ['9223372036854775807.000', 9223372036854775807n],
    ['{"a":9007199254740993,"a":1}', { a: 1 }],
    ['{"a":1,"a":9007199254740993}', { a: 9007199254740993n }],
  ])('%s: integers are exact, and the last of two equal keys counts', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    ['0.12345678901234567890', 0.12345678901234568],
    ['9007199254740993.5', 9007199254740994],
    ['1e20', 1e20],
    ['90071992547409931.5e-1', 9007199254740994],
    ['9007199254740993.0000000000000000000001', 9007199254740994],
    ['{"a":1e20,"b":9007199254740993}', { a: 1e20, b: 9007199254740993n }],
    ['"12345678901234567890"', '12345678901234567890'],
  ])('%s: fractions, exponents and texts stay what they are', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('32 levels are read', () => {
    expect(refusalOf(`${'['.repeat(32)}1${']'.repeat(32)}`)).toBeUndefined();
  });

  it.each([
    ['1e999', '', 'out_of_range'],
    ['[1,{"open":-1e999}]', '/1/open', 'out_of_range'],
    ['{"a":[{"__proto__":1}]}', '/a/0/__proto__', 'unknown_field'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, '/0'.repeat(32), 'too_deep'],
    ['{"a":', '', 'malformed_json'],
  ])('%s: refused with its pointer', (text, pointer, code) => {
    expect(refusalOf(text)).toEqual([pointer, code]);
  });

  it('a syntax error has the same text on every version of Node', () => {
    const parse = () => parseJson('[[]]x');
    expect(parse).toThrow(
      expect.objectContaining({
        errors: [
          {
            pointer: '',
            code: 'malformed_json',
            detail: 'the body is not JSON: Unexpected non-whitespace character after JSON at position 4',
          },
        ],
      }),
    );
  });

  const keys = (count: number, prefix = 'k') =>
    Array.from({ length: count }, (_, index) => `"${prefix}${index}":0`).join(',');

  it('integers beyond 2^53 are read exactly in bodies of 20,000 values', () => {
    const most = Array(19_999).fill('9007199254740993');
    expect(parseJson(`[${most}]`)).toEqual(Array(19_999).fill(9007199254740993n));
    expect(refusalOf(`[${most},0]`)).toEqual(['', 'too_many_values']);
    expect(parseJson(`[${Array(20_000).fill('9007199254740991')}]`)).toHaveLength(20_000);
  });

  it('250 fields of an object are read, and 100,000 values of a body', () => {
    expect(refusalOf(`{${keys(250)}}`)).toBeUndefined();
    expect(
      refusalOf(
        `[${Array(400)
          .fill(`{${keys(240)}}`)
          .join(',')}]`,
      ),
    ).toBeUndefined();
  });

  it.each([
    ['at the top', `{${keys(251)}}`],
    ['in a list', `[{},{"a":{${keys(251)}}}]`],
    ['under one name', `{${Array(251).fill('"a":0').join(',')}}`],
    ['with objects between them', `{${Array(251).fill('"a":{"b":1},"c":[1,2]').join(',')}}`],
    ['behind texts with every sign', `{"\\\\\\"{[:,]}":"\\"}",${keys(250)}}`],
  ])('251 fields of an object are refused: %s', (_where, text) => {
    expect(refusalOf(text)).toEqual(['', 'too_many_fields']);
  });

  it('texts, numbers and lists are not taken for fields', () => {
    const text = '{:,}[]"\\'.repeat(400);
    const value = { text, list: Array(1_000).fill('a:b,c') };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  });

  it('100,001 values of a body are refused', () => {
    for (const value of ['0', '{}']) {
      expect(refusalOf(`[${Array(100_001).fill(value).join(',')}]`)).toEqual(['', 'too_many_values']);
    }
  });

  it('a body of 100,000 fields is refused before anything is built from it', () => {
    const text = `{${keys(100_000, 'unknown_field_')}}`;
    // The fastest of several, because the machine has other work.
    const timed = (work: () => void) => {
      const times = Array.from({ length: 10 }, () => {
        const began = performance.now();
        work();
        return performance.now() - began;
      });
      return Math.min(...times);
    };
    const built = timed(() => JSON.parse(text));
    // Some hundred fields are examined instead of all: the parser alone takes hundreds of times as long.
    expect(timed(() => expect(refusalOf(text)).toEqual(['', 'too_many_fields']))).toBeLessThan(built / 5);
  });
});
