import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg, { type Client, type ClientConfig, type PoolConfig } from 'pg';
import { serversOf } from '../../config/hosts.js';

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

/** Injection token of the {@link PostgresAddress} in use. */
export const POSTGRES_ADDRESS = Symbol('POSTGRES_ADDRESS');

/** Application name of the connections of the service and its commands, as pg_stat_activity shows it. */
export const APPLICATION = 'market-data-service';

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
const ANSWER_LIMIT = 25_000;
/** Longest a request waits for a connection, ms. */
export const CONNECTION_LIMIT = 3_000;
/**
 * A transaction whose next statement does not come within this time, ms, is rolled back by the server: when the path to
 * it is lost silently, the statement that its rows are locked for will never come.
 */
export const IDLE_TRANSACTION_LIMIT = 5_000;
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
    application_name: APPLICATION,
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

/** Longest a server may take to roll back, ms: the coordinator of a cluster waits for nodes, which may be frozen. */
const ROLLBACK_LIMIT = 1_000;

/** Rolls a failed transaction back; returns why its connection has to be closed instead, which does so as well. */
export async function rollBack(client: pg.ClientBase): Promise<Error | undefined> {
  const rollback = { text: 'ROLLBACK', query_timeout: ROLLBACK_LIMIT };
  return client.query(rollback).then(
    () => undefined,
    (reason: Error) => reason,
  );
}
