import pg from 'pg';
import { DataSource } from 'typeorm';
import { createDataSource } from '../../ormconfig.js';
import { connectionSettings, type PostgresAddress } from './connection.js';
import { MIGRATIONS } from './migrations/index.js';
import { grantServiceRole } from './service-role.js';

/** Any fixed number; all instances of this service on one database share it. */
const MIGRATION_LOCK = 7_205_184_001;

/**
 * Brings the schema up to date. An advisory lock on a connection of its own lets one instance migrate while
 * the others wait; each migration is its own transaction, so a killed one leaves nothing half done. What the service's
 * role may do follows under the same lock.
 * Returns the names of the migrations that ran.
 */
export function migrate(dataSource: DataSource, address: PostgresAddress): Promise<string[]> {
  return onGuard(address, async (guard) => {
    const [version] = (await guard.query<{ server_version_num: string }>('SHOW server_version_num')).rows;
    if (Number(version?.server_version_num) < 140_000) {
      throw new Error(`PostgreSQL 14 or newer is needed; this server is ${version?.server_version_num}`);
    }
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = (await dataSource.runMigrations()).map((migration) => migration.name);
    await grantServiceRole(guard, address);
    return done;
  });
}

/** Migrates the database of an address if a migration is missing in it; see {@link migrate}. */
export async function migrateSchema(address: PostgresAddress): Promise<string[]> {
  if (await isMigrated(address)) {
    // Rights may still be missing: of another login, or of tables that an operator made.
    await onGuard(address, async (guard) => {
      await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await grantServiceRole(guard, address);
    });
    return [];
  }
  // Without entities, whose description takes longer than all else here and which no migration looks at.
  const dataSource = new DataSource({ ...createDataSource(address).options, entities: [] });
  await dataSource.initialize();
  try {
    return await migrate(dataSource, address);
  } finally {
    await dataSource.destroy();
  }
}

/** True when every migration has run: a look at one table, where TypeORM would first describe its entities. */
async function isMigrated(address: PostgresAddress): Promise<boolean> {
  const client = new pg.Client(connectionSettings(address));
  client.on('error', () => undefined); // a server that goes away is reported by the statement in flight
  await client.connect();
  try {
    const [table] = (
      await client.query<{ exists: boolean }>(`SELECT to_regclass('schema_migration') IS NOT NULL AS exists`)
    ).rows;
    if (table?.exists !== true) return false;
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migration');
    const names = new Set(rows.map(({ name }) => name));
    return MIGRATIONS.every((migration) => names.has(migration.name));
  } finally {
    await client.end();
  }
}

/** Works on a connection without time limits; what it locks is free when it ends. */
async function onGuard<Result>(
  address: PostgresAddress,
  work: (guard: pg.Client) => Promise<Result>,
): Promise<Result> {
  const guard = new pg.Client(connectionSettings(address, { limits: false }));
  guard.on('error', () => undefined); // a server that goes away is reported by the statement in flight
  await guard.connect();
  try {
    return await work(guard);
  } finally {
    await guard.end();
  }
}
