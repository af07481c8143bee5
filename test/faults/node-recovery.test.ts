import { afterEach, expect, it, jest } from '@jest/globals';
import { cloneDatabase } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { atEnd, cleanUp, until } from '../embedded/harness.js';
import { STATEMENT } from '../time-bounds.js';
import { Client, json } from './client.js';
import { ClusterNode, describeOnCluster, slowCommits } from './cluster-harness.js';
import { Service, urlOf } from './harness.js';
import { PATIENCE } from './rounds.js';

jest.setTimeout(PATIENCE);
afterEach(cleanUp);

const TICKER = 'VNM';
const DAY = '2024-01-31';

describeOnCluster('a node that dies between the two phases of a commit', () => {
  it('once it is recovered, no answer from memory and no flag is of the quote before', async () => {
    const [coordinator, ...workers] = (await ClusterNode.all()) as [ClusterNode, ...ClusterNode[]];
    const address = await cloneDatabase();
    const database = new URL(urlOf(address)).pathname.slice(1);
    await recoverEvery(coordinator, '-1');
    await slowCommits(coordinator);
    const client = new Client((await Service.start({ DATABASE_URL: urlOf(address) })).url);
    await client.put('/svc/quote', quoteAt(100, '2024-01-30'));
    await client.put('/svc/quote', quoteAt(100, DAY));
    const node = await nodeOf(coordinator, workers, database);
    const prepared = () =>
      node.query(`SELECT FROM pg_prepared_xacts WHERE database = '${database}'`, database);

    // The node has prepared the write, the coordinator commits it and its event, and the node never learns of it.
    const [answer] = await Promise.all([
      client.put('/svc/quote', quoteAt(900, DAY)),
      node.query(CUT_OFF_WHEN_PREPARED, database),
    ]);
    expect([answer.status, (await prepared()).length]).toEqual([200, 1]);
    await node.kill();
    await node.start();
    await until('the node answers', () => closes(client));
    // What is requested again is answered from memory.
    for (let again = 0; again < 3; again++) expect(await closes(client)).toEqual([100, 100]);
    expect(await flags(client)).toEqual([]);

    await recoverEvery(coordinator, '100ms');
    await until('the node is recovered', async () => (await prepared()).length === 0);
    await until(
      'the answer from memory is of the new quote',
      async () => (await closes(client))?.[0] === 900,
    );
    await until('so is the flag', async () => String(await flags(client)) === 'price_jump');
    client.close();
  });
});

describeOnCluster('a node that does not answer', () => {
  it('writes to it, and reads of all nodes, are refused at their time limit, and succeed once it answers', async () => {
    const [coordinator, ...workers] = (await ClusterNode.all()) as [ClusterNode, ...ClusterNode[]];
    const address = await cloneDatabase();
    const node = await nodeOf(coordinator, workers, new URL(urlOf(address)).pathname.slice(1));
    const { url } = await Service.start({ DATABASE_URL: urlOf(address) });
    const clients = [new Client(url), new Client(url)] as const;
    const requests = () => [
      clients[0].put('/svc/quote', quoteAt(100 + Math.random(), DAY)),
      clients[1].get('/svc/quote/approval'),
    ];
    const statuses = async () => (await Promise.all(requests())).map(({ status }) => status);
    await until('both succeed', async () => (await statuses()).every((status) => status < 300));
    node.freeze();
    const began = performance.now();
    for (const request of requests()) {
      const { status, headers } = await request;
      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    expect(performance.now() - began).toBeLessThan(STATEMENT);
    node.thaw();
    await until('both succeed again', async () => (await statuses()).every((status) => status < 300));
    for (const client of clients) client.close();
  });
});

/** The worker that stores the security. */
async function nodeOf(
  coordinator: ClusterNode,
  workers: readonly ClusterNode[],
  database: string,
): Promise<ClusterNode> {
  const [place] = await coordinator.query(
    `SELECT nodeport AS port FROM pg_dist_shard_placement
     WHERE shardid = get_shard_id_for_distribution_column('quote', '${TICKER}')`,
    database,
  );
  return workers.find(({ port }) => port === place?.port) as ClusterNode;
}

const quoteAt = (price: number, date: string) =>
  aQuote({ ticker: TICKER, date, open: price, high: price, low: price, close: price });

/** Ends the sessions of the coordinator as soon as one of them has prepared a transaction. */
const CUT_OFF_WHEN_PREPARED = `
  DO $$ BEGIN
    WHILE NOT EXISTS (SELECT FROM pg_prepared_xacts WHERE database = current_database()) LOOP
      PERFORM pg_sleep(0.001);
    END LOOP;
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'citus_internal%';
  END $$`;

/** Has the cluster end what its nodes had prepared this often, until the test ends; -1: never. */
async function recoverEvery(coordinator: ClusterNode, interval: string): Promise<void> {
  await coordinator.query(`ALTER SYSTEM SET citus.recover_2pc_interval = '${interval}'`);
  await coordinator.query('SELECT pg_reload_conf()');
  atEnd(async () => {
    await coordinator.query('ALTER SYSTEM RESET citus.recover_2pc_interval');
    await coordinator.query('SELECT pg_reload_conf()');
  });
}

/** The closing prices, newest first; undefined while the node does not answer. */
async function closes(client: Client): Promise<number[] | undefined> {
  const answer = await client.get(`/quote?ticker=${TICKER}`);
  if (answer.status !== 200) return undefined;
  return (json(answer) as { data: { close: number }[] }).data.map(({ close }) => close);
}

/** The flags of the newest quote. */
async function flags(client: Client): Promise<string[] | undefined> {
  const answer = await client.get(`/svc/quote/approval?ticker=${TICKER}&from_date=20240131`);
  if (answer.status !== 200) return undefined;
  return (json(answer) as { data: { flags: string[] }[] }).data[0]?.flags;
}
