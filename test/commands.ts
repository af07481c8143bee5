import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { PostgresAddress } from '../src/database/connection/connection.js';
import { hostTask } from './host/client.js';
import type { CommandResult } from './host/commands.js';

const START = join(import.meta.dirname, '../scripts/start.mjs');

/** A program of src/cli. */
export type Command = 'backup' | 'distribute' | 'doctor' | 'import' | 'record' | 'restore' | 'token';

export interface EndedProcess extends CommandResult {
  signal: NodeJS.Signals | null;
}

/**
 * Starts a command in a separate process, as npm does: for tests of its start, its input, a signal or its end. `stdout`:
 * descriptor for its output
 */
export function startCommand(
  command: Command,
  line: readonly string[],
  environment: Record<string, string> = {},
  stdout: number | 'pipe' = 'pipe',
): { child: ChildProcess; ended: Promise<EndedProcess> } {
  const child = spawn(process.execPath, [START, `cli/${command}`, ...line], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', stdout, 'pipe'],
  });
  let [output, stderr] = ['', ''];
  child.stdout?.on('data', (piece) => {
    output += piece;
  });
  child.stderr?.on('data', (piece) => {
    stderr += piece;
  });
  const ended = new Promise<EndedProcess>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout: output, stderr }));
  });
  return { child, ended };
}

/**
 * Runs a command to its end in the service host, which has its code loaded: the same program, arguments, environment,
 * output and exit code without a second of start-up. Runs of a file are sequential.
 */
export function runCommand(
  command: Command,
  line: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  return hostTask('runCommand', command, line, environment);
}

/** An address as DATABASE_URL; a socket's folder travels in `host`. */
export function urlOf(address: PostgresAddress): string {
  if ('url' in address) return address.url;
  const { host, port, user, password, database } = address;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  return host.startsWith('/')
    ? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${user}${secret}@${host}:${port}/${database}`;
}
