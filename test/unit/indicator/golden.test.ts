import { describe, expect, it } from '@jest/globals';
import { compute, GOLDEN, type GoldenCase, indicatorOf, paramsOf } from './series.js';
import { zeroDivision } from './zero-division.js';

/** Bars on which the kernel and TA-Lib differ by more than 1e-6 + 1e-9 · |expected|, or only one of them is null. */
function differences(
  { series }: (typeof GOLDEN)[number],
  one: GoldenCase,
  output: string,
): { differing: string[]; zeroDivisions: number } {
  const expected = one.outputs[output] ?? { first: -1, values: [] };
  const actual = compute(one.code, series, ...one.params)[output] as Float64Array;
  const undefinedAt = zeroDivision(series, one, output);
  const differing: string[] = [];
  let zeroDivisions = 0;
  for (let i = 0; i < series.length; i++) {
    const value = actual[i] as number;
    const expectedValue = expected.first < 0 ? undefined : expected.values[i - expected.first];
    if (expectedValue !== undefined && undefinedAt(i)) {
      zeroDivisions++;
      if (!Number.isNaN(value)) differing.push(`[${i}] ${value}, expected null: 0/0`);
    } else if (expectedValue === undefined) {
      if (!Number.isNaN(value)) differing.push(`[${i}] ${value}, expected null`);
    } else if (!(Math.abs(value - expectedValue) <= 1e-6 + 1e-9 * Math.abs(expectedValue))) {
      differing.push(`[${i}] ${value}, expected ${expectedValue}`);
    }
  }
  return { differing, zeroDivisions };
}

describe.each(GOLDEN)('agreement with TA-Lib on the series "$name"', (golden) => {
  it.each(golden.cases.map((one) => ({ item: `${one.code}(${one.params})`, one })))('$item', ({ one }) => {
    for (const output of Object.keys(one.outputs)) {
      expect({ output, ...differences(golden, one, output) }).toMatchObject({ differing: [] });
    }
  });
});

it('the first value of every output is at the bar where TA-Lib has its first', () => {
  for (const { series, cases } of GOLDEN.filter(({ name }) => name !== 'flat')) {
    for (const { code, params, outputs } of cases) {
      const computed = compute(code, series, ...params);
      const firsts = Object.keys(outputs).map((output) =>
        (computed[output] as Float64Array).findIndex((value) => !Number.isNaN(value)),
      );
      expect({ code, params, firsts }).toEqual({
        code,
        params,
        firsts: Object.values(outputs).map(({ first }) => first),
      });
      const indicator = indicatorOf(code);
      const warmUp = indicator.warm_up_bars(paramsOf(indicator, params)) ?? 0;
      expect(Math.max(...firsts)).toBe(warmUp < series.length ? warmUp : -1);
    }
  }
});

it('the flat series puts 0/0 to the test in every indicator that divides', () => {
  const flat = GOLDEN.find(({ name }) => name === 'flat');
  if (flat === undefined) throw new Error('no flat series');
  const hit = flat.cases.filter((one) =>
    Object.keys(one.outputs).some((output) => differences(flat, one, output).zeroDivisions > 0),
  );
  expect([...new Set(hit.map(({ code }) => code))].sort()).toEqual(
    ['adx', 'adxr', 'cci', 'cmo', 'mfi', 'rsi', 'stochastic_fast', 'stochastic_slow', 'williams_r'].sort(),
  );
});
