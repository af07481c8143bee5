import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresAddress } from '../../src/database/connection.js';
import { ADMIN_TOKEN, startApp, type TestApp } from '../app.js';
import { atEnd, cleanUp, dropSocket, until } from '../embedded/harness.js';

/** Rounds of a repeated test: FAULT_ROUNDS when set, else the test's own number. */
export const rounds = (standard: number): number => Number(process.env.FAULT_ROUNDS ?? standard);

/** Prints the figure that a test reached, on a line of its own. */
export const figure = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** from sending to the last byte, ms */
  ms: number;
}

/** The JSON object of an answer. */
export const json = (answer: Answer): Record<string, unknown> => JSON.parse(answer.text);

/** The revision in a record's ETag. */
export const revisionOf = (answer: Answer): number =>
  Number(/-(\d+)"$/.exec(String(answer.headers.etag))?.[1]);

/** A plain HTTP client of one token with kept-alive connections; rejects only when there is no HTTP answer. */
export class Client {
  readonly agent = new http.Agent({ keepAlive: true, maxSockets: 512 });

  constructor(
    readonly url: string,
    readonly token: string | null = ADMIN_TOKEN,
  ) {}

  /** The request's options, for tests that read the answer themselves. */
  options(method: string, headers: Record<string, string> = {}): http.RequestOptions {
    const authorization = this.token === null ? {} : { Authorization: `Bearer ${this.token}` };
    return { agent: this.agent, method, headers: { ...authorization, ...headers } };
  }

  send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    timeout = 60_000,
  ): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const about: Record<string, string> =
        text === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
      const request = http.request(
        this.url + path,
        this.options(method, { ...about, ...headers }),
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
              ms: performance.now() - began,
            }),
          );
        },
      );
      request.setTimeout(timeout, () => request.destroy(new Error(`no answer within ${timeout} ms`)));
      request.on('error', reject);
      request.end(text);
    });
  }

  /** Reads an answer chunk by chunk; `take` may pause it. Rejects when it is cut off. Resolves with its length. */
  read(
    path: string,
    take: (chunk: Buffer, response: http.IncomingMessage) => void,
    headers?: Record<string, string>,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = http.get(this.url + path, this.options('GET', headers), (response) => {
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          take(chunk, response);
        });
        response.on('error', reject);
        response.on('end', () => resolve(length));
        response.on('close', () => reject(new Error('the client left')));
      });
      request.on('error', reject);
    });
  }

  get = (path: string, headers?: Record<string, string>) => this.send('GET', path, undefined, headers);
  post = (path: string, body?: object, headers?: Record<string, string>) =>
    this.send('POST', path, body, headers);
  put = (path: string, body?: object, headers?: Record<string, string>) =>
    this.send('PUT', path, body, headers);
  delete = (path: string, headers?: Record<string, string>) => this.send('DELETE', path, undefined, headers);

  close(): void {
    this.agent.destroy();
  }
}

/** Whether an answer is what a client may get while the database is away: success, or a 503 that says when to retry. */
export function isFitForOutage(answer: Answer): boolean {
  if (answer.status < 500) return true;
  return (
    answer.status === 503 &&
    /^application\/problem\+json/.test(String(answer.headers['content-type'])) &&
    Number(answer.headers['retry-after']) > 0 &&
    json(answer).status === 503
  );
}

/** The real service in a process of its own, killed after the test. */
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

  /** Starts `npm start`'s program on any free port; resolves when it says that it is ready. */
  static async start(environment: Record<string, string>): Promise<Service> {
    const service = Service.launch(environment);
    await service.ready();
    return service;
  }

  /** As {@link start} without waiting. */
  static launch(environment: Record<string, string>): Service {
    const child = spawn(process.execPath, ['scripts/start.mjs', 'main'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited(),
        PORT: '0',
        LOG_LEVEL: 'silent',
        RATE_LIMIT_PER_MINUTE: '0',
        BOOTSTRAP_ADMIN_TOKEN: ADMIN_TOKEN,
        ...environment,
      },
    });
    return new Service(child, environment);
  }

  ready(timeout = 60_000): Promise<string> {
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

  async ended(timeout = 30_000): Promise<void> {
    await until('the service ends', () => this.hasEnded, timeout);
  }

  /** Resident memory now, bytes. */
  get rss(): number {
    return statusKilobytes(this.pid, 'VmRSS') * 1024;
  }

  /** Process id of the embedded server, as its pid file says; undefined while there is none. */
  get postmaster(): number | undefined {
    const pid = Number(this.postmasterFile()[0]);
    return pid > 0 ? pid : undefined;
  }

  /** The embedded database beside the service. */
  get database(): PostgresAddress {
    const host = this.socketFolder() ?? '';
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

/** The environment without what the service would take as its own settings. */
function inherited(): NodeJS.ProcessEnv {
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

/** Opens a connection beside the service, closed after the test. */
export async function connect(address: PostgresAddress): Promise<pg.Client> {
  const config = 'url' in address ? { connectionString: address.url } : address;
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2_000 });
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
  /** both requests at the same time; which one goes first alternates */
  race(send: (client: Client, index: number) => Promise<Answer>): Promise<[Answer, Answer]>;
  close(): Promise<void>;
}

export async function startTwins(): Promise<Twins> {
  const control = await startApp();
  const environment = { DATABASE_URL: urlOf(control.address) };
  const services = await Promise.all([Service.start(environment), Service.start(environment)]);
  const clients = services.map((service) => new Client(service.url)) as [Client, Client];
  let races = 0;
  return {
    control,
    clients,
    race: async (send) => {
      if (races++ % 2 === 0) return Promise.all([send(clients[0], 0), send(clients[1], 1)]);
      const second = send(clients[1], 1);
      return Promise.all([send(clients[0], 0), second]);
    },
    close: async () => {
      for (const client of clients) client.close();
      await control.close();
      await cleanUp();
    },
  };
}

/** The value that `share` of the sorted values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
