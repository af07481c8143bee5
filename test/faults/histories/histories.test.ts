import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/database/embedded/embedded-postgres.js';
import { sendSignal } from '../../../src/database/embedded/postmaster.js';
import { answers, cleanUp, keep, until } from '../../embedded/harness.js';
import { preparedFolder } from '../../embedded/prepared-folder.js';
import { figure } from '../../figures.js';
import { counted } from '../client.js';
import { backendOf, Service, urlOf } from '../harness.js';
import { PATIENCE, Rounds, rounds } from '../rounds.js';
import { judge } from './linearizability.js';
import { QUOTE_REGISTER, type QuoteCall, withLostUpdate, withStaleRead } from './quote-register.js';
import { type Instance, QuoteTraffic, Tally } from './quote-traffic.js';

jest.setTimeout(PATIENCE);

/** Histories of a round: the keys used in it. */
const KEYS = rounds(60, 100);
const ROUNDS = rounds(3, 1_000);
const CLIENTS = 16;
/** A fault occurs every FAULT_EVERY rounds. */
const FAULT_EVERY = rounds(1, 10);

describe('random clients of two instances that are killed, with their database, again and again', () => {
  let postgres: EmbeddedPostgres;
  let environment: Record<string, string>;
  let services: Service[];
  const instances: Instance[] = [];
  beforeAll(async () => {
    postgres = keep(await startEmbeddedPostgres({ dataDir: await preparedFolder(), role: 'service' }));
    environment = { DATABASE_URL: urlOf(postgres.connection) };
    services = await Promise.all([Service.start(environment), Service.start(environment)]);
    for (const { url } of services) instances.push({ url });
  });
  afterAll(cleanUp);

  const killService = (index: number) => async () => {
    const service = services[index] as Service;
    service.signal('SIGKILL');
    await service.ended();
    const next = await Service.start(environment);
    services[index] = next;
    (instances[index] as Instance).url = next.url;
  };
  const killServer = (victim: (postmaster: number) => number) => async () => {
    sendSignal(victim(postgres.pid), 'SIGKILL');
    await until('the database answers again', () => answers(postgres.connection));
  };
  const faults: [string, () => Promise<void>][] = [
    ['an instance', killService(0)],
    [
      'a backend of the database',
      killServer((postmaster) => backendOf(postmaster, postgres.connection.user)),
    ],
    ['the database', killServer((postmaster) => postmaster)],
    ['the other instance', killService(1)],
  ];

  it('L1: every history of a quote is linearizable; a planted stale read and a planted lost update are found', async () => {
    const tally = new Tally();
    const wrong: unknown[] = [];
    const planted = { stale: 0, lost: 0, missed: [] as QuoteCall[][] };
    let histories = 0;
    let calls = 0;
    let killed = 0;
    let fault: Promise<void> = Promise.resolve();
    const turns = new Rounds(ROUNDS);
    for (const round of turns) {
      const traffic = new QuoteTraffic(`H${round}R`, KEYS, tally);
      const clients = Array.from({ length: CLIENTS }, (_, index) =>
        traffic.client(instances[index % 2] as Instance),
      );
      if (round % FAULT_EVERY === 0) {
        await fault;
        const moment = Math.random() * 0.7;
        await until('the traffic has come so far', () => traffic.progress >= moment);
        fault = (faults[killed++ % faults.length] as [string, () => Promise<void>])[1]();
      }
      await Promise.all(clients);
      await traffic.close(instances[round % 2] as Instance);
      for (const history of traffic.histories) {
        const verdict = judge(QUOTE_REGISTER, history);
        if (!verdict.linearizable) wrong.push({ round, history, explained: verdict.order });
        histories++;
        calls += history.length;
        for (const [kind, plant] of [
          ['stale', withStaleRead],
          ['lost', withLostUpdate],
        ] as const) {
          const mutation = plant(history);
          if (mutation === undefined) continue;
          planted[kind]++;
          if (judge(QUOTE_REGISTER, mutation).linearizable) planted.missed.push(mutation);
        }
      }
    }
    await fault;
    figure(
      'L1',
      `${CLIENTS} clients of 2 instances, single, bulk and approval, with kill -9 of instances, backends and database`,
      histories,
      `${wrong.length} histories not linearizable, of ${counted(calls)} calls in ${counted(tally.requests)} requests, ${counted(tally.unknown)} without a known outcome, ${killed} kills; planted and found: ${counted(planted.stale)} stale reads, ${counted(planted.lost)} lost updates, ${planted.missed.length} missed`,
    );
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(tally.unfit.slice(0, 10)).toEqual([]);
    expect(planted.missed.slice(0, 1)).toEqual([]);
    expect(planted.stale).toBeGreaterThan(0);
    expect(planted.lost).toBeGreaterThan(0);
    expect(tally.unknown).toBeGreaterThan(0);
  });
});
