import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.js';

/** A user of the system that PostgreSQL can run as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * How PostgreSQL's programs are started. `self`: as this user. `namespace`: in a user namespace where this
 * user appears as another, so that PostgreSQL does not see root while files stay where and whose they are.
 * `drop`: as another user, who must be able to reach binaries and data.
 */
export interface Privileges {
  kind: 'self' | 'namespace' | 'drop';
  /** Owner of the files that PostgreSQL makes, as seen from here; -1 on Windows. */
  uid: number;
  gid: number;
  /** Undefined for `self`. */
  account?: Account;
}

/** A command with the user to spawn it as. */
export interface Command {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/** Signal that the system sends to the program when this process dies, however it dies. */
export type DeathSignal = 'INT' | 'TERM';

/** This process's user id, -1 on Windows. */
export function ownUid(): number {
  return process.getuid?.() ?? -1;
}

/** This process's group id, -1 on Windows. */
function ownGid(): number {
  return process.getgid?.() ?? -1;
}

/** The accounts of /etc/passwd that are not root. Accounts of directory services are not listed. */
export function accounts(): Account[] {
  if (process.platform === 'win32' || !existsSync('/etc/passwd')) return [];
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && Number(fields[2]) > 0)
    .map((fields) => ({ name: fields[0] ?? '', uid: Number(fields[2]), gid: Number(fields[3]) }));
}

/** The account to shed root for: the first of the `preferred` names. Undefined when the system has none of them. */
export function lowlyAccount(preferred: string[]): Account | undefined {
  const all = accounts();
  return preferred.map((name) => all.find((one) => one.name === name)).find((one) => one !== undefined);
}

/** Runs as this process's own user. */
export function asSelf(): Privileges {
  return { kind: 'self', uid: ownUid(), gid: ownGid() };
}

/** Runs as `account`, which needs root. */
export function asAccount(account: Account): Privileges {
  return { kind: 'drop', uid: account.uid, gid: account.gid, account };
}

/** Runs as this user under the name of `account`; needs user namespaces, which containers often forbid. */
export function inNamespace(account: Account): Privileges {
  return { kind: 'namespace', uid: ownUid(), gid: ownGid(), account };
}

/**
 * The command as `privileges` require it. `setpriv` comes innermost: entering a namespace and changing the user both
 * clear a death signal that was set before.
 */
export function wrap(
  privileges: Privileges,
  command: string,
  args: string[],
  deathSignal?: DeathSignal,
): Command {
  let line = [command, ...args];
  if (deathSignal !== undefined) line = ['setpriv', `--pdeathsig=${deathSignal}`, ...line];
  const { account } = privileges;
  if (privileges.kind === 'namespace' && account !== undefined) {
    line = ['unshare', '-U', `--map-user=${account.uid}`, `--map-group=${account.gid}`, ...line];
  }
  const plain = { command: line[0] ?? command, args: line.slice(1) };
  return privileges.kind === 'drop' ? { ...plain, uid: privileges.uid, gid: privileges.gid } : plain;
}

/** Signals that come from outside; others are a program's own failure. */
const SENT = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGKILL'];

/**
 * Runs a short command to its end and waits; used to try out what works, with `cwd` `/`, which all may enter.
 *
 * @throws EmbeddedPostgresError when somebody ended it: that says nothing about what works, and data may be moved
 * when something does not.
 */
export function runSync(wrapped: Command, input?: string): SpawnSyncReturns<string> {
  const { command, args, uid, gid } = wrapped;
  const options = {
    uid,
    gid,
    input,
    cwd: rootFolder(),
    env: childEnvironment(),
    encoding: 'utf8',
    // Its own group, out of reach of Ctrl-C. Node documents this for `spawn` only, so its types lack it here.
    detached: process.platform !== 'win32',
  } as const;
  const result = spawnSync(command, args, options);
  if (SENT.includes(result.signal ?? '')) {
    throw new EmbeddedPostgresError(
      `${[command, ...args].join(' ')} was ended by ${result.signal}: try again.`,
    );
  }
  return result;
}

/** A working directory that every account may enter. */
export function rootFolder(): string | undefined {
  return process.platform === 'win32' ? undefined : '/';
}

/** Whether this system can end a program with this process (`setpriv` of util-linux 2.33 or newer). */
export function hasDeathSignal(): boolean {
  if (process.platform !== 'linux' || !onPath('setpriv')) return false;
  return runSync({ command: 'setpriv', args: ['--pdeathsig=INT', 'true'] }).status === 0;
}

function onPath(program: string): boolean {
  const folders = (childEnvironment().PATH ?? '').split(delimiter);
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/**
 * What PostgreSQL's programs need from the environment: where programs, libraries and temporary files are, the time
 * zone, and what Windows needs to start a program. Not the locale, which initdb's arguments set.
 */
const INHERITED = /^(PATH|TZ|TZDIR|TMPDIR|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH)$/;
const INHERITED_ON_WINDOWS =
  /^(PATH|PATHEXT|TZ|TEMP|TMP|COMSPEC|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/i;

/**
 * Bytes of freed memory that a process keeps. By default the C library (glibc; others ignore this) returns that of every
 * large result to the system, and gets it page by page for the next one: on virtual machines this may take longer than the
 * statement.
 */
const SPARE_MEMORY = String(16 * 1024 * 1024);
const MEMORY = { MALLOC_TRIM_THRESHOLD_: SPARE_MEMORY, MALLOC_MMAP_THRESHOLD_: SPARE_MEMORY };

/**
 * The environment for PostgreSQL's programs. An allow-list: tokens and passwords of the service's settings would be
 * readable by every function of the server, and PGPORT, PGDATA or a locale would change it unnoticed. Includes the
 * folders of the system's tools, which a bare service environment may lack.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const isWindows = process.platform === 'win32';
  const allowedNames = isWindows ? INHERITED_ON_WINDOWS : INHERITED;
  const variables = Object.entries(process.env).filter(([name]) => allowedNames.test(name));
  const environment: NodeJS.ProcessEnv = { ...Object.fromEntries(variables), ...MEMORY, LC_ALL: 'C' };
  if (!isWindows) environment.PATH = `${environment.PATH ?? ''}:/usr/bin:/bin:/usr/sbin:/sbin`;
  return environment;
}
