import { DataSource } from 'typeorm';
import { VERSION } from '../config/version.js';
import type { PostgresAddress } from './connection.js';
import { dataSourceSettings } from './data-source.js';
import { MIGRATIONS } from './migrations/index.js';
import { grantServiceRole } from './service-role.js';
import { migrationsOf, withClient } from './with-client.js';

/** Any fixed number; all instances of this service on one database share it. */
const MIGRATION_LOCK = 7_205_184_001;

/** The database was migrated by a newer version, whose tables this one would misread. */
export class NewerSchema extends Error {}

/**
 * Migrates the database of an address if a migration is missing in it. An advisory lock on a connection of its own lets
 * one instance migrate while the others wait; each migration is its own transaction, so a killed one leaves nothing half
 * done. What the service's role may do follows under the same lock: rights may be missing although no migration is, of
 * another login, or of tables that an operator made. Returns the names of the migrations that ran.
 * Throws {@link NewerSchema} for a schema that this version does not know.
 */
export async function migrateSchema(address: PostgresAddress): Promise<string[]> {
  const isMigrated = isLatest(await withClient(address, migrationsOf, { limits: true }));
  return withClient(address, async (guard) => {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = isMigrated ? [] : await runMigrations(address, guard);
    await grantServiceRole(guard, address);
    return done;
  });
}

async function runMigrations(
  address: PostgresAddress,
  guard: Parameters<typeof migrationsOf>[0],
): Promise<string[]> {
  const [version] = (await guard.query<{ server_version_num: string }>('SHOW server_version_num')).rows;
  if (Number(version?.server_version_num) < 140_000) {
    throw new Error(`PostgreSQL 14 or newer is needed; this server is ${version?.server_version_num}`);
  }
  if (isLatest(await migrationsOf(guard))) return []; // by another instance, while the lock was waited for
  // Without entities, whose description takes longer than all else here and which no migration looks at.
  const dataSource = new DataSource(dataSourceSettings(address, { limits: false }));
  await dataSource.initialize();
  try {
    return (await dataSource.runMigrations()).map((migration) => migration.name);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * True when every migration has run: a look at one table, where TypeORM would first describe its entities.
 * Throws {@link NewerSchema} when more have run than there are here.
 */
function isLatest(done: readonly string[]): boolean {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = done.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new NewerSchema(
      `The schema of this database is newer than this service: ${unknown.join(', ')} has run, and version ${VERSION} ` +
        `knows migrations up to ${MIGRATIONS.at(-1)?.name}. Start the version that the database was used with, or ` +
        'restore a backup of this version into a new database',
    );
  }
  return done.length === known.size;
}
