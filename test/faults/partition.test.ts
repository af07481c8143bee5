import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote } from '../builders/quotes.js';
import { cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { beside, REVOCATION, SILENT_LOSS, SILENT_LOSS_RECOVERY } from '../time-bounds.js';
import { BareServer } from './bare-server.js';
import { type Answer, Client, counted, json } from './client.js';
import { Service, urlOf } from './harness.js';
import { type Direction, Network } from './network.js';
import { type Primary, ReplicatedServer, startPrimary } from './replica-harness.js';
import { PATIENCE, rounds } from './rounds.js';
import { Traffic } from './traffic.js';

jest.setTimeout(PATIENCE);

/** How long a path is broken, ms. */
const SPLIT = rounds(4, 30) * 1_000;
/** Makes the service query the database, whatever is in memory. */
const NO_MEMORY = { 'Cache-Control': 'no-cache' };
const READERS = 4;

/** Between the service and its primary, the service and its replica, the replica and the primary. */
const WAYS = ['primary', 'replica', 'replication'] as const;
type Ways = Record<(typeof WAYS)[number], Network>;

let primary: Primary;
let ways: Ways;
/** reaches primary and replica through networks */
let service: Service;
/** reaches the primary directly */
let direct: Service;
let client: Client;
let directClient: Client;
let bare: BareServer;

beforeAll(async () => {
  bare = await BareServer.start();
  primary = await startPrimary();
  const replication = await Network.to(primary.connection);
  const standby = await ReplicatedServer.of(primary, replication.address);
  await standby.start();
  ways = {
    primary: await Network.to(primary.connection),
    replica: await Network.to(standby.connection),
    replication,
  };
  service = await Service.start({
    DATABASE_URL: ways.primary.url,
    DATABASE_REPLICA_URLS: ways.replica.url,
  });
  direct = await Service.start({ DATABASE_URL: urlOf(primary.connection) });
  client = new Client(service.url);
  directClient = new Client(direct.url);
});
afterEach(() => {
  for (const way of WAYS) ways[way].heal();
});
afterAll(async () => {
  client?.close();
  directClient?.close();
  await cleanUp();
});

describe('service, primary and replica are split', () => {
  it.each<{ name: string; broken: (typeof WAYS)[number][]; directions?: Direction[]; isServed: boolean }>([
    { name: 'service and replica', broken: ['replica'], isServed: true },
    { name: 'service and replica, one direction', broken: ['replica'], directions: ['back'], isServed: true },
    { name: 'replica and primary', broken: ['replication'], isServed: true },
    { name: 'service and primary', broken: ['primary'], isServed: false },
    {
      name: 'service and primary, one direction',
      broken: ['primary'],
      directions: ['there'],
      isServed: false,
    },
    { name: 'service from both', broken: ['primary', 'replica'], isServed: false },
  ])(
    '$name: nothing stale, nothing lost, answers as in R2',
    async ({ name, broken, directions = [], isServed }) => {
      const history = new History();
      const traffic = new Traffic(service, (ledger) => ({
        ...history.works(),
        bulk: (by) => ledger.post(by),
      }));
      await stateIs('up');
      await traffic.recovery(performance.now());
      const began = performance.now();
      for (const way of broken) ways[way].split(...directions);
      const acknowledged = history.acknowledged;
      await traffic.until(
        () => performance.now() > began + SPLIT && history.acknowledged > acknowledged + 20,
      );
      for (const way of broken) ways[way].heal();
      const recovery = await traffic.recovery(performance.now());
      await stateIs('up');
      await traffic.stop();
      figure(
        'F2',
        `split for ${SPLIT / 1000} s: ${name}`,
        1,
        `${counted(history.reads)} reads after ${counted(history.acknowledged)} writes through another instance, ${history.stale.length} stale; ${counted(traffic.answers)} answers, ${counted(traffic.refusals.length)} of them 503, no other 5xx, slowest ${traffic.slowest.toFixed(0)} ms; 0 of ${counted(traffic.ledger.items)} items reported CREATED lost; all works again after ${recovery.toFixed(0)} ms`,
      );
      expect(history.stale.slice(0, 3)).toEqual([]);
      expect([...traffic.unfit, ...traffic.ledger.unfit, ...traffic.errors]).toEqual([]);
      expect(await traffic.ledger.verify(directClient)).toEqual([]);
      expect(traffic.slowest).toBeLessThan(beside(SILENT_LOSS, bare.slowest(began)));
      expect(recovery).toBeLessThan(beside(SILENT_LOSS_RECOVERY, bare.slowest(began)));
      if (isServed) expect([...traffic.codes]).toEqual([]);
      else expect(traffic.refusals.length).toBeGreaterThan(0);
    },
  );

  it('the primary from both: writes of others may be missing as long as the token is trusted, then 503', async () => {
    const history = new History();
    const traffic = new Traffic(service, () => history.works());
    await stateIs('up');
    await traffic.recovery(performance.now());
    ways.primary.split();
    ways.replication.split();
    const began = performance.now();
    await traffic.until(
      () => performance.now() > began + REVOCATION + beside(SILENT_LOSS, bare.slowest(began)),
    );
    const [stale, reads, refusals] = [history.stale.length, history.reads, traffic.refusals.length];
    await traffic.until(() => traffic.refusals.length > refusals + 2 * READERS);
    expect(history.stale.length).toBe(stale);
    expect(history.reads).toBe(reads);
    ways.replication.heal();
    ways.primary.heal();
    const recovery = await traffic.recovery(performance.now());
    await traffic.stop();
    figure(
      'F2',
      'the primary split from service and replica',
      1,
      `${stale} reads without what another instance had written meanwhile, none ${((REVOCATION + SILENT_LOSS) / 1000).toFixed(0)} s later; all works again after ${recovery.toFixed(0)} ms`,
    );
    expect([...traffic.unfit, ...traffic.errors]).toEqual([]);
  });

  it('everything is slow: nothing fails', async () => {
    const history = new History();
    for (const way of WAYS) ways[way].delay(100);
    const traffic = new Traffic(service, () => history.works());
    await traffic.recovery(performance.now());
    await traffic.recovery(performance.now());
    await traffic.stop();
    expect(history.stale).toEqual([]);
    expect([...traffic.unfit, ...traffic.errors, ...traffic.codes]).toEqual([]);
  });
});

/** One record, written through the other instance and read through the service. */
class History {
  private lastVolume = 0;
  /** volume of the latest write that was acknowledged */
  acknowledged = 0;
  /** successful reads */
  reads = 0;
  /** reads that missed a write acknowledged before they were sent */
  readonly stale: string[] = [];

  works(): Record<string, (by: Client) => Promise<Answer>> {
    const readers = Array.from({ length: READERS }, (_, index) => [
      `reader ${index}`,
      (by: Client) => this.read(by, index % 2 === 0 ? '' : '&interval=1w'),
    ]);
    return { write: () => this.write(), ...Object.fromEntries(readers) };
  }

  private async write(): Promise<Answer> {
    const volume = ++this.lastVolume;
    const answer = await directClient.put('/svc/quote', aQuote({ ticker: 'SPLIT', volume }));
    if (answer.status < 300) this.acknowledged = volume;
    return answer;
  }

  private async read(by: Client, more: string): Promise<Answer> {
    const least = this.acknowledged;
    const answer = await by.get(`/quote?ticker=SPLIT${more}`, NO_MEMORY);
    if (answer.status !== 200) return answer;
    this.reads++;
    const [bar] = json(answer).data as { volume: number }[];
    if ((bar?.volume ?? 0) < least) this.stale.push(`${bar?.volume} after ${least}`);
    return answer;
  }
}

/** Waits until the metrics report this state of the only replica. */
async function stateIs(state: string): Promise<void> {
  const line = new RegExp(`^mds_replica_state\\{.*state="${state}"\\} 1$`, 'm');
  await until(`the replica is ${state}`, async () => line.test((await client.get('/metrics')).text));
}
