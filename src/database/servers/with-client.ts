import pg from 'pg';
import { connectionSettings, type PostgresAddress } from '../connection/connection.js';
import { isTooLate } from '../connection/database-errors.js';
import { primaryOf } from './servers.js';

/** Table where TypeORM records which migrations have run: the level of a database, not a part of its contents. */
export const LEVEL_TABLE = 'schema_migration';

/** Longest wait for the connection, ms: more than a request's, since a person has to repeat a command that gives up. */
const PATIENCE = 15_000;

/** Runs work on a dedicated connection to the primary; without time limits unless requested. Its locks end with it. */
export async function withClient<Result>(
  address: PostgresAddress,
  work: (client: pg.Client) => Promise<Result>,
  { limits = false } = {},
): Promise<Result> {
  const settings = connectionSettings(await primaryOf(address), { limits });
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: PATIENCE });
  client.on('error', () => undefined); // a server that goes away is reported by the statement in flight
  await client.connect().catch((cause: Error) => {
    if (!isTooLate(cause)) throw cause;
    throw new Error(`The database did not answer within ${PATIENCE / 1_000} s`, { cause });
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Names of the migrations that have run, oldest first; none on a database that was never migrated. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ table: string | null }>(
    `SELECT to_regclass('${LEVEL_TABLE}')::text AS table`,
  );
  if (tables[0]?.table == null) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${LEVEL_TABLE} ORDER BY timestamp, id`,
  );
  return rows.map((row) => row.name);
}
