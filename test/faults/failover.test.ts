import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { startCommand } from '../commands.js';
import { atEnd, cleanUp, query, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { Receiver } from '../receiver.js';
import { SseReader } from '../sse.js';
import { beside, FAILOVER } from '../time-bounds.js';
import { BareServer } from './bare-server.js';
import { Client, counted, isFitForOutage, json, quantile } from './client.js';
import { Service } from './harness.js';
import { Network } from './network.js';
import { ReplicatedServer } from './replica-harness.js';
import { PATIENCE, Rounds, rounds } from './rounds.js';
import { Traffic } from './traffic.js';

jest.setTimeout(PATIENCE);

const ROUNDS = rounds(1, 20);
/** Makes the service query the database, whatever is in memory. */
const NO_MEMORY = { 'Cache-Control': 'no-cache' };

describe('a service whose address names a primary and its standby', () => {
  describe('which goes through one fault after the other', () => {
    let old: ReplicatedServer;
    let standby: ReplicatedServer;
    let client: Client;
    let bare: BareServer;
    beforeAll(async () => {
      bare = await BareServer.start();
      [old, standby] = await pair();
      const service = await Service.start({ DATABASE_URL: urlOf(old, standby) });
      client = new Client(service.url);
    });
    afterAll(async () => {
      client?.close();
      await cleanUp();
    });

    it('says that it is not ready while there is no primary, and serves again by itself', async () => {
      await old.kill();
      await until('it is not ready', async () => (await client.get('/health/ready')).status === 503);
      const sentAt = performance.now();
      const write = await client.put('/svc/quote', aQuote());
      expect([write.status, isFitForOutage(write)]).toEqual([503, true]);
      expect(write.ms).toBeLessThan(beside(FAILOVER, bare.slowest(sentAt)));
      await old.start();
      await until('it is ready', async () => (await client.get('/health/ready')).status === 200);
      await until(
        'it writes',
        async () => (await client.put('/svc/quote', aQuote({ ticker: 'FIRST' }))).status < 300,
      );
    });

    it('leaves a primary that still answers for the standby that was promoted meanwhile', async () => {
      await standby.caughtUp(old);
      await standby.promote();
      const promotedAt = performance.now();
      await until('writes go to the new primary', async () => {
        await client.put('/svc/quote', aQuote({ ticker: 'SECOND' }));
        return (await tickers(standby)).includes('SECOND');
      });
      expect(performance.now() - promotedAt).toBeLessThan(beside(FAILOVER, bare.slowest(promotedAt)));
      const before = await tickers(old);
      for (let round = 0; round < 20; round++) {
        // While connections to the old one are still being replaced, a write may be refused.
        await until('a write succeeds', () => succeeds(client, aQuote({ ticker: `AFTER${round}` })));
      }
      expect(await tickers(old)).toEqual(before);
      await until('it has left the old one', async () => (await sessions(old)) === 0);
    });
  });

  describe('which loses its primary', () => {
    afterEach(cleanUp);

    it('goes on with the promoted standby, without a restart, and loses nothing that a synchronous primary took', async () => {
      let [primary, standby] = await pair();
      await synchronous(primary);
      const service = await Service.start({ DATABASE_URL: urlOf(primary, standby) });
      const client = new Client(service.url);
      const bare = await BareServer.start();
      const traffic = new Traffic(service);
      const outages: number[] = [];
      const turns = new Rounds(ROUNDS);
      for (const turn of turns) {
        const enough = traffic.ledger.created.size + 5;
        await traffic.until(() => traffic.ledger.created.size >= enough);
        await primary.kill();
        await standby.promote();
        const promotedAt = performance.now();
        await traffic.until(() => traffic.successes.some((at) => at > promotedAt));
        outages.push(await traffic.recovery(promotedAt));
        await until('it is ready', async () => (await client.get('/health/ready')).status === 200);
        if (turn === ROUNDS - 1) break;
        // The dead server comes back as the standby of its successor, at the same address.
        const next = await ReplicatedServer.of(standby, standby.connection, primary.connection);
        await next.start();
        await synchronous(standby);
        [primary, standby] = [standby, next];
      }
      await traffic.stop();
      expect({ unfit: traffic.unfit, errors: traffic.errors }).toEqual({ unfit: [], errors: [] });
      expect(await traffic.ledger.verify(client)).toEqual([]);
      figure(
        'F3',
        'promotion of a synchronous standby under load of 8 clients, the primary killed with kill -9',
        turns.done,
        `every kind of request succeeds again ${quantile(outages, 0.5).toFixed(0)} (at most ${Math.max(...outages).toFixed(0)}) ms after the promotion, no restart; 0 of ${counted(traffic.ledger.items)} items reported CREATED lost; ${counted(traffic.answers)} answers, ${counted(traffic.refusals.length)} of them 503, no other 5xx, slowest ${traffic.slowest.toFixed(0)} ms`,
      );
      expect(Math.max(...outages)).toBeLessThan(beside(FAILOVER, bare.slowest(traffic.began)));
      client.close();
    });

    it('writes nothing to a replaced primary that returns, neither goes on to it nor starts with it', async () => {
      const [old, standby] = await pair();
      const service = await Service.start({ DATABASE_URL: urlOf(old, standby) });
      const client = new Client(service.url);
      expect((await client.put('/svc/quote', aQuote({ ticker: 'FIRST' }))).status).toBe(201);
      await standby.caughtUp(old);
      await old.kill();
      await standby.promote();
      await until('writes go on', async () => {
        return (await client.put('/svc/quote', aQuote({ ticker: 'SECOND' }))).status < 300;
      });
      await old.start();
      const other = await Service.start({ DATABASE_URL: urlOf(old, standby) });
      const second = new Client(other.url);
      for (let round = 0; round < 20; round++) {
        for (const [index, writer] of [client, second].entries()) {
          const answer = await writer.post('/svc/quote', aQuote({ ticker: `AFTER${index}X${round}` }));
          expect(answer.status).toBe(201);
        }
        // Either process opens new connections while both servers claim to be primaries.
        if (round % 5 === 0) {
          for (const server of [old, standby])
            await query(server.connection, END_SESSIONS).catch(() => undefined);
          for (const writer of [client, second])
            await until('ready', async () => (await writer.get('/health/ready')).status === 200);
        }
      }
      expect(await tickers(old)).toEqual(['FIRST']);
      expect((await tickers(standby)).length).toBe(2 + 2 * 20);
      // Without its successor, every process that has seen that one still refuses the old primary: not even a read is
      // answered from it.
      await standby.kill();
      const refusal = await client.put('/svc/quote', aQuote({ ticker: 'LOST' }));
      expect([refusal.status, isFitForOutage(refusal)]).toEqual([503, true]);
      expect((await client.get('/quote?ticker=FIRST', NO_MEMORY)).status).toBe(503);
      expect((await client.get('/health/ready')).status).toBe(503);
      expect(await tickers(old)).toEqual(['FIRST']);
      for (const each of [client, second]) each.close();
    });

    it('follows all that is written to a standby that lacks the last writes: in events, webhooks and checks', async () => {
      const primary = await ReplicatedServer.primary();
      await primary.start();
      const network = await Network.to(primary.connection);
      const standby = await ReplicatedServer.of(primary, network.address);
      await standby.start();
      const service = await Service.start({ DATABASE_URL: urlOf(primary, standby) });
      const client = new Client(service.url);
      const receiver = await Receiver.start();
      atEnd(() => receiver.kill());
      expect((await client.post('/svc/webhooks', { url: receiver.url })).status).toBe(201);
      const stream = await SseReader.open(`${service.url}/svc/events`);
      expect((await client.put('/svc/quote', aQuote({ ticker: 'FIRST' }))).status).toBe(201);
      await receiver.first(1);
      await standby.caughtUp(primary);
      network.split();
      // More events than PostgreSQL sets ids aside for: the promoted server gives the same ids again.
      expect((await client.post('/svc/quote/bulk/import', quotesOf('LOST', 200))).status).toBe(207);
      await Promise.all([receiver.first(201), stream.first(201)]);
      expect(await gapsOf(client, 'LOST')).toEqual([]);
      await primary.kill();
      await standby.promote();
      const write = (ticker: string, date: string) => succeeds(client, aQuote({ ticker, date }));
      for (const date of ['2024-01-29', '2024-01-31'])
        await until('writes go on', () => write('AFTER', date));
      expect(await gapsOf(client, 'AFTER')).toEqual([{ ticker: 'AFTER', date: '2024-01-30' }]);
      // Their ids are still below those of the lost events, up to which the checks must not count as done.
      for (const date of ['2024-01-29', '2024-01-31'])
        await until('they still do', () => write('LATER', date));
      expect(await gapsOf(client, 'LATER')).toEqual([{ ticker: 'LATER', date: '2024-01-30' }]);
      const keys = () => receiver.events.map(({ key }) => `${key?.ticker} ${key?.date}`);
      await until('the webhook gets the new events', () => {
        const arrived = new Set(keys());
        return ['AFTER', 'LATER'].every((each) =>
          ['2024-01-29', '2024-01-31'].every((date) => arrived.has(`${each} ${date}`)),
        );
      });
      // Its reader has seen events that are lost: it reconnects, and learns that.
      await until('the stream ends', () => stream.hasEnded);
      const again = await SseReader.open(`${service.url}/svc/events`, {
        headers: { 'Last-Event-ID': stream.lastEventId },
      });
      expect(again.status).toBe(410);
      client.close();
    });

    it('reads from whichever of its servers is a standby of the present primary', async () => {
      const [primary, standby] = await pair();
      const settings = {
        DATABASE_URL: urlOf(primary, standby),
        DATABASE_REPLICA_URLS: `${urlOf(primary)},${urlOf(standby)}`,
      };
      const service = await Service.start(settings);
      const client = new Client(service.url);
      expect((await client.put('/svc/quote', aQuote({ ticker: 'READS' }))).status).toBe(201);
      await replicasAre(client, ['refused', 'up']);
      await until('the standby has replayed all, which the primary never does', () => isWithoutLag(client));
      // The primary that a command finds first is no change.
      const { code, stderr } = await startCommand('token', ['list'], settings).ended;
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('another server')]);
      await standby.caughtUp(primary);
      await primary.kill();
      await standby.promote();
      await until(
        'writes go on',
        async () => (await client.put('/svc/quote', aQuote({ volume: 5 }))).status < 300,
      );
      const examination = await startCommand('doctor', [], settings).ended;
      expect(examination.stdout).toMatch(/^ok +database +answers$/m);
      const next = await ReplicatedServer.of(standby, standby.connection, primary.connection);
      await next.start();
      await replicasAre(client, ['up', 'refused']);
      let round = 0;
      await until('the standby answers reads, none of them stale', async () => {
        const write = await client.put('/svc/quote', aQuote({ ticker: 'READS', volume: ++round }));
        const answer = await client.get('/quote?ticker=READS', NO_MEMORY);
        // Connections are still being replaced.
        if (write.status === 503 || answer.status === 503) return false;
        expect(write.status).toBe(200);
        expect(JSON.parse(answer.text).data[0].volume).toBe(round);
        const { text } = await client.get('/metrics');
        return Number(text.match(/^mds_replica_reads_total\{.*outcome="answered"\} (\d+)$/m)?.[1]) > 20;
      });
      // The first server of the address is a standby now: commands go to the primary all the same.
      const { id } = JSON.parse((await client.put('/svc/quote', aQuote({ ticker: 'READS' }))).text);
      const deletion = await startCommand('record', ['delete', 'quote', id], settings).ended;
      expect([deletion.code, deletion.stdout]).toEqual([0, expect.stringContaining('"deleted"')]);
      client.close();
    });
  });
});

describe('a service behind one address', () => {
  afterEach(cleanUp);

  it('goes on with the promoted standby and never to the one that it replaced', async () => {
    const [old, standby] = await pair();
    const network = await Network.to(old.connection);
    const service = await Service.start({ DATABASE_URL: network.url });
    const client = new Client(service.url);
    expect((await client.put('/svc/quote', aQuote({ ticker: 'FIRST' }))).status).toBe(201);
    await standby.caughtUp(old);
    await old.kill();
    await standby.promote();
    const bare = await BareServer.start();
    const promotedAt = performance.now();
    network.lead(standby.connection);
    await until('writes go on', async () => {
      return (await client.put('/svc/quote', aQuote({ ticker: 'SECOND' }))).status < 300;
    });
    expect(performance.now() - promotedAt).toBeLessThan(beside(FAILOVER, bare.slowest(promotedAt)));
    await old.start();
    network.lead(old.connection);
    await query(standby.connection, END_SESSIONS).catch(() => undefined);
    for (let round = 0; round < 5; round++) {
      const refusal = await client.put('/svc/quote', aQuote({ ticker: `LOST${round}` }));
      expect([refusal.status, isFitForOutage(refusal)]).toEqual([503, true]);
    }
    expect(await tickers(old)).toEqual(['FIRST']);
    client.close();
  });
});

/** Whether a write succeeds; otherwise it must be refused as during an outage. */
async function succeeds(client: Client, quote: object): Promise<boolean> {
  const answer = await client.put('/svc/quote', quote);
  if (answer.status >= 300) expect([answer.status, isFitForOutage(answer)]).toEqual([503, true]);
  return answer.status < 300;
}

/** Ends the service's sessions and waits until they are gone. */
const END_SESSIONS = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
  WHERE application_name = 'market-data-service'`;

/** A primary and its standby, both dedicated servers of the test that can be killed and started again. */
async function pair(): Promise<[ReplicatedServer, ReplicatedServer]> {
  const primary = await ReplicatedServer.primary();
  await primary.start();
  const standby = await ReplicatedServer.of(primary);
  await standby.start();
  return [primary, standby];
}

/** From now on it acknowledges nothing that its standby has not stored. */
async function synchronous(primary: ReplicatedServer): Promise<void> {
  await query(primary.connection, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await query(primary.connection, 'SELECT pg_reload_conf()');
  await until('its standby is synchronous', async () => {
    const [row] = await query<{ sync: number }>(
      primary.connection,
      `SELECT count(*)::int AS sync FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')`,
    );
    return row?.sync;
  });
}

/** One URL of one or more servers. */
function urlOf(...servers: ReplicatedServer[]): string {
  const { user, database } = (servers[0] as ReplicatedServer).connection;
  const hosts = servers.map(({ connection }) => encodeURIComponent(connection.host)).join(',');
  const ports = servers.map(({ connection }) => connection.port).join(',');
  return `postgres://${user}@localhost/${database}?host=${hosts}&port=${ports}&target_session_attrs=read-write`;
}

/** Gaps of a ticker, after the checks of what was written before. */
async function gapsOf(client: Client, ticker: string): Promise<unknown> {
  return until(`the gaps of ${ticker} are known`, async () => {
    const answer = await client.get(`/quote/gaps?ticker=${ticker}`);
    return answer.status === 200 && !answer.text.includes('checks_pending') && json(answer).data;
  });
}

async function tickers(server: ReplicatedServer): Promise<string[]> {
  const rows = await query<{ ticker: string }>(server.connection, 'SELECT ticker FROM quote ORDER BY ticker');
  return rows.map(({ ticker }) => ticker);
}

/** Sessions of the service's requests: those that watch a server do not count. */
async function sessions(server: ReplicatedServer): Promise<number> {
  const [row] = await query<{ sessions: number }>(
    server.connection,
    `SELECT count(*)::int AS sessions FROM pg_stat_activity
     WHERE application_name = 'market-data-service' AND query NOT LIKE '%pg_last_wal_replay_lsn()%AS lsn'
       AND query NOT LIKE '%pg_control%'`,
  );
  return row?.sessions ?? 0;
}

/** Waits until the metrics report these states of the replicas, in the order of the setting. */
async function replicasAre(client: Client, states: readonly string[]): Promise<void> {
  const line = /^mds_replica_state\{.*state="(\w+)"\} 1$/gm;
  await until(`the replicas are ${states}`, async () => {
    const { text } = await client.get('/metrics');
    return String([...text.matchAll(line)].map(([, state]) => state)) === String(states);
  });
}

async function isWithoutLag(client: Client): Promise<boolean> {
  const { text } = await client.get('/metrics');
  const lags = [...text.matchAll(/^mds_replica_lag_seconds\{.*\} (\S+)$/gm)];
  return String(lags.map(([, seconds]) => seconds)) === '0,0';
}
