import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, EmbeddedPostgresError } from './errors.js';
import { isPostgresOf } from './process-info.js';
import { silenceOf } from './stamp.js';

/** What a server writes about itself into `postmaster.pid` of its cluster. */
export interface PostmasterFile {
  pid: number;
  /** 0 until written. */
  port: number;
  /** Empty when the server listens on TCP only. */
  socketDir: string;
  status: 'starting' | 'stopping' | 'ready' | 'standby' | '';
}

/** `broken`: empty or cut off, as after a full disk or a power loss. */
export type PostmasterState =
  | { kind: 'none' }
  | { kind: 'live'; file: PostmasterFile }
  | { kind: 'stale' }
  | { kind: 'broken' };

/** Higher than any pid a system gives out, so always dead; fits the integer that PostgreSQL reads it into. */
const NOBODY = 2_147_483_646;
/** Longer than a server takes to write its file after creating it. */
const HALF_WRITTEN_MS = 1_000;

/** Path of the pid file of `cluster`. */
function postmasterPath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** The pid file's content, `undefined` when it does not exist, `null` when it makes no sense. */
function readPostmasterFile(cluster: string): PostmasterFile | undefined | null {
  let lines: string[];
  try {
    lines = readFileSync(postmasterPath(cluster), 'utf8').split('\n');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new EmbeddedPostgresError(
      `${cluster} belongs to another user (${code}): run as the user that owns it, or point DATA_DIR elsewhere.`,
      { cause: error },
    );
  }
  // PostgreSQL writes the pid of a single-user session with a minus.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const status = lines[7]?.trim() ?? '';
  return {
    pid,
    port: Number(lines[3] ?? 0) || 0,
    socketDir: lines[4]?.trim() ?? '',
    status:
      status === 'starting' || status === 'stopping' || status === 'ready' || status === 'standby'
        ? status
        : '',
  };
}

/** Judges the pid file: alive only when its pid is a running PostgreSQL of this very directory. */
export function inspectPostmaster(cluster: string): PostmasterState {
  const file = readPostmasterFile(cluster);
  if (file === undefined) return { kind: 'none' };
  if (file === null) return { kind: 'broken' };
  return isPostgresOf(file.pid, cluster) ? { kind: 'live', file } : { kind: 'stale' };
}

/**
 * Makes a stale pid file harmless. PostgreSQL takes any live process with the file's pid for a server, be it a
 * stranger with a reused pid or an unreaped zombie. A readable file is not deleted but given a pid that cannot exist:
 * so PostgreSQL still reads the shared memory key in it and refuses while old backends hold that memory.
 *
 * Call it under the start lock and only for a state `stale` or `broken`.
 */
export function defusePostmasterFile(cluster: string): void {
  const path = postmasterPath(cluster);
  if (readPostmasterFile(cluster) === null) {
    if (silenceOf(path) > HALF_WRITTEN_MS) rmSync(path, { force: true });
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[0] = String(NOBODY);
  writeFileSync(path, lines.join('\n'));
}
