import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { TWO_SECONDS } from '../time-bounds.js';
import { expectProblem } from './wire.js';

describe('contract 1: RateLimit and 429', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ RATE_LIMIT_PER_MINUTE: '6' });
  });
  afterAll(() => service.close());

  const state = (headers: Record<string, string>) => {
    const [, remaining, reset] = /^"token";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? [];
    return { remaining: Number(remaining), reset: Number(reset) };
  };

  it('every authenticated response reports the quota of the token, failed ones as well', async () => {
    const token = await service.token('reader');
    const balances: number[] = [];
    for (const path of [
      '/quote',
      '/quote?limit=0',
      '/svc/audit',
      '/svc/quote/00000000-0000-4000-8000-000000000000',
      '/quote?format=csv',
    ]) {
      const { headers } = await service.get(path, token);
      expect(headers['ratelimit-policy']).toBe('"token";q=6;w=60');
      balances.push(state(headers).remaining);
      expect(state(headers).reset).toBeGreaterThan(0);
      expect(state(headers).reset).toBeLessThanOrEqual(60);
    }
    expect(balances).toEqual([5, 4, 3, 2, 1]);
  });

  it('429 past the quota with Retry-After; another token and the health checks are untouched', async () => {
    const token = await service.token('reader');
    for (let request = 0; request < 6; request++) await service.get('/quote', token).expect(200);
    const refusal = await service.get('/quote', token);
    expectProblem(refusal, 429, 'too_many_requests');
    expect(Number(refusal.headers['retry-after'])).toBe(state(refusal.headers).reset);
    expect(state(refusal.headers).remaining).toBe(0);
    await service.get('/quote', await service.token('reader')).expect(200);
    await service.get('/health/live', token).expect(200);
  });

  it('Retry-After is accurate: it runs down with the clock', async () => {
    const token = await service.token('reader');
    for (let request = 0; request < 7; request++) await service.get('/quote', token);
    const retryAfter = async () =>
      Number((await service.get('/quote', token).expect(429)).headers['retry-after']);
    const began = performance.now();
    const first = await retryAfter();
    const answeredAt = performance.now();
    expect(first).toBeLessThanOrEqual(60);
    let now = first;
    let lastBefore = answeredAt;
    await until('it says two seconds less', async () => {
      const sentAt = performance.now();
      now = await retryAfter();
      if (now > first - 2) lastBefore = sentAt;
      return now <= first - 2;
    });
    const seconds = (performance.now() - began) / 1000;
    expect(seconds).toBeGreaterThan(first - now - 1);
    // By the time of sending: how long a busy machine takes to answer is another matter.
    expect(lastBefore - answeredAt).toBeLessThan(TWO_SECONDS);
    figure(
      'S19',
      'Retry-After of a token past its quota',
      1,
      `ran from ${first} to ${now} in ${seconds.toFixed(1)} s`,
    );
  });

  it('refused requests do nothing', async () => {
    const token = await service.token('maker');
    for (let request = 0; request < 6; request++) await service.get('/quote', token).expect(200);
    const body = { ticker: 'VNM', date: '20240131', open: 1, high: 1, low: 1, close: 1, volume: 1 };
    expectProblem(await service.post('/svc/quote', body, token), 429);
    expect(await service.sql('SELECT FROM quote')).toHaveLength(0);
  });
});
