import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '../../../src/errors/domain-errors.js';
import { parseJson } from '../../../src/http/fields/json-body.js';

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
    ['{"a":9007199254740993,"a":1}', { a: 1 }],
    ['{"a":1,"a":9007199254740993}', { a: 9007199254740993n }],
  ])('%s: integers are exact, of a key given twice the last one counts', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    ['0.12345678901234567890', 0.12345678901234568],
    ['9007199254740993.5', 9007199254740994],
    ['1e20', 1e20],
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
});
