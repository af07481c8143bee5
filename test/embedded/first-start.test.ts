import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EmbeddedConnection,
  startEmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres.js';
import { shareOfProcessor } from '../processor.js';
import { FIRST_START, LATER_START, withShare } from '../time-bounds.js';
import { type State, startApp } from './app.js';
import {
  cleanUp,
  cleanUpShared,
  keep,
  postgresBelow,
  query,
  temporaryFolder,
  until,
  usedFolder,
} from './harness.js';

afterAll(cleanUpShared);

describe('the first start', () => {
  afterEach(cleanUp);

  it('takes up to three seconds, a later one up to half a second', async () => {
    const dataDir = usedFolder();
    const startDuration = async (): Promise<number> => {
      const startedAt = performance.now();
      const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
      const duration = performance.now() - startedAt;
      await hold.stop();
      return duration;
    };
    const first = await startDuration();
    expect(first).toBeLessThan(withShare(FIRST_START, shareOfProcessor()));
    // The best of several: other programs on the machine may slow one down.
    let later = await startDuration();
    for (let more = 2; more > 0 && later >= LATER_START; more--)
      later = Math.min(later, await startDuration());
    expect(later).toBeLessThan(withShare(LATER_START, shareOfProcessor()));
  });

  it('recovers from a kill -9 in the middle of making the database', async () => {
    const dataDir = temporaryFolder();
    const isHalfMade = (name: string): boolean =>
      name.startsWith('postgresql.init-') && existsSync(join(dataDir, name, 'PG_VERSION'));
    const first = startApp({ dataDir, role: 'service' });
    await until('initdb is at work', () => readdirSync(dataDir).some(isHalfMade));
    first.kill();
    await first.awaitEnd();
    expect(existsSync(join(dataDir, 'postgresql'))).toBe(false);

    const second = startApp({ dataDir, role: 'service' });
    await second.ready();
    await second.stop();
    const third = startApp({ dataDir, role: 'service' });
    await third.ready();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgresql.init-'))).toEqual([]);
  });

  it('makes folders that nobody else can write, whatever the umask: anyone who can could replace the database', async () => {
    const parent = join(temporaryFolder(), 'parent');
    const prefix = ['sh', '-c', 'umask 000; exec "$0" "$@"'];
    const app = startApp({ dataDir: join(parent, 'data'), role: 'service' }, { prefix });
    await app.ready();
    for (const made of [parent, join(parent, 'data')]) expect(statSync(made).mode & 0o777).toBe(0o755);
    await app.stop();
  });

  it('uses an empty folder that is there already', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'postgresql'));
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    expect(hold.dataDirectory).toBe(join(dataDir, 'postgresql'));
  });
});

describe('a first start without a locale, with secrets and settings of the service in the environment', () => {
  const started = startedIn({
    PATH: process.env.PATH,
    TZ: 'Asia/Ho_Chi_Minh',
    TMPDIR: '/tmp',
    BOOTSTRAP_ADMIN_TOKEN: 'a-very-secret-token',
    DATABASE_URL: 'postgres://user:a-very-secret-password@localhost/market',
    NODE_OPTIONS: '--no-warnings',
    AWS_SECRET_ACCESS_KEY: 'a-very-secret-key',
    PGPASSWORD: 'a-very-secret-password',
  });

  it('makes a UTF-8 database', () => expectUtf8(started.connection));

  it('hands PostgreSQL none of the secrets and settings', () => {
    // Its children have the same environment, and overwrite the memory that held it with their titles.
    const lines = readFileSync(`/proc/${started.pid}/environ`, 'utf8').split('\0');
    // The server sets some of its own, all of which begin with PG.
    const names = lines.map((line) => line.split('=', 1)[0]).filter((name) => name && !/^PG/.test(name));
    expect(names.sort()).toEqual([
      'LC_ALL',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'PATH',
      'TMPDIR',
      'TZ',
    ]);
    expect(lines).toContain('TZ=Asia/Ho_Chi_Minh');
    expect(lines.filter((line) => line.includes('secret'))).toEqual([]);
  });
});

describe('a first start with a locale that is not installed and PG variables in the environment', () => {
  const started = startedIn({
    ...process.env,
    LANG: 'xx_YY.ISO-8859-1',
    LC_ALL: 'xx_YY.ISO-8859-1',
    PGPORT: '1',
    PGDATA: '/nowhere',
    PGHOST: 'nowhere',
    PGUSER: 'x',
    PGSSLMODE: 'require',
  });

  it('makes a UTF-8 database', () => expectUtf8(started.connection));

  it('is durable and set up for many readers', async () => {
    const rows = await query<{ name: string; setting: string }>(
      started.connection,
      `SELECT name, current_setting(name) AS setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit',
        'max_connections', 'shared_buffers', 'max_wal_size', 'wal_level', 'autovacuum_vacuum_insert_scale_factor',
        'random_page_cost', 'log_min_messages', 'TimeZone', 'listen_addresses', 'data_checksums')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      max_connections: '400',
      shared_buffers: expect.stringMatching(/^(\d{3,4}MB|[1-4]GB)$/),
      max_wal_size: '1GB',
      wal_level: 'replica',
      autovacuum_vacuum_insert_scale_factor: '0.05',
      random_page_cost: '1.1',
      log_min_messages: 'warning',
      TimeZone: 'UTC',
      listen_addresses: '',
      data_checksums: 'on',
    });
  });
});

describe('stop', () => {
  afterEach(cleanUp);

  it('ends the server, leaves no process and no socket folder, and may be called again', async () => {
    const dataDir = usedFolder();
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    const { host } = hold.connection;
    const log = join(dataDir, 'postgresql.log');
    const { size } = statSync(log);
    await Promise.all([hold.stop(), hold.stop()]);
    await hold.stop();
    expect(postgresBelow(dataDir)).toEqual([]);
    expect(existsSync(host)).toBe(false);
    expect(readdirSync(dataDir).sort()).toEqual(['postgresql', 'postgresql.log']);
    expect(readFileSync(log).subarray(size).toString()).toContain('received fast shutdown request');
  });
});

describe('the data folder', () => {
  afterEach(cleanUp);

  it('may have a path far beyond the limit of sockets', async () => {
    const dataDir = join(temporaryFolder(), 'a'.repeat(200), 'b'.repeat(200));
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    expect(Buffer.byteLength(join(hold.connection.host, '.s.PGSQL.5432'))).toBeLessThan(104);
    expect(statSync(hold.connection.host).mode & 0o777).toBe(0o700);
    expect(await query(hold.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('may hold spaces, quotes and letters of any language', async () => {
    const dataDir = join(temporaryFolder(), `dữ liệu "thị trường" 'x' $HOME`);
    const hold = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    expect(await query(hold.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is the same one when named relatively or through a link', async () => {
    const dataDir = usedFolder();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(dataDir, link);
    const plain = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    const linked = keep(await startEmbeddedPostgres({ dataDir: link, role: 'service' }));
    const near = keep(
      await startEmbeddedPostgres({ dataDir: relative(process.cwd(), link), role: 'service' }),
    );
    expect([linked.pid, near.pid]).toEqual([plain.pid, plain.pid]);
    expect(near.connection).toEqual(plain.connection);
  });

  it('keeps the server log bounded', async () => {
    const dataDir = usedFolder();
    writeFileSync(join(dataDir, 'postgresql.log'), Buffer.alloc(11 * 1024 * 1024, 'x'));
    keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
    expect(statSync(join(dataDir, 'postgresql.log')).size).toBeLessThan(100_000);
    expect(statSync(join(dataDir, 'postgresql.log.1')).size).toBe(11 * 1024 * 1024);
  });
});

/** A first start in an environment, for the tests of a group; ends with them. */
function startedIn(env: NodeJS.ProcessEnv): State {
  const started = {} as State;
  beforeAll(async () => {
    const app = startApp({ dataDir: temporaryFolder(), role: 'service' }, { env });
    Object.assign(started, await app.ready());
  });
  afterAll(cleanUp);
  return started;
}

async function expectUtf8(connection: EmbeddedConnection): Promise<void> {
  const rows = await query(
    connection,
    `SELECT pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
            upper('đồng') AS upper FROM pg_database WHERE datname = current_database()`,
  );
  expect(rows).toEqual([{ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', upper: 'ĐỒNG' }]);
}
