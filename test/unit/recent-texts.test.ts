import { describe, expect, it } from '@jest/globals';
import { RecentTexts } from '../../src/database/caches/recent-texts.js';

describe('the most recent texts', () => {
  it('knows a text from its second time on, until a full number of others has come', () => {
    const recent = new RecentTexts(3);
    expect(['a', 'b', 'a', 'b'].map((text) => recent.note(text))).toEqual([false, false, true, true]);
    expect(['c', 'd'].map((text) => recent.note(text))).toEqual([false, false]); // d takes the place of a
    expect(['b', 'c', 'd', 'a'].map((text) => recent.note(text))).toEqual([true, true, true, false]);
  });

  it('tells apart texts that differ in one character, wherever it is', () => {
    const query = 'ticker=VNM&from_date=20200102&limit=250';
    const others = Array.from(
      query,
      (character, at) => `${query.slice(0, at)}${character === '1' ? '2' : '1'}${query.slice(at + 1)}`,
    );
    const recent = new RecentTexts(1000);
    expect([query, ...others].filter((text) => recent.note(text))).toEqual([]);
    expect([query, ...others].every((text) => recent.note(text))).toBe(true);
  });
});
