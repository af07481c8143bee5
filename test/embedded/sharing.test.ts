import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { machineId } from '../../src/database/embedded/process-info.js';
import { startApp } from './app.js';
import {
  alive,
  answers,
  cleanUp,
  cleanUpShared,
  isRoot,
  keep,
  postgresBelow,
  query,
  temporaryFolder,
  until,
} from './harness.js';
import { usedPreparedFolder } from './prepared-folder.js';

const asRoot = isRoot ? it : it.skip;

afterEach(cleanUp);
afterAll(cleanUpShared);

describe('several apps on one folder', () => {
  it('started at once on a fresh folder and again on an existing one, end up with one server', async () => {
    const dataDir = temporaryFolder();
    for (const round of ['fresh', 'existing']) {
      const apps = [1, 2, 3].map(() => startApp({ dataDir, role: 'service' }));
      const states = await Promise.all(apps.map((app) => app.ready()));
      expect({ round, servers: new Set(states.map(({ pid }) => pid)).size }).toEqual({ round, servers: 1 });
      expect(states.filter(({ owned }) => owned)).toHaveLength(1);
      const table = `CREATE TABLE IF NOT EXISTS of_all AS SELECT 1 AS one`;
      for (const { connection } of states) await query(connection, table);
      await Promise.all(apps.map((app) => app.stop()));
      expect(postgresBelow(dataDir)).toEqual([]);
    }
  });

  it('within one process share the server too', async () => {
    const dataDir = await usedPreparedFolder();
    const [one, two] = await Promise.all([
      startEmbeddedPostgres({ dataDir, role: 'service' }).then(keep),
      startEmbeddedPostgres({ dataDir, role: 'service' }).then(keep),
    ]);
    expect(one.pid).toBe(two.pid);
    expect([one.isOwned, two.isOwned].sort()).toEqual([false, true]);
  });

  it('are not held up by the locks of a process that died', async () => {
    const dataDir = await usedPreparedFolder();
    const stamp = { pid: 2 ** 22 + 1, startTime: '1', machine: machineId(), instance: 'gone' };
    writeFileSync(join(dataDir, 'postgresql.lock'), JSON.stringify(stamp));
    writeFileSync(join(dataDir, 'postgresql.lock.breaking'), JSON.stringify(stamp));
    const apps = [1, 2, 3].map(() => startApp({ dataDir, role: 'service' }));
    const states = await Promise.all(apps.map((app) => app.ready()));
    expect(new Set(states.map(({ pid }) => pid)).size).toBe(1);
  });

  it('keep the server when an attached one stops, and lose it for a moment when the owner stops', async () => {
    const dataDir = await usedPreparedFolder();
    const owner = startApp({ dataDir, role: 'service' });
    const { pid, connection } = await owner.ready();
    const attached = startApp({ dataDir, role: 'service' });
    await attached.ready();
    const passingCommand = startApp({ dataDir, role: 'command' });
    expect((await passingCommand.ready()).owned).toBe(false);
    await passingCommand.stop();
    expect(alive(pid)).toBe(true);

    await owner.stop();
    await until('the attached one has a server of its own', async () => {
      const state = await attached.state();
      return state.owned && state.pid !== pid;
    });
    expect(await answers(connection)).toBe(true);
    await attached.stop();
    expect(postgresBelow(dataDir)).toEqual([]);
  });

  // Needs a separate PID namespace, as a second container on the same volume has.
  asRoot('in another container are refused instead of destroying the data', async () => {
    const dataDir = await usedPreparedFolder();
    const owner = startApp({ dataDir, role: 'service' });
    const { pid } = await owner.ready();
    const otherContainer = startApp(
      { dataDir, role: 'service' },
      { prefix: ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] },
    );
    expect(await otherContainer.failure()).toMatch(/EmbeddedPostgresError: .*in another container.*DATA_DIR/);
    expect(alive(pid)).toBe(true);
  });
});

describe('a command', () => {
  it('that runs alone stops the server that it started', async () => {
    const dataDir = await usedPreparedFolder();
    const command = startApp({ dataDir, role: 'command' });
    const { connection } = await command.ready();
    await command.stop();
    expect(postgresBelow(dataDir)).toEqual([]);
    expect(existsSync(connection.host)).toBe(false);
  });

  it('hands its server over to a service that has attached meanwhile, even one without an open query', async () => {
    const dataDir = await usedPreparedFolder();
    const command = startApp({ dataDir, role: 'command' });
    const { pid } = await command.ready();
    const service = startApp({ dataDir, role: 'service' });
    expect(await service.ready()).toMatchObject({ pid, owned: false });
    await command.stop();
    expect(alive(pid)).toBe(true);
    await until('the service owns it', async () => (await service.state()).owned);
    expect((await service.state()).pid).toBe(pid);
    await service.stop();
    expect(postgresBelow(dataDir)).toEqual([]);
  });

  it('leaves the server to any other client, and a later command that adopts it stops it', async () => {
    const dataDir = await usedPreparedFolder();
    const command = startApp({ dataDir, role: 'command' });
    const { pid, connection } = await command.ready();
    const client = new pg.Client(connection);
    await client.connect();
    await command.stop();
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    const next = startApp({ dataDir, role: 'command' });
    expect(await next.ready()).toMatchObject({ pid, owned: true });
    await next.stop();
    expect(postgresBelow(dataDir)).toEqual([]);
  });

  it('with nothing else to do ends only after stop() has finished, as owner and attached', async () => {
    const dataDir = await usedPreparedFolder();
    const alone = startApp({ dataDir, role: 'command' }, { once: true });
    await alone.awaitEnd();
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    const attached = startApp({ dataDir, role: 'command' }, { once: true });
    await attached.awaitEnd();
    expect([alone.process.exitCode, attached.process.exitCode]).toEqual([0, 0]);
    expect(await answers(hold.connection)).toBe(true);
  });

  it('ended by Ctrl-C in its terminal does not tear the server down under the others', async () => {
    const dataDir = await usedPreparedFolder();
    const command = startApp({ dataDir, role: 'command' }, { group: true });
    const { pid } = await command.ready();
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    process.kill(-(command.process.pid ?? 0), 'SIGINT');
    await command.awaitEnd();
    await until('the service takes over', () => hold.isOwned);
    expect(hold.pid).toBe(pid);
    expect(readdirSync(dataDir)).not.toContain('postgresql.lock');
  });
});
