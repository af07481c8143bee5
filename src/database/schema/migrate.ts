import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { VERSION } from '../../config/version.js';
import type { PostgresAddress } from '../connection/connection.js';
import { isLockHeld, isTransactionConflict } from '../connection/database-errors.js';
import { MIGRATIONS } from '../migrations/index.js';
import { primaryOf } from '../servers/servers.js';
import { migrationsOf, withClient } from '../servers/with-client.js';
import { dataSourceSettings } from './data-source.js';
import { grantServiceRole } from './service-role.js';

/** Any fixed number; all instances of this service on one database share it. */
const MIGRATION_LOCK = 7_205_184_001;

/** Longest wait for the lock before a start gives up, ms: the migration of a large table takes minutes. */
const LOCK_PATIENCE = 600_000;
/** Pause between two attempts to get it, ms. */
const LOCK_POLL = 200;

/**
 * Longest wait of a migration for a table that others use, ms: everybody who asks for the table meanwhile waits behind
 * it, even to read. Then they get their turn, and the migration tries again.
 */
const TABLE_PATIENCE = 1_000;
const TABLE_PAUSE = 3_000;

/** The database was migrated by a newer version, whose tables this one would misread. */
export class NewerSchema extends Error {}

/** Another session has held the migration lock for too long. */
export class MigrationLocked extends Error {}

/** How a start waits for the migrations of another one. */
export interface LockWait {
  /** one line for the operator */
  say?: (line: string) => void;
  /** ms after which it gives up */
  patience?: number;
}

/**
 * Migrates the database of an address if it lacks a migration. One instance migrates while the others wait for an
 * advisory lock, which the migrating session itself has: ending that session ends the migrations too. Each of them
 * is its own transaction, so a killed one leaves nothing half done. The rights of the service's role follow, also under
 * the lock: they may be missing although no migration is, for another login, or on tables that an operator created.
 * Returns the names of the migrations that ran. Throws {@link NewerSchema} for a schema that this version does not know,
 * {@link MigrationLocked} when another session keeps the lock.
 */
export async function migrateSchema(address: PostgresAddress, wait: LockWait = {}): Promise<string[]> {
  const isMigrated = isLatest(await withClient(address, migrationsOf, { limits: true }));
  const names = isMigrated ? [] : await runMigrations(address, wait);
  await withClient(address, async (client) => {
    await lock(client, wait);
    await grantServiceRole(client, address);
  });
  return names;
}

/** Takes the lock; reports who else has it, and throws {@link MigrationLocked} after a time. */
async function lock(session: pg.ClientBase, { say, patience = LOCK_PATIENCE }: LockWait): Promise<void> {
  const deadline = performance.now() + patience;
  for (let last = ''; ; await sleep(LOCK_POLL)) {
    const { rows } = await session.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.mine === true) return;
    const holder = await holderOf(session);
    if (performance.now() >= deadline) {
      throw new MigrationLocked(
        `the migration lock of this database was not free within ${patience / 1000} s; ${holder} has it. Wait until ` +
          'it ends, or end that session (SELECT pg_terminate_backend(<process>)), then start again',
      );
    }
    if (holder !== last) say?.(`Waiting for the migration lock of the database: ${holder} has it`);
    last = holder;
  }
}

/** The holder of the lock, in words. Of another login's sessions, only the process is visible to everybody. */
async function holderOf(session: pg.ClientBase): Promise<string> {
  const { rows } = await session.query<Record<'pid' | 'name' | 'address' | 'since', string | null>>(
    `SELECT l.pid::text AS pid, nullif(a.application_name, '') AS name,
       coalesce(host(a.client_addr), CASE WHEN a.backend_start IS NOT NULL THEN 'a local socket' END) AS address,
       to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
     FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (l.classid::bigint << 32) | l.objid::bigint = $1::bigint`,
    [MIGRATION_LOCK],
  );
  const [holder] = rows;
  if (holder === undefined) return 'a session that has just ended';
  const { pid, name, address, since } = holder;
  const facts = [name, address && `from ${address}`, since && `connected since ${since}`].filter(Boolean);
  return `process ${pid} of the server (${facts.join(', ') || 'of another login'})`;
}

async function runMigrations(address: PostgresAddress, wait: LockWait): Promise<string[]> {
  // Without entities, which take longer to describe than all else here and which no migration uses.
  const dataSource = new DataSource(dataSourceSettings(await primaryOf(address), { limits: false }));
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    const session: pg.PoolClient = await runner.connect();
    const [version] = (await session.query<{ server_version_num: string }>('SHOW server_version_num')).rows;
    if (Number(version?.server_version_num) < 140_000) {
      throw new Error(`PostgreSQL 14 or newer is needed; this server is ${version?.server_version_num}`);
    }
    await lock(session, wait);
    if (isLatest(await migrationsOf(session))) return []; // by another instance, during the wait for the lock
    const before = await migrationsOf(session);
    await session.query(`SET lock_timeout = ${TABLE_PATIENCE}`);
    await migrateAll(dataSource, runner, wait);
    return (await migrationsOf(session)).filter((name) => !before.includes(name));
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

/**
 * Runs the migrations that are left. One that does not get a table, or that PostgreSQL ends to resolve a deadlock with an
 * instance of the previous version, is rolled back, and tried again for as long as `patience`.
 */
async function migrateAll(
  dataSource: DataSource,
  runner: QueryRunner,
  { say, patience = LOCK_PATIENCE }: LockWait,
): Promise<void> {
  const deadline = performance.now() + patience;
  for (let isNoted = false; ; isNoted = true) {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      const isTemporary = isLockHeld(error) || isTransactionConflict(error);
      if (!isTemporary || performance.now() > deadline) throw error;
      if (!isNoted)
        say?.('Waiting for a table to migrate, which others are using: a long read, a backup or an import');
      await sleep(TABLE_PAUSE);
    }
  }
}

/**
 * True when every migration has run: reads one table, whereas TypeORM would first describe its entities. Throws
 * {@link NewerSchema} when others than those here have run.
 */
function isLatest(names: readonly string[]): boolean {
  const ownNames = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = names.filter((name) => !ownNames.has(name));
  if (unknown.length > 0) {
    throw new NewerSchema(
      `The schema of this database is newer than this service: ${unknown.join(', ')} has run, and version ${VERSION} ` +
        `knows migrations up to ${MIGRATIONS.at(-1)?.name}. Start the version that the database was used with, or ` +
        'restore a backup of this version into a new database',
    );
  }
  return names.length === ownNames.size;
}
