import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres.js';
import { figure } from '../figures.js';
import { startApp } from './app.js';
import {
  cleanUp,
  cleanUpShared,
  folder,
  installedBinaries,
  isRoot,
  keep,
  mountDisk,
  NOBODY,
  temporaryFolder,
  unlinkedBinaries,
  usedFolder,
} from './harness.js';

const asRoot = isRoot ? it : it.skip;
const onLinux = process.platform === 'linux' ? it : it.skip;
let refusalCount = 0;

afterEach(cleanUp);
afterAll(() => {
  cleanUpShared();
  figure(
    'R14',
    'foreign files, another version, read-only or full disk, another user, absent binaries …',
    refusalCount,
    'each refused with a message that says what to do',
  );
});

async function refusal(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]>): Promise<string> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const outcome = await startEmbeddedPostgres({ role: 'service', ...options, dataDir }).then(
    keep,
    (error) => error,
  );
  expect(outcome).toBeInstanceOf(EmbeddedPostgresError);
  refusalCount++;
  return (outcome as Error).message;
}

describe('says what to do', () => {
  it('when the folder holds files that are not ours, and leaves them alone', async () => {
    const dataDir = temporaryFolder();
    const file = join(folder(dataDir, 'postgresql'), 'thesis.txt');
    writeFileSync(file, 'years of work');
    expect(await refusal({ dataDir })).toMatch(
      /not a complete PostgreSQL database: move them away.*DATA_DIR/,
    );
    expect(readFileSync(file, 'utf8')).toBe('years of work');
  });

  onLinux('when the system creates no folder of that name', async () => {
    const app = startApp({ dataDir: '/proc/market-data', role: 'service' });
    expect(await app.failure()).toMatch(/market-data cannot be created \(ENOENT\): .*DATA_DIR.*DATABASE_URL/);
    expect(await refusal({ dataDir: join(temporaryFolder(), 'x'.repeat(300)) })).toMatch(
      /cannot be created \(ENAMETOOLONG\): .*DATA_DIR/,
    );
  });

  it('when a file stands where the folder should be', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    writeFileSync(dataDir, '');
    expect(await refusal({ dataDir })).toMatch(/is a file, not a folder: .*DATA_DIR/);
  });

  it('when another PostgreSQL version made the database, naming both', async () => {
    const dataDir = usedFolder();
    await keep(await startEmbeddedPostgres({ dataDir, role: 'service' })).stop();
    const version = join(dataDir, 'postgresql', 'PG_VERSION');
    writeFileSync(version, '17\n');
    expect(await refusal({ dataDir })).toMatch(/by PostgreSQL 17, this is PostgreSQL 18: dump .*pg_dump/);
    writeFileSync(version, '18\n');
  });

  it('when the server cannot start, quoting its log', async () => {
    const dataDir = usedFolder();
    await keep(await startEmbeddedPostgres({ dataDir, role: 'service' })).stop();
    writeFileSync(join(dataDir, 'postgresql', 'postgresql.conf'), 'no_such_setting = 1\n');
    expect(await refusal({ dataDir })).toMatch(/unrecognized configuration parameter "no_such_setting"/);
  });

  it('when the platform has no binaries', async () => {
    expect(await refusal({ platform: 'plan9-mips' })).toMatch(
      /plan9-mips .*set DATABASE_URL to a PostgreSQL 14/,
    );
  });

  it('when the binaries want another C library, as on Alpine', async () => {
    const binaries = unlinkedBinaries(temporaryFolder());
    for (const name of ['postgres', 'initdb']) {
      const file = join(binaries, 'native', 'bin', name);
      const bytes = readFileSync(file);
      const loader = bytes.indexOf('/ld-linux');
      bytes.write('/no-linux', loader);
      writeFileSync(file, bytes);
    }
    expect(await refusal({ binaries })).toMatch(/needs glibc .*Alpine.*set DATABASE_URL/);
  });

  it('when the socket directory would be too long', async () => {
    expect(await refusal({ runtimeDir: join(temporaryFolder(), 'x'.repeat(100)) })).toMatch(/too long/);
  });

  asRoot('when the folder is read-only', async () => {
    const dataDir = temporaryFolder();
    mountDisk(dataDir, 'ro');
    expect(await refusal({ dataDir })).toMatch(/read-only file system: .*DATABASE_URL/);
  });

  asRoot('when the disk is full, and starts once there is room', async () => {
    const dataDir = temporaryFolder();
    mountDisk(dataDir, 'size=12m,mode=755');
    expect(await refusal({ dataDir })).toMatch(/disk .*is full: free some space.*DATABASE_URL/);
    execFileSync('mount', ['-o', 'remount,size=200m', dataDir]);
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    await hold.stop();
  });

  asRoot('when the folder belongs to another user', async () => {
    const dataDir = temporaryFolder();
    const app = startApp({ dataDir, role: 'service' }, { uid: NOBODY });
    expect(await app.failure()).toMatch(/EmbeddedPostgresError: No permission to write .*DATA_DIR/);

    chmodSync(dataDir, 0o777);
    await keep(await startEmbeddedPostgres({ dataDir, role: 'service' })).stop();
    const other = startApp({ dataDir, role: 'service' }, { uid: NOBODY });
    expect(await other.failure()).toMatch(/EmbeddedPostgresError: .*belongs to another user.*run as/);
  });

  it('when the binaries folder is empty', async () => {
    const binaries = temporaryFolder();
    mkdirSync(join(binaries, 'native'));
    expect(await refusal({ binaries })).toMatch(/No embedded PostgreSQL/);
    expect(installedBinaries()).not.toBe(binaries);
  });
});
