import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GUESSES, GuessThrottle, networkOf } from '../../src/auth/guess-throttle.js';
import { isWellFormedToken, newToken } from '../../src/auth/token-format.js';
import { TooManyRequests } from '../../src/errors/domain-errors.js';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { expectProblem, type Send, type WireAnswer, wire } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { counted } from '../faults/client.js';
import { PATIENCE, rounds } from '../faults/rounds.js';
import { figure } from '../figures.js';
import { REVOCATION } from '../time-bounds.js';

const TRIES = rounds(1_000, 10_000);
/** Requests in flight at once. */
const WIDTH = 16;

/** A token with our form and a valid checksum that belongs to nobody. */
const wellFormed = () => newToken();
/** A token of our form with a wrong checksum. */
const mistypedToken = () => {
  const token = newToken();
  return `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
};

describe('S3, S6: guesses of tokens', () => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
  });
  afterAll(() => service.close());
  /** Every test begins without recorded guesses from its address. */
  afterEach(() => service.inside('forgetGuesses'));

  /** Number of statements that look tokens up during the work. */
  const lookups = async (work: () => Promise<void>): Promise<number> => {
    await service.inside('countTokenLookups');
    await work();
    return service.inside('tokenLookups');
  };

  const guess = async (
    count: number,
    token: () => string,
    path = '/quote?limit=1',
  ): Promise<WireAnswer[]> => {
    const answers: WireAnswer[] = [];
    const worker = async () => {
      while (answers.length + WIDTH <= count + WIDTH - 1)
        answers.push(await send('GET', path, { token: token() }));
    };
    await Promise.all(Array.from({ length: WIDTH }, worker));
    return answers;
  };

  /** 401 for as many guesses as a minute allows, 429 for the rest; a slow machine may need several minutes. */
  const expectThrottled = (answers: readonly WireAnswer[], began: number) => {
    const refusals = answers.filter(({ status }) => status === 401);
    const throttled = answers.filter(({ status }) => status === 429);
    const minutes = Math.floor((performance.now() - began) / 60_000) + 1;
    expect(refusals.length).toBeGreaterThanOrEqual(GUESSES);
    expect(refusals.length).toBeLessThanOrEqual(GUESSES * minutes);
    expect(refusals.length + throttled.length).toBe(answers.length);
    expect(throttled.length).toBeGreaterThan(0);
    return throttled;
  };

  it('a token has a prefix, at least 160 random bits and a CRC-32; no two are equal', () => {
    const tokens = Array.from({ length: 1_000 }, newToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) {
      expect(token).toMatch(/^mds_[0-9A-Za-z]{42}$/);
      expect(isWellFormedToken(token)).toBe(true);
    }
    expect(Math.floor(36 * Math.log2(62))).toBeGreaterThanOrEqual(160);
    // Any single wrong character is detected; so is any swap of two.
    const token = tokens[0] as string;
    for (let place = 4; place < token.length; place++) {
      const other = token[place] === 'x' ? 'y' : 'x';
      expect(isWellFormedToken(token.slice(0, place) + other + token.slice(place + 1))).toBe(false);
    }
  });

  it(
    `${counted(TRIES)} tokens with a wrong checksum: no query, 401 and then 429; good tokens go on`,
    async () => {
      const goodToken = await service.token('reader');
      const began = performance.now();
      let answers: WireAnswer[] = [];
      const statements = await lookups(async () => {
        answers = await guess(TRIES, mistypedToken);
      });
      expect(statements).toBe(0);
      const throttled = expectThrottled(answers, began);
      for (const answer of throttled.slice(0, 20)) {
        expectProblem(answer, 429, 'too_many_requests');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
      }
      await service.get('/quote?limit=1', goodToken).expect(200);
      await service.get('/quote?limit=1').expect(200);
      await service.get('/quote?limit=1', await service.token('reader')).expect(200); // one never seen before
      figure(
        'S6',
        'tokens with a wrong checksum',
        answers.length,
        `0 queries; ${GUESSES} answered 401, the rest 429; good tokens of the address unaffected`,
      );
    },
    PATIENCE,
  );

  it(
    'well-formed unknown tokens are looked up together, at most four statements at a time, and throttled too',
    async () => {
      const count = TRIES;
      const began = performance.now();
      let answers: WireAnswer[] = [];
      const statements = await lookups(async () => {
        answers = await guess(count, wellFormed);
      });
      expectThrottled(answers, began);
      expect(statements).toBeLessThanOrEqual(answers.length);
      const [repeatedToken] = [wellFormed()];
      const again = await lookups(async () => {
        await guess(500, () => repeatedToken);
      });
      expect(again).toBeLessThanOrEqual(WIDTH); // those in flight before the first answer
      figure(
        'S6',
        'well-formed tokens of nobody',
        answers.length,
        `${counted(statements)} queries, 4 at a time at most; 500 times the same one: ${again}`,
      );
    },
    PATIENCE,
  );

  it('the fast lane counts guesses like the usual way', async () => {
    const began = performance.now();
    expectThrottled(await guess(GUESSES + 50, wellFormed, '/quote?ticker=VNM'), began);
  });

  it('a missing or malformed Authorization header is not a guess', async () => {
    for (let request = 0; request < GUESSES + 20; request++) {
      const headers: Record<string, string> = request % 2 === 0 ? {} : { Authorization: 'Basic eDp5' };
      const { status } = await send('GET', '/quote', { token: null, headers });
      if (status !== 401) expect(status).toBe(401);
    }
  });

  it('X-Forwarded-For and its kin change nothing: the address is the socket’s', async () => {
    let number = 0;
    const headers = () => {
      number += 1;
      const address = `203.0.${number >> 8}.${number & 255}`;
      return { 'X-Forwarded-For': address, Forwarded: `for=${address}`, 'X-Real-IP': address };
    };
    const statuses: number[] = [];
    for (let request = 0; request < GUESSES + 10; request++) {
      statuses.push((await send('GET', '/quote', { token: 'mds_guess', headers: headers() })).status);
    }
    expect(statuses.slice(-10)).toEqual(Array(10).fill(429));
  });

  it('Retry-After is accurate: a wrong token is 401 again after that many seconds, not before', () => {
    const throttle = new GuessThrottle();
    const began = 1_700_000_000_000;
    for (let each = 0; each < GUESSES; each++) throttle.countRefusal('192.0.2.1', began + each);
    let wait = 0;
    try {
      throttle.countRefusal('192.0.2.1', began + 20_500);
    } catch (error) {
      wait = (error as TooManyRequests).retryAfter;
    }
    expect(wait).toBe(40);
    expect(() => throttle.countRefusal('192.0.2.1', began + 20_500 + (wait - 1) * 1000)).toThrow(
      TooManyRequests,
    );
    expect(() => throttle.countRefusal('192.0.2.1', began + 20_500 + wait * 1000)).not.toThrow();
    expect(() => throttle.countRefusal('192.0.2.2', began)).not.toThrow();
  });

  it('memory is bounded: ten thousand addresses at most, however many guess', () => {
    const throttle = new GuessThrottle();
    for (let each = 0; each < 50_000; each++)
      throttle.countRefusal(`10.${each >> 16}.${(each >> 8) & 255}.${each & 255}`);
    expect(throttle.size).toBe(10_000);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('the address %s counts as %s', (address, place) => {
    expect(networkOf(address)).toBe(place);
  });

  it('a token revoked by one instance is refused by another within 5 s, on both lanes', async () => {
    const other = await startAppOn(service.address);
    try {
      const { id, token } = await service.inside('issueToken', {
        kind: 'user',
        role: 'reader',
        principal: 'leaver@example.com',
        expiresAt: null,
      });
      const status = async (path: string) =>
        (
          await fetch(other.url + path, {
            headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
          })
        ).status;
      expect(await status('/quote?ticker=VNM')).toBe(200);
      await service.inside('revokeToken', id);
      const began = performance.now();
      let lastGood = began;
      await until('the other instance refuses it', async () => {
        const sentAt = performance.now();
        if ((await status('/quote?ticker=VNM')) === 401) return true;
        lastGood = sentAt;
        return false;
      });
      const seconds = (performance.now() - began) / 1000;
      expect(await status('/quote?limit=1')).toBe(401);
      // By the time of sending: how long a busy machine takes to answer is another matter.
      expect(lastGood - began).toBeLessThan(REVOCATION);
      figure('S3', 'revoked by one instance, refused by another', 1, `after ${seconds.toFixed(1)} s`);
    } finally {
      await other.close();
    }
  });
});
