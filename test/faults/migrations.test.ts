import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { addressOf, cloneDatabase } from '../app.js';
import { cleanUp, until } from '../embedded/harness.js';
import { figure } from '../figures.js';
import { hostTask } from '../host/client.js';
import { connect, emptyDatabase, Service, urlOf } from './harness.js';
import { PATIENCE, Rounds, rounds, STEP } from './rounds.js';

jest.setTimeout(PATIENCE);

/** Each round kills this many starts on one database, then lets two start at once. */
const ROUNDS = rounds(1, 15);
const KILLS = 3;
/** A start is killed at a random moment within this many ms of reaching the database. */
const WINDOW = 1_500;

afterAll(cleanUp);

/** How long a migration is held up, ms: longer than either side allows a request's statement. */
const HOLD_UP = 26_000;

const WAITING_TO_RECORD = `SELECT FROM pg_locks WHERE relation = 'schema_migration'::regclass AND NOT granted`;

describe('a migration that takes longer than a request may', () => {
  it('is waited for', async () => {
    const address = await cloneDatabase();
    await hostTask('revertTo', address, (await hostTask('migrations')).slice(0, -1));
    const rival = await connect(address);
    // Meanwhile migrations can be read, but not recorded.
    await rival.query('BEGIN; LOCK TABLE schema_migration IN SHARE MODE');
    const migrated = hostTask('migrate', address);
    await sleep(HOLD_UP);
    await rival.query('COMMIT');
    expect(await migrated).toHaveLength(1);
    await rival.end();
  });
});

describe('a migration of a table that somebody reads for long', () => {
  it('is tried again until it gets the table; meanwhile others go on reading it', async () => {
    const address = await cloneDatabase();
    const names = await hostTask('migrations');
    const at = names.findIndex((name) => name.startsWith('RevisionsOfQuarantinedRows'));
    await hostTask('revertTo', address, names.slice(0, at));
    const [long, short] = [await connect(address), await connect(address)];
    await long.query('BEGIN; SELECT count(*) FROM quarantine');
    const migrated = hostTask('migrate', address);
    await until('it waits for the table', async () => {
      const { rows } = await short.query(
        `SELECT FROM pg_locks WHERE relation = 'quarantine'::regclass AND NOT granted`,
      );
      return rows.length > 0;
    });
    await short.query("SET statement_timeout = '20s'");
    await short.query('SELECT count(*) FROM quarantine');
    await long.query('COMMIT');
    expect(await migrated).toEqual(names.slice(at));
    await Promise.all([long.end(), short.end()]);
  });
});

describe('a migration that meets the writes of another instance in a deadlock', () => {
  it('is tried again when it is the one that PostgreSQL rolls back', async () => {
    const address = await cloneDatabase();
    const names = await hostTask('migrations');
    const at = names.findIndex((name) => name.startsWith('BreadthWithoutZeroCloses'));
    await hostTask('revertTo', address, names.slice(0, at));
    const [rival, watcher] = [await connect(address), await connect(address)];
    // The side that looks for a deadlock is rolled back: the migration, before its wait for a lock is over.
    await rival.query("SET deadlock_timeout = '1min'");
    await rival.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = 700', current_database()); END $$`);
    await rival.query('BEGIN; LOCK TABLE schema_migration IN SHARE MODE');
    const migrated = hostTask('migrate', address);
    await until('it waits', async () => (await watcher.query(WAITING_TO_RECORD)).rows.length > 0);
    await rival.query('LOCK TABLE market_breadth; COMMIT');
    expect(await migrated).toEqual(names.slice(at));
    await Promise.all([rival.end(), watcher.end()]);
  });
});

describe('the session that has the migration lock', () => {
  it('is the one that migrates: ended, it leaves all of it to the next start', async () => {
    const address = await cloneDatabase();
    const [newest = ''] = (await hostTask('migrations')).slice(-1);
    await hostTask('revertTo', address, (await hostTask('migrations')).slice(0, -1));
    const rival = await connect(address);
    await rival.query('BEGIN; LOCK TABLE schema_migration IN SHARE MODE');
    const first = hostTask('migrate', address).then(
      () => 'migrated',
      () => 'ended',
    );
    const watcher = await connect(address);
    await until('it migrates', async () => (await watcher.query(WAITING_TO_RECORD)).rows.length > 0);
    await watcher.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    await until('it has ended', async () => (await watcher.query(WAITING_TO_RECORD)).rows.length === 0);
    await rival.query('COMMIT');
    expect(await first).toBe('ended');
    expect(await hostTask('migrate', address)).toEqual([newest]);
    const { rows } = await rival.query('SELECT FROM schema_migration WHERE name = $1', [newest]);
    expect(rows).toHaveLength(1);
  });
});

describe('kill -9 of a service that creates its schema', () => {
  it('whenever it comes, later starts, also two at once, end in the one clean schema with all shipped data', async () => {
    const expected = await contents(addressOf('mds_test_template'));
    const turns = new Rounds(ROUNDS);
    const tableCounts: number[] = [];
    for (const _ of turns) {
      const address = await emptyDatabase();
      const environment = { DATABASE_URL: urlOf(address) };
      const database = await connect(address);
      for (let kill = 0; kill < KILLS; kill++) {
        const service = Service.launch(environment);
        await until(
          'it has reached the database',
          async () => {
            const { rows } = await database.query(
              `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'market-data-service'`,
            );
            return rows.length > 0;
          },
          STEP,
        );
        await sleep(Math.random() * WINDOW);
        service.signal('SIGKILL');
        await service.ended();
        const { rows } = await database.query<{ done: number }>(
          `SELECT count(*)::int AS done FROM information_schema.tables WHERE table_schema = 'public'`,
        );
        tableCounts.push(rows[0]?.done ?? 0);
      }
      const services = [Service.launch(environment), Service.launch(environment)];
      await Promise.all(services.map((service) => service.ready()));
      for (const service of services) service.signal('SIGTERM');
      await Promise.all(services.map((service) => service.ended()));
      const findings = await hostTask('examine', { DATA_DIR: '.' }, address);
      expect(findings.filter(({ status, check }) => status === 'fail' && check !== 'disk space')).toEqual([]);
      expect(await contents(address)).toEqual(expected);
      await database.end();
    }
    figure(
      'R12',
      `start on an empty database killed ${KILLS} times, then two at once`,
      turns.done,
      `0 unclean: schema and shipped rows as of an undisturbed start (${tableCounts.length} kills, with ${[...new Set(tableCounts)].sort((a, b) => a - b).join(', ')} tables made)`,
    );
  });
});

/** Number of rows per table, for tables that do not depend on which process started when. */
async function contents(address: PostgresAddress): Promise<Record<string, number>> {
  const client = await connect(address);
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('audit_event', 'quote_check_progress') ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await client.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM "${name}"`);
    counts[name] = counted.rows[0]?.rows ?? -1;
  }
  await client.end();
  return counts;
}
