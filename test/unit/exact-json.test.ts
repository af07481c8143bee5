import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExactNumber, exactNumber, readExactly, writeExactly } from '../../src/console/web/exact-json.js';

describe('console: records that are read and written back', () => {
  it.each([
    '{"volume":9007199254740993}',
    '{"price":66900.50,"factor":0.12345678901234567890}',
    '[-9223372036854775808,1E+400,-0]',
    '{"note":"1.50 and \\"9007199254740993\\"","more":["à 1.0",null,true]}',
  ])('%s is written with the digits that were read', (json) => {
    expect(writeExactly(readExactly(json))).toBe(json);
  });

  it('whatever JSON.stringify writes stays as it is', () => {
    const texts = fc.jsonValue().map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(
        texts.filter((json) => !json.includes('\\u0000')),
        (json) => {
          expect(writeExactly(readExactly(json))).toBe(json);
        },
      ),
    );
  });

  it('numbers that JavaScript holds as they are written are numbers', () => {
    expect(readExactly('{"close":67000,"change":-0.25}')).toEqual({ close: 67_000, change: -0.25 });
    expect(readExactly('[1.50]')).toEqual([new ExactNumber('1.50')]);
  });

  it('typed text is a JSON number with its digits, or not a number', () => {
    expect(String(exactNumber('9007199254740993'))).toBe('9007199254740993');
    expect(['', 'ten', '0x10', '1,000', '+1', '.5', '01'].map(exactNumber)).toEqual(Array(7).fill(undefined));
  });
});
