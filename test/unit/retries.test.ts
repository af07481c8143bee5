import { describe, expect, it } from '@jest/globals';
import { RaceLost, withConflictRetries } from '../../src/database/conflicts.js';
import { TooMuchContention } from '../../src/errors/domain-errors.js';
import { exponential, withRetries } from '../../src/errors/retries.js';

/** Work that fails with the given failures, one per run, and then returns the number of the successful run. */
function failing(...failures: unknown[]) {
  const runs: number[] = [];
  const work = async (attempt = runs.length + 1) => {
    runs.push(attempt);
    if (attempt <= failures.length) throw failures[attempt - 1];
    return attempt;
  };
  return { work, runs };
}
const sqlError = (code: string) => Object.assign(new Error(code), { code });

describe('withRetries', () => {
  it('runs work again while the policy says that its failure may pass', async () => {
    const { work, runs } = failing(new RangeError('1'), new RangeError('2'));
    const whenCalls: unknown[] = [];
    const when = (failure: unknown, attempt: number) => {
      whenCalls.push([(failure as Error).message, attempt]);
      return failure instanceof RangeError;
    };
    expect(await withRetries(work, { when })).toBe(3);
    expect(runs).toEqual([1, 2, 3]);
    expect(whenCalls).toEqual([
      ['1', 1],
      ['2', 2],
    ]);
  });

  it('throws any other failure at once, and the last one when the attempts are used up', async () => {
    const other = failing(new RangeError('passes'), new TypeError('stays'));
    const when = (failure: unknown) => failure instanceof RangeError;
    await expect(withRetries(other.work, { when })).rejects.toThrow('stays');
    const long = failing(...Array.from({ length: 9 }, (_, index) => new RangeError(String(index + 1))));
    await expect(withRetries(long.work, { when, attempts: 4 })).rejects.toThrow('4');
    expect(long.runs).toEqual([1, 2, 3, 4]);
  });

  it('asks for a pause after each failure that is followed by a run', async () => {
    const failures: number[] = [];
    const pause = (count: number) => {
      failures.push(count);
      return 0;
    };
    const { work } = failing('a', 'b', 'c');
    await expect(withRetries(work, { when: () => true, attempts: 3, pause })).rejects.toBe('c');
    expect(failures).toEqual([1, 2]);
  });

  it('exponential pauses double up to the longest, less a share left to chance', () => {
    const plain = exponential(50, 1_000);
    expect([1, 2, 3, 5, 6, 1_000].map(plain)).toEqual([50, 100, 200, 800, 1_000, 1_000]);
    const random = exponential(50, 1_000, 0.5);
    for (let round = 0; round < 100; round++) {
      expect(random(3)).toBeGreaterThan(100);
      expect(random(3)).toBeLessThanOrEqual(200);
    }
  });
});

describe('withConflictRetries', () => {
  it('runs a write again after a serialization failure, a deadlock and a lost race', async () => {
    const { work, runs } = failing(sqlError('40001'), sqlError('40P01'), new RaceLost());
    expect(await withConflictRetries(() => work(), 4)).toBe(4);
    expect(runs).toHaveLength(4);
  });

  it('gives up with TooMuchContention, and throws every other error as it is', async () => {
    const lost = failing(sqlError('40001'), sqlError('40001'));
    await expect(withConflictRetries(() => lost.work(), 2)).rejects.toBeInstanceOf(TooMuchContention);
    const unique = failing(sqlError('23505'));
    await expect(withConflictRetries(() => unique.work(), 2)).rejects.toMatchObject({ code: '23505' });
    expect(unique.runs).toHaveLength(1);
  });
});
