import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { sendSignal } from '../../src/database/embedded/postmaster.js';
import { ADMIN_TOKEN, startApp, type TestApp } from '../app.js';
import { atEnd, cleanUp, dropSocket, until } from '../embedded/harness.js';
import { type Answer, Client } from './client.js';
import { STEP } from './rounds.js';

/** Arguments that node finally gets from `npm start`: the tests kill the service, not its launcher. */
const START = [
  ...(JSON.parse(readFileSync('scripts/engine-flags.json', 'utf8')) as string[]),
  'scripts/start.mjs',
  'main',
];

/** The real service in a separate process, killed after the test. */
export class Service {
  stderr = '';

  private constructor(
    readonly child: ChildProcess,
    readonly environment: Record<string, string>,
  ) {
    child.stderr?.on('data', (chunk) => {
      this.stderr += String(chunk);
    });
    child.stdout?.on('data', () => undefined);
    atEnd(async () => {
      this.signal('SIGKILL');
      await this.ended();
      const host = this.socketFolder();
      if (host !== undefined) dropSocket(host);
    });
  }

  /**
   * Starts `npm start`'s program on any free port; resolves when it reports that it is ready. `folder`: of another
   * version
   */
  static async start(environment: Record<string, string>, folder?: string): Promise<Service> {
    const service = Service.launch(environment, [], folder);
    await service.ready();
    return service;
  }

  /** As {@link start} without waiting. `stdout`: descriptor for its log, which otherwise nobody keeps */
  static launch(
    environment: Record<string, string>,
    args: readonly string[] = [],
    folder = '.',
    stdout: number | 'pipe' = 'pipe',
  ): Service {
    const child = spawn(process.execPath, [...START, ...args], {
      cwd: folder,
      stdio: ['ignore', stdout, 'pipe'],
      env: {
        ...inheritedEnvironment(),
        PORT: '0',
        LOG_LEVEL: 'silent',
        RATE_LIMIT_PER_MINUTE: '0',
        BOOTSTRAP_ADMIN_TOKEN: ADMIN_TOKEN,
        WEBHOOK_PRIVATE: 'allowed',
        ...environment,
      },
    });
    return new Service(child, environment);
  }

  ready(timeout = STEP): Promise<string> {
    return until(
      'the service is ready',
      () => {
        if (this.hasEnded) throw new Error(`The service ended: ${this.stderr}`);
        return this.stderr.match(/ is ready at (\S+)/)?.[1];
      },
      timeout,
    );
  }

  /** http://127.0.0.1:port */
  get url(): string {
    return this.stderr.match(/ is ready at (\S+)/)?.[1] ?? '';
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async ended(): Promise<void> {
    await until('the service ends', () => this.hasEnded, STEP);
  }

  /** Resident memory now, bytes. */
  get rss(): number {
    return statusKilobytes(this.pid, 'VmRSS') * 1024;
  }

  /** Process id of the embedded server according to its pid file; undefined if there is none. */
  get postmaster(): number | undefined {
    const pid = Number(this.postmasterFile()[0]);
    return pid > 0 ? pid : undefined;
  }

  /** The embedded database, for access that bypasses the service; it must be running. */
  get database(): PostgresAddress {
    const host = this.socketFolder();
    // Without a host, pg would connect to whatever listens at port 5432.
    if (host === undefined) throw new Error('The embedded database does not run');
    return { host, port: Number(this.postmasterFile()[3]), user: 'postgres', database: 'market_data' };
  }

  private socketFolder(): string | undefined {
    return this.postmasterFile()[4] || undefined;
  }

  private postmasterFile(): string[] {
    try {
      return readFileSync(join(this.environment.DATA_DIR ?? '', 'postgresql/postmaster.pid'), 'utf8').split(
        '\n',
      );
    } catch {
      return [];
    }
  }
}

/** The environment without the variables that the service would read as its own settings. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, DATA_DIR: __, HOST: ___, NODE_ENV: ____, ...rest } = process.env;
  return rest;
}

function statusKilobytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(status.match(new RegExp(`^${field}:\\s+(\\d+)`, 'm'))?.[1]);
}

/** Process ids of the direct children. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

/** Signals a PostgreSQL server: the postmaster first, so that it starts nothing meanwhile, then its child processes. */
export function signalServer(postmaster: number, signal: NodeJS.Signals): number[] {
  const processes = [postmaster, ...childrenOf(postmaster)];
  for (const pid of processes) sendSignal(pid, signal);
  return processes;
}

/** The newest server process that holds a connection of `role`, by its title: such connections stay for seconds. */
export function backendOf(postmaster: number, role: string): number {
  const children = childrenOf(postmaster);
  const titles = children.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return ''; // has just ended
    }
  });
  const pid = children[titles.findLastIndex((title) => title.startsWith(`postgres: ${role} `))];
  if (pid === undefined) throw new Error(`No backend among ${titles}`);
  return pid;
}

/** Opens a connection that bypasses the service, closed after the test. */
export async function connect(
  address: PostgresAddress,
  settings: Pick<pg.ClientConfig, 'connectionTimeoutMillis' | 'query_timeout'> = {},
): Promise<pg.Client> {
  const config = 'url' in address ? { connectionString: address.url } : address;
  const client = new pg.Client({ ...config, connectionTimeoutMillis: STEP, ...settings });
  client.on('error', () => undefined);
  await client.connect();
  atEnd(() => client.end().catch(() => undefined));
  return client;
}

/** Makes an empty database on the test server. */
export async function emptyDatabase(): Promise<PostgresAddress> {
  const server = JSON.parse(String(process.env.MDS_TEST_SERVER)) as PostgresAddress;
  const name = `mds_test_${randomBytes(6).toString('hex')}`;
  const client = await connect(server);
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  if (!('url' in server)) return { ...server, database: name };
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return { url: url.href };
}

/** The address as DATABASE_URL spells it. */
export function urlOf(address: PostgresAddress): string {
  if ('url' in address) return address.url;
  const { host, port, user, password, database } = address;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  return `postgres://${user}${secret}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/** Two real service processes on one database, and a third instance in this process for tokens and SQL. */
export interface Twins {
  control: TestApp;
  clients: readonly [Client, Client];
  /** eight clients, alternating between the instances, each with its own connections */
  eight: readonly Client[];
  /** sends both requests at the same time; which one goes first alternates */
  race(send: (client: Client, index: number) => Promise<Answer>): Promise<[Answer, Answer]>;
  /** sends the requests of all eight at the same time; another one goes first each time */
  raceOfEight(send: (client: Client, index: number) => Promise<Answer>): Promise<Answer[]>;
  close(): Promise<void>;
}

export async function startTwins(): Promise<Twins> {
  const control = await startApp();
  const environment = { DATABASE_URL: urlOf(control.address) };
  const services = await Promise.all([Service.start(environment), Service.start(environment)]);
  const clients = services.map((service) => new Client(service.url)) as [Client, Client];
  const eight = Array.from({ length: 8 }, (_, index) => new Client(clients[index % 2 === 0 ? 0 : 1].url));
  let races = 0;
  return {
    control,
    clients,
    eight,
    raceOfEight: async (send) => {
      const first = races++ % 8;
      const pending: Promise<Answer>[] = [];
      for (let turn = 0; turn < 8; turn++) {
        const index = (first + turn) % 8;
        pending[index] = send(eight[index] as Client, index);
      }
      return Promise.all(pending);
    },
    race: async (send) => {
      if (races++ % 2 === 0) return Promise.all([send(clients[0], 0), send(clients[1], 1)]);
      const second = send(clients[1], 1);
      return Promise.all([send(clients[0], 0), second]);
    },
    close: async () => {
      for (const client of [...clients, ...eight]) client.close();
      await control.close();
      await cleanUp();
    },
  };
}
