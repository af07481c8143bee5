import type { Config } from '../config/config.js';
import type { PostgresAddress } from './connection.js';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.js';

/** A database to work on, and how to let go of it. */
export interface OpenedDatabase {
  address: PostgresAddress;
  /** stops the embedded server when this process runs it; nothing to do for a server of the operator's */
  close(): Promise<void>;
}

/**
 * The operator's server when DATABASE_URL is set, else the embedded one in DATA_DIR, started or joined.
 * Throws `EmbeddedPostgresError` with what to do when it cannot be.
 */
export async function openDatabase(
  config: Config,
  role: 'service' | 'command',
  log: (message: string) => void,
): Promise<OpenedDatabase> {
  if (config.DATABASE_URL !== undefined)
    return { address: { url: config.DATABASE_URL }, close: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, role, log });
  return { address: embedded.connection, close: () => embedded.stop() };
}
