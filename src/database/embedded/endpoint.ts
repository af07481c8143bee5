import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { program } from './binaries.js';
import { codeOf, EmbeddedPostgresError, explain, messageOf, OWN_SERVER } from './errors.js';
import type { Layout } from './layout.js';
import { DATABASE, type EmbeddedConnection, SOCKET_PORT, USER } from './options.js';
import type { PostmasterFile } from './postmaster-file.js';
import { ownUid, runSync, wrap } from './privileges.js';
import type { Site } from './site.js';

/** `sun_path` holds 107 bytes on Linux and 103 on macOS; longer ones fail without naming the reason. */
const SOCKET_PATH_MAX = 103;
const LOOPBACK = '127.0.0.1';

interface TcpFile {
  port: number;
  password: string;
}

/** Where a running server can be reached, according to its pid file; undefined until that says so. */
export function endpointOf(file: PostmasterFile, layout: Layout): EmbeddedConnection | undefined {
  if (file.socketDir !== '') {
    return { host: file.socketDir, port: file.port || SOCKET_PORT, user: USER, database: DATABASE };
  }
  const tcp = readTcpFile(layout);
  if (file.port === 0 || tcp === undefined) return undefined;
  return { host: LOOPBACK, port: file.port, user: USER, password: tcp.password, database: DATABASE };
}

/**
 * A private directory for the server's socket: 0700, with a path that depends only on the cluster and the user and is
 * short however long the data folder's is. A directory of that name made by others is not used.
 *
 * @throws EmbeddedPostgresError when `parent` is too long, cannot be written, or others took every name.
 */
export function openSocketEndpoint(site: Site, parent = '/tmp'): EmbeddedConnection {
  const { uid, gid } = site.privileges;
  const name = `mds-${uid}-${createHash('sha256').update(site.cluster).digest('hex').slice(0, 12)}`;
  for (const suffix of ['', '-1', '-2', '-3']) {
    const host = join(parent, `${name}${suffix}`);
    if (Buffer.byteLength(join(host, `.s.PGSQL.${SOCKET_PORT}`)) > SOCKET_PATH_MAX) {
      throw new EmbeddedPostgresError(`${parent} is too long a path for sockets: use a shorter one.`);
    }
    try {
      mkdirSync(host, { mode: 0o700 });
      chmodSync(host, 0o700);
      if (ownUid() === 0) chownSync(host, uid, gid);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw explain(error, host);
    }
    const info = lstatSync(host, { throwIfNoEntry: false });
    if (info?.isDirectory() === true && info.uid === uid && (info.mode & 0o077) === 0) {
      return { host, port: SOCKET_PORT, user: USER, database: DATABASE };
    }
  }
  throw new EmbeddedPostgresError(
    `Other users hold every directory name for the database's socket in ${parent} (${name}): remove them, or ${OWN_SERVER}.`,
  );
}

/** Removes a stopped server's socket directory if it is one of ours; a server started by hand may use /tmp. */
export function closeEndpoint(connection: EmbeddedConnection): void {
  if (!basename(connection.host).startsWith('mds-')) return;
  rmSync(connection.host, { recursive: true, force: true });
}

/**
 * A free port on 127.0.0.1, the last one used if it is still free, with a password that only the owner of the data
 * folder can read.
 *
 * Call it under the start lock with no server running.
 */
export async function openTcpEndpoint(site: Site, layout: Layout): Promise<EmbeddedConnection> {
  const file = readTcpFile(layout);
  const password = file?.password ?? setPassword(site);
  const port = (await freePort(file?.port ?? 0)) ?? (await freePort(0));
  if (port === undefined) {
    throw new EmbeddedPostgresError(`No port on ${LOOPBACK} can be opened: allow that, or ${OWN_SERVER}.`);
  }
  if (file === undefined || file.port !== port) writeTcpFile(layout, { port, password });
  return { host: LOOPBACK, port, user: USER, password, database: DATABASE };
}

function readTcpFile(layout: Layout): TcpFile | undefined {
  try {
    const { port, password } = JSON.parse(readFileSync(layout.tcp, 'utf8')) as Partial<TcpFile>;
    return typeof port === 'number' && typeof password === 'string' ? { port, password } : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw new EmbeddedPostgresError(
      `${layout.tcp} cannot be read (${messageOf(error)}): run as the user that owns it.`,
      { cause: error },
    );
  }
}

function writeTcpFile(layout: Layout, file: TcpFile): void {
  const temporary = `${layout.tcp}.new`;
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, JSON.stringify(file), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, layout.tcp);
  } catch (error) {
    throw explain(error, layout.tcp);
  }
}

/** Uses single-user mode: not even for an instant does a server listen without a password. */
function setPassword(site: Site): string {
  const password = randomBytes(24).toString('hex');
  const args = ['--single', '-D', site.cluster, 'postgres'];
  const command = wrap(site.privileges, program(site.binaries, 'postgres'), args);
  const { status, stderr } = runSync(command, `ALTER ROLE ${USER} PASSWORD '${password}';\n`);
  if (status === 0 && !/ERROR|FATAL/.test(stderr)) return password;
  throw new EmbeddedPostgresError(`PostgreSQL did not take its password; it said:\n${stderr.trim()}`);
}

function freePort(preferred: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(preferred, LOOPBACK, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
