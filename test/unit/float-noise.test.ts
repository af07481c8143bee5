import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { textWithoutNoise, withoutNoise } from '../../src/kinds/float-noise.js';

describe('float noise', () => {
  it.each([
    ['506599.99999999994', '506600'],
    ['506600.00000000006', '506600'],
    ['-3.9999999999', '-4'],
    ['174100.0', '174100'],
    ['9007199254740993.25', '9007199254740993'],
    ['999999999.9999999', '1000000000'],
  ])('%s is the integer %s', (text, integer) => {
    expect(textWithoutNoise(text)).toBe(integer);
    if (Math.abs(Number(text)) < 1e15) expect(String(withoutNoise(Number(text)))).toBe(integer);
  });

  it.each(['506599.5', '0.0000000001', '3.99999999', '1.5', '1e-12', '12a.0', '.5', ''])(
    '%s is as it is',
    (text) => {
      expect(textWithoutNoise(text)).toBe(text);
    },
  );

  it('any integer with noise of a billionth at most is that integer, a millionth is not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400_000_000 }),
        fc.double({ min: -0.9e-9, max: 0.9e-9, noNaN: true }),
        (integer, noise) => {
          expect(withoutNoise(integer * (1 + noise))).toBe(integer);
        },
      ),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (integer) => {
        expect(withoutNoise(integer * (1 + 1e-6))).not.toBe(integer);
      }),
    );
  });

  it('on request every fraction is rounded to the nearest integer, halves away from zero', () => {
    expect(['1.4', '1.5', '-1.5', '2.50', '7'].map((text) => textWithoutNoise(text, true))).toEqual([
      '1',
      '2',
      '-2',
      '3',
      '7',
    ]);
  });
});
