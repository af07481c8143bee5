import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { cleanUp } from '../embedded/harness.js';
import { Client, quantile } from '../faults/client.js';
import { Service, urlOf } from '../faults/harness.js';
import { rounds } from '../faults/rounds.js';
import { figure } from '../figures.js';
import { processorSlowness } from '../processor.js';
import { LIVE_BESIDE_BODIES } from '../time-bounds.js';

const ROUNDS = rounds(5, 50);
const MEGABYTE = 1024 * 1024;
/** A little less than the largest body allowed. */
const MOST = 2 * MEGABYTE - 1_000;

/** Texts in sequence, separated by commas, up to a length. */
function listOf(item: (index: number) => string, length: number): string {
  const items: string[] = [];
  for (let size = 0; size < length; ) {
    const next = item(items.length);
    items.push(next);
    size += next.length + 1;
  }
  return items.slice(0, -1).join(',');
}

const keys = (count: number, name = 'unknown') =>
  Array.from({ length: count }, (_, index) => `"${name}_${index}":0`).join(',');

/** Bodies that cost the most for their size, and where they are sent. */
const BODIES: readonly [name: string, method: string, path: string, body: string][] = [
  ['unknown keys', 'POST', '/performance', `{${listOf((index) => `"unknown_${index}":0`, MEGABYTE)}}`],
  ['a wide list', 'POST', '/svc/quote/bulk/import', `[${listOf(() => '0', MEGABYTE)}]`],
  ['a deep list', 'POST', '/svc/quote/bulk/import', '['.repeat(MEGABYTE / 2) + ']'.repeat(MEGABYTE / 2)],
  [
    'many lists of some depth',
    'POST',
    '/svc/quote',
    `{"ticker":[${listOf(() => `${'['.repeat(29)}${']'.repeat(29)}`, MEGABYTE)}]}`,
  ],
  [
    'as many empty objects as are let pass',
    'POST',
    '/svc/quote/bulk/import',
    `[${Array(99_990).fill('{}').join(',')}]`,
  ],
  [
    'as many values of a field as are let pass',
    'POST',
    '/svc/quote',
    `{"ticker":[${Array(99_990).fill('0').join(',')}]}`,
  ],
  [
    '200 items of as many unknown keys as are let pass',
    'POST',
    '/svc/quote/bulk/import',
    `[${Array(200)
      .fill(`{${keys(249, 'u'.repeat(20))}}`)
      .join(',')}]`,
  ],
  [
    'integers beyond float64',
    'POST',
    '/svc/quote/bulk/import',
    `[${listOf(() => '12345678901234567890', MOST)}]`,
  ],
  [
    'as many integers beyond float64 as are let pass',
    'POST',
    '/svc/quote',
    `{"ticker":[${Array(19_990).fill('12345678901234567890').join(',')}]}`,
  ],
  ['one long text', 'POST', '/svc/quote', `{"ticker":"${'\\u0041'.repeat(MOST / 6 - 10)}"}`],
  ['an object that never ends', 'PUT', '/svc/settlement', '{"a":'.repeat(MEGABYTE / 5)],
];

describe('one small body cannot hold the event loop', () => {
  let control: TestApp;
  let service: Service;
  let client: Client;
  let probe: Client;
  beforeAll(async () => {
    control = await startApp();
    service = await Service.start({ DATABASE_URL: urlOf(control.address) });
    client = new Client(service.url);
    probe = new Client(service.url, null);
  });
  afterAll(async () => {
    client?.close();
    probe?.close();
    await control.close();
    await cleanUp();
  });

  /** Sends a body and polls /health/live until it is answered; returns the slowest poll, ms. */
  async function slowestBeside(method: string, path: string, body: string): Promise<number> {
    let isAnswered = false;
    const answer = client.sendText(method, path, body).finally(() => {
      isAnswered = true;
    });
    let slowest = 0;
    while (!isAnswered) {
      const live = await probe.get('/health/live');
      expect(live.status).toBe(200);
      slowest = Math.max(slowest, live.ms);
    }
    const { status } = await answer;
    expect({ path, status, isFit: status === 207 || (status >= 400 && status < 500) }).toMatchObject({
      isFit: true,
    });
    return slowest;
  }

  it.each(BODIES)('%s: the event loop is free again in time', async (name, method, path, body) => {
    expect(body.length).toBeLessThanOrEqual(2 * MEGABYTE);
    const slowest: number[] = [];
    for (let round = 0; round < ROUNDS; round++) slowest.push(await slowestBeside(method, path, body));
    const bound = LIVE_BESIDE_BODIES * processorSlowness();
    // The best of three: other work takes caches from it, and processor time from the compiler of its code.
    let threadTime = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3 && threadTime >= bound; attempt++) {
      const before = loopTime(service);
      for (let round = 0; round < ROUNDS; round++) await client.sendText(method, path, body);
      threadTime = Math.min(threadTime, (loopTime(service) - before) / ROUNDS);
    }
    figure(
      'N3',
      `${name}, ${(body.length / MEGABYTE).toFixed(1)} MB to ${path}`,
      ROUNDS,
      `${threadTime.toFixed(0)} ms of the event loop’s thread each; the slowest /health/live meanwhile ${quantile(slowest, 0.5).toFixed(0)} ms (median)`,
    );
    expect(threadTime).toBeLessThan(bound);
  });
});

/**
 * Processor time of the event loop's thread so far, ms: while a body uses it, nobody else is answered, and other work
 * of the machine adds nothing to it. Linux counts hundredths of a second.
 */
function loopTime({ pid }: Service): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return 10 * (Number(user) + Number(system));
}
