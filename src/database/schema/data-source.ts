import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { connectionSettings, type PostgresAddress } from '../connection/connection.js';
import { Pool } from '../connection/pool.js';
import { MIGRATIONS } from '../migrations/index.js';

/** Connections for the entities, tokens among them, and for health; the others are in database.ts. */
const POOL_SIZE = 8;

/** How a DataSource is going to be used. */
export interface DataSourceUse {
  /** a statement may be sent on a connection before the previous one is answered */
  pipeline?: boolean;
  /** false for migrations: a table may take minutes to rewrite */
  limits?: boolean;
}

/** TypeORM's settings of an address, without entities. */
export function dataSourceSettings(
  address: PostgresAddress,
  { pipeline = false, limits = true }: DataSourceUse = {},
): DataSourceOptions {
  const { connectionString, ...settings } = connectionSettings(address, { limits });
  return {
    type: 'postgres',
    driver: { ...pg, Pool }, // else TypeORM loads the package from its own place next to the bundle
    ...(connectionString ? { url: connectionString } : {}),
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto', // gen_random_uuid(), which PostgreSQL has built in
    poolErrorHandler: () => undefined, // a lost idle connection is replaced by the next request
    extra: { ...settings, max: POOL_SIZE, pipeline },
  };
}
