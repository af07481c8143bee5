import { describe, expect, it } from '@jest/globals';
import { RecentTokens } from '../../src/limits/recent-tokens.js';

describe('a token is alone', () => {
  it('while nobody else has sent a request', () => {
    const tokens = new RecentTokens();
    expect(tokens.isAlone('one', 0)).toBe(true);
    tokens.note('one', 0);
    tokens.note('one', 10);
    expect(tokens.isAlone('one', 10)).toBe(true);
  });

  it('and not for a second after another one did, whichever sent the last one', () => {
    const tokens = new RecentTokens();
    tokens.note('one', 0);
    tokens.note('other', 100);
    tokens.note('one', 200);
    tokens.note('one', 300);
    expect(tokens.isAlone('one', 300)).toBe(false);
    expect(tokens.isAlone('other', 300)).toBe(false);
    expect(tokens.isAlone('one', 1_100)).toBe(false);
    expect(tokens.isAlone('one', 1_101)).toBe(true);
    expect(tokens.isAlone('other', 1_301)).toBe(true);
  });

  it('of three, none', () => {
    const tokens = new RecentTokens();
    for (const [at, token] of ['one', 'two', 'three', 'one', 'two'].entries()) tokens.note(token, at);
    for (const token of ['one', 'two', 'three']) expect(tokens.isAlone(token, 5)).toBe(false);
  });
});
