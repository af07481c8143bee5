import { describe, expect, it } from '@jest/globals';
import { retryAfterOf } from '../../src/outbound/retry-after.js';

const HOUR = 3_600_000;

describe('Retry-After', () => {
  it.each([
    ['5', 5_000],
    ['0', 0],
    ['86400', HOUR],
    ['99999999999999999999', HOUR],
    ['9'.repeat(400), HOUR],
    ['Fri, 31 Dec 9999 23:59:59 GMT', HOUR],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
    [undefined, 0],
  ])('%s is %i ms: an hour at most', (header, wait) => {
    expect(retryAfterOf(header)).toBe(wait);
  });
});
