import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { codeOf } from './errors.js';

interface LinuxStat {
  name: string;
  state: string;
  startTime: string;
}

function linuxStat(pid: number): LinuxStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may itself contain spaces and parentheses.
    const close = text.lastIndexOf(')');
    const fields = text.slice(close + 2).split(' ');
    return {
      name: text.slice(text.indexOf('(') + 1, close),
      state: fields[0] ?? '',
      startTime: fields[19] ?? '',
    };
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * Whether the process runs. A zombie counts as dead although `kill(pid, 0)` succeeds on it: in containers
 * process 1 may never reap it, and waiting for that would never end.
 */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || !['Z', 'X'].includes(linuxStat(pid)?.state ?? '');
}

/** Distinguishes a process from a later one with the same pid; empty if the system does not report it. */
export function startTimeOf(pid: number): string {
  if (process.platform === 'linux') return linuxStat(pid)?.startTime ?? '';
  return process.platform === 'win32' ? '' : ps(pid, 'lstart');
}

/**
 * Names the set of processes whose pids can be compared with ours: two containers on one volume do not see
 * each other's processes. Empty outside Linux, where the question does not arise.
 */
export function machineId(): string {
  if (process.platform !== 'linux') return '';
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/**
 * Whether `pid` is a live PostgreSQL process of the cluster at `directory` (a real path). When the system
 * hides the answer, a process named postgres counts: taking a stranger for ours only delays a start, the
 * other mistake would run two servers on one directory.
 */
export function isPostgresOf(pid: number, directory: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') {
    const list = spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' });
    return list.stdout?.includes('postgres') ?? true;
  }
  if (process.platform !== 'linux') {
    const command = ps(pid, 'command');
    return command.includes('postgres') && command.includes(directory);
  }
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`));
    return program.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return linuxStat(pid)?.name.startsWith('postgres') ?? false;
  }
}

/**
 * Pids of every PostgreSQL process of `directory`, backends included. A killed postmaster's backends hold its
 * shared memory for an instant; a server with a lost pid file is found here too. Empty outside Linux, where
 * PostgreSQL's own shared memory check is the only guard.
 */
export function postgresProcessesOf(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => linuxStat(pid)?.name.startsWith('postgres') === true && isPostgresOf(pid, directory));
}
