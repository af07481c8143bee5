import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { BearerStrategy } from '../../src/auth/bearer.strategy.js';
import type { StreamPlace } from '../../src/http/replies/stream-gate.js';
import { RecentTokens } from '../../src/limits/recent-tokens.js';
import { TokenStreams } from '../../src/limits/token-streams.js';

/** The part of a request that the gate uses. */
const requestOf = (id: string) => ({ user: { id } }) as unknown as Request;

/** No token is withdrawn. */
const streamsOf = (tokens: RecentTokens) =>
  new TokenStreams(tokens, { isWithdrawn: async () => false } as unknown as BearerStrategy);

describe('streams of one token', () => {
  it('flow all at the same time while nobody else sends requests', async () => {
    const streams = streamsOf(new RecentTokens());
    const places = [await streams.enter(requestOf('one')), await streams.enter(requestOf('one'))];
    expect(places.map((place) => place.turn())).toEqual([undefined, undefined]);
  });

  it('flow on half of the processors while others ask, each as soon as the time of another is over', async () => {
    const tokens = new RecentTokens();
    const streams = streamsOf(tokens);
    const places = [];
    for (let at = 0; at < 5; at++) places.push(await streams.enter(requestOf('one')));
    for (const place of places) place.turn();
    tokens.note('one');
    tokens.note('other');
    let passes = 0;
    const turns = places.map((place) => place.turn()?.then(() => ++passes));
    await setImmediate();
    expect(passes).toBe(Math.min(places.length, Math.max(1, Math.floor(availableParallelism() / 2))));
    await Promise.all(turns);
    expect(passes).toBe(places.length);
  });

  it('do not wait for those of another token', async () => {
    const tokens = new RecentTokens();
    const streams = streamsOf(tokens);
    const [one, other] = [await streams.enter(requestOf('one')), await streams.enter(requestOf('other'))];
    tokens.note('one');
    tokens.note('other');
    let passes = 0;
    const turns = [one, other].map((place) => place.turn()?.then(() => ++passes));
    await setImmediate();
    expect(passes).toBe(2);
    await Promise.all(turns);
  });

  it('begin on half of the processors while others ask, the next when one has its first row or has ended', async () => {
    const tokens = new RecentTokens();
    const streams = streamsOf(tokens);
    tokens.note('one');
    tokens.note('other');
    const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
    const first = [];
    for (let at = 0; at < atOnce; at++) first.push(await streams.enter(requestOf('one')));
    const entered: StreamPlace[] = [];
    const next = [0, 1].map(() =>
      streams.enter(requestOf('one')).then((place) => {
        entered.push(place);
      }),
    );
    await streams.enter(requestOf('other'));
    expect(entered).toHaveLength(0);
    void first[0]?.turn();
    await next[0];
    first[0]?.leave();
    await setImmediate();
    expect(entered).toHaveLength(1);
    entered[0]?.leave();
    await next[1];
  });
});
