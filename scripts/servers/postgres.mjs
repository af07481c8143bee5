import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Owner of the databases: the tests make and drop their own. */
export const ROLE = 'market';

/** Settings of test servers: on the loopback interface, with data that nobody needs after a crash. */
const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 300',
  'max_worker_processes = 64',
  'max_prepared_transactions = 600',
  'shared_buffers = 256MB',
  'max_wal_size = 4GB',
  'fsync = off',
  'full_page_writes = off',
];

const isRoot = process.getuid?.() === 0;
const idOf = (kind) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));

/** Runs a program of a server; PostgreSQL does not run as root. */
function asServer(program, args) {
  const line = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', program]
    : [program];
  // Files that a server inherits stay open as long as it runs: nobody may wait for them.
  execFileSync(line[0], [...line.slice(1), ...args], { stdio: 'ignore', cwd: '/' });
}

/** A folder that servers can write to. */
export function makeFolder(folder) {
  mkdirSync(folder, { recursive: true });
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'));
}

/** Starts the server of a folder, creating it if it is new; true if it was new. `bin`: folder of its programs. */
export async function startServer(bin, data, port, settings = []) {
  const isNew = !existsSync(join(data, 'PG_VERSION'));
  if (isNew) {
    const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
    asServer(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', ...locale, '--no-sync']);
    appendFileSync(
      join(data, 'postgresql.conf'),
      `\n${[...SETTINGS, `port = ${port}`, ...settings].join('\n')}\n`,
    );
  }
  asServer(join(bin, 'pg_ctl'), ['-s', '-w', '-D', data, '-l', join(data, 'server.log'), 'start']);
  if (isNew) await sql(port, 'postgres', `CREATE ROLE ${ROLE} LOGIN SUPERUSER`);
  return isNew;
}

/** Stops the server of a folder, if it runs. */
export function stopServer(bin, data) {
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  asServer(join(bin, 'pg_ctl'), ['-s', '-D', data, '-m', 'fast', 'stop']);
}

/** Runs statements as the administrator. */
export async function sql(port, database, ...statements) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export const urlOf = (port, database) => `postgres://${ROLE}@127.0.0.1:${port}/${database}`;
