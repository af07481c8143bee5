import { closeSync, openSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedPostgresError, explain } from './errors.js';
import { holderOf, newStamp, readStamp, retireStamp, type Stamp, silenceOf } from './stamp.js';

const POLL_MS = 20;
/** A file without a readable stamp is being written; older than this, its writer died between two calls. */
const HALF_WRITTEN_MS = 2_000;

export interface LockOptions {
  /** Milliseconds to wait for another holder; then an EmbeddedPostgresError is thrown. */
  timeout: number;
  signal?: AbortSignal;
  /** Called once when another process holds the lock. */
  onWait?: (holder: Stamp | undefined) => void;
}

/**
 * Runs `work` while this process holds `file`, so that one process at a time starts, adopts or stops the
 * server. A holder that died does not block: its file is removed under a second lock, because two waiters that
 * both saw the dead holder could otherwise remove each other's fresh locks.
 *
 * @throws EmbeddedPostgresError when the folder cannot be written or the holder outlasts the timeout.
 */
export async function withLock<T>(file: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const stamp = newStamp();
  try {
    await acquire(file, stamp, options);
  } catch (error) {
    retireStamp(stamp);
    throw error;
  }
  const heartbeat = setInterval(() => touch(file), 1_000).unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (readStamp(file)?.instance === stamp.instance) rmSync(file, { force: true });
    retireStamp(stamp);
  }
}

/** Shows processes on other machines that this holder is alive; a missing file is handled elsewhere. */
export function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The folder is gone or unusable; the code that works in it reports that better.
  }
}

async function acquire(file: string, stamp: Stamp, options: LockOptions): Promise<void> {
  const deadline = performance.now() + options.timeout;
  let hasReported = false;
  while (!tryCreate(file, stamp)) {
    options.signal?.throwIfAborted();
    const holder = readStamp(file);
    if (isDead(file)) breakLock(file, stamp);
    else if (!hasReported) {
      options.onWait?.(holder);
      hasReported = true;
    }
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Process ${holder?.pid ?? '?'} has been starting or stopping the database for ${options.timeout / 1000} s ` +
          `and holds ${file}: wait for it or end it, then try again.`,
      );
    }
    await sleep(POLL_MS);
  }
}

function tryCreate(file: string, stamp: Stamp): boolean {
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o644);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw explain(error, file);
  }
  try {
    writeSync(handle, JSON.stringify(stamp));
  } catch (error) {
    rmSync(file, { force: true });
    throw explain(error, file);
  } finally {
    closeSync(handle);
  }
  return true;
}

function isDead(file: string): boolean {
  const holder = readStamp(file);
  if (holder !== undefined) return holderOf(holder, file) === 'dead';
  const silence = silenceOf(file);
  return silence > HALF_WRITTEN_MS && Number.isFinite(silence);
}

/**
 * Removes a dead holder's file while holding a second one. If a process died in here, that second file is removed in
 * the same way, by a third: two waiters that both saw it dead could otherwise remove each other's.
 */
function breakLock(file: string, stamp: Stamp): void {
  const breaking = `${file}.breaking`;
  if (!tryCreate(breaking, stamp)) {
    if (isDead(breaking)) breakLock(breaking, stamp);
    return;
  }
  try {
    if (isDead(file)) rmSync(file, { force: true });
  } finally {
    rmSync(breaking, { force: true });
  }
}
