import { chmodSync, chownSync, lstatSync, mkdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { startApp } from './app.js';
import {
  answers,
  cleanUp,
  cleanUpShared,
  folder,
  isRoot,
  keep,
  mountDisk,
  NOBODY,
  query,
  temporaryFolder,
  unlinkedBinaries,
} from './harness.js';
import { usedPreparedFolder } from './prepared-folder.js';

const asRoot = isRoot ? it : it.skip;
const PLAIN_UID = 54_321;

afterEach(cleanUp);
afterAll(cleanUpShared);

function own(path: string, uid: number): string {
  chownSync(path, uid, uid);
  return path;
}

async function remember(connection: Parameters<typeof query>[0]): Promise<void> {
  await query(connection, 'CREATE TABLE IF NOT EXISTS kept AS SELECT 7 AS seven');
  expect(await query(connection, 'SELECT * FROM kept')).toEqual([{ seven: 7 }]);
}

describe('as root', () => {
  asRoot('starts under a 0700 home, in place, with files that stay root’s', async () => {
    const home = folder(temporaryFolder(), 'root', 0o700);
    const binaries = unlinkedBinaries(home);
    const dataDir = join(home, 'data');
    const hold = keep(
      await startEmbeddedPostgres({ dataDir, binaries, role: 'service', privileges: 'namespace' }),
    );
    await remember(hold.connection);
    expect(hold.dataDirectory).toBe(join(dataDir, 'postgresql'));
    expect(statSync(join(hold.dataDirectory, 'PG_VERSION')).uid).toBe(0);
    expect(lstatSync(join(binaries, 'native/lib/libpq.so.5')).isSymbolicLink()).toBe(true);
  });

  asRoot('leaves the data in place when a program that it tries out is killed', async () => {
    const dataDir = await usedPreparedFolder();
    const programs = folder(temporaryFolder(), 'bin');
    writeFileSync(join(programs, 'unshare'), '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 });
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
    const app = startApp({ dataDir, role: 'command' }, { env });
    expect(await app.failure()).toMatch(
      /EmbeddedPostgresError: unshare .* was ended by SIGKILL: try again\./,
    );
    expect(lstatSync(join(dataDir, 'postgresql'))).toMatchObject({ uid: 0 });
    expect(lstatSync(join(dataDir, 'postgresql')).isDirectory()).toBe(true);
  });

  asRoot.each(['the same disk', 'another disk'])(
    'where namespaces are blocked, moves data and programs out of a private home to %s and finds them again',
    async (disk) => {
      const parent = temporaryFolder();
      const moved = folder(parent, 'moved');
      if (disk === 'another disk') mountDisk(moved, 'size=300m,mode=755');
      const home = folder(parent, 'root', 0o700);
      const binaries = unlinkedBinaries(home);
      const options = {
        dataDir: join(home, 'data'),
        binaries,
        relocationDir: moved,
        role: 'service',
      } as const;
      const before = keep(await startEmbeddedPostgres(options));
      await remember(before.connection);
      await before.stop();

      const logs: string[] = [];
      const log = (line: string): number => logs.push(line);
      const dropped = keep(await startEmbeddedPostgres({ ...options, privileges: 'drop', log }));
      await remember(dropped.connection);
      expect(dropped.dataDirectory.startsWith(options.relocationDir)).toBe(true);
      expect(readlinkSync(join(options.dataDir, 'postgresql'))).toBe(dropped.dataDirectory);
      expect(statSync(dropped.dataDirectory).uid).not.toBe(0);
      expect(logs.join('\n')).toMatch(/cannot reach .*linked from[\s\S]*copy of the PostgreSQL programs/);
      await dropped.stop();

      const again = keep(await startEmbeddedPostgres(options));
      await remember(again.connection);
      expect(again.dataDirectory).toBe(dropped.dataDirectory);
    },
  );

  // A changed root directory is what makes the kernel refuse user namespaces, as containers do.
  asRoot('notices by itself that namespaces are blocked, and leaves reachable data in place', async () => {
    const parent = temporaryFolder();
    const dataDir = join(parent, 'data');
    mkdirSync(join(parent, 'all'));
    const script = 'mount --rbind / "$0" && exec chroot "$0" "$@"';
    const app = startApp(
      { dataDir, role: 'service' },
      { prefix: ['unshare', '--mount', 'sh', '-c', script, join(parent, 'all')], cwd: '/' },
    );
    const { connection, cluster } = await app.ready();
    await remember(connection);
    expect(cluster).toBe(join(dataDir, 'postgresql'));
    expect(app.logs.join('\n')).toMatch(/as user (postgres|nobody)/);
    expect(statSync(cluster).uid).not.toBe(0);
    await app.stop();
    const outside = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    await remember(outside.connection);
    expect(statSync(cluster).uid).not.toBe(0);
  });

  asRoot('uses an install and data in the private home of another user', async () => {
    const parent = temporaryFolder();
    const home = own(folder(parent, 'user', 0o700), NOBODY);
    const binaries = unlinkedBinaries(home);
    const options = { dataDir: join(home, 'data'), binaries, relocationDir: join(parent, 'moved') };
    const hold = keep(await startEmbeddedPostgres({ ...options, role: 'service' }));
    await remember(hold.connection);
  });

  asRoot('attaches to the server of a plain user, and runs the user’s database as that user', async () => {
    const dataDir = own(temporaryFolder(), NOBODY);
    const app = startApp({ dataDir, role: 'service' }, { uid: NOBODY });
    const { pid, connection } = await app.ready();
    await remember(connection);
    const attached = keep(await startEmbeddedPostgres({ dataDir, role: 'command' }));
    expect(attached).toMatchObject({ pid, isOwned: false });
    await attached.stop();
    await app.stop();
    const alone = keep(await startEmbeddedPostgres({ dataDir, role: 'command' }));
    await remember(alone.connection);
    await alone.stop();
    const back = startApp({ dataDir, role: 'service' }, { uid: NOBODY });
    await remember((await back.ready()).connection);
  });
});

describe('as a plain user', () => {
  asRoot('runs with links missing in a read-only install, from a private copy', async () => {
    const parent = temporaryFolder();
    const binaries = unlinkedBinaries(parent);
    const dataDir = own(folder(parent, 'data'), NOBODY);
    const app = startApp({ dataDir, binaries, role: 'service' }, { uid: NOBODY });
    const { connection } = await app.ready();
    expect(await answers(connection)).toBe(true);
    expect(statSync(connection.host)).toMatchObject({ uid: NOBODY });
    expect(app.logs.join('\n')).toMatch(/Using a copy of the PostgreSQL programs in .*data/);
    await app.stop();
  });

  asRoot('whose id has no name, runs where namespaces allow it and else says what to do', async () => {
    const dataDir = own(temporaryFolder(), PLAIN_UID);
    const app = startApp({ dataDir, role: 'service' }, { uid: PLAIN_UID });
    const { connection } = await app.ready().catch(async () => {
      expect(app.error).toMatch(/has no entry in \/etc\/passwd.*DATABASE_URL/);
      return { connection: undefined };
    });
    if (connection !== undefined) await remember(connection);
  });

  asRoot('makes the links itself in an install that it can write', async () => {
    const parent = temporaryFolder();
    chmodSync(parent, 0o777);
    const dataDir = own(folder(parent, 'data'), NOBODY);
    const binaries = unlinkedBinaries(parent);
    chmodSync(join(binaries, 'native/lib'), 0o777);
    const app = startApp({ dataDir, binaries, role: 'service' }, { uid: NOBODY });
    await app.ready();
    expect(app.logs.join('\n')).not.toMatch(/copy/);
    expect(lstatSync(join(binaries, 'native/lib/libicuuc.so.60')).uid).toBe(NOBODY);
  });
});
