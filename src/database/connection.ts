import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isNativeError } from 'node:util/types';
import pg, { type Client, type ClientConfig, type PoolConfig } from 'pg';
import { serversOf } from '../config/hosts.js';

/**
 * Where a PostgreSQL answers: a URL of the operator's, which may name several servers (`hosts.ts`), or the embedded
 * server's socket. `role`: what its connections become on opening, instead of the user who logs in. `socket` and
 * `Client`: create the sockets of its connections and the connections, when these are monitored. `isCluster`: it is the
 * coordinator of a Citus cluster.
 */
export type PostgresAddress = (
  | { url: string }
  | { host: string; port: number; user: string; password?: string; database: string }
) & { role?: string; socket?: () => Socket; Client?: typeof Client; isCluster?: boolean };

/** The role of the service's own connections: it reads and writes rows and can do nothing else. */
export const SERVICE_ROLE = 'mds_service';

/**
 * The same database for connections that run as {@link SERVICE_ROLE}: as its own login when no password is required
 * (the embedded server's private socket), else as the role that the login assumes.
 */
export function asServiceRole(address: PostgresAddress): PostgresAddress {
  const logsIn = !('url' in address) && address.password === undefined;
  return logsIn ? { ...address, user: SERVICE_ROLE } : { ...address, role: SERVICE_ROLE };
}

/** Longest a statement may run on the server before it is cancelled, ms; streams are exempt. */
export const STATEMENT_LIMIT = 20_000;
/** Longest a client waits for an answer, ms: above the server's own limit, and in force for a frozen server. */
export const ANSWER_LIMIT = 25_000;
/** Longest a request waits for a connection, ms. */
export const CONNECTION_LIMIT = 3_000;
/**
 * A transaction whose next statement does not come within this time, ms, is rolled back by the server: when the path to
 * it is lost silently, the statement that its rows are locked for will never come.
 */
const IDLE_TRANSACTION_LIMIT = 5_000;
/** An idle connection is probed after this time, ms, so that no firewall drops it. */
const KEEP_ALIVE_DELAY = 10_000;

/**
 * Memory of a sort or a hash, unless the address sets another: a page of days of a large market. PostgreSQL's default,
 * 4 MB, holds the bars of two thousand securities.
 */
const WORK_MEMORY = '-c work_mem=16MB';

const LIMITS = {
  statement_timeout: STATEMENT_LIMIT,
  query_timeout: ANSWER_LIMIT,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT,
};

/**
 * node-postgres settings for an address: for the first server, when it has several and its connections are not
 * monitored. `limits: false` for streams and migrations, which may take long; `plansOnce` for statements whose best
 * plan is the same for all values: they are then planned once per connection, except by a cluster, which has to see the
 * values to know the node.
 */
export function connectionSettings(
  address: PostgresAddress,
  { limits = true, plansOnce = false } = {},
): PoolConfig {
  const { socket, Client, role, isCluster = false, ...server } = address;
  const { place, options } = partsOf(server);
  // Statements are short and many: compiling one costs more than it saves, and guesses of lateral joins often cause it.
  const settings = ['TimeZone=UTC', 'DateStyle=ISO', 'jit=off'];
  if (plansOnce && !isCluster) settings.push('plan_cache_mode=force_generic_plan');
  if (role !== undefined) settings.push(`role=${role}`);
  return {
    ...place,
    application_name: 'market-data-service',
    connectionTimeoutMillis: CONNECTION_LIMIT,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    ...(socket === undefined ? {} : { stream: socket }),
    ...(Client === undefined ? {} : { Client }),
    options: [WORK_MEMORY, options, ...settings.map((setting) => `-c ${setting}`)].join(' '),
    ...(limits ? LIMITS : {}),
  };
}

/** A connection with these settings, not yet open. */
export function newClient(settings: PoolConfig): pg.Client {
  return new ((settings.Client as typeof pg.Client | undefined) ?? pg.Client)(settings);
}

/** The parts of an address. Options in a URL would replace ours: they are taken out of it, to go before ours. */
function partsOf(server: PostgresAddress): { place: ClientConfig; options: string } {
  if (!('url' in server)) return { place: server, options: '' };
  const [first = server.url] = serversOf(server.url);
  const url = new URL(first);
  const options = url.searchParams.get('options');
  if (options === null) return { place: { connectionString: first }, options: '' };
  url.searchParams.delete('options');
  return { place: { connectionString: url.href }, options };
}

/** Longest a server may take to close an ended connection, ms. */
const END_LIMIT = 1_000;

/** The socket of a connection, which pg's clients have but its types leave out. */
export function socketOf(client: Client): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

/** Sends the writes of this event loop turn together: waking PostgreSQL up costs more than a short statement. */
export function sendTogether(client: Client): void {
  const socket = socketOf(client);
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}

/** Ends a connection with nothing in flight, whether its server answers or is frozen. */
export async function endConnection(client: Client): Promise<void> {
  const destroyTimer = setTimeout(() => socketOf(client).destroy(), END_LIMIT);
  await client.end().catch(() => undefined);
  clearTimeout(destroyTimer);
}

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'EAGAIN', // a Unix socket whose connection queue is full: a server that accepts no more
  'ENETUNREACH',
  'EHOSTDOWN',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting up or shutting down
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read_only_sql_transaction: a standby answers
  'CIINF', // a node of a cluster has lost what was sent to it for this statement: it has restarted
]);
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/**
 * Messages of a cluster's coordinator, as an internal error, about a node that dies in the middle of a statement or a
 * commit: its own, those of libpq, and those of the node, which a COPY passes on without their code.
 */
const NODE_AWAY_MESSAGES = new RegExp(
  [
    'failure on connection marked as essential',
    'failed to prepare transaction',
    'could not commit transaction for shard',
    'could not connect to any active placements',
    'cannot connect to \\S+ to fetch intermediate results',
    'failed to read result \\S+ from node',
    'execution cannot recover from multiple connection failures',
    'unable to recover from inconsistent state in the connection state machine',
    'server closed the connection unexpectedly',
    'could not (send data to|receive data from) server',
    'SSL (SYSCALL error|error|connection has been closed unexpectedly)',
    'no connection to the server',
    'connection (not open|pointer is NULL)',
    'lost synchronization with server',
    'terminating connection',
    'the database system is ',
    'postmaster was shut down',
    '^$', // all that libpq knows is that there is no answer
  ].join('|'),
);
/** Its messages, as an input/output error, about a node to which rows were being sent. */
const NODE_CUT_OFF_MESSAGES = /^failed to (COPY to shard|complete COPY on)/;

/** True when a pool had no free connection within its time limit. */
export function isWaitOver(error: unknown): boolean {
  return isNativeError(error) && error.message.startsWith('timeout exceeded when trying to connect');
}

/** True when a connection did not open within its time limit. */
export function isTooLate(error: unknown): boolean {
  return isNativeError(error) && TOO_LATE.test(error.message);
}

/** Messages of a pool, and of a single connection. */
const TOO_LATE = /^(Connection terminated due to connection timeout|timeout expired)$/;

/** lock_not_available */
const LOCK_HELD = '55P03';

/** True when another session held a lock longer than the statement waits for it. */
export function isLockHeld(error: unknown): boolean {
  return sqlState(error) === LOCK_HELD;
}

/** disk_full */
const DISK_FULL = '53100';

/** io_error */
const IO_ERROR = '58030';

/** True when an error of node-postgres means that the database cannot be reached now (a retry may help). */
export function isDatabaseAway(error: unknown): boolean {
  if (!isNativeError(error)) return false; // also across realms, as in a test runner
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (AWAY_CODES.has(code) || code.startsWith('08'))) return true;
  if (AWAY_MESSAGES.test(error.message)) return true;
  if (code === INTERNAL_ERROR && NODE_AWAY_MESSAGES.test(error.message)) return true;
  if (code === IO_ERROR && NODE_CUT_OFF_MESSAGES.test(error.message)) return true;
  const inner = (error as { driverError?: unknown; cause?: unknown }).driverError ?? error.cause;
  return inner !== undefined && inner !== error && isDatabaseAway(inner);
}

/** Catches errors of work that is skipped when the database is away: undefined then; throws any other error. */
export function unlessAway(error: unknown): undefined {
  if (!isDatabaseAway(error)) throw error;
  return undefined;
}

/** True when a statement ran into its time limit, or was cancelled because its client left. */
export function isCanceled(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** True when the disk of the database is full: the request is rolled back, and reads still work. */
export function isDiskFull(error: unknown): boolean {
  return isNativeError(error) && sqlState(error) === DISK_FULL;
}

/** internal_error: reported for what a node of a cluster refuses during a COPY into it */
const INTERNAL_ERROR = 'XX000';
const REFUSALS = /duplicate key value|violates \S+ constraint|index row requires/;

/**
 * True when the database refuses a record for its content: its data (class 22), a constraint that it breaks (23), or a
 * value too long for an index (54000).
 */
export function isRefusedRecord(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return (
    /^2[23]|^54000$/.test(state) || (state === INTERNAL_ERROR && REFUSALS.test((error as Error).message))
  );
}

/** SQLSTATE of a database error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
