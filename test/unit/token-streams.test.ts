import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { RecentTokens } from '../../src/limits/recent-tokens.js';
import { TokenStreams } from '../../src/limits/token-streams.js';

/** What the gate looks at of a request. */
const requestOf = (id: string) => ({ user: { id } }) as unknown as Request;

describe('streams of one token', () => {
  it('flow all at the same time while nobody else asks', async () => {
    const streams = new TokenStreams(new RecentTokens());
    const places = [await streams.enter(requestOf('one')), await streams.enter(requestOf('one'))];
    expect(places.map((place) => place.turn())).toEqual([undefined, undefined]);
  });

  it('flow on half of the processors while others ask, each as soon as the time of another is over', async () => {
    const tokens = new RecentTokens();
    const streams = new TokenStreams(tokens);
    const places = [];
    for (let at = 0; at < 5; at++) places.push(await streams.enter(requestOf('one')));
    tokens.note('one');
    tokens.note('other');
    let passed = 0;
    const turns = places.map((place) => place.turn()?.then(() => ++passed));
    await setImmediate();
    expect(passed).toBe(Math.min(places.length, Math.max(1, Math.floor(availableParallelism() / 2))));
    await Promise.all(turns);
    expect(passed).toBe(places.length);
  });

  it('wait for none of another token', async () => {
    const tokens = new RecentTokens();
    const streams = new TokenStreams(tokens);
    const [one, other] = [await streams.enter(requestOf('one')), await streams.enter(requestOf('other'))];
    tokens.note('one');
    tokens.note('other');
    let passed = 0;
    const turns = [one, other].map((place) => place.turn()?.then(() => ++passed));
    await setImmediate();
    expect(passed).toBe(2);
    await Promise.all(turns);
  });
});
