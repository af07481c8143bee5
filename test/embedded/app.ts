import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { transformFileSync } from '@swc/core';
import type {
  EmbeddedConnection,
  EmbeddedPostgresOptions,
} from '../../src/database/embedded/embedded-postgres.js';
import { atEnd, dropSocket, lastingFolder, until } from './harness.js';

const SOURCES = resolve('src/database/embedded');

let compiled: string | undefined;

/** The sources as plain JavaScript plus a program around them, for separate processes. */
function compiledApp(): string {
  if (compiled !== undefined && existsSync(compiled)) return join(compiled, 'app.js');
  compiled = lastingFolder();
  const jsc = { target: 'es2022', parser: { syntax: 'typescript' } } as const;
  for (const name of readdirSync(SOURCES)) {
    const { code } = transformFileSync(join(SOURCES, name), { jsc, module: { type: 'es6' }, swcrc: false });
    writeFileSync(join(compiled, name.replace(/\.ts$/, '.js')), code);
  }
  writeFileSync(join(compiled, 'package.json'), '{"type":"module"}');
  symlinkSync(resolve('node_modules'), join(compiled, 'node_modules'));
  writeFileSync(join(compiled, 'app.js'), APP);
  return join(compiled, 'app.js');
}

const APP = `
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.js';
const say = (event) => process.stdout.write(JSON.stringify(event) + '\\n');
try {
  const hold = await startEmbeddedPostgres({ ...JSON.parse(process.argv[2]), log: (log) => say({ log }) });
  const state = () => ({ connection: hold.connection, pid: hold.pid, owned: hold.isOwned, cluster: hold.dataDirectory });
  if (process.argv[3] === 'once') {
    const client = new pg.Client(hold.connection);
    await client.connect();
    const attached = "SELECT FROM pg_stat_activity WHERE application_name = 'market-data-service attached'";
    while (!hold.isOwned && (await client.query(attached)).rowCount === 0);
    await client.end();
    say({ state: state() });
    await hold.stop();
    say({ stopped: true });
  } else {
  const orders = createInterface({ input: process.stdin });
  orders.on('line', async (order) => {
    if (order === 'state') say({ state: state() });
    if (order === 'exit') process.exit(3);
    if (order === 'stop') {
      await hold.stop();
      say({ stopped: true });
      orders.close();
      process.stdin.destroy();
    }
  });
  say({ state: state() });
  }
} catch (error) {
  say({ error: error.name + ': ' + error.message });
  process.exitCode = 1;
}
`;

export interface State {
  connection: EmbeddedConnection;
  pid: number;
  owned: boolean;
  cluster: string;
}

/** One process of the service, or a separate command. */
export class App {
  readonly logs: string[] = [];
  error?: string;
  private latest?: State;
  private isStopReported = false;

  constructor(readonly process: ChildProcess) {
    atEnd(async () => {
      this.kill();
      await this.awaitEnd().catch(() => undefined);
    });
    process.on('error', (error) => {
      this.error = String(error);
    });
    if (process.stderr !== null) process.stderr.on('data', (chunk) => this.logs.push(String(chunk)));
    if (process.stdout === null) return;
    createInterface({ input: process.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as { log?: string; state?: State; error?: string; stopped?: boolean };
      if (event.log !== undefined) this.logs.push(event.log);
      if (event.error !== undefined) this.error = event.error;
      if (event.stopped === true) this.isStopReported = true;
      if (event.state === undefined) return;
      this.latest = event.state;
      dropSocket(event.state.connection.host);
    });
  }

  /** Resolves when the app has its database. */
  async ready(): Promise<State> {
    return until(`the app starts; it logged ${this.logs.join(' | ')}`, () => {
      if (this.error !== undefined) throw new Error(`${this.error} (${this.logs.join(' | ')})`);
      return this.latest;
    });
  }

  /** Resolves with the message of an app that could not start. */
  async failure(): Promise<string> {
    return until('the app fails', () => this.error);
  }

  /** The app's current state. */
  async state(): Promise<State> {
    this.latest = undefined;
    this.order('state');
    return this.ready();
  }

  order(command: 'state' | 'stop' | 'exit'): void {
    this.process.stdin?.write(`${command}\n`);
  }

  /** Stops as the service does, then waits until the process has ended by itself. */
  async stop(): Promise<void> {
    this.order('stop');
    await until('the app stops', () => this.isStopReported);
    await this.awaitEnd();
  }

  kill(): void {
    this.process.kill('SIGKILL');
  }

  async awaitEnd(): Promise<void> {
    await until('the app ends', () => this.process.exitCode !== null || this.process.signalCode !== null);
  }
}

export interface Surroundings {
  env?: NodeJS.ProcessEnv;
  uid?: number;
  cwd?: string;
  /** whether it stops as soon as it has started, with nothing else that would keep the process alive */
  once?: boolean;
  /** command line in front of node's */
  prefix?: string[];
  /** whether it has its own process group, as a job in a terminal does */
  group?: boolean;
}

/** Starts the embedded database in a separate process. */
export function startApp(options: EmbeddedPostgresOptions, around: Surroundings = {}): App {
  const line = [...(around.prefix ?? []), process.execPath, compiledApp(), JSON.stringify(options)];
  if (around.once === true) line.push('once');
  const child = spawn(line[0] ?? '', line.slice(1), {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: around.env ?? process.env,
    cwd: around.cwd,
    uid: around.uid,
    gid: around.uid,
    detached: around.group,
  });
  return new App(child);
}
