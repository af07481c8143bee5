import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { figure } from '../figures.js';
import { shareOfProcessor } from '../processor.js';
import { LATER_START, repairBeside, withShare } from '../time-bounds.js';
import { startApp } from './app.js';
import {
  alive,
  answers,
  cleanUp,
  cleanUpShared,
  keep,
  postgresBelow,
  query,
  temporaryFolder,
  until,
} from './harness.js';
import { usedPreparedFolder } from './prepared-folder.js';

afterEach(cleanUp);
afterAll(cleanUpShared);

/** How long starts after a crash have taken here, ms. */
const starts: number[] = [];

describe('kill -9 of the service', () => {
  it('takes PostgreSQL along, and every acknowledged row is there at the next start', async () => {
    const dataDir = await usedPreparedFolder();
    const app = startApp({ dataDir, role: 'service' });
    const { connection, pid } = await app.ready();
    await query(connection, 'DROP TABLE IF EXISTS kept; CREATE TABLE kept (id int PRIMARY KEY)');
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    await client.connect();
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        await client.query('INSERT INTO kept VALUES ($1)', [acknowledged + 1]);
        acknowledged += 1;
      }
    })().catch(() => undefined);
    await until('rows are written', () => acknowledged >= 300);
    app.kill();
    // Immediately, while the server still shuts down.
    const next = startApp({ dataDir, role: 'service' });
    const later = await next.ready();
    await writing;
    expect(alive(pid)).toBe(false);
    expect(later).toMatchObject({ owned: true, connection });
    const [row] = await query<{ rows: number }>(later.connection, 'SELECT count(*)::int AS rows FROM kept');
    expect(row?.rows).toBeGreaterThanOrEqual(acknowledged);
    await next.stop();
    expect(postgresBelow(dataDir)).toEqual([]);
  });

  it('leaves an orphan where the system knows no death signal; the next start adopts and later stops it', async () => {
    const dataDir = await usedPreparedFolder();
    const app = startApp({ dataDir, role: 'service', deathSignal: false });
    const { pid } = await app.ready();
    app.kill();
    await app.awaitEnd();
    expect(alive(pid)).toBe(true);
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    expect(hold.pid).toBe(pid);
    expect(hold.isOwned).toBe(true);
    await hold.stop();
    expect(postgresBelow(dataDir)).toEqual([]);
  });

  it('and an exit without stop() ends PostgreSQL even without a death signal', async () => {
    const dataDir = await usedPreparedFolder();
    const app = startApp({ dataDir, role: 'service', deathSignal: false });
    const { pid } = await app.ready();
    app.order('exit');
    await until('PostgreSQL ends', () => !alive(pid));
  });
});

describe('a postmaster.pid that was left behind', () => {
  const deadPid = async (): Promise<number> => {
    const child = spawn('true');
    await until('it ends', () => child.exitCode !== null);
    return child.pid ?? 0;
  };
  const stranger = async (): Promise<number> => {
    const child = spawn('sleep', ['60']);
    children.push(() => child.kill('SIGKILL'));
    return child.pid ?? 0;
  };
  /** A server that has ended and that its parent never waits for; the system reports nothing more than its name. */
  const zombie = async (): Promise<number> => {
    const program = join(temporaryFolder(), 'postgres');
    copyFileSync('/bin/cat', program);
    // It ends when its input does, which is after the shell, which would wait for it, has become sleep.
    const parent = spawn('sh', ['-c', '"$0" <&3 & echo $!; exec 3<&-; exec sleep 60', program], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    children.push(() => parent.kill('SIGKILL'));
    const pid = await new Promise<number>((resolve) =>
      parent.stdout?.once('data', (text) => resolve(Number(text))),
    );
    await until('the shell is gone', () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
    (parent.stdio[3] as Writable).end();
    await until('it is a zombie', () => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
    return pid;
  };
  const children: (() => void)[] = [];
  afterEach(() => {
    for (const end of children.splice(0)) end();
  });

  it.each([
    ['a dead process', deadPid],
    ['an unrelated process that got the same pid', stranger],
    ['a zombie that is never reaped', zombie],
  ])('names %s: the start succeeds', async (name, make) => {
    const dataDir = await usedPreparedFolder();
    const first = startApp({ dataDir, role: 'service', deathSignal: false });
    const { pid, cluster } = await first.ready();
    const path = join(cluster, 'postmaster.pid');
    first.kill();
    await first.awaitEnd();
    process.kill(pid, 'SIGKILL');
    await until('the backends end', () => postgresBelow(dataDir).length === 0);
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [await make(), ...lines.slice(1)].join('\n'));

    const startedAt = Date.now();
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    expect(await answers(hold.connection)).toBe(true);
    const duration = Date.now() - startedAt;
    starts.push(duration);
    expect(duration).toBeLessThan(withShare(LATER_START, shareOfProcessor()));
    figure('R14', `a postmaster.pid left behind names ${name}`, 1, `started in ${duration} ms`);
  });

  it('is empty, as after a full disk: the start succeeds', async () => {
    const dataDir = await usedPreparedFolder();
    const first = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    await first.stop();
    writeFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), '');
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    expect(await answers(hold.connection)).toBe(true);
  });
});

describe('kill -9 of the server', () => {
  it('is repaired by its owner within two seconds, with the same address', async () => {
    const dataDir = await usedPreparedFolder();
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    const { connection, pid } = hold;
    process.kill(pid, 'SIGKILL');
    const back = async () => hold.pid !== pid && (await answers(connection));
    await until('the database is back', back, repairBeside(starts));
    expect(hold.connection).toEqual(connection);
    expect(hold.isOwned).toBe(true);
  });

  it('is repaired by the first process that notices when several are attached, and one server results', async () => {
    const dataDir = await usedPreparedFolder();
    const bound = repairBeside(starts);
    const owner = startApp({ dataDir, role: 'service' });
    const { connection, pid } = await owner.ready();
    const attached = startApp({ dataDir, role: 'service' });
    expect((await attached.ready()).pid).toBe(pid);
    for (let round = 0; round < 3; round += 1) {
      const before = (await attached.state()).pid;
      process.kill(before, 'SIGKILL');
      await until('the database is back', () => answers(connection), round === 0 ? bound : bound + 3_500);
      const pids = await until('both see the new server', async () => {
        const pair = [(await owner.state()).pid, (await attached.state()).pid];
        return pair[0] === pair[1] && pair[0] !== before ? pair : undefined;
      });
      expect(pids[0]).not.toBe(before);
      const owners = [(await owner.state()).owned, (await attached.state()).owned];
      expect(owners.filter(Boolean)).toHaveLength(1);
    }
  });

  it('is repaired by an attached process when the owner is killed too', async () => {
    const dataDir = await usedPreparedFolder();
    const owner = startApp({ dataDir, role: 'service' });
    const { connection, pid } = await owner.ready();
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    expect(hold.isOwned).toBe(false);
    owner.kill();
    await owner.awaitEnd();
    await until('the attached one owns a new server', async () => hold.isOwned && hold.pid !== pid);
    expect(await answers(connection)).toBe(true);
  });

  it('does not lead to an empty database when the data has disappeared', async () => {
    const dataDir = await usedPreparedFolder();
    const logs: string[] = [];
    const hold = keep(
      await startEmbeddedPostgres({ dataDir, role: 'service', log: (line) => logs.push(line) }),
    );
    renameSync(join(dataDir, 'postgresql'), join(dataDir, 'moved'));
    process.kill(hold.pid, 'SIGKILL');
    await until('the log says so', () => logs.some((line) => line.includes('has disappeared')));
    renameSync(join(dataDir, 'moved'), join(dataDir, 'postgresql'));
    await until('the database is back', () => answers(hold.connection));
  });
});
