import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { CallerKind } from '../src/auth/caller.js';
import type { Role } from '../src/auth/permissions.js';
import { Gathering } from '../src/database/citus/gathering.js';
import type { PostgresAddress } from '../src/database/connection/connection.js';
import { isTransactionConflict } from '../src/database/connection/database-errors.js';
import { withRetries } from '../src/errors/retries.js';
import { askHost, type HostChannel, type Inside, inside } from './host/client.js';
import type { StartedInstance } from './host/protocol.js';
import { Request } from './request.js';

const server = JSON.parse(String(process.env.MDS_TEST_SERVER)) as PostgresAddress;
/** The worker nodes of the test server, if it is the coordinator of a cluster. */
const workers = JSON.parse(process.env.MDS_TEST_WORKERS ?? '[]') as PostgresAddress[];
const TEMPLATE = 'mds_test_template';

/** Whether the tests run on a cluster: checks of a single server's plans and files are impossible there. */
export const isCluster = workers.length > 0;
/** How a database is cloned, set by test/setup/global-setup.mjs. */
const CLONE = process.env.MDS_TEST_CLONE ?? '';

/** Token of the first admin in every test database; its principal is admin@localhost. */
export const ADMIN_TOKEN = String(process.env.MDS_TEST_ADMIN_TOKEN);

/** Settings that a test run gives every instance under test: `FAST_LANE=off npm test -- test/spec test/contract`. */
const RUN_SETTINGS: Record<string, string> =
  process.env.FAST_LANE === undefined ? {} : { FAST_LANE: process.env.FAST_LANE };

/** The real service on its own database, in the service host: a process separate from the tests. */
export interface TestApp {
  /** http://127.0.0.1:port */
  url: string;
  /** its number in the service host */
  instance: number;
  address: PostgresAddress;
  /** a request with a bearer token, the admin's unless another one is given */
  get(path: string, token?: string): Request;
  post(path: string, body?: object, token?: string): Request;
  put(path: string, body?: object, token?: string): Request;
  delete(path: string, token?: string): Request;
  /** issues a token through the token service */
  token(
    role: Role,
    options?: { kind?: CallerKind; principal?: string | null; expiresAt?: Date | null },
  ): Promise<string>;
  /** runs SQL on the test database, bypassing the service */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** runs one of the operations of host/instance-operations.ts in the service's process */
  inside: Inside;
  close(): Promise<void>;
}

/** Boots the service on a clone of the template; `environment` as the operator would set it. */
export async function startApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const address = await cloneDatabase();
  return startAppOn(address, environment);
}

/** Boots another instance of the service on an existing database, in the file's host unless another one is given. */
export async function startAppOn(
  address: PostgresAddress,
  environment: Record<string, string> = {},
  host?: HostChannel,
): Promise<TestApp> {
  const settings = {
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '0',
    BOOTSTRAP_ADMIN_TOKEN: ADMIN_TOKEN,
    SOURCE_PRIVATE: 'allowed', // sources as well
    WEBHOOK_PRIVATE: 'allowed', // receivers of the tests are on the loopback
    ...RUN_SETTINGS,
    ...environment,
  };
  const started = await askHost<StartedInstance>({ action: 'start', address, environment: settings }, host);
  return appOf(address, started, host);
}

/** Access to an instance that was started, perhaps by another test file. */
export function appOf(
  address: PostgresAddress,
  { instance, url }: StartedInstance,
  host?: HostChannel,
): TestApp {
  const operation: Inside = (name, ...args) => inside(instance, name, args, host);
  const pool = new pg.Pool({
    ...('url' in address ? { connectionString: address.url } : address),
    max: 4,
    // A service that several files use is closed by none of them: its pool must not keep their process from ending.
    allowExitOnIdle: true,
  });
  pool.on('error', () => undefined);
  const gathering = isCluster ? new Gathering() : undefined;
  const send = (method: string, path: string, token = ADMIN_TOKEN) =>
    new Request(method, `${url}${path}`).set('Authorization', `Bearer ${token}`);
  return {
    url,
    instance,
    address,
    get: (path, token) => send('GET', path, token),
    post: (path, body, token) => send('POST', path, token).send(body),
    put: (path, body, token) => send('PUT', path, token).send(body),
    delete: (path, token) => send('DELETE', path, token),
    token: async (role, { kind = 'user', principal, expiresAt = null } = {}) => {
      const named = principal === undefined ? (kind === 'user' ? `${role}@example.com` : null) : principal;
      const { token } = await operation('issueToken', {
        kind,
        role,
        principal: named,
        expiresAt: expiresAt?.toISOString() ?? null,
      });
      return token;
    },
    sql: async <Row extends object>(text: string, values: unknown[] = []) => {
      // Background work may hold what it writes: the statement that is rolled back in its favour is run again.
      const run = () =>
        withRetries(async () => (await pool.query<Row>(text, values)).rows, {
          attempts: 5,
          when: isTransactionConflict,
        });
      const rows = await (gathering === undefined ? run() : gathering.read({ text, values }, run, pool));
      // Written past the service: announced, as an operator does with NOTIFY.
      if (!/^\s*(SELECT|EXPLAIN)/i.test(text)) await operation('announceChange');
      return rows;
    },
    inside: operation,
    close: async () => {
      await askHost({ action: 'close', instance }, host);
      await pool.end();
    },
  };
}

/** A new database, cloned from the migrated template, or from another one. */
export async function cloneDatabase(template = TEMPLATE): Promise<PostgresAddress> {
  const name = `mds_test_${randomBytes(6).toString('hex')}`;
  await onEveryNode(`CREATE DATABASE ${name} TEMPLATE ${template} ${CLONE}`);
  return addressOf(name);
}

/** Renames a database so that others can clone it; nobody connects to it any more. */
export async function asTemplate(database: string, name: string): Promise<void> {
  // Nodes of a cluster maintain a database as long as they may connect to it, and a database in use cannot be cloned.
  await onEveryNode(
    `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}'`,
    `ALTER DATABASE ${database} RENAME TO ${name}`,
  );
}

/** Address of a database of the test server. */
export function addressOf(database: string): PostgresAddress {
  if (!('url' in server)) return { ...server, database };
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

/** Runs statements on the test server, on every node if it is a cluster, outside all test databases. */
async function onEveryNode(...statements: string[]): Promise<void> {
  for (const node of [server, ...workers]) {
    await onServer(async (client) => {
      for (const statement of statements) await client.query(statement);
    }, node);
  }
}

/** Works on the test server outside all test databases, or in the database of `address`. */
export async function onServer<Result>(
  work: (client: pg.Client) => Promise<Result>,
  address = server,
): Promise<Result> {
  const client = new pg.Client('url' in address ? { connectionString: address.url } : address);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
