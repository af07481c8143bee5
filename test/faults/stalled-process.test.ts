import { createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { isWaitOver } from '../../src/database/connection/database-errors.js';
import { Pool } from '../../src/database/connection/pool.js';
import { atEnd, cleanUp } from '../embedded/harness.js';
import { emptyDatabase } from './harness.js';

/** Longest that a connection may take to open, ms: longer than it takes on a busy machine. */
const LIMIT = 2_000;

afterAll(cleanUp);

describe('a process that stands still for longer than a connection may take to open', () => {
  it.each([
    ['a connection', async (pool: pg.Pool) => (await pool.connect()).release()],
    ['a statement', async (pool: pg.Pool) => void (await pool.query('SELECT 1'))],
  ])('gets %s of a server that answered meanwhile', async (_, use) => {
    const pool = poolOf(connectionSettings(await emptyDatabase()));
    const used = use(pool);
    standStill();
    await used;
    expect(pool.totalCount).toBe(1);
  });

  it('does not ask a server that never answers a second time', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEnd(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as { port: number };
    const pool = poolOf({ host: '127.0.0.1', port, user: 'nobody', database: 'none' });
    await expect(pool.connect()).rejects.toThrow('connection timeout');
    expect(sockets).toHaveLength(1);
  });
});

describe('requests that wait for the only connection of a pool for longer than one wait', () => {
  it('get it one after another while it becomes free', async () => {
    const pool = poolOf({ ...connectionSettings(await emptyDatabase()), max: 1 });
    const statement = `SELECT pg_sleep(${(0.6 * LIMIT) / 1_000})`;
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => pool.query(statement)));
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'fulfilled'));
  });

  it('are refused after it when one request holds the connection', async () => {
    const pool = poolOf({ ...connectionSettings(await emptyDatabase()), max: 1 });
    const holder = await pool.connect();
    const waits = [pool.connect(), pool.query('SELECT 1')];
    const results = await Promise.allSettled(waits).finally(() => holder.release());
    expect(results.map((result) => result.status === 'rejected' && isWaitOver(result.reason))).toEqual([
      true,
      true,
    ]);
  });
});

function poolOf(settings: pg.PoolConfig): Pool {
  const pool = new Pool({ ...settings, connectionTimeoutMillis: LIMIT });
  atEnd(() => pool.end());
  return pool;
}

/** Blocks the event loop completely: arriving data is read, and expired timers run, afterwards. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * LIMIT);
}
