import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../ormconfig.js';
import { connectionSettings, type PostgresAddress } from './connection.js';

/** Any fixed number; all instances of this service on one database share it. */
const MIGRATION_LOCK = 7_205_184_001;

/**
 * Brings the schema up to date. An advisory lock on a connection of its own lets one instance migrate while
 * the others wait; each migration is its own transaction, so a killed one leaves nothing half done.
 * Returns the names of the migrations that ran.
 */
export async function migrate(dataSource: DataSource, address: PostgresAddress): Promise<string[]> {
  const guard = new pg.Client(connectionSettings(address, { limits: false }));
  guard.on('error', () => undefined); // a server that goes away is reported by the statement in flight
  await guard.connect();
  try {
    const [version] = (await guard.query<{ server_version_num: string }>('SHOW server_version_num')).rows;
    if (Number(version?.server_version_num) < 140_000) {
      throw new Error(`PostgreSQL 14 or newer is needed; this server is ${version?.server_version_num}`);
    }
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return (await dataSource.runMigrations()).map((migration) => migration.name);
  } finally {
    await guard.end();
  }
}

/** Migrates the database of an address; see {@link migrate}. */
export async function migrateSchema(address: PostgresAddress): Promise<string[]> {
  const dataSource = createDataSource(address);
  await dataSource.initialize();
  try {
    return await migrate(dataSource, address);
  } finally {
    await dataSource.destroy();
  }
}
