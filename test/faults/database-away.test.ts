import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres.js';
import { startAppOn, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { answers as accepts, cleanUp, keep, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { AFTER_FROST, beside, LIVE, READINESS, RECOVERY, SILENT_DATABASE } from '../time-bounds.js';
import { BareServer } from './bare-server.js';
import { type Answer, Client, isFitForOutage, json } from './client.js';
import { connect, Service, signalServer, urlOf } from './harness.js';
import { rounds } from './rounds.js';

/** How long the database is frozen, ms. */
const FREEZE = rounds(8, 30) * 1_000;

describe("a database of the operator's that goes away", () => {
  let postgres: EmbeddedPostgres;
  let service: TestApp;
  let client: Client;
  let observer: pg.Client;
  beforeAll(async () => {
    postgres = keep(await startEmbeddedPostgres({ dataDir: await preparedFolder(), role: 'service' }));
    service = await startAppOn({ url: urlOf(postgres.connection) });
    // As in the service itself: an idle connection closed just when it is used is not what this test looks for.
    await service.inside('keepAliveTimeout', 75_000);
    client = new Client(service.url);
    observer = await connect(postgres.connection);
    await client.post('/svc/quote', aQuote());
  });
  afterEach(() => thaw(postgres));
  afterAll(async () => {
    client.close();
    await service.close();
    await cleanUp();
  });

  it('frozen: SIGTERM still ends the service', async () => {
    const own = await Service.start({ DATABASE_URL: urlOf(postgres.connection) });
    const reader = new Client(own.url);
    await Promise.all(Array.from({ length: 8 }, () => reader.get('/quote?ticker=FPT')));
    freeze(postgres);
    const began = performance.now();
    own.signal('SIGTERM');
    await until('it has ended', () => own.hasEnded, SILENT_DATABASE);
    const wait = performance.now() - began;
    thaw(postgres);
    reader.close();
    expect(own.child.signalCode).toBe('SIGTERM');
    figure('R5', 'SIGTERM while PostgreSQL is frozen', 1, `exit after ${wait.toFixed(0)} ms`);
  });

  it('frozen: every request is answered in time, live 200, ready 503, and everything works afterwards', async () => {
    const live: Answer[] = [];
    const readiness: Promise<Answer>[] = [];
    const answers: Answer[] = [];
    const pending: Promise<unknown>[] = [];
    const ask = (into: Answer[], request: Promise<Answer>) =>
      pending.push(request.then((answer) => into.push(answer)));
    const bare = await BareServer.start();
    freeze(postgres);
    let queue: Socket[] = [];
    const frozenAt = performance.now();
    const end = frozenAt + FREEZE;
    for (let turn = 0; performance.now() < end; turn++) {
      ask(live, client.get('/health/live'));
      // Every second, however long a turn takes.
      if (performance.now() - frozenAt > 1_000 * readiness.length)
        readiness.push(client.get('/health/ready'));
      if (turn % 2 === 0) {
        ask(answers, client.get('/quote?limit=1'));
        ask(answers, client.put('/svc/quote', aQuote({ ticker: 'AWAY', volume: turn })));
        ask(answers, client.get('/quote?format=csv'));
        ask(answers, client.post('/svc/quote/bulk/import', [aQuote({ ticker: `AWAY${turn}` })]));
      }
      // Halfway the queue of connections is full as well, as a longer freeze would cause by itself.
      if (queue.length === 0 && performance.now() > end - FREEZE / 2)
        queue = await fillQueue(postgres.connection);
      await sleep(100);
    }
    for (const socket of queue) socket.destroy();
    thaw(postgres);
    const frozenFor = performance.now() - frozenAt;
    const ready = await Promise.all(readiness);
    await Promise.all(pending);
    const refusals = answers.filter((answer) => answer.status === 503);
    const slowest = (list: Answer[]) => Math.max(...list.map((answer) => answer.ms));
    const slowestBare = bare.slowest(frozenAt);
    figure(
      'R3',
      `PostgreSQL frozen for ${(frozenFor / 1_000).toFixed(0)} s under load`,
      1,
      `${answers.length} requests, ${refusals.length} with 503, the rest succeeded, slowest ${slowest(answers).toFixed(0)} ms; live always 200, at most ${slowest(live).toFixed(0)} ms, a bare server ${slowestBare.toFixed(0)} ms; ready answered within ${slowest(ready).toFixed(0)} ms`,
    );
    const isLate = (answer: Answer, bound: number) => answer.ms > beside(bound, slowestBare);
    expect(live.filter((answer) => answer.status !== 200 || isLate(answer, LIVE))).toEqual([]);
    // A request sent shortly before the end of the freeze may still get a 200.
    expect(ready.filter((answer) => !isFitForOutage(answer) || isLate(answer, READINESS))).toEqual([]);
    expect(ready.filter((answer) => answer.status === 503).length).toBeGreaterThan(1);
    expect(answers.filter((answer) => !isFitForOutage(answer) || answer.status === 400)).toEqual([]);
    expect(refusals.length).toBeGreaterThan(0);
    const bound = Math.min(SILENT_DATABASE, frozenFor + AFTER_FROST);
    expect(answers.filter((answer) => isLate(answer, bound))).toEqual([]);
    // The server first takes the connections waiting in its queue, hundreds of them.
    await until('the database accepts connections', () => accepts(postgres.connection));
    await until(
      'it is ready again',
      async () => (await client.get('/health/ready')).status === 200,
      RECOVERY,
    );
    await expectNormal();
  });

  it('gone before the first byte of a stream: 503, not a cut connection', async () => {
    const locker = await connect(postgres.connection);
    await locker.query('BEGIN; LOCK TABLE quote');
    const pendingExport = client.get('/quote?format=csv');
    const copy = await until('the COPY waits', async () => {
      const { rows } = await observer.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE query LIKE 'COPY%' AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.pid;
    });
    await observer.query('SELECT pg_terminate_backend($1)', [copy]);
    const answer = await pendingExport.finally(() => locker.end());
    expect({ status: answer.status, fit: isFitForOutage(answer) }).toEqual({ status: 503, fit: true });
    await expectNormal();
  });

  it('gone in the middle of a stream: the connection is cut, so that no partial answer looks complete', async () => {
    await observer.query(`
      INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
      SELECT 'HALF' || n % 100, date '2000-01-01' + n / 100, 1, 1, 1, 1, n, 'test'
      FROM generate_series(0, 149999) n ON CONFLICT DO NOTHING`);
    let received = 0;
    const cutRead = client.read('/quote?format=csv', async (chunk, response) => {
      received += chunk.length;
      if (received > 100_000 && !response.isPaused()) {
        response.pause();
        await observer.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY%' AND state = 'active' AND pid <> pg_backend_pid()`,
        );
        response.resume();
      }
    });
    await expect(cutRead).rejects.toThrow(/aborted|reset|hang up/);
    await expectNormal();
  });

  async function expectNormal(): Promise<void> {
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, () => client.get('/quote?limit=1')),
      ...Array.from({ length: 12 }, (_, index) =>
        client.post('/svc/quote/bulk/import?on_duplicate=update', [aQuote({ volume: index })]),
      ),
      // As many as one token may have at a time: on a slow machine a sixth is refused.
      ...Array.from({ length: 5 }, () => client.get('/quote?format=csv&ticker=VNM')),
      client.get('/health/ready'),
    ]);
    expect(answers.filter((answer) => answer.status >= 300).map((answer) => answer.text)).toEqual([]);
    expect(json(answers[0] as Answer)).toMatchObject({ meta: { count: 1 } });
  }
});

/** Opens connections that nobody accepts until the system refuses more. */
async function fillQueue({ host, port }: EmbeddedPostgres['connection']): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let isFull = false; !isFull; ) {
    const socket = connectSocket(join(host, `.s.PGSQL.${port}`));
    sockets.push(socket);
    await once(socket, 'connect').catch((error: NodeJS.ErrnoException) => {
      expect(error.code).toBe('EAGAIN');
      isFull = true;
    });
    socket.on('error', () => undefined);
  }
  return sockets;
}

function freeze(postgres: EmbeddedPostgres): void {
  signalServer(postgres.pid, 'SIGSTOP');
}

function thaw(postgres: EmbeddedPostgres): void {
  signalServer(postgres.pid, 'SIGCONT');
}
