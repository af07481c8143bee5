import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newToken, tokenDigest } from '../../src/auth/token-format.js';
import { aQuote } from '../builders/quotes.js';
import { startCommand } from '../commands.js';
import { cleanUp, query, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { REPLICA_WATCH } from '../time-bounds.js';
import { Client, quantile } from './client.js';
import { Service, signalServer, urlOf } from './harness.js';
import { type Primary, ReplicatedServer, startPrimary } from './replica-harness.js';
import { rounds } from './rounds.js';

jest.setTimeout(900_000);

/** FAULT_ROUNDS=10000 for the full test. */
const ROUNDS = rounds(100, 10_000);
/** Duration of a rate measurement, ms: next to other tests only whether it can be measured. */
const MEASURED = rounds(200, 2_000);
const MEASUREMENTS = rounds(1, 3);
/** Pause of a load reader between two reads, ms. */
const PAUSE = rounds(40, 2);
/** A token is trusted for five seconds (S3); requests about that long after its last check may find it expired, ms. */
const TRUST = 4_000;
/** Makes the service query the database, whatever is in memory. */
const NO_MEMORY = { 'Cache-Control': 'no-cache' };

let primary: Primary;
let standby: ReplicatedServer;
let service: Service;
let client: Client;
let id: unknown;

beforeAll(async () => {
  primary = await startPrimary();
  standby = await ReplicatedServer.of(primary);
  await standby.start();
  service = await Service.start(settings());
  client = new Client(service.url);
  await stateIs(client, 'up');
  id = JSON.parse((await client.post('/svc/quote', aQuote({ ticker: 'READS' }))).text).id;
});

afterAll(async () => {
  client?.close();
  await cleanUp();
});

describe('a service with a streaming replica', () => {
  it('answers reads from the replica, as pages, items and streams', async () => {
    const statement = '%string_agg(%';
    const [onReplica, onPrimary] = await whileCurrent(async (began) => {
      for (let round = 0; round < 20; round++) {
        const answer = await client.get('/quote?ticker=READS&interval=1w', NO_MEMORY);
        expect([answer.status, JSON.parse(answer.text).data.length]).toEqual([200, 1]);
      }
      // Before metrics are requested, whose statements are also read from the replica.
      return Promise.all([standby, primary].map((each) => sessions(each.connection, statement, began)));
    });
    expect(onReplica).toBeGreaterThan(0);
    expect(onPrimary).toBe(0);
    expect(JSON.parse((await client.get(`/svc/quote/${id}`)).text).ticker).toBe('READS');
    await whileCurrent(async () => {
      const csv = await client.get('/quote?ticker=READS&format=csv');
      expect(csv.text.split('\n')[1]).toContain('READS');
    });
    const committed = async () => (await sessions(standby.connection, 'COMMIT')) === 1;
    await until('the transaction of the stream, whose answer has ended, has ended too', committed);
  });

  it('never answers without what the caller wrote before', async () => {
    const { stale, reads, answered, repeated } = await writeThenRead('OWN', client, client);
    figure(
      'R16',
      'a read after the caller’s own write',
      reads.length,
      `${stale} stale; ${answered} reads by the replica, ${repeated} by the primary instead; a read ${spread(reads)}`,
    );
    expect(stale).toBe(0);
  });

  it('nor without what was written through another instance', async () => {
    const other = await Service.start(settings());
    const reader = new Client(other.url);
    await stateIs(reader, 'up');
    const { stale, reads, answered, repeated } = await writeThenRead('OTHER', client, reader);
    figure(
      'R16',
      'a read through another instance',
      reads.length,
      `${stale} stale; ${answered} reads by the replica, ${repeated} by the primary instead; a read ${spread(reads)}`,
    );
    expect(stale).toBe(0);
    reader.close();
    other.signal('SIGTERM');
    await other.ended();
  });

  it('costs one query to the primary per read', async () => {
    const alone = await Service.start({ DATABASE_URL: urlOf(primary.connection) });
    const measurements: Record<string, Measurement[]> = { without: [], 'with a replica': [] };
    for (let round = 0; round < MEASUREMENTS; round++) {
      measurements.without?.push(await measure(alone));
      measurements['with a replica']?.push(await measure(service));
    }
    const lines = Object.entries(measurements).map(([name, all]) => {
      const median = (of: keyof Measurement) =>
        quantile(
          all.map((each) => each[of]),
          0.5,
        );
      return `${name} ${median('rate').toFixed(0)}/s, ${median('cpu').toFixed(2)} ms of Node's CPU each`;
    });
    figure('R16', 'uncached reads of 1 row, 16 connections', 1, lines.join('; '));
    alone.signal('SIGTERM');
    await alone.ended();
  });

  it('loses no read when the replica is killed under load, and uses it again', async () => {
    const load = new Load();
    await load.answers(200);
    await standby.kill();
    await stateIs(client, 'away');
    await load.answers(500);
    expect((await client.get('/health/ready')).status).toBe(200);
    await standby.start();
    await stateIs(client, 'up');
    const { answered } = await readsOf(client);
    await until('the replica answers again', async () => (await readsOf(client)).answered > answered + 20);
    const result = await load.end();
    figure('R16', 'kill -9 of the replica under load', 1, result);
    expect(load.failures.slice(0, 3)).toEqual([]);
  });

  it('loses no read when the replica freezes under load, and none takes longer than its watch', async () => {
    const load = new Load();
    await load.answers(200);
    standby.freeze();
    await stateIs(client, 'away');
    await load.answers(500);
    expect((await client.get('/health/ready')).status).toBe(200);
    standby.resume();
    await stateIs(client, 'up');
    const result = await load.end();
    figure('R16', 'freeze of the replica under load', 1, result);
    expect(load.failures.slice(0, 3)).toEqual([]);
    expect(Math.max(...load.times)).toBeLessThan(REPLICA_WATCH);
  });

  it('starts while the replica is missing, and uses it when it comes', async () => {
    await standby.kill();
    const other = await Service.start(settings());
    const reader = new Client(other.url);
    expect((await reader.get('/health/ready')).status).toBe(200);
    expect((await reader.get('/quote?ticker=READS')).status).toBe(200);
    await stateIs(reader, 'away');
    await standby.start();
    await stateIs(reader, 'up');
    // A read goes to the primary while the replica is behind a background write.
    await until('the replica answers', async () => {
      expect((await reader.get('/quote?ticker=READS&interval=1m')).status).toBe(200);
      return (await readsOf(reader)).answered > 0;
    });
    reader.close();
    other.signal('SIGTERM');
    await other.ended();
  });

  it('refuses a server that is not a replica of its primary', async () => {
    const other = await Service.start({
      ...settings(),
      DATABASE_REPLICA_URLS: urlOf(primary.connection),
    });
    const reader = new Client(other.url);
    await stateIs(reader, 'refused');
    expect((await reader.get('/quote?ticker=READS')).status).toBe(200);
    reader.close();
    other.signal('SIGTERM');
    await other.ended();
  });

  it('lets a command end, however early in its checks of the replica', async () => {
    const { code, stdout } = await startCommand('token', ['list'], settings()).ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('admin')]);
  });

  it('answers from the replica while the primary is away, as long as the token is trusted', async () => {
    await stateIs(client, 'up');
    const token = newToken();
    await query(
      primary.connection,
      `INSERT INTO api_token (digest, kind, role)
       VALUES ('\\x${tokenDigest(token).toString('hex')}', 'service', 'reader')`,
    );
    const reader = new Client(service.url, token);
    const read = () => reader.get('/quote?ticker=READS', NO_MEMORY);
    const [pid = 0] = readFileSync(join(primary.cluster, 'postmaster.pid'), 'utf8').split('\n').map(Number);
    // On a busy machine the reads may take longer than the token is trusted: that says nothing.
    await until('the reads are sent in time', async () => {
      await until('the token is known', async () => (await read()).status === 200);
      const trustedAt = performance.now();
      signalServer(pid, 'SIGSTOP');
      try {
        // Data that the primary's follower maintains is read in the state that the replica has.
        const [answer, breadth, gaps] = await Promise.all([
          read(),
          reader.get('/market/movement?limit=1', NO_MEMORY),
          reader.get('/quote/gaps?ticker=READS', NO_MEMORY),
        ]);
        const statuses = [answer, breadth, gaps].map(({ status }) => status);
        if (statuses.includes(503) && performance.now() - trustedAt > TRUST) return false;
        expect([...statuses, JSON.parse(answer.text).data.length]).toEqual([200, 200, 200, 1]);
        expect(gaps.text).toContain('"checks_pending"');
        figure('R16', 'primary frozen, replica up', 1, `a read took ${answer.ms.toFixed(0)} ms`);
        return true;
      } finally {
        signalServer(pid, 'SIGCONT');
      }
    });
    await until('writes work again', async () => {
      return (await client.put('/svc/quote', aQuote({ ticker: 'BACK' }))).status < 300;
    });
    reader.close();
  });
});

function settings(): Record<string, string> {
  return {
    DATABASE_URL: urlOf(primary.connection),
    DATABASE_REPLICA_URLS: urlOf(standby.connection),
  };
}

/**
 * Writes through one client and reads through another, over and over, until the replica has answered half of so many
 * reads: on a busy machine it follows too late for most.
 */
async function writeThenRead(ticker: string, writer: Client, reader: Client) {
  const before = await readsOf(reader);
  const reads: number[] = [];
  let [stale, answered, repeated] = [0, 0, 0];
  const turn = async () => {
    const volume = reads.length;
    expect((await writer.put('/svc/quote', aQuote({ ticker, volume }))).status).toBeLessThan(300);
    const answer = await reader.get(`/quote?ticker=${ticker}`, NO_MEMORY);
    reads.push(answer.ms);
    if (JSON.parse(answer.text).data[0]?.volume !== volume) stale++;
  };
  await until('the replica answers', async () => {
    for (let round = 0; round < ROUNDS; round++) await turn();
    const after = await readsOf(reader);
    [answered, repeated] = [after.answered - before.answered, after.repeated - before.repeated];
    return answered > ROUNDS / 2;
  });
  return { stale, reads, answered, repeated };
}

interface Measurement {
  /** reads per second */
  rate: number;
  /** the service's processor time per read, ms */
  cpu: number;
}

/** Sixteen clients read, never from memory. */
async function measure({ url, pid }: Service): Promise<Measurement> {
  const readers = Array.from({ length: 16 }, () => new Client(url));
  const before = processorTime(pid);
  const end = performance.now() + MEASURED;
  let reads = 0;
  const run = async (reader: Client) => {
    for (; performance.now() < end; reads++) await reader.get('/quote?ticker=READS', NO_MEMORY);
    reader.close();
  };
  await Promise.all(readers.map(run));
  return { rate: reads / (MEASURED / 1000), cpu: (processorTime(pid) - before) / reads };
}

/** User and system time of a process so far, ms; Linux counts hundredths of a second. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

/** Reads from eight clients until stopped. */
class Load {
  readonly failures: string[] = [];
  readonly times: number[] = [];
  private stopped = false;
  private readonly loops: Promise<void>[];

  constructor() {
    const paths = [
      '/quote?ticker=READS',
      '/quote?ticker=READS&interval=1w',
      `/svc/quote/${id}`,
      '/svc/quote',
    ];
    this.loops = [...paths, ...paths].map((path) => this.run(path));
  }

  private async run(path: string): Promise<void> {
    const reader = new Client(service.url);
    while (!this.stopped) {
      try {
        const answer = await reader.get(path, NO_MEMORY);
        this.times.push(answer.ms);
        if (answer.status !== 200) this.failures.push(`${path}: ${answer.status} ${answer.text}`);
      } catch (error) {
        this.failures.push(`${path}: ${error}`);
      }
      await sleep(PAUSE);
    }
    reader.close();
  }

  async answers(count: number): Promise<void> {
    await until(`${count} reads`, () => this.times.length >= count);
  }

  /** Stops the load and reports its result. */
  async end(): Promise<string> {
    this.stopped = true;
    await Promise.all(this.loops);
    return `${this.times.length} reads, ${this.failures.length} failed, ${spread(this.times)}`;
  }
}

/** Waits until the metrics report this state of the only replica. */
async function stateIs(of: Client, state: string): Promise<void> {
  const line = new RegExp(`^mds_replica_state\\{.*state="${state}"\\} 1$`, 'm');
  await until(`the replica is ${state}`, async () => line.test((await of.get('/metrics')).text));
}

/** The metrics' counts for the only replica. */
async function readsOf(of: Client): Promise<{ answered: number; repeated: number }> {
  const { text } = await of.get('/metrics');
  const count = (outcome: string) =>
    Number(text.match(new RegExp(`^mds_replica_reads_total\\{.*outcome="${outcome}"\\} (\\d+)$`, 'm'))?.[1]);
  return { answered: count('answered'), repeated: count('repeated') };
}

/**
 * Reads while the replica is up to date, and again if it fell behind a background write meanwhile, because such a read
 * goes to the primary. `read` gets the moment at which it begins, by the clock of both servers.
 */
async function whileCurrent<Result>(read: (began: string) => Promise<Result>): Promise<Result> {
  const result = await until('the replica is current during all reads', async () => {
    await standby.caughtUp(primary);
    await stateIs(client, 'up');
    const before = await readsOf(client);
    const [row] = await query<{ now: string }>(primary.connection, 'SELECT clock_timestamp()::text AS now');
    const value = await read(row?.now ?? '');
    const after = await readsOf(client);
    return after.repeated === before.repeated ? { value } : undefined;
  });
  return result.value;
}

/** Sessions of the service on a server whose last statement is like the given one and began after a given moment. */
async function sessions(
  connection: Primary['connection'],
  statement: string,
  since = '-infinity',
): Promise<number> {
  const [row] = await query<{ sessions: number }>(
    connection,
    `SELECT count(*)::int AS sessions FROM pg_stat_activity
     WHERE query LIKE '${statement}' AND query_start >= '${since}'
       AND application_name = 'market-data-service' AND pid <> pg_backend_pid()`,
  );
  return row?.sessions ?? 0;
}

function spread(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(1)} ms (99 %: ${quantile(times, 0.99).toFixed(1)}, at most ${Math.max(...times).toFixed(0)} ms)`;
}
