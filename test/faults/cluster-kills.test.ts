import { afterEach, expect, it, jest } from '@jest/globals';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { cloneDatabase } from '../app.js';
import { cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { Client, counted, quantile } from './client.js';
import { ClusterNode, describeOnCluster, slowCommits } from './cluster-harness.js';
import { Service, urlOf } from './harness.js';
import { Ledger } from './ledger.js';
import { PATIENCE, Rounds, rounds, STEP } from './rounds.js';
import { Traffic, usualWorks } from './traffic.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(2, 20);
/** Securities of a bulk request that several nodes write. */
const TICKERS = 20;

afterEach(cleanUp);

describeOnCluster('kill -9 in a cluster under bulk requests, of one security and of many', () => {
  it.each([
    ['a worker', (nodes: ClusterNode[]) => nodes[1 + Math.floor(Math.random() * (nodes.length - 1))]],
    ['the coordinator', (nodes: ClusterNode[]) => nodes[0]],
    ['the coordinator, whose own commits take 50 ms,', (nodes: ClusterNode[]) => nodes[0]],
  ])(
    '%s: only 503, nothing acknowledged is lost, nothing half written, recovery by itself',
    async (victim, victimOf) => {
      const nodes = await ClusterNode.all();
      const address = await cloneDatabase();
      if (victim.includes('50 ms')) await slowCommits(nodes[0] as ClusterNode);
      const service = await Service.start({ DATABASE_URL: urlOf(address) });
      const wide = new Ledger(TICKERS);
      const traffic = new Traffic(service, (ledger) => ({
        ...usualWorks(ledger),
        'wide bulk': (client) => wide.post(client),
        'wide bulk 2': (client) => wide.post(client),
      }));
      const outages: number[] = [];
      const turns = new Rounds(ROUNDS);
      for (const _ of turns) {
        const enough = [traffic.ledger, wide].map(
          (ledger) => ledger.created.size + 1 + Math.floor(Math.random() * 4),
        );
        await traffic.until(
          () => traffic.ledger.created.size >= (enough[0] ?? 0) && wide.created.size >= (enough[1] ?? 0),
        );
        const node = victimOf(nodes) as ClusterNode;
        await node.kill();
        await node.start();
        outages.push(await traffic.recovery(performance.now()));
      }
      await traffic.stop();
      expect({ unfit: traffic.unfit, errors: traffic.errors }).toEqual({ unfit: [], errors: [] });
      expect(await faultsOf(service, nodes, address, [traffic.ledger, wide])).toEqual([]);
      figure(
        'R19',
        `kill -9 of ${victim} under load of 10 clients`,
        turns.done,
        `0 of ${counted(traffic.ledger.items + wide.items)} items reported CREATED lost, none of ${traffic.ledger.unknown.size + wide.unknown.size} requests without an answer half done, each record has its events; ${counted(traffic.answers)} answers, ${counted(traffic.refusals.length)} of them 503, no other 5xx; every kind of request succeeds again ${quantile(outages, 0.5).toFixed(0)} (at most ${Math.max(...outages).toFixed(0)}) ms after the start of the server`,
      );
    },
  );

  it('the service: nothing acknowledged is lost, nothing half written', async () => {
    const nodes = await ClusterNode.all();
    const address = await cloneDatabase();
    const environment = { DATABASE_URL: urlOf(address) };
    let service = await Service.start(environment);
    const ledgers = [new Ledger(), new Ledger(TICKERS), new Ledger(TICKERS)];
    const turns = new Rounds(ROUNDS);
    for (const _ of turns) {
      const enough = ledgers.map(({ created }) => created.size + 1 + Math.floor(Math.random() * 4));
      const loops = ledgers.map(async (ledger) => {
        const client = new Client(service.url);
        try {
          for (;;) await ledger.post(client);
        } catch {
          client.close(); // the service is dead
        }
      });
      await until(
        'imports are answered',
        () => ledgers.every(({ created }, index) => created.size >= (enough[index] ?? 0)),
        STEP,
      );
      service.signal('SIGKILL');
      await Promise.all(loops);
      await service.ended();
      service = await Service.start(environment);
    }
    expect(await faultsOf(service, nodes, address, ledgers)).toEqual([]);
    const items = ledgers.reduce((sum, ledger) => sum + ledger.items, 0);
    const unknown = ledgers.reduce((sum, ledger) => sum + ledger.unknown.size, 0);
    figure(
      'R19',
      'kill -9 of the service in bulk requests of 3 clients',
      turns.done,
      `0 of ${counted(items)} items reported CREATED lost, none of ${unknown} requests cut off half done, each record has its events`,
    );
  });
});

/** Faults that remain, lost, changed or half done, once the nodes have ended what they had prepared. */
async function faultsOf(
  service: Service,
  nodes: readonly ClusterNode[],
  address: PostgresAddress,
  ledgers: readonly Ledger[],
): Promise<string[]> {
  const database = new URL(urlOf(address)).pathname.slice(1);
  await until('prepared transactions are ended', async () => {
    const open = await Promise.all(
      nodes.map((node) => node.query(`SELECT FROM pg_prepared_xacts WHERE database = '${database}'`)),
    );
    return open.every((rows) => rows.length === 0);
  });
  const client = new Client(service.url);
  const faults = await Promise.all(
    ledgers.map(async (ledger) => [...ledger.unfit, ...(await ledger.verify(client))]),
  );
  client.close();
  return [...faults.flat(), ...(await unevenRecords(nodes[0] as ClusterNode, database))];
}

/** Quotes with more or fewer events than versions, and events of quotes that do not exist. */
async function unevenRecords(coordinator: ClusterNode, database: string): Promise<string[]> {
  const quotes = await coordinator.query('SELECT id, revision AS count FROM quote', database);
  const events = await coordinator.query(
    `SELECT record_id AS id, count(*)::int AS count FROM audit_event WHERE resource = 'quote' GROUP BY 1`,
    database,
  );
  const [versions, eventCounts] = [quotes, events].map(
    (rows) => new Map(rows.map(({ id, count }) => [id, count])),
  );
  return [...new Set([...(versions?.keys() ?? []), ...(eventCounts?.keys() ?? [])])]
    .filter((id) => versions?.get(id) !== eventCounts?.get(id))
    .map((id) => `quote ${id}: version ${versions?.get(id)}, ${eventCounts?.get(id)} events`);
}
