import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aQuote } from '../builders/quotes.js';
import { alive, cleanUp, temporaryFolder, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { beside, NOTIFICATION, scrapeBeside } from '../time-bounds.js';
import { BareServer } from './bare-server.js';
import { type Answer, Client, quantile } from './client.js';
import { childrenOf, connect, emptyDatabase, Service, urlOf } from './harness.js';
import { rounds } from './rounds.js';

jest.setTimeout(600_000);

/** FAULT_ROUNDS=10000 for the full test. */
const ROUNDS = rounds(40, 10_000);
const WORKERS = 2;
/** Connections are assigned to the workers in turn. */
const CONNECTIONS = 6;
/** Requests of each one-off caller while a worker dies. */
const PASSING = rounds(25, 100);
/** Each has one connection, so it stays with one worker. */
const clients: Client[] = [];

let url: string;
let service: Service;
let token: string;
let bare: BareServer;
/** the slowest answer of /metrics when nothing was wrong, shortly before the latest trouble, ms */
let slowestScrape = 0;

beforeAll(async () => {
  bare = await BareServer.start();
  url = urlOf(await emptyDatabase());
  service = await workersOf({ DATABASE_URL: url, BOOTSTRAP_ADMIN_TOKEN: '' });
  token = await until(
    'the token is shown',
    () => service.stderr.match(/First admin token, shown this once: (\S+)\n/)?.[1],
  );
  for (let index = 0; index < CONNECTIONS; index++) {
    const client = new Client(service.url, token);
    client.agent.maxSockets = 1;
    clients.push(client);
  }
});

afterAll(async () => {
  for (const client of clients) client.close();
  await cleanUp();
});

describe(`${WORKERS} workers on one port`, () => {
  it('say once that they are ready, and show the first token once', () => {
    expect(service.stderr.match(/ is ready at /g)?.length).toBe(1);
    expect(service.stderr.match(/First admin token/g)?.length).toBe(1);
    expect(childrenOf(service.pid).length).toBe(WORKERS);
  });

  it('see what was written through another one', async () => {
    const delays: number[] = [];
    let lateReads = 0;
    const began = performance.now();
    for (let round = 0; round < ROUNDS; round++) {
      const [writer, ...readers] = clientsFrom(round);
      const quote = aQuote({ ticker: 'SEEN', volume: round });
      expect((await writer?.put('/svc/quote', quote))?.status).toBeLessThan(300);
      const answeredAt = performance.now();
      // Its own connection sees it immediately; the others once they are notified.
      expect(await volumeOf(writer)).toBe(round);
      for (const reader of readers) {
        if ((await volumeOf(reader)) === round) continue;
        lateReads++;
        await until('it is seen', async () => (await volumeOf(reader)) === round);
      }
      delays.push(performance.now() - answeredAt);
    }
    figure(
      'R17',
      `a write read at once through ${CONNECTIONS} connections to ${WORKERS} workers, hot in memory`,
      ROUNDS,
      `${lateReads} of ${ROUNDS * (CONNECTIONS - 1)} first reads were too early; seen by all after ${quantile(delays, 0.5).toFixed(1)} ms (99 %: ${quantile(delays, 0.99).toFixed(1)}, at most ${Math.max(...delays).toFixed(0)} ms)`,
    );
    expect(Math.max(...delays)).toBeLessThan(beside(NOTIFICATION, bare.slowest(began)));
  });

  it('count requests together in /metrics', async () => {
    const before = await counted();
    for (let round = 0; round < 30; round++) await connection(round).get('/svc/quote');
    await until('all are counted', async () => (await counted()) === before + 30);
    const { text } = await connection(0).get('/metrics');
    expect(text).toMatch(/^mds_database_up 1$/m);
    expect(text).toMatch(/^mds_build_info\{.*\} 1$/m);
  });

  it('answer /metrics while one of them is dead, and while its replacement starts', async () => {
    const [victim = 0] = childrenOf(service.pid);
    await measureScrapes();
    process.kill(victim, 'SIGKILL');
    // The connections of the other one.
    const answers = await answersOf(clients.map((client) => client.get('/metrics')));
    expect(answers.length).toBeGreaterThan(0);
    answers.forEach(expectMetrics);
    await until('another one serves', async () => {
      const answer = await connection(0).get('/metrics');
      expectMetrics(answer);
      return workersIn(answer) === WORKERS;
    });
  });

  it('answer /metrics while one of them hangs', async () => {
    const [hangingPid = 0] = childrenOf(service.pid);
    const callers = Array.from({ length: 4 }, () => new Client(service.url, token));
    const answers: Answer[] = [];
    await measureScrapes();
    process.kill(hangingPid, 'SIGSTOP');
    try {
      for (const caller of callers)
        caller.get('/metrics').then(
          (answer) => answers.push(answer),
          () => undefined, // one that the hanging one had to answer
        );
      await until('the other one has answered', () => answers.length > 0);
      for (const answer of answers) {
        expectMetrics(answer);
        expect(workersIn(answer)).toBe(WORKERS - 1);
      }
    } finally {
      process.kill(hangingPid, 'SIGCONT');
      for (const caller of callers) caller.close();
    }
    await until('both answer again', async () => (await answeringWorkers()) === WORKERS);
  });

  it('answer /metrics without a figure that cannot be read now', async () => {
    const lock = await connect({ url });
    await lock.query('BEGIN');
    await measureScrapes();
    await lock.query('LOCK TABLE webhook IN ACCESS EXCLUSIVE MODE');
    // A worker that has no time now is left out.
    const answer = await until('both answer', async () => {
      const latest = await connection(0).get('/metrics');
      expectMetrics(latest);
      return workersIn(latest) === WORKERS ? latest : undefined;
    });
    await lock.query('ROLLBACK');
    expect(answer.text).toMatch(/^mds_database_up 1$/m);
  });

  it('survive the kill of one, which is replaced', async () => {
    const [victim = 0, survivor = 0] = childrenOf(service.pid);
    const passers = Array.from({ length: 20 }, () => pass());
    process.kill(victim, 'SIGKILL');
    await until('it is dead', () => !alive(victim));
    const outcomes = await Promise.allSettled(clients.map((client) => client.get('/svc/quote')));
    const failures = outcomes.filter(({ status }) => status === 'rejected').length;
    // Some arrived while it died: each is answered or cut off, none is left waiting.
    expect((await Promise.all(passers)).filter((outcome) => /no answer/.test(outcome))).toEqual([]);
    figure(
      'R17',
      `kill -9 of one of ${WORKERS} workers`,
      1,
      `${failures} of ${CONNECTIONS} connections were its`,
    );
    // New connections are served.
    for (const client of clients) expect((await client.get('/svc/quote')).status).toBe(200);
    await until('another one runs', () => childrenOf(service.pid).length === WORKERS);
    expect(alive(survivor)).toBe(true);
    expect(service.stderr).toContain(`Worker ${victim} ended (SIGKILL): another one starts`);
    await until('it serves', async () => (await answeringWorkers()) === WORKERS);
  });

  it('count the requests of a token together, exactly', async () => {
    const limited = await workersOf({
      DATABASE_URL: url,
      BOOTSTRAP_ADMIN_TOKEN: '',
      RATE_LIMIT_PER_MINUTE: '50',
    });
    const callers = Array.from({ length: CONNECTIONS }, () => new Client(limited.url, token));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => callers[index % CONNECTIONS]?.get('/svc/quote')),
    );
    const statuses = answers.map((answer) => answer?.status).sort();
    expect(statuses).toEqual([...Array(50).fill(200), ...Array(10).fill(429)]);
    for (const caller of callers) caller.close();
    limited.signal('SIGTERM');
    await limited.ended();
  });

  it('finish their requests after SIGTERM', async () => {
    const workers = childrenOf(service.pid);
    const lock = await connect({ url });
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE quote IN EXCLUSIVE MODE');
    // One through each worker, because connections were assigned to them in turn.
    const writes = clients
      .slice(0, WORKERS)
      .map((client, index) => client.put('/svc/quote', aQuote({ ticker: 'DRAIN', volume: index })));
    const waiting = `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'quote'::regclass`;
    await until('all wait for the lock', async () => (await lock.query(waiting)).rows[0].waiting === WORKERS);
    service.signal('SIGTERM');
    await until('no new connection is taken', async () => {
      const other = new Client(service.url, token);
      // A connection opened in between waits in the supervisor for ending workers, and is cut off with them.
      return other.send('GET', '/health/live', undefined, {}, 1_000).then(
        (answer) => answer.status === 503,
        () => true,
      );
    });
    await lock.query('COMMIT');
    for (const write of writes) expect((await write).status).toBeLessThan(300);
    await service.ended();
    expect(service.child.signalCode).toBe('SIGTERM');
    expect(workers.filter(alive)).toEqual([]);
  });
});

describe('a supervisor that stops', () => {
  it('waits for a worker that still drains, although a message to it fails', async () => {
    const program = join(temporaryFolder(), 'supervisor.mjs');
    writeFileSync(program, SUPERVISED);
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (piece) => {
      output += piece;
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(output).toBe('stopped, the worker has ended: true\n');
  });
});

/** A supervisor of one worker, which keeps running after SIGTERM until its supervisor lets go of it. */
const SUPERVISED = `
import cluster from 'node:cluster';
import { Supervisor } from '${join(import.meta.dirname, '../../dist/src/workers/supervisor.js')}';
if (cluster.isWorker) {
  process.on('SIGTERM', () => process.send('draining'));
  process.send({ ready: 'here' });
} else {
  const supervisor = new Supervisor({}, () => undefined);
  await supervisor.start(1);
  const [worker] = Object.values(cluster.workers);
  const draining = new Promise((resolve) => worker.on('message', (said) => said === 'draining' && resolve()));
  const stopped = supervisor.stop('SIGTERM').then(() => 'stopped', (error) => error.message);
  await draining;
  worker.process.disconnect();
  worker.send({ answered: 1 }); // fails: the channel is closed
  console.log(await stopped + ', the worker has ended: ' + worker.isDead());
}
`;

/** Starts the service with its workers, each of which takes as long as the service alone. */
async function workersOf(environment: Record<string, string>): Promise<Service> {
  const started = Service.launch({ ...environment, WORKERS: String(WORKERS) });
  await started.ready(300_000);
  return started;
}

function connection(index: number): Client {
  const client = clients[index % CONNECTIONS];
  if (client === undefined) throw new Error('the clients are made first');
  return client;
}

/** Opens a new connection for each request; returns the outcomes of those that failed. */
async function pass(): Promise<string> {
  const failures: string[] = [];
  for (let request = 0; request < PASSING; request++) {
    const client = new Client(service.url, token);
    await client.get('/health/live').catch(({ message }) => failures.push(message));
    client.close();
  }
  return failures.join(', ');
}

function clientsFrom(round: number): Client[] {
  const first = round % CONNECTIONS;
  return [...clients.slice(first), ...clients.slice(0, first)];
}

/** The volume in a plain read, from memory if it is kept. */
async function volumeOf(client: Client | undefined): Promise<number | undefined> {
  const answer = await client?.get('/quote?ticker=SEEN');
  return JSON.parse(answer?.text ?? '{}').data?.[0]?.volume;
}

/** Data set requests that all workers together have counted. */
async function counted(): Promise<number> {
  const { text } = await until('both answer', async () => {
    const answer = await connection(1).get('/metrics');
    return workersIn(answer) === WORKERS ? answer : undefined;
  });
  return Number(
    text.match(/^http_requests_total\{.*method="GET",route="\/svc\/quote",status="200".*\} (\d+)$/m)?.[1] ??
      0,
  );
}

/** Workers included in the metrics. */
async function answeringWorkers(): Promise<number> {
  return workersIn(await connection(0).get('/metrics'));
}

function workersIn({ text }: Answer): number {
  return Number(text.match(/^mds_workers (\d+)$/m)?.[1]);
}

async function measureScrapes(): Promise<void> {
  const answers = await Promise.all(clients.map((client) => client.get('/metrics')));
  slowestScrape = Math.max(...answers.map(({ ms }) => ms));
}

/** The answers of the requests that got one; the connections of a killed worker are cut off. */
async function answersOf(requests: Promise<Answer>[]): Promise<Answer[]> {
  const outcomes = await Promise.allSettled(requests);
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

/** Expects the figures, sooner than a scraper would give up. */
function expectMetrics({ status, text, ms }: Answer): void {
  expect({ status, ms }).toEqual({ status: 200, ms: expect.any(Number) });
  expect(ms).toBeLessThan(scrapeBeside(slowestScrape));
  expect(text).toMatch(/^mds_/m);
}
