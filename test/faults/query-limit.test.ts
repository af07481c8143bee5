import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { clientOfOneTimer } from '../../src/database/connection/one-timer.js';
import { SharedConnections } from '../../src/database/connection/shared-connections.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { STATEMENT } from '../time-bounds.js';
import { type Answer, Client, isFitForOutage, json } from './client.js';
import { connect } from './harness.js';

describe('statements that take too long', () => {
  let control: TestApp;
  let client: Client;
  let locker: pg.Client;
  beforeAll(async () => {
    control = await startApp();
    client = new Client(control.url);
    locker = await connect(control.address);
    await client.post('/svc/quote', aQuote());
  });
  afterAll(async () => {
    client.close();
    await control.close();
    await cleanUp();
  });

  it('are cancelled at their limit: 503, and none runs on', async () => {
    await locker.query('BEGIN; LOCK TABLE quote');
    const answers: Answer[] = await Promise.all([
      client.get('/quote?limit=1'),
      // Short reads are pipelined on one connection.
      ...['from_date=20240101', 'from_date=20240102', 'from_date=20240103', 'to_date=20240201'].map((range) =>
        client.get(`/quote?ticker=VNM&limit=1&${range}`),
      ),
      client.get('/svc/quote?limit=1'),
      client.get('/market/gainers'),
      client.get('/quote?format=csv'),
      client.get('/svc/quote?format=ndjson'),
      client.put('/svc/quote', aQuote({ volume: 1 })),
      client.post('/svc/quote', aQuote({ ticker: 'LATE' })),
      client.post('/svc/quote/bulk/import', [aQuote({ ticker: 'LATE' })]),
      client.post('/svc/quote/appoval', { ticker: 'VNM', date: '2024-01-31' }),
    ]);
    const answeredAt = performance.now();
    await until('no statement waits', async () => {
      const { rows } = await locker.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'market-data-service'
           AND datname = current_database()`,
      );
      return rows.length === 0;
    });
    const lingerTime = performance.now() - answeredAt;
    await locker.query('COMMIT');
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    figure(
      'R8',
      'statements that wait for a table lock',
      answers.length,
      `${answers.filter(({ status }) => status === 503).length} answered 503 after at most ${slowest.toFixed(0)} ms; none runs ${lingerTime.toFixed(0)} ms later`,
    );
    expect(answers.map(({ status, text }) => (status === 503 ? 503 : text))).toEqual(answers.map(() => 503));
    expect(answers.filter((answer) => !isFitForOutage(answer))).toEqual([]);
    expect(slowest).toBeLessThan(STATEMENT);
    const stored = json(await client.get('/quote?ticker=LATE&limit=1')) as { data: unknown[] };
    expect(stored.data).toEqual([]);
    expect((await client.put('/svc/quote', aQuote({ volume: 2 }))).status).toBe(200);
  });

  it('fail with a shared connection that owes answers; statements behind them are answered by another one', async () => {
    const limit = 2_000; // far longer than opening a connection takes on a busy machine
    const settings = connectionSettings(control.address, { limits: false });
    const shared = new SharedConnections({ ...settings, Client: clientOfOneTimer(), query_timeout: limit });
    const run = (text: string) => shared.query({ text }, 1);
    expect((await run('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await run(`SELECT pg_sleep(${limit / 2000})`);
    expect(shared.state).toEqual({ total: 1, idle: 1 });
    const [hangs, behind] = await Promise.allSettled([run('SELECT pg_sleep(60)'), run('SELECT 2 AS two')]);
    expect(hangs).toEqual({
      status: 'rejected',
      reason: expect.objectContaining({ message: 'Query read timeout' }),
    });
    expect(behind).toMatchObject({ status: 'fulfilled', value: { rows: [{ two: 2 }] } });
    expect((await run('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
    expect(shared.state).toEqual({ total: 1, idle: 1 });
    await shared.end();
  });

  it('leave shared connections for reads of other tables before anyone knows that they hang', async () => {
    const settings = connectionSettings(control.address, { limits: false });
    const shared = new SharedConnections({ ...settings, Client: clientOfOneTimer(), query_timeout: 60_000 });
    const hanging = ['mic', 'country'].flatMap((table) =>
      Array.from({ length: 20 }, () => shared.query({ text: `SELECT pg_sleep(60) FROM ${table}` }, 1_000)),
    );
    const settled = Promise.allSettled(hanging);
    expect((await shared.query({ text: 'SELECT 1 AS one FROM currency LIMIT 1' }, 1)).rows).toEqual([
      { one: 1 },
    ]);
    await shared.end();
    expect((await settled).map(({ status }) => status)).toEqual(hanging.map(() => 'rejected'));
  });

  it.each([
    ['one after the other', false],
    ['behind each other', true],
  ])('fail with a connection of one timer, %s, and the pool opens another one', async (_, pipeline) => {
    const limit = 2_000; // far longer than opening a connection takes on a busy machine
    const settings = connectionSettings(control.address, { limits: false });
    const pool = new pg.Pool({
      ...settings,
      ...{ max: 1, Client: clientOfOneTimer(), query_timeout: limit, pipeline },
    } as pg.PoolConfig);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const backend = async () => {
      const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return rows[0]?.pid;
    };
    const first = await backend();
    // Longer than the limit together, but each of them shorter.
    for (const _statement of [1, 2, 3, 4, 5]) await pool.query(`SELECT pg_sleep(${limit / 4000})`);
    expect(await backend()).toBe(first);
    const client = await pool.connect();
    const outcomes = await Promise.allSettled([
      client.query('SELECT pg_sleep(60)'),
      client.query('SELECT 2'),
    ]);
    expect(outcomes).toEqual(
      outcomes.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({ message: 'Query read timeout' }),
      })),
    );
    client.release(true);
    expect(await backend()).not.toBe(first);
    await pool.end();
  });
});
