import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { ADMIN_TOKEN, isCluster, startApp, type TestApp } from '../app.js';
import { quotesOf } from '../builders/quotes.js';
import { until } from '../embedded/harness.js';

/** Streams that one token may have open (src/limits). */
const STREAMS_OF_A_TOKEN = 5;

describe('one caller leaves room for the others', () => {
  let service: TestApp;
  let neighbour: string;
  let locker: pg.Client;
  beforeAll(async () => {
    service = await startApp();
    neighbour = await service.token('admin', { principal: 'neighbour@example.com' });
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 100)).expect(207);
    // A lock is held for as long as a test needs it, so without the limits of the service's own connections.
    locker = new pg.Client(connectionSettings(service.address, { limits: false }));
    await locker.connect();
    // It waits for the service while holding its locks.
    await locker.query('SET idle_in_transaction_session_timeout = 0');
  });
  afterAll(async () => {
    await locker.end();
    await service.close();
  });

  /** Blocks all reads of a table until `release`. */
  const holding = async (table: string) => {
    await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return { release: () => locker.query('COMMIT') };
  };
  const waitingCount = async () => {
    // On another connection than the locker's, which sees the same activity throughout its transaction.
    const rows = await service.sql(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return rows.length;
  };

  it('a short read that waits for a lock keeps no other waiting', async () => {
    const hold = await holding('settlement');
    let isLocked = true;
    const locked = service.get('/reference/settlement?limit=20').then(() => {
      isLocked = false;
    });
    await until('it waits for the lock', async () => (await waitingCount()) > 0);
    let answers = 0;
    const others: Promise<unknown>[] = [];
    // Requests sent before the blocked one is seen to wait may have gone behind it.
    await until('another is answered', () => {
      const read = service.get('/svc/quote?ticker=VNM&limit=1').expect(200);
      others.push(read.then(() => answers++));
      return answers > 0;
    });
    expect(isLocked).toBe(true);
    expect(others.length).toBeLessThan(50); // two hundred rows fill a connection
    await hold.release();
    await Promise.all([locked, ...others]);
  });

  it('expensive reads: few run at the same time, the others are refused as busy', async () => {
    const hold = await holding('settlement');
    const answers = Array.from({ length: 16 }, () => service.get('/quote/gaps').then((answer) => answer));
    await until('the reads that may run wait for the lock', async () => (await waitingCount()) > 0);
    // One token may run fewer than all of them, so another token's have room.
    const others = service.get('/quote/gaps', neighbour).then((answer) => answer);
    await service.get('/quote?ticker=VNM&limit=1', neighbour).expect(200);
    await service.get('/quote?ticker=VNM&limit=1').expect(200);
    await service
      .put('/svc/quote', { ...quotesOf('VNM', 1)[0], volume: 5 }, neighbour)
      .expect(({ status }) => expect([200, 201]).toContain(status));
    await service.get('/health/ready').expect(200);
    const refusal = (await Promise.race(answers)) as {
      status: number;
      body: { code: string };
      headers: object;
    };
    expect([refusal.status, refusal.body.code]).toEqual([503, 'busy']);
    expect(refusal.headers).toHaveProperty('retry-after');
    await hold.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await others).status).toBe(200);
  });

  it('reads that wait for the database hold no connection of writes, tokens and health', async () => {
    const hold = await holding('news');
    const reads = Array.from({ length: 40 }, () => service.get('/news').then((answer) => answer));
    await until('every connection for reads waits', async () => (await waitingCount()) >= 12);
    await service.get('/health/ready').expect(200);
    const fresh = await service.token('maker', { principal: 'fresh@example.com' });
    await service.post('/svc/quote', quotesOf('FPT', 1)[0], fresh).expect(201);
    const busy = (await Promise.race(reads)) as { status: number; body: { code: string } };
    expect([busy.status, busy.body.code]).toEqual([503, 'busy']);
    await hold.release();
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(12);
  });

  it('pages that wait for the database leave connections for pages of other tokens', async () => {
    const hold = await holding('news');
    const reads = Array.from({ length: 40 }, () => service.get('/news').then((answer) => answer));
    await until('every connection that one token may hold waits', async () => (await waitingCount()) >= 12);
    for (const path of ['/quote?limit=5', '/svc/quote?total=true', '/reference/mic?limit=1']) {
      await service.get(path, neighbour).expect(200);
    }
    expect(await waitingCount()).toBe(12);
    await hold.release();
    await Promise.all(reads);
  });

  // A cluster does not read them on the shared connections.
  (isCluster ? it.skip : it)('records by key that wait leave connections for reads by ticker', async () => {
    const day = await service.get('/svc/settlement?limit=1').expect(200);
    const path = `/svc/settlement/${day.body.data[0].id}`;
    const hold = await holding('settlement');
    const reads = Array.from({ length: 40 }, () => service.get(path).then((answer) => answer));
    await until(
      'as many connections as one kind of read may hold wait',
      async () => (await waitingCount()) >= 8,
    );
    const began = performance.now();
    while (performance.now() - began < 1_000) {
      await service.get('/svc/quote?ticker=VNM&limit=1', neighbour).expect(200);
    }
    expect(await waitingCount()).toBe(8);
    await hold.release();
    await Promise.all(reads);
  });

  it.each([
    ['a table', ['currency'], 8],
    ['two tables, of a token each,', ['currency', 'mic'], 12],
  ])(
    'short lists of %s that wait leave connections for those of others, whatever they filter by',
    async (_, tables, most) => {
      const other = await service.token('admin', { principal: 'other@example.com' });
      const hold = await holding(tables.join());
      const queries = Array.from(
        { length: 40 },
        (_, at) => `order=${at % 2 ? 'asc' : 'desc'}&limit=${at + 1}`,
      );
      const reads = queries.flatMap((query) =>
        tables.map((table, at) =>
          service
            .get(`/reference/${table}?${query}`, at === 0 ? ADMIN_TOKEN : other)
            .then((answer) => answer),
        ),
      );
      await until(
        'as many connections as reads of these tables may hold wait',
        async () => (await waitingCount()) >= most,
      );
      const began = performance.now();
      while (performance.now() - began < 1_000) {
        await service.get('/svc/quote?ticker=VNM&limit=1', neighbour).expect(200);
        await service.get('/reference/asset/classification?limit=1', neighbour).expect(200);
      }
      expect(await waitingCount()).toBeLessThanOrEqual(13);
      await hold.release();
      const statuses = new Set((await Promise.all(reads)).map(({ status }) => status));
      expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    },
  );

  it('streams: a token has its share, whether its readers read or not; others export at once', async () => {
    // Stored records, whose lines are the longest of all: 16 MB, which no buffer of the system takes.
    await service.sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
       SELECT 'T' || lpad(t::text, 4, '0'), date '2000-01-01' + d, 1, 1, 1, 1, 1, 'test'
       FROM generate_series(1, 100) t, generate_series(1, 500) d`,
    );
    const open = (path = '/svc/quote?format=ndjson') =>
      new Promise<http.IncomingMessage>((resolve, reject) => {
        http
          .get(
            `${service.url}${path}`,
            { headers: { authorization: `Bearer ${ADMIN_TOKEN}` }, agent: false },
            resolve,
          )
          .on('error', reject);
      });
    // A stream of the whole market takes no slot of the reads of the whole market.
    const ofMarket = await open('/quote?format=csv&adjusted=true');
    await service.get('/quote/gaps').expect(200);
    ofMarket.destroy();
    const streams = await Promise.all(Array.from({ length: 40 }, () => open()));
    try {
      const statuses = streams.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 200)).toHaveLength(STREAMS_OF_A_TOKEN);
      expect(statuses.filter((status) => status === 429)).toHaveLength(40 - STREAMS_OF_A_TOKEN);
      const { text } = await service.get('/quote?ticker=VNM&format=csv', neighbour).expect(200);
      expect(text.split('\n').length).toBeGreaterThan(100);
    } finally {
      for (const stream of streams) stream.destroy();
    }
    await until('the share is free again', async () => {
      const answer = await service.get('/quote?ticker=VNM&format=csv');
      return answer.status === 200;
    });
  });
});
