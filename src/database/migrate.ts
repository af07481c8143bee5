import { DataSource } from 'typeorm';
import type { PostgresAddress } from './connection.js';
import { dataSourceSettings } from './data-source.js';
import { MIGRATIONS } from './migrations/index.js';
import { grantServiceRole } from './service-role.js';
import { migrationsOf, withClient } from './with-client.js';

/** Any fixed number; all instances of this service on one database share it. */
const MIGRATION_LOCK = 7_205_184_001;

/**
 * Brings the schema up to date. An advisory lock on a connection of its own lets one instance migrate while
 * the others wait; each migration is its own transaction, so a killed one leaves nothing half done. What the service's
 * role may do follows under the same lock.
 * Returns the names of the migrations that ran.
 */
export function migrate(dataSource: DataSource, address: PostgresAddress): Promise<string[]> {
  return withClient(address, async (guard) => {
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
    await withClient(address, async (guard) => {
      await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await grantServiceRole(guard, address);
    });
    return [];
  }
  // Without entities, whose description takes longer than all else here and which no migration looks at.
  const dataSource = new DataSource(dataSourceSettings(address, { limits: false }));
  await dataSource.initialize();
  try {
    return await migrate(dataSource, address);
  } finally {
    await dataSource.destroy();
  }
}

/** True when every migration has run: a look at one table, where TypeORM would first describe its entities. */
async function isMigrated(address: PostgresAddress): Promise<boolean> {
  const done = new Set(await withClient(address, migrationsOf, { limits: true }));
  return MIGRATIONS.every((migration) => done.has(migration.name));
}
