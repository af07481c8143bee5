import { describe, expect, it } from '@jest/globals';
import { NUMBER_BYTES, writeNumber } from '../../src/http/number-text.js';

const bytes = Buffer.alloc(NUMBER_BYTES + 10);
const written = (value: number) => bytes.toString('latin1', 3, writeNumber(value, bytes, 3));

/** mulberry32: numbers in [0, 1) from a 32-bit seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const next = random(7);
const any = new DataView(new ArrayBuffer(8));
const KINDS: Record<string, () => number> = {
  'of any size': () => {
    any.setUint32(0, next() * 2 ** 32);
    any.setUint32(4, next() * 2 ** 32);
    const value = any.getFloat64(0);
    return Number.isFinite(value) ? value : 0;
  },
  'from 1e-8 to 1e18': () => (next() + next() / 2 ** 32) * 10 ** (26 * next() - 8),
  percentages: () => 100 * (next() + next() / 2 ** 32),
  'means of prices': () => (50 * Math.floor(next() * 4000)) / (1 + Math.floor(next() * 500)),
  'with few decimals': () => Math.round(next() * 1e7) / 10 ** Math.floor(next() * 8),
  integers: () => Math.floor(next() * 10 ** (18 * next())),
  'next to powers of ten': () =>
    10 ** Math.floor(next() * 22 - 6) * (1 + (Math.floor(next() * 9) - 4) * 2 ** -52),
  'next to powers of two': () =>
    2 ** Math.floor(next() * 70 - 20) * (1 + (Math.floor(next() * 9) - 4) * 2 ** -52),
};

describe('writeNumber', () => {
  it.each(Object.keys(KINDS))('numbers %s: as String writes them, with either sign', (kind) => {
    const wrong: string[] = [];
    for (let round = 0; round < 200_000; round++) {
      const value = (KINDS[kind]?.() ?? 0) * (round % 2 === 0 ? 1 : -1);
      const text = written(value);
      if (text !== String(value) && wrong.length < 5) wrong.push(`${text} instead of ${value}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    0,
    -0,
    1,
    -1,
    0.1,
    0.5,
    0.3,
    1 / 3,
    2 / 3,
    -61.23,
    1e-6,
    1e-7,
    1.0000000000000002,
    0.9999999999999999,
    999999999999999.9,
    1e15,
    1e21,
    1.7976931348623157e308,
    5e-324,
    -2.2250738585072014e-308,
    9007199254740992,
    123456789012345.02,
  ])('%d', (value) => {
    expect(written(value)).toBe(String(value));
    expect(written(value).length).toBeLessThanOrEqual(NUMBER_BYTES);
  });
});
