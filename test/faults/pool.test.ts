import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { beside, CONNECTION_WAIT, UNAFFECTED } from '../time-bounds.js';
import { BareServer } from './bare-server.js';
import { type Answer, Client, isFitForOutage, json, quantile } from './client.js';
import { connect, Service, urlOf } from './harness.js';
import { PATIENCE, rounds } from './rounds.js';

jest.setTimeout(PATIENCE);

const REQUESTS = 200;
/** Connections of the pool that serves single writes (src/database/database.ts). */
const POOL = 16;
/** Writes of each of twice as many clients. */
const WRITES = rounds(60, 600);

describe('every connection of the pool waits for a row lock', () => {
  let control: TestApp;
  let service: Service;
  let client: Client;
  let locker: pg.Client;
  beforeAll(async () => {
    control = await startApp();
    service = await Service.start({ DATABASE_URL: urlOf(control.address) });
    client = new Client(service.url);
    locker = await connect(control.address);
    await client.post('/svc/quote', aQuote());
    await Promise.all(Array.from({ length: REQUESTS }, () => client.get('/health/live')));
  });
  afterAll(async () => {
    client.close();
    await control.close();
    await cleanUp();
  });

  it(`${REQUESTS} writes at once: 503 after the wait limit, the rest goes on, and all is well afterwards`, async () => {
    const bare = await BareServer.start();
    await locker.query('BEGIN; SELECT 1 FROM quote FOR UPDATE');
    const began = performance.now();
    const refusals: Answer[] = [];
    const writes = Array.from({ length: REQUESTS }, (_, index) =>
      client.put('/svc/quote', aQuote({ volume: index })).then((answer) => {
        if (answer.status === 503) refusals.push(answer);
        return answer;
      }),
    );
    // Answered once the burst has been accepted, which is a different load from that of an exhausted pool.
    await client.get('/health/live');
    const probes = await probe(service);
    // Requests that wait in vain are answered first, those that hold a connection once the lock has gone.
    await until('the refusals end', () => refusals.length >= REQUESTS - POOL);
    await locker.query('COMMIT');
    const answers = await Promise.all(writes);
    const done = answers.filter((answer) => answer.status === 200);
    const slowest = Math.max(...refusals.map((answer) => answer.ms));
    const worst = (name: string) =>
      Math.max(...(probes.get(name) ?? []).map((answer) => answer.ms)).toFixed(0);
    figure(
      'R7',
      'every connection waits for a row lock',
      1,
      `${REQUESTS} writes, ${refusals.length} with 503 after at most ${slowest.toFixed(0)} ms (median ${quantile(
        refusals.map((answer) => answer.ms),
        0.5,
      ).toFixed(
        0,
      )} ms), ${done.length} done after the lock; meanwhile at most: live ${worst('live')} ms, 401 ${worst('401')} ms, 404 ${worst('404')} ms`,
    );
    expect(answers.filter((answer) => !isFitForOutage(answer))).toEqual([]);
    expect(refusals.length + done.length).toBe(REQUESTS);
    // While the database has missed a heartbeat, it may be away.
    const codes = new Set(refusals.map((answer) => String(json(answer).code)));
    expect([...codes].filter((code) => code !== 'database_away')).toEqual(['busy']);
    const machine = bare.slowest(began);
    expect(slowest).toBeLessThan(beside(CONNECTION_WAIT, machine));
    for (const [name, list] of probes) {
      expect({ name, statuses: new Set(list.map((answer) => answer.status)) }).toEqual({
        name,
        statuses: new Set([name === 'live' ? 200 : Number(name)]),
      });
      expect(
        quantile(
          list.map((answer) => answer.ms),
          0.9,
        ),
      ).toBeLessThan(beside(UNAFFECTED, machine));
    }
    const after = await Promise.all(Array.from({ length: 40 }, () => client.get('/quote?limit=1')));
    expect(after.map((answer) => answer.status)).toEqual(after.map(() => 200));
    expect(json(after[0] as Answer)).toMatchObject({ meta: { count: 1 } });
  });
});

describe('every connection of the pool writes one of few quotes, whose flags change', () => {
  let control: TestApp;
  let service: Service;
  beforeAll(async () => {
    control = await startApp();
    service = await Service.start({ DATABASE_URL: urlOf(control.address) });
  });
  afterAll(async () => {
    await control.close();
    await cleanUp();
  });

  it('no write fails, although their checks lock the same quotes', async () => {
    const client = new Client(service.url);
    const write = (ticker: string, date: string, close: number) =>
      client.put('/svc/quote', aQuote({ ticker, date, open: close, high: close, low: close, close }));
    const tickers = ['HOTA', 'HOTB', 'HOTC'];
    for (const ticker of tickers) await write(ticker, '2024-01-30', 10_000);
    const statuses: number[] = [];
    let isDone = false;
    const writers = Array.from({ length: 2 * POOL }, async (_, index) => {
      const ticker = tickers[index % tickers.length] ?? '';
      for (let turn = 0; turn < WRITES; turn++) {
        // Now the price jumps, now it does not.
        const close = (index + turn) % 2 === 0 ? 10_000 : 20_000;
        // Twice as many as connections: on a slow machine some wait for one in vain.
        const status = await until('it is not refused', async () => {
          const answer = await write(ticker, '2024-01-31', close);
          return isBusy(answer) ? undefined : answer.status;
        });
        statuses.push(status);
      }
    });
    const reader = (async () => {
      while (!isDone) {
        const answer = await client.get('/svc/quote/approval?limit=5');
        if (!isBusy(answer)) expect(answer.status).toBe(200);
      }
    })();
    await Promise.all(writers);
    isDone = true;
    await reader;
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    client.close();
  });
});

/** Whether no connection was free in time. */
const isBusy = (answer: Answer) => answer.status === 503 && json(answer).code === 'busy';

/** Sends each request that needs no database ten times: the process, without a token, and an unknown path. */
async function probe(service: Service): Promise<Map<string, Answer[]>> {
  const stranger = new Client(service.url, null);
  const caller = new Client(service.url);
  const kinds: [string, () => Promise<Answer>][] = [
    ['live', () => stranger.get('/health/live')],
    ['401', () => stranger.get('/quote')],
    ['404', () => caller.get('/no/such/path')],
  ];
  const answers = new Map<string, Answer[]>(kinds.map(([name]) => [name, []]));
  for (let turn = 0; turn < 10; turn++) {
    await Promise.all(kinds.map(async ([name, ask]) => answers.get(name)?.push(await ask())));
  }
  stranger.close();
  caller.close();
  return answers;
}
