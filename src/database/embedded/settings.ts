import { totalmem } from 'node:os';
import { type EmbeddedConnection, SOCKET_PORT } from './options.js';

const MEGABYTE = 1024 * 1024;

/** MB for table pages: an eighth of the memory, since the service and the system's own cache need the rest. */
function sharedBuffers(): number {
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  return Math.min(4096, Math.max(128, Math.floor(memory / 8 / MEGABYTE)));
}

/** Durability (`fsync`, `synchronous_commit`) is PostgreSQL's default; stated here to be explicit. */
const SETTINGS: Record<string, string> = {
  // Four processes with all the connections that each may have (docs/scaling.md).
  max_connections: '400',
  shared_buffers: `${sharedBuffers()}MB`,
  max_wal_size: '1GB',
  // Tables are in memory or on an SSD. The default is that of a turning disk: a few hundred bars would be joined to their
  // statistics by sorting those of the whole market.
  random_page_cost: '1.1',
  // After a crash of one of its processes the server ends, and its supervisor starts it. PostgreSQL 18 that restarts by
  // itself waits for ever when its recovery fails at once, as on a full disk: it misses the end of its startup process.
  restart_after_crash: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  // Imports only insert; index-only scans need the visibility map that vacuum maintains, sooner than at 20 % growth.
  autovacuum_vacuum_insert_scale_factor: '0.05',
  log_min_messages: 'warning',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The `-c name=value` arguments of a server that listens at `connection` and nowhere else. */
export function serverArgs(connection: EmbeddedConnection): string[] {
  const tcp = connection.password !== undefined;
  const all = {
    ...SETTINGS,
    port: String(tcp ? connection.port : SOCKET_PORT),
    listen_addresses: tcp ? connection.host : '',
    unix_socket_directories: tcp ? '' : connection.host,
    unix_socket_permissions: '0700',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
