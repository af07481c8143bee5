import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { connectionSettings, type PostgresAddress } from './connection.js';
import { MIGRATIONS } from './migrations/index.js';
import { Pool } from './pool.js';

/** Connections of the entities, which tokens are, and of health; the others are those of database.ts. */
const POOL_SIZE = 8;

/** How a DataSource is going to be used. */
export interface DataSourceUse {
  /** statements may be sent on a connection before the one before them is answered */
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
    driver: { ...pg, Pool }, // else TypeORM reads the package from its own place beside the bundle
    ...(connectionString ? { url: connectionString } : {}),
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    uuidExtension: 'pgcrypto', // gen_random_uuid(), which PostgreSQL has built in
    poolErrorHandler: () => undefined, // an idle connection lost is replaced by the next request
    extra: { ...settings, max: POOL_SIZE, pipeline },
  };
}
