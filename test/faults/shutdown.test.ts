import { connect as connectSocket, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ADMIN_TOKEN } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { aSource } from '../builders/sources.js';
import { atEnd, cleanUp, postgresBelow, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { figure } from '../figures.js';
import { SseReader } from '../sse.js';
import { BODY_AT_CLOSING, EXIT } from '../time-bounds.js';
import { Vendor } from '../vendor.js';
import { type Answer, Client, json } from './client.js';
import { connect, Service } from './harness.js';
import { PATIENCE } from './rounds.js';

jest.setTimeout(PATIENCE);
/** As stored records, whose lines are the longest of all: 16 MB, which no buffer takes. */
const ROWS = 50_000;

describe('SIGTERM', () => {
  let dataDir: string;
  /** the service that the previous test has started again */
  let again: Service | undefined;
  beforeAll(async () => {
    dataDir = await preparedFolder();
  });
  afterAll(cleanUp);

  /** A service with a dedicated database, which no other service uses any more. */
  const start = async () => {
    const service = again ?? (await Service.start({ DATA_DIR: dataDir, SOURCE_PRIVATE: 'allowed' }));
    again = undefined;
    return service;
  };

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s: a request in flight is finished, then the service ends by the signal and PostgreSQL with it',
    async (signal) => {
      const service = await start();
      const client = new Client(service.url);
      const idle = await idleSockets(service, client);
      await client.put('/svc/quote', aQuote({ ticker: signal }));
      const blocker = await connect(service.database);
      await blocker.query(`BEGIN; SELECT 1 FROM quote WHERE ticker = '${signal}' FOR UPDATE`);
      const pendingPut = client.put('/svc/quote', aQuote({ ticker: signal, volume: 77 }));
      await until('the PUT waits', async () => {
        const { rows } = await (await helperOf(service)).query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      service.signal(signal);
      await refusesConnections(service);
      await blocker.query('COMMIT');
      const answer = await pendingPut;
      const wait = await exitAfter(service);
      expect({ status: answer.status, volume: json(answer).volume }).toEqual({ status: 200, volume: 77 });
      expectEnd(service, signal);
      figure(
        'R5',
        `${signal} with a request in flight and ${idle.length} idle sockets`,
        1,
        `answered; exit ${wait.toFixed(0)} ms after the answer`,
      );
      expect(wait).toBeLessThan(EXIT);
      again = await start();
      const stored = await new Client(again.url).get(`/svc/quote/${json(answer).id}`);
      expect(stored.text).toBe(answer.text);
    },
  );

  it('streams of events are ended at once, also one whose reader does not read', async () => {
    const service = await start();
    const url = `${service.url}/svc/events?last_event_id=0`;
    const [reader, lazy] = await Promise.all([SseReader.open(url), SseReader.open(url)]);
    lazy.pause();
    const client = new Client(service.url);
    await client.post('/svc/quote/bulk/import', quotesOf(`SSE${Date.now()}`, 200));
    await reader.first(200);
    service.signal('SIGTERM');
    const began = performance.now();
    await until('the stream ends', () => reader.hasEnded, EXIT);
    const ended = performance.now() - began;
    const wait = await exitAfter(service);
    expectEnd(service, 'SIGTERM');
    figure(
      'R5',
      'SIGTERM with two open streams of events',
      1,
      `ended after ${ended.toFixed(0)} ms, exit ${wait.toFixed(0)} ms later`,
    );
    expect(wait).toBeLessThan(EXIT);
    lazy.close();
  });

  it('streams of events do not wait for a run of a source that is storing its rows', async () => {
    const service = await start();
    const client = new Client(service.url);
    const bar = { ...aQuote({ ticker: 'SOURCED' }) };
    const vendor = await Vendor.start(() => ({ body: [bar] }));
    atEnd(() => vendor.stop());
    const range = { from_date: bar.date, to_date: bar.date };
    expect((await client.put('/svc/source/ending', aSource(vendor.url))).status).toBe(201);
    const stream = await SseReader.open(`${service.url}/svc/events`);
    const blocker = await connect(service.database);
    await blocker.query('BEGIN; LOCK TABLE quote IN EXCLUSIVE MODE');
    expect((await client.post('/svc/source/ending/run', range)).status).toBe(202);
    await until('its rows wait', async () => {
      const { rows } = await (await helperOf(service)).query(
        `SELECT FROM pg_locks WHERE relation = 'quote'::regclass AND NOT granted`,
      );
      return rows.length > 0;
    });
    service.signal('SIGTERM');
    await until('the stream ends', () => stream.hasEnded, EXIT);
    await blocker.query('COMMIT');
    await exitAfter(service);
    expectEnd(service, 'SIGTERM');
  });

  it('runs of sources that wait for a lock of somebody else, or for each other, are given up, and the next start stores their rows', async () => {
    const service = await start();
    const client = new Client(service.url);
    // Two imports run at a time: the third begins when the first one has been given up.
    const bars = ['LOCKEDA', 'LOCKEDB', 'LOCKEDC'].map((ticker) => aQuote({ ticker }));
    const vendors = await Promise.all(bars.map((bar) => Vendor.start(() => ({ body: [bar] }))));
    atEnd(async () => void (await Promise.all(vendors.map((vendor) => vendor.stop()))));
    for (const [index, { url }] of vendors.entries()) {
      expect((await client.put(`/svc/source/locked${index}`, aSource(url))).status).toBe(201);
    }
    const blocker = await connect(service.database);
    await blocker.query('BEGIN; LOCK TABLE quote IN EXCLUSIVE MODE');
    const range = { from_date: bars[0]?.date, to_date: bars[0]?.date };
    const runs = await Promise.all(
      bars.map(async (_, index) => json(await client.post(`/svc/source/locked${index}/run`, range)).id),
    );
    await until('the rows of a run wait', async () => {
      const { rows } = await (await helperOf(service)).query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO quote %'`,
      );
      return rows.length > 0;
    });
    await until('every source was asked', () => vendors.every(({ requests }) => requests.length > 0));
    service.signal('SIGTERM');
    await exitAfter(service);
    expectEnd(service, 'SIGTERM');
    again = await start();
    const next = new Client(again.url);
    for (const [index, bar] of bars.entries()) {
      const run = await until('the run ends', async () => {
        const answer = json(await next.get(`/svc/source/locked${index}/run/${runs[index]}`));
        return answer.ended_at !== null && answer;
      });
      expect(run).toMatchObject({ state: 'done', created: 1 });
      expect(json(await next.get(`/quote?ticker=${bar.ticker}`)).data).toMatchObject([bar]);
    }
  });

  it('a request that arrives while the process stands still is answered, not cut off', async () => {
    const service = await start();
    const client = new Client(service.url);
    await client.put('/svc/quote', aQuote({ ticker: 'STILL' }));
    const blocker = await connect(service.database);
    await blocker.query(`BEGIN; SELECT 1 FROM quote WHERE ticker = 'STILL' FOR UPDATE`);
    const pendingPut = client.put('/svc/quote', aQuote({ ticker: 'STILL', volume: 77 }));
    const { hostname, port } = new URL(service.url);
    const socket = connectSocket(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', ({ message }) => {
      text += message;
    });
    await until('it is connected', () => socket.readyState === 'open');
    service.signal('SIGTERM');
    await refusesConnections(service);
    service.signal('SIGSTOP');
    const stoppedAt = performance.now();
    socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await until('silent sockets would be cut', () => performance.now() - stoppedAt > 1_000);
    service.signal('SIGCONT');
    await until('it is answered', () => text !== '');
    expect(text).toMatch(/^HTTP\/1\.1 (200|503) /);
    await blocker.query('COMMIT');
    expect((await pendingPut).status).toBe(200);
    await exitAfter(service);
    expectEnd(service, 'SIGTERM');
  });

  it('with nothing to do and idle sockets it ends at once', async () => {
    const service = await start();
    const idle = await idleSockets(service, new Client(service.url));
    service.signal('SIGTERM');
    const wait = await exitAfter(service);
    expectEnd(service, 'SIGTERM');
    figure('R5', `SIGTERM with ${idle.length} idle sockets only`, 1, `exit after ${wait.toFixed(0)} ms`);
    expect(wait).toBeLessThan(EXIT);
  });

  it.each([
    ['stops', () => undefined],
    ['trickles', (socket: Socket) => socket.write(' ')],
  ])('a request whose body %s is cut off', async (_, send) => {
    const service = await start();
    const { port, host } = new URL(service.url);
    const socket = connectSocket(Number(port), '127.0.0.1').on('error', () => undefined);
    const head = ['PUT /svc/quote HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${ADMIN_TOKEN}`];
    const body = ['Content-Type: application/json', 'Content-Length: 100000', '', '{'];
    socket.write([...head, ...body].join('\r\n'));
    const trickle = setInterval(() => send(socket), 500);
    atEnd(async () => clearInterval(trickle));
    await until('its head was read', async () => {
      const { text } = await new Client(service.url).get('/metrics');
      return /http_requests_in_flight 2/.test(text);
    });
    service.signal('SIGTERM');
    const wait = await exitAfter(service);
    clearInterval(trickle);
    expectEnd(service, 'SIGTERM');
    expect(socket.destroyed).toBe(true);
    figure('R5', 'SIGTERM with a request whose body does not arrive', 1, `exit after ${wait.toFixed(0)} ms`);
    expect(wait).toBeLessThan(BODY_AT_CLOSING + EXIT);
  });

  it('a slow reader gets its stream to the end', async () => {
    const service = await start();
    const database = await connect(service.database);
    const { rowCount: before } = await database.query('SELECT FROM quote');
    await database.query(`
      INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
      SELECT 'SLOW' || n % 100, date '2000-01-01' + n / 100, 1, 1, 1, 1, n, 'test'
      FROM generate_series(0, ${ROWS - 1}) n`);
    const client = new Client(service.url);
    const idle = await idleSockets(service, client);
    let lines = 0;
    let signalled = false;
    const reading = client.read('/svc/quote?format=ndjson', (chunk, response) => {
      for (const byte of chunk) if (byte === 10) lines++;
      if (signalled || lines < 1_000) return;
      signalled = true;
      response.pause();
      service.signal('SIGTERM');
      refusesConnections(service).then(
        () => response.resume(),
        (error: Error) => response.destroy(error),
      );
    });
    await reading;
    const wait = await exitAfter(service);
    expect(lines).toBe(Number(before) + ROWS);
    expectEnd(service, 'SIGTERM');
    figure(
      'R5',
      `SIGTERM with a stream to a slow reader and ${idle.length} idle sockets`,
      1,
      `${lines} lines whole; exit ${wait.toFixed(0)} ms after the last`,
    );
    expect(wait).toBeLessThan(EXIT);
  });
});

/** Idle sockets: kept alive after an answer, and opened ahead without a request, as browsers do. */
async function idleSockets(service: Service, client: Client): Promise<unknown[]> {
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.get('/health/live')));
  expect(answers.map((answer: Answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  const silentSockets = Array.from({ length: 3 }, () =>
    connectSocket(Number(new URL(service.url).port), '127.0.0.1'),
  );
  for (const socket of silentSockets) socket.on('error', () => undefined);
  await until('they are connected', () =>
    silentSockets.every((socket: Socket) => socket.readyState === 'open'),
  );
  return [...answers, ...silentSockets];
}

async function helperOf(service: Service) {
  helpers.set(service, helpers.get(service) ?? connect(service.database));
  return await (helpers.get(service) as ReturnType<typeof connect>);
}
const helpers = new Map<Service, ReturnType<typeof connect>>();

/** Resolves when the service accepts no more connections: it has begun to shut down. */
async function refusesConnections(service: Service): Promise<void> {
  await until('it refuses connections', async () => {
    const fresh = new Client(service.url);
    return fresh.get('/health/live').then(
      (answer) => answer.status === 503,
      () => true,
    );
  });
}

/** Time until the service has ended, ms. */
async function exitAfter(service: Service): Promise<number> {
  const began = performance.now();
  await service.ended();
  return performance.now() - began;
}

function expectEnd(service: Service, signal: NodeJS.Signals): void {
  expect({
    signal: service.child.signalCode,
    postgres: postgresBelow(String(service.environment.DATA_DIR)),
  }).toEqual({
    signal,
    postgres: [],
  });
}
