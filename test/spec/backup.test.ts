import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import type { BackupManifest } from '../../src/operations/backup/backup-file.js';
import { addressOf, cloneDatabase, onServer, startApp, startAppOn, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { runCommand, startCommand, urlOf } from '../commands.js';
import { expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { hostTask } from '../host/client.js';
import type { CommandResult } from '../host/commands.js';
import { folderWith } from '../import/command.js';
import { SseReader } from '../sse.js';

/** Keys of requests, in byte order; English sorts the first one last. */
const KEYS = ['Batch-0001', 'alpha-0001', 'batch-0000'];

/** Pause of a writer between two requests, ms: every row it writes is compared several times. */
const PAUSE = 50;

/** The whole output of a successful command: the database that it works on. */
const NAMED = expect.stringMatching(/^Database: postgres(ql)?:\/\/\S+ \(DATABASE_URL\)\n$/);

/** Runs a command on a database to its end, in the service host. */
function run(
  command: 'backup' | 'restore',
  address: PostgresAddress,
  ...line: string[]
): Promise<CommandResult> {
  return runCommand(command, line, { DATABASE_URL: urlOf(address) });
}

/** The same in a separate process. */
function start(command: 'backup' | 'restore', address: PostgresAddress, ...line: string[]) {
  return startCommand(command, line, { DATABASE_URL: urlOf(address) });
}

/** Runs one statement on a dedicated connection. */
async function sqlOn<Row extends object>(address: PostgresAddress, text: string): Promise<Row[]> {
  return onServer(async (client) => (await client.query<Row>(text)).rows, address);
}

/** An empty database: the next command migrates it. */
const emptyDatabase = () => newDatabase('TEMPLATE template0');

/** An empty database that sorts texts as English does; the others sort them by byte. */
const englishDatabase = () => newDatabase("LOCALE_PROVIDER icu ICU_LOCALE 'en-US' TEMPLATE template0");

let migrated: Promise<string> | undefined;

/** A migrated database that the service has never used, as the first step of a restore creates it. */
async function migratedDatabase(): Promise<PostgresAddress> {
  migrated ??= emptyDatabase().then(async (address) => {
    await hostTask('migrate', address);
    const [database] = await sqlOn<{ name: string }>(address, 'SELECT current_database() AS name');
    return String(database?.name);
  });
  return newDatabase(`TEMPLATE ${await migrated}`);
}

async function newDatabase(options: string): Promise<PostgresAddress> {
  const name = `mds_test_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`CREATE DATABASE ${name} ${options}`));
  return addressOf(name);
}

/** Every row of every table as text, by table. */
function contentsOf(address: PostgresAddress): Promise<Record<string, string[]>> {
  return onServer(async (client) => {
    const tables = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
         AND table_name <> ALL ('{schema_migration,cluster_commit}') ORDER BY 1`,
    );
    const contents: Record<string, string[]> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ line: string }>(
        `SELECT t::text AS line FROM "${name}" t ORDER BY t::text COLLATE "C"`,
      );
      contents[name] = rows.map((row) => row.line);
    }
    return contents;
  }, address);
}

describe('backup and restore', () => {
  let service: TestApp;
  const path = folderWith();
  beforeAll(async () => {
    service = await startApp();
    await service.post('/svc/quote/bulk/import', quotesOf('VNM', 150)).expect(207);
    await service
      .post('/svc/bulk/insert?resource=security', [
        { ticker: 'VNM', name: 'Tab\there, line\nbreak, back\\slash, Sữa', exchange: 'HOSE' },
      ])
      .expect(207);
    await service
      .put('/svc/quote', aQuote({ date: '2020-01-01', volume: '9007199254740993' }))
      .expect(({ status }) => expect([200, 201]).toContain(status));
    for (const [index, key] of KEYS.entries()) {
      await service
        .post('/svc/quote/bulk/import', quotesOf(`KEY${'ABC'[index]}`, 1))
        .set('Idempotency-Key', key)
        .expect(207);
    }
  });
  afterAll(() => service.close());

  /** Waits until all background computation is written: flags of quotes, and figures of companies. */
  const untilSettled = () =>
    until('the data derived from the records is stored', async () => {
      const [row] = await service.sql<{ settled: boolean }>(`
        SELECT NOT EXISTS (SELECT FROM quote_check) AND NOT EXISTS (SELECT FROM company_check) AND newest.id =
          ALL (SELECT position FROM quote_check_progress UNION ALL SELECT position FROM valuation_progress) AS settled
        FROM (SELECT max(id) AS id FROM audit_event) newest`);
      return row?.settled;
    });

  it('restores every row of every table; identities continue after the last; the service runs on the copy', async () => {
    await untilSettled();
    const before = await contentsOf(service.address);
    expect(await start('backup', service.address, path('all.tar.gz')).ended).toMatchObject({ code: 0 });
    expect(statSync(path('all.tar.gz')).mode & 0o777).toBe(0o600);
    const target = await emptyDatabase();
    const restoration = await start('restore', target, path('all.tar.gz')).ended;
    expect(restoration).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored \d+ rows of \d+ tables/),
    });
    const after = await contentsOf(target);
    expect(Object.keys(after).length).toBeGreaterThan(15);
    expect(after).toEqual(before);
    const rows = Object.values(after).flat().length;
    figure(
      'R11',
      'backup and restore into an empty database',
      1,
      `${rows} rows of ${Object.keys(after).length} tables identical`,
    );
    const second = await startAppOn(target);
    try {
      const { body } = await second.get('/quote?ticker=VNM&limit=1&order=asc').expect(200);
      expect(body.data[0]).toMatchObject({ ticker: 'VNM', date: '2020-01-01' });
      await second.post('/svc/quote', aQuote({ ticker: 'NEW' })).expect(201); // its audit event takes a new id
    } finally {
      await second.close();
    }
  });

  it('the manifest has version, migrations, and rows and digest of every table; plain tools read the file', async () => {
    const { stdout } = await run('backup', service.address, path('told.tar.gz'), '--json');
    const manifest = JSON.parse(stdout) as BackupManifest;
    expect(manifest).toMatchObject({ format: 1, version: expect.stringMatching(/^\d+\.\d+/) });
    const level = await service.sql<{ name: string }>('SELECT name FROM schema_migration ORDER BY timestamp');
    expect(manifest.migrations).toEqual(level.map((row) => row.name));
    const quote = manifest.contents.find(({ name }) => name === 'quote');
    const [count] = await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM quote');
    expect(quote).toMatchObject({ rows: count?.count, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const tar = gunzipSync(readFileSync(path('told.tar.gz'))).toString();
    for (const member of ['backup.json', 'data/quote/00000001.copy', 'manifest.json']) {
      expect(tar).toContain(member);
    }
  });

  it('captures one moment of a database under writes, with whole bulk requests only', async () => {
    let isStopped = false;
    let writes = 0;
    const writer = async (ticker: string) => {
      for (let batch = 0; !isStopped; batch++) {
        const quotes = quotesOf(ticker, 50, `${1950 + batch}-01-01`);
        await service.post('/svc/quote/bulk/import', quotes).expect(207);
        writes++;
        await sleep(PAUSE);
      }
    };
    const writers = ['WRA', 'WRB', 'WRC'].map(writer);
    await until('writes are in progress', () => writes >= 3);
    const atStart = writes;
    const { code, stdout } = await start('backup', service.address, path('load.tar.gz'), '--json').ended;
    const duringBackup = writes - atStart;
    isStopped = true;
    await Promise.all(writers);
    expect(code).toBe(0);
    expect(duringBackup).toBeGreaterThan(0);
    const target = await migratedDatabase();
    expect(await run('restore', target, path('load.tar.gz'))).toMatchObject({ code: 0 });
    const manifest = JSON.parse(stdout) as BackupManifest;
    const restoredContents = await contentsOf(target);
    for (const { name, rows } of manifest.contents)
      expect([name, restoredContents[name]?.length]).toEqual([name, rows]);
    // Every quote of the writers has its audit event, and vice versa; batches are complete.
    const [counts] = await sqlOn<{ quotes: number; events: number; strays: number }>(
      target,
      `SELECT count(*)::int AS quotes, count(*) FILTER (WHERE e.id IS NULL)::int AS strays,
         (SELECT count(*)::int FROM audit_event WHERE record_key ->> 'ticker' LIKE 'WR_') AS events
       FROM quote q LEFT JOIN audit_event e ON e.record_id = q.id WHERE q.ticker LIKE 'WR_'`,
    );
    expect(counts).toEqual({ quotes: counts?.quotes, events: counts?.quotes, strays: 0 });
    expect(Number(counts?.quotes) % 50).toBe(0);
    // The restored rows are a part of the current ones: nothing was made up.
    const now = await contentsOf(service.address);
    // Flags, the last column, are computed after a quote is stored: the backup may precede them.
    const unflagged = (row: string) => row.replace(/,\d+\)$/, ')');
    const currentRows = new Set(now.quote?.map(unflagged));
    expect(restoredContents.quote?.map(unflagged).filter((row) => !currentRows.has(row))).toEqual([]);
    figure(
      'R11',
      'backup while 3 clients import in bulk, restored',
      1,
      `${duringBackup} bulk requests answered meanwhile; ${counts?.quotes} rows of the writers, whole requests only, each with its audit event, digests as the backup's`,
    );
  });

  it('round-trips more rows than one piece of the file holds', async () => {
    await service.sql(`
      INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
      SELECT 'BIG' || chr(65 + n % 26), date '1990-01-01' + n / 26, 1.1, 2.2, 1.1, 1.1 + n % 10 / 10.0, n, 'test'
      FROM generate_series(0, 40000) n`);
    await untilSettled();
    const before = await contentsOf(service.address);
    expect(await run('backup', service.address, path('big.tar.gz'))).toMatchObject({ code: 0 });
    expect(gunzipSync(readFileSync(path('big.tar.gz'))).includes('data/quote/00000002.copy')).toBe(true);
    const target = await migratedDatabase();
    expect(await run('restore', target, path('big.tar.gz'))).toMatchObject({ code: 0 });
    expect((await contentsOf(target)).quote).toEqual(before.quote);
    await service.sql(`DELETE FROM quote WHERE ticker LIKE 'BIG%'`);
  });

  it('restores into a database with another sort order of texts, and back again', async () => {
    const orderedKeys = 'SELECT key FROM idempotency_key ORDER BY owner, key';
    expect(await service.sql(orderedKeys)).toEqual(KEYS.map((key) => ({ key })));
    await untilSettled();
    const before = await contentsOf(service.address);
    const firstBackup = await run('backup', service.address, path('bytes.tar.gz'), '--json');
    const english = await englishDatabase();
    expect(await run('restore', english, path('bytes.tar.gz'))).toMatchObject({ code: 0, stderr: NAMED });
    expect(await contentsOf(english)).toEqual(before);
    expect(await sqlOn(english, orderedKeys)).toEqual(
      ['alpha-0001', 'batch-0000', 'Batch-0001'].map((key) => ({ key })),
    );
    const secondBackup = await run('backup', english, path('english.tar.gz'), '--json');
    const [first, second] = [firstBackup, secondBackup].map(
      ({ stdout }) => JSON.parse(stdout) as BackupManifest,
    );
    expect(second?.contents).toEqual(first?.contents);
    const target = await migratedDatabase();
    expect(await run('restore', target, path('english.tar.gz'))).toMatchObject({ code: 0, stderr: NAMED });
    expect(await contentsOf(target)).toEqual(before);
  });

  it('events of the lost database are gone for its clients, and none of their ids comes again', async () => {
    const idsAfter = async ({ get }: TestApp, id: string | number): Promise<number[]> => {
      const { body } = await get(`/svc/events?format=json&limit=1000&last_event_id=${id}`).expect(200);
      return body.data.map((event: { id: string }) => Number(event.id));
    };
    await service.post('/svc/quote', aQuote({ ticker: 'SAVED' })).expect(201);
    await run('backup', service.address, path('before-the-loss.tar.gz'));
    const { body: newest } = await service.get('/svc/events?format=json&order=desc&limit=1').expect(200);
    const saved = Number(newest.data[0].id);
    await service.post('/svc/quote/bulk/import', quotesOf('LOST', 5)).expect(207);
    const lost = await idsAfter(service, saved);
    const restored: number[] = [];
    for (const target of [await emptyDatabase(), await emptyDatabase()]) {
      await run('restore', target, path('before-the-loss.tar.gz'));
      const copy = await startAppOn(target);
      const hook = { url: 'http://127.0.0.1:9/', types: ['quote.created'] };
      try {
        const { body: webhook } = await copy.post('/svc/webhooks', hook).expect(201);
        await copy.post('/svc/quote/bulk/import', quotesOf('FRESH', 10)).expect(207);
        for (const id of lost) {
          expectProblem(await copy.get(`/svc/events?format=json&last_event_id=${id}`), 410, 'events_gone');
          expectProblem(await copy.get(`/svc/events?last_event_id=${id}`), 410, 'events_gone');
        }
        const fresh = await idsAfter(copy, saved);
        expect(fresh).toHaveLength(10);
        expect(Math.min(...fresh)).toBeGreaterThan(Math.max(...lost, ...restored));
        restored.push(...fresh);
        const reader = await SseReader.open(`${copy.url}/svc/events?last_event_id=${saved}`);
        expect((await reader.first(10)).map(({ id }) => Number(id))).toEqual(fresh);
        reader.close();
        const { body } = await copy.get(`/svc/webhooks/${webhook.id}`).expect(200);
        expect(body.pending).toBe(10);
      } finally {
        await copy.close();
      }
    }
  });

  describe('a running backup', () => {
    let database: PostgresAddress;
    let lock: pg.Client;
    let running: ChildProcess | undefined;
    beforeAll(async () => {
      database = await cloneDatabase();
      lock = new pg.Client('url' in database ? database.url : database);
      await lock.connect();
    });
    afterEach(async () => {
      running?.kill('SIGKILL');
      await lock.query('ROLLBACK');
    });
    afterAll(() => lock.end());

    /** A backup that has begun and waits for a table until the lock is released. */
    const startBlocked = async (file: string) => {
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE quote IN ACCESS EXCLUSIVE MODE');
      const started = start('backup', database, file);
      running = started.child;
      const waits = until('the backup waits for the table', async () => {
        const { rowCount } = await lock.query(
          `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
           WHERE d.datname = current_database() AND l.relation = 'quote'::regclass AND NOT l.granted`,
        );
        return rowCount === 1;
      });
      const end = await Promise.race([waits, started.ended]);
      expect(end).toBe(true); // otherwise it ended early, and its output says why
      return started;
    };

    it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      'leaves nothing behind after %s, and the same command succeeds',
      async (signal) => {
        const file = path(`${signal}.tar.gz`);
        const { child, ended } = await startBlocked(file);
        child.kill(signal);
        expect(await ended).toMatchObject({ code: null, signal });
        await lock.query('ROLLBACK');
        expect([file, `${file}.partial`].filter((each) => existsSync(each))).toEqual([]);
        expect(await run('backup', database, file)).toMatchObject({ code: 0, stderr: NAMED });
        expect(existsSync(`${file}.partial`)).toBe(false);
      },
    );

    it('leaves no file of that name after kill -9; the next backup names the file to remove', async () => {
      const file = path('killed.tar.gz');
      const { child, ended } = await startBlocked(file);
      child.kill('SIGKILL');
      expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' });
      await lock.query('ROLLBACK');
      expect(existsSync(file)).toBe(false);
      expect(statSync(`${file}.partial`).mode & 0o777).toBe(0o600);
      const { code, stderr } = await run('backup', database, file);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`${file}.partial exists already`),
      });
      rmSync(`${file}.partial`);
      expect(await run('backup', database, file)).toMatchObject({ code: 0, stderr: NAMED });
    });

    it('never replaces a file that takes its name in the meantime', async () => {
      const file = path('taken.tar.gz');
      const { ended } = await startBlocked(file);
      writeFileSync(file, 'of another program');
      await lock.query('ROLLBACK');
      expect(await ended).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`${file} exists already`),
      });
      expect(readFileSync(file, 'utf8')).toBe('of another program');
      expect(existsSync(`${file}.partial`)).toBe(false);
    });
  });

  describe('refuses the following and stores nothing:', () => {
    let file: string;
    beforeAll(async () => {
      file = path('small.tar.gz');
      const smallDatabase = await cloneDatabase();
      expect(await run('backup', smallDatabase, file)).toMatchObject({ code: 0 });
    });
    const expectRefusal = async (target: PostgresAddress, from: string, reason: RegExp) => {
      const before = await contentsOf(target);
      const { code, stderr } = await run('restore', target, from);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(reason) });
      expect(await contentsOf(target)).toEqual(before);
    };
    it('a database that holds data', async () => {
      await expectRefusal(await cloneDatabase(), file, /not empty \(.*api_token.*\): restore into a new one/);
    });

    it('another level of migrations', async () => {
      const target = await migratedDatabase();
      await sqlOn(
        target,
        `INSERT INTO schema_migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
      );
      await expectRefusal(
        target,
        file,
        /made by version .* at migration .*, this database is at Later9999999999999/,
      );
    });

    it('a truncated file, one with a changed byte, one that is not a backup, and one that is not there', async () => {
      const original = readFileSync(file);
      writeFileSync(path('cut'), original.subarray(0, original.length - 2_000));
      for (const part of [0.2, 0.6, 0.9]) {
        const changed = Buffer.from(original);
        const place = Math.floor(original.length * part);
        changed.writeUInt8(changed.readUInt8(place) ^ 0x10, place);
        writeFileSync(path(`changed at ${part}`), changed);
      }
      writeFileSync(path('text'), 'ticker,date\n');
      const target = await migratedDatabase();
      for (const name of ['cut', 'changed at 0.2', 'changed at 0.6', 'changed at 0.9', 'text']) {
        await expectRefusal(target, path(name), /not a complete backup|is damaged/);
      }
      await expectRefusal(target, path('none'), /The backup cannot be read \(ENOENT: no such file/);
    });

    it('a file whose rows are not those of its manifest, although it is a sound archive', async () => {
      const text = gunzipSync(readFileSync(file)).toString('latin1').replace('\tDong\t', '\tDung\t');
      expect(text.includes('\tDung\t')).toBe(true);
      writeFileSync(path('altered'), gzipSync(Buffer.from(text, 'latin1')));
      await expectRefusal(
        await migratedDatabase(),
        path('altered'),
        /^currency: .* is damaged; nothing was restored/m,
      );
    });

    it('a backup over an existing file', async () => {
      const { code, stderr } = await run('backup', service.address, file);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('exists already') });
    });

    it('a backup into a folder that does not exist', async () => {
      const target = path('none/here.tar.gz');
      const { code, stderr } = await run('backup', service.address, target);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`${target}: there is no such folder`),
      });
    });
  });
});
