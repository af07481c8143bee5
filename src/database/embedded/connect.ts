import { realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import pg from 'pg';
import { codeOf } from './errors.js';
import { DATABASE, type EmbeddedConnection } from './options.js';

const TIMEOUT_MS = 5_000;
/** Marks the connections by which attached processes notice immediately that the server ends. */
const PRESENCE = 'market-data-service attached';

async function connect(
  connection: EmbeddedConnection,
  name: string,
  stream?: () => Socket,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    stream,
    application_name: name,
    connectionTimeoutMillis: TIMEOUT_MS,
    // Else PGSSLMODE in the environment decides, which a socket cannot satisfy.
    ssl: false,
  });
  // A server that dies while the client is idle emits here; unhandled, it would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

/** `foreign`: a server of another directory answers. `refused`: the password is wrong. */
export type Answer = 'ours' | 'foreign' | 'refused' | 'silent';

/** Asks the server at `connection` whether it serves `cluster` (a real path). */
export async function probe(connection: EmbeddedConnection, cluster: string): Promise<Answer> {
  let client: pg.Client;
  try {
    client = await connect(connection, 'market-data-service probe');
  } catch (error) {
    const code = codeOf(error);
    // Every slot is taken: a server that reports so is up, and its pid file showed whose it is.
    if (code === '53300') return 'ours';
    return code === '28P01' ? 'refused' : 'silent';
  }
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return samePath(rows[0]?.data_directory ?? '', cluster) ? 'ours' : 'foreign';
  } catch {
    return 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

function samePath(one: string, other: string): boolean {
  try {
    return realpathSync(one) === other;
  } catch {
    return one === other;
  }
}

/**
 * Creates the service's database when it is missing. Returns false when the server ended meanwhile; other failures of
 * the statement are thrown unchanged.
 */
export async function ensureDatabase(connection: EmbeddedConnection): Promise<boolean> {
  try {
    const client = await connect(connection, 'market-data-service start');
    try {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(DATABASE)}`);
    } finally {
      await client.end().catch(() => undefined);
    }
    return true;
  } catch (error) {
    const code = codeOf(error);
    // A server with every slot taken is in use, so the process that started it made the database.
    if (code === '53300') return true;
    // Classes 08 and 57 are a lost connection and a shutdown; without an SQLSTATE the socket itself failed.
    if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57)/.test(code)) return false;
    throw error;
  }
}

/**
 * Number of client connections other than this one, without those of the application `own`. A server that does not
 * answer has none worth waiting for, hence 0.
 */
export async function countClients(connection: EmbeddedConnection, own?: string): Promise<number> {
  try {
    const client = await connect(connection, 'market-data-service stop');
    try {
      const { rows } = await client.query<{ clients: number }>(
        `SELECT count(*)::int AS clients FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name IS DISTINCT FROM $1`,
        [own ?? null],
      );
      return rows[0]?.clients ?? 0;
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch {
    return 0;
  }
}

/** A connection that exists to be lost: its end shows the server's, and it shows others that this process is here. */
export interface Presence {
  close(): Promise<void>;
}

/** Opens a presence; `onLost` runs once when the server ends it. It does not keep this process alive. */
export async function openPresence(connection: EmbeddedConnection, onLost: () => void): Promise<Presence> {
  const socket = new Socket();
  const client = await connect(connection, PRESENCE, () => socket.unref());
  let closing = false;
  client.once('end', () => {
    if (!closing) onLost();
  });
  return {
    async close() {
      closing = true;
      // Else a process with nothing else to do would end in the middle of this.
      socket.ref();
      await client.end().catch(() => undefined);
    },
  };
}
