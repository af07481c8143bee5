import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { connectionSettings, endConnection } from '../../src/database/connection/connection.js';
import { isDatabaseAway } from '../../src/database/connection/database-errors.js';
import { aQuote } from '../builders/quotes.js';
import { cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { beside, READINESS, SILENT_LOSS, SILENT_LOSS_RECOVERY } from '../time-bounds.js';
import { BareServer } from './bare-server.js';
import { type Answer, Client, counted, isFitForOutage, quantile } from './client.js';
import { connect, Service } from './harness.js';
import type { Ledger } from './ledger.js';
import { type Direction, Network } from './network.js';
import { type Primary, startPrimary } from './replica-harness.js';
import { PATIENCE, rounds } from './rounds.js';
import { Traffic, usualWorks } from './traffic.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(1, 10);
/** How long nothing arrives, ms. */
const SPLIT = rounds(4, 30) * 1_000;
/** Pause between two readiness checks, ms. */
const LOOK = 20;
/** Makes the service query the database, whatever is in memory. */
const NO_MEMORY = { 'Cache-Control': 'no-cache' };

/** One process, and in full runs several too. */
const WORKERS = [1, 2].slice(0, rounds(1, 2));

describe.each(WORKERS)('the way to the database is lost without a word, %i workers', (workers) => {
  let primary: Primary;
  let network: Network;
  let service: Service;
  let client: Client;
  let bare: BareServer;
  beforeAll(async () => {
    bare = await BareServer.start();
    primary = await startPrimary();
    network = await Network.to(primary.connection);
    service = await Service.start({ DATABASE_URL: network.url, WORKERS: String(workers) });
    client = new Client(service.url);
    expect((await client.put('/svc/quote', aQuote())).status).toBe(201);
  });
  afterEach(() => network.heal());
  afterAll(async () => {
    client?.close();
    await cleanUp();
  });

  it('connections are forgotten, new ones work: no request is slow, and all is well by itself', async () => {
    const traffic = new Traffic(service, works);
    const recoveries: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await traffic.recovery(performance.now());
      network.forget();
      recoveries.push(await traffic.recovery(performance.now()));
    }
    await expectNothingLost(traffic);
    report('forgotten', traffic, recoveries, ROUNDS, '');
  });

  it.each<[string, Direction[]]>([
    ['in both directions', ['there', 'back']],
    ['to the database', ['there']],
    ['from the database', ['back']],
  ])('nothing arrives %s: 503 in time, not ready, and recovery when it does', async (name, directions) => {
    const traffic = new Traffic(service, works);
    await traffic.recovery(performance.now());
    const began = performance.now();
    network.split(...directions);
    await until('it is not ready', async () => (await ready()).status === 503);
    const detection = performance.now() - began;
    expect(detection).toBeLessThan(beside(READINESS, bare.slowest(began)));
    const states: Answer[] = [];
    while (performance.now() < began + SPLIT) {
      states.push(await ready());
      await sleep(LOOK);
    }
    expect(states.filter((answer) => answer.status !== 503 || !isFitForOutage(answer))).toEqual([]);
    expect((await client.get('/health/live')).status).toBe(200);
    network.heal();
    const healedAt = performance.now();
    await until('it is ready', async () => (await ready()).status === 200);
    const recovery = await traffic.recovery(healedAt);
    await expectNothingLost(traffic);
    report(
      `not arriving ${name} for ${SPLIT / 1000} s`,
      traffic,
      [recovery],
      1,
      `readiness 503 after ${detection.toFixed(0)} ms; `,
    );
  });

  it('a slow way is not a lost one', async () => {
    const traffic = new Traffic(service, works);
    network.delay(200);
    await traffic.recovery(performance.now());
    const answers = await Promise.all(Array.from({ length: 10 }, ready));
    network.heal();
    await traffic.stop();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect([...traffic.unfit, ...traffic.errors]).toEqual([]);
    expect([...traffic.codes]).toEqual([]);
  });

  it('a long statement is left alone', async () => {
    const locker = await connect(primary.connection);
    await locker.query('BEGIN; LOCK TABLE quote IN EXCLUSIVE MODE');
    const write = client.put('/svc/quote', aQuote({ volume: 7 }));
    const began = performance.now();
    // Longer than it takes to notice a loss.
    await until('it has waited', () => performance.now() - began > SILENT_LOSS);
    await locker.query('COMMIT');
    expect((await write).status).toBe(200);
  });

  it('rows that a forgotten transaction has locked are free again soon', async () => {
    const through = { url: network.url };
    const lostClient = new pg.Client(connectionSettings(through));
    lostClient.on('error', () => undefined);
    await lostClient.connect();
    await lostClient.query('BEGIN; UPDATE quote SET volume = 1');
    network.forget();
    const began = performance.now();
    await until('it can be written', async () => (await client.put('/svc/quote', aQuote())).status === 200);
    expect(performance.now() - began).toBeLessThan(beside(SILENT_LOSS_RECOVERY, bare.slowest(began)));
    await endConnection(lostClient);
  });

  const ready = () => client.get('/health/ready');

  /** The usual works, and reads of several kinds that go to the database. */
  function works(ledger: Ledger) {
    return {
      ...usualWorks(ledger),
      hot: (reader: Client) => reader.get('/quote?ticker=VNM', NO_MEMORY),
      weekly: (reader: Client) => reader.get('/quote?ticker=VNM&interval=1w', NO_MEMORY),
      stored: (reader: Client) => reader.get('/svc/quote?ticker=VNM', NO_MEMORY),
      tokens: (reader: Client) => reader.get('/svc/token'),
    };
  }

  async function expectNothingLost(traffic: Traffic): Promise<void> {
    await traffic.stop();
    const unfit = [...traffic.unfit, ...traffic.ledger.unfit];
    expect({ unfit, errors: traffic.errors }).toEqual({ unfit: [], errors: [] });
    expect(traffic.slowest).toBeLessThan(beside(SILENT_LOSS, bare.slowest(traffic.began)));
    expect(await traffic.ledger.verify(client)).toEqual([]);
  }

  function report(
    loss: string,
    traffic: Traffic,
    recoveries: readonly number[],
    times: number,
    more: string,
  ): void {
    figure(
      'F1',
      `connections ${loss}, under load of 12 clients, ${workers} worker${workers > 1 ? 's' : ''}`,
      times,
      `${more}${counted(traffic.answers)} answers, ${counted(traffic.refusals.length)} of them 503, no other 5xx, slowest ${traffic.slowest.toFixed(0)} ms; every kind of request succeeds again after ${quantile(recoveries, 0.5).toFixed(0)} (at most ${Math.max(...recoveries).toFixed(0)}) ms; 0 of ${counted(traffic.ledger.items)} items reported CREATED lost`,
    );
    expect(Math.max(...recoveries)).toBeLessThan(beside(SILENT_LOSS_RECOVERY, bare.slowest(traffic.began)));
  }
});

it('a connection that is not made in time means that the database is away', async () => {
  const primary = await startPrimary();
  const network = await Network.to(primary.connection);
  network.split();
  const client = new pg.Client(connectionSettings({ url: network.url }));
  const failure = await client.connect().catch((error: unknown) => error);
  expect(isDatabaseAway(failure)).toBe(true);
  await cleanUp();
});
