import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from './binaries.js';
import { probe } from './connect.js';
import { diskFull, EmbeddedPostgresError, explain, isAboutFullDisk, OWN_SERVER } from './errors.js';
import type { EmbeddedConnection } from './options.js';
import { inspectPostmaster } from './postmaster-file.js';
import { childEnvironment, rootFolder, runSync, wrap } from './privileges.js';
import { isPostgresOf } from './process-info.js';
import { serverArgs } from './settings.js';
import type { Site } from './site.js';

const POLL_MS = 10;
/** A larger log is set aside at a start, so at most two files of about this size remain. */
const LOG_MAX_BYTES = 10 * 1024 * 1024;
const LOG_TAIL_BYTES = 2_000;
/** A file of PostgreSQL's transaction log. */
const WAL_FILE_BYTES = 16 * 1024 * 1024;
/** Recovery replays up to `max_wal_size` of log; even a slow disk does that sooner. */
const START_TIMEOUT_MS = 600_000;
/** A fast shutdown writes at most the shared buffers. After this time, the shutdown no longer waits for that. */
const STOP_TIMEOUT_MS = 60_000;

export interface LaunchOptions {
  site: Site;
  connection: EmbeddedConnection;
  logFile: string;
  launcher: 'direct' | 'pg_ctl';
  /** Ends the server with this process, if the site can. */
  endWithOwner: boolean;
  signal: AbortSignal;
  log: (message: string) => void;
}

/** A server that this process started. `child` is missing when pg_ctl started it. */
export interface LaunchedServer {
  pid: number;
  child?: ChildProcess;
}

/** The start failed for a temporary reason: old backends are still ending, or the port was just taken. */
export class PassingTrouble extends Error {}

const PASSING =
  /pre-existing shared memory block|lock file .* already exists|Address already in use|could not bind/i;

/**
 * Starts the server and waits until it answers. It runs in its own session, so that Ctrl-C in a terminal reaches
 * only its supervisor, and writes to `logFile`.
 *
 * @throws PassingTrouble to be tried again; EmbeddedPostgresError with the last lines of the log otherwise.
 */
export async function launch(options: LaunchOptions): Promise<LaunchedServer> {
  rotate(options.logFile);
  const output = openLog(options.logFile);
  const start = fstatSync(output).size;
  const fail = (): Error => startFailure(options, tail(options.logFile, start));
  try {
    const child = spawnServer(options, output);
    const exit = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? -1));
    });
    if (options.launcher === 'pg_ctl') {
      if ((await exit) !== 0) throw fail();
      const state = inspectPostmaster(options.site.cluster);
      if (state.kind !== 'live') throw fail();
      return { pid: state.file.pid };
    }
    child.unref();
    await waitReady(options, child, exit, fail);
    return { pid: child.pid ?? 0, child };
  } finally {
    closeSync(output);
  }
}

function spawnServer(options: LaunchOptions, output: number): ChildProcess {
  const { site, connection, launcher } = options;
  const settings = serverArgs(connection);
  const viaPgCtl = launcher === 'pg_ctl';
  const args = viaPgCtl
    ? ['start', '-w', '-t', String(START_TIMEOUT_MS / 1000), '-D', site.cluster]
        .concat(process.platform === 'win32' ? ['-l', options.logFile] : [])
        .concat('-o', settings.join(' '))
    : ['-D', site.cluster, ...settings];
  const deathSignal = options.endWithOwner && site.deathSignal && !viaPgCtl ? 'INT' : undefined;
  const command = wrap(
    site.privileges,
    program(site.binaries, viaPgCtl ? 'pg_ctl' : 'postgres'),
    args,
    deathSignal,
  );
  return spawn(command.command, command.args, {
    uid: command.uid,
    gid: command.gid,
    cwd: rootFolder(),
    env: childEnvironment(),
    detached: true,
    stdio: ['ignore', output, output],
    windowsHide: true,
  });
}

async function waitReady(
  options: LaunchOptions,
  child: ChildProcess,
  exit: Promise<number>,
  fail: () => Error,
): Promise<void> {
  let over = false;
  // Rejection is awaited below; without this it would be reported as unhandled in between.
  exit
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  const deadline = performance.now() + START_TIMEOUT_MS;
  let nextNote = performance.now() + 10_000;
  try {
    for (;;) {
      if (over) {
        await exit;
        throw fail();
      }
      options.signal.throwIfAborted();
      const state = inspectPostmaster(options.site.cluster);
      const ready = state.kind === 'live' && state.file.pid === child.pid && state.file.status === 'ready';
      if (ready && (await probe(options.connection, options.site.cluster)) === 'ours') return;
      if (performance.now() > deadline) throw fail();
      if (performance.now() > nextNote) {
        options.log(`Still waiting for PostgreSQL; it may be recovering, see ${options.logFile}.`);
        nextNote += 10_000;
      }
      await sleep(POLL_MS);
    }
  } catch (error) {
    child.ref(); // else a process that only waits for this end would not wait
    if (!over) child.kill('SIGINT');
    await exit.catch(() => undefined);
    throw error;
  }
}

function startFailure(options: LaunchOptions, lines: string): Error {
  const passingLine = lines.split('\n').find((line) => PASSING.test(line));
  if (passingLine !== undefined) return new PassingTrouble(passingLine);
  // Without room its log may not say so.
  if (isAboutFullDisk(lines) || roomOf(options.site.cluster) < WAL_FILE_BYTES) {
    return diskFull(options.site.cluster);
  }
  return new EmbeddedPostgresError(
    `PostgreSQL did not start on ${options.site.cluster}. The end of ${options.logFile}:\n${lines}\n` +
      `Cure that, restore a backup into a new DATA_DIR, or ${OWN_SERVER}.`,
  );
}

/** Free space of the disk of a folder, bytes. */
function roomOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function rotate(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= LOG_MAX_BYTES) return;
  rmSync(`${file}.1`, { force: true });
  renameSync(file, `${file}.1`);
}

function openLog(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw explain(error, file);
  }
}

function tail(file: string, from: number): string {
  const input = openSync(file, 'r');
  try {
    const size = fstatSync(input).size;
    const start = Math.max(from, size - LOG_TAIL_BYTES);
    const buffer = Buffer.alloc(size - start);
    readSync(input, buffer, 0, buffer.length, start);
    return buffer.toString('utf8').trim() || '(empty)';
  } finally {
    closeSync(input);
  }
}

/**
 * Shuts down fast: rolls back open transactions, writes a checkpoint, awaits the process. When that takes longer than a
 * minute, it is cut short; the next start then recovers from the log, and nothing committed is lost.
 */
export async function stopPostmaster(pid: number, cluster: string, pgCtl?: Site): Promise<void> {
  if (pgCtl === undefined) sendSignal(pid, 'SIGINT');
  else
    runSync(
      wrap(pgCtl.privileges, program(pgCtl.binaries, 'pg_ctl'), ['stop', '-W', '-m', 'fast', '-D', cluster]),
    );
  const cut = performance.now() + STOP_TIMEOUT_MS;
  let isCut = false;
  while (isPostgresOf(pid, cluster)) {
    if (!isCut && performance.now() > cut) {
      isCut = true;
      sendSignal(pid, 'SIGQUIT');
    }
    await sleep(POLL_MS);
  }
}

/** Sends a signal to a process that may be gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, which is what the signal was for.
  }
}
