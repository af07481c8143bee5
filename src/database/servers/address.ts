import { resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import { serversOf } from '../../config/hosts.js';
import { APPLICATION, type PostgresAddress } from '../connection/connection.js';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.js';

/** A database to work on, and how to release it. */
export interface OpenedDatabase {
  address: PostgresAddress;
  /**
   * stops the embedded server when this process runs it; does nothing for the operator's server. `midway`: connections
   * of this process are still open
   */
  close(how?: { midway: boolean }): Promise<void>;
}

/** How a database is opened. */
export interface Opening {
  role: 'service' | 'command';
  /** false: an embedded database must exist already */
  create: boolean;
  /** one line for the operator */
  log: (message: string) => void;
  /** ends the opening when it aborts */
  signal?: AbortSignal;
}

/** Name for people of the configured database: never with its password. */
export function nameOfDatabase({ DATABASE_URL, DATA_DIR }: Config): string {
  if (DATABASE_URL === undefined) return `${resolve(DATA_DIR)} (DATA_DIR)`;
  const servers = serversOf(DATABASE_URL);
  const { protocol, pathname } = new URL(servers[0] ?? DATABASE_URL);
  const hosts = servers.map((server) => {
    const { host, searchParams } = new URL(server);
    return searchParams.get('host') ?? host;
  });
  return `${protocol}//${hosts}${pathname} (DATABASE_URL)`;
}

/**
 * The operator's server when DATABASE_URL is set, else the embedded one in DATA_DIR, started or joined.
 * Throws `EmbeddedPostgresError` with what to do when that fails.
 */
export async function openDatabase(
  config: Config,
  { role, create, log, signal }: Opening,
): Promise<OpenedDatabase> {
  if (config.DATABASE_URL !== undefined)
    return { address: { url: config.DATABASE_URL }, close: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, role, create, log, signal });
  return {
    address: embedded.connection,
    close: ({ midway } = { midway: false }) => embedded.stop(midway ? { own: APPLICATION } : {}),
  };
}
