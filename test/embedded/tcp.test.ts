import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { startApp } from './app.js';
import { answers, cleanUp, cleanUpShared, keep, postgresBelow, query, until } from './harness.js';
import { usedPreparedFolder } from './prepared-folder.js';

afterEach(cleanUp);
afterAll(cleanUpShared);

describe('TCP, where Unix sockets are missing', () => {
  it('listens on 127.0.0.1 with a private password, the same at the next start', async () => {
    const dataDir = await usedPreparedFolder();
    const first = keep(await startEmbeddedPostgres({ dataDir, role: 'service', tcp: true }));
    const { connection } = first;
    expect(connection).toMatchObject({ host: '127.0.0.1', user: 'postgres', database: 'market_data' });
    expect(connection.password).toHaveLength(48);
    expect(statSync(join(dataDir, 'postgresql.tcp.json')).mode & 0o777).toBe(0o600);
    expect(await query(connection, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await answers({ ...connection, password: 'guess' })).toBe(false);

    const attached = startApp({ dataDir, role: 'service', tcp: true });
    expect(await attached.ready()).toMatchObject({ owned: false, connection });
    await attached.stop();
    process.kill(first.pid, 'SIGKILL');
    await until('it is back at the same port', () => answers(connection));
    await first.stop();

    const thief = createServer();
    await new Promise<void>((resolve) => thief.listen(connection.port, '127.0.0.1', resolve));
    try {
      const second = keep(await startEmbeddedPostgres({ dataDir, role: 'service', tcp: true }));
      expect(second.connection.port).not.toBe(connection.port);
      expect(second.connection.password).toBe(connection.password);
      expect(await answers(second.connection)).toBe(true);
    } finally {
      thief.close();
    }
  });

  it('serves a folder that was made with sockets, and the other way round', async () => {
    const dataDir = await usedPreparedFolder();
    for (const tcp of [false, true, false]) {
      const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service', tcp }));
      expect(hold.connection.host === '127.0.0.1').toBe(tcp);
      await query(hold.connection, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 1 AS one');
      expect(await query(hold.connection, 'SELECT * FROM kept')).toEqual([{ one: 1 }]);
      await hold.stop();
    }
  });

  it('starts, repairs and stops through pg_ctl, the way that Windows needs', async () => {
    const dataDir = await usedPreparedFolder();
    const hold = keep(
      await startEmbeddedPostgres({ dataDir, role: 'service', tcp: true, launcher: 'pg_ctl' }),
    );
    const { pid, connection } = hold;
    process.kill(pid, 'SIGKILL');
    await until('the database is back', async () => hold.pid !== pid && (await answers(connection)));
    await hold.stop();
    expect(postgresBelow(dataDir)).toEqual([]);
    expect(readFileSync(join(dataDir, 'postgresql.log'), 'utf8')).toContain('database system is shut down');
  });
});
