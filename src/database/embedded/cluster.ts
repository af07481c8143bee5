import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { program } from './binaries.js';
import { codeOf, diskFull, EmbeddedPostgresError, explain, isAboutFullDisk, OWN_SERVER } from './errors.js';
import { USER } from './options.js';
import { childEnvironment, ownUid, rootFolder, wrap } from './privileges.js';
import type { Site } from './site.js';

/**
 * Always UTF-8, whatever the locale of the caller: an unset LANG would make an SQL_ASCII database, one that is not
 * installed would fail. The builtin provider depends on no library, so text sorts the same after every upgrade.
 */
const INITDB_ARGS = [
  `--username=${USER}`,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth-local=trust',
  '--auth-host=scram-sha-256',
  '--no-instructions',
];

/**
 * Checks the cluster, or creates it when there is none and `create` allows it: under a temporary name, renamed when
 * complete, since a cluster that initdb did not finish looks usable and is not. Leftovers of interrupted attempts are
 * removed.
 *
 * Call it under the start lock with no server running.
 *
 * @throws EmbeddedPostgresError for a foreign folder, another major version, a full or read-only disk.
 */
export async function ensureCluster(
  site: Site,
  options: { create: boolean; signal: AbortSignal; log: (message: string) => void },
): Promise<void> {
  const { cluster } = site;
  removeLeftovers(cluster);
  if (existsSync(cluster) && !isEmptyFolder(cluster)) return checkCluster(site);
  if (!options.create) {
    throw new EmbeddedPostgresError(`The database in ${cluster} has disappeared: put it back, then restart.`);
  }
  options.log(`Creating the database in ${cluster}.`);
  let temporary: string | undefined;
  try {
    temporary = mkdtempSync(join(dirname(cluster), `${basename(cluster)}.init-`));
    chmodSync(temporary, 0o700);
    if (ownUid() === 0) chownSync(temporary, site.privileges.uid, site.privileges.gid);
    await initdb(site, temporary, options.signal);
    if (existsSync(cluster)) removeEmpty(cluster);
    renameSync(temporary, cluster);
    syncFolder(dirname(cluster));
  } catch (error) {
    if (temporary !== undefined) removeTree(temporary);
    throw explain(error, dirname(cluster));
  }
}

function isEmptyFolder(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).length === 0;
}

function checkCluster(site: Site): void {
  const { cluster, binaries } = site;
  const has = (name: string): boolean => existsSync(join(cluster, name));
  if (!has('PG_VERSION') || !has(join('global', 'pg_control'))) {
    throw new EmbeddedPostgresError(
      `${cluster} holds files that are not a complete PostgreSQL database: move them away (if they are a damaged ` +
        `database, restore a backup there), or point DATA_DIR at another folder.`,
    );
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== binaries.major) {
    throw new EmbeddedPostgresError(
      `${cluster} was made by PostgreSQL ${version}, this is PostgreSQL ${binaries.major}: dump it with PostgreSQL ` +
        `${version} (pg_dump) and restore it into a new DATA_DIR, or point DATA_DIR elsewhere, or ${OWN_SERVER}.`,
    );
  }
}

async function initdb(site: Site, folder: string, signal: AbortSignal): Promise<void> {
  const command = wrap(
    site.privileges,
    program(site.binaries, 'initdb'),
    [...INITDB_ARGS, '-D', folder],
    site.deathSignal ? 'TERM' : undefined,
  );
  const child = spawn(command.command, command.args, {
    uid: command.uid,
    gid: command.gid,
    cwd: rootFolder(),
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group: Ctrl-C must not leave half of it behind.
    detached: process.platform !== 'win32',
    signal,
    killSignal: 'SIGTERM',
  });
  let output = '';
  const listen = (chunk: Buffer): void => {
    output = `${output}${chunk.toString()}`.slice(-4_000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  if (isAboutFullDisk(output)) throw diskFull(dirname(folder));
  throw new EmbeddedPostgresError(
    `PostgreSQL could not create its database next to ${site.cluster}; it said:\n${output.trim()}\n` +
      `Cure that, point DATA_DIR elsewhere, or ${OWN_SERVER}.`,
  );
}

/** Removes folders of dead attempts: under the start lock, each is one. */
function removeLeftovers(cluster: string): void {
  const parent = dirname(cluster);
  const prefix = `${basename(cluster)}.init-`;
  for (const name of readdirSync(parent)) if (name.startsWith(prefix)) removeTree(join(parent, name));
}

/** An initdb that lost its parent may still be writing; the rest is removed at the next start. */
function removeTree(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!['ENOTEMPTY', 'EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '')) throw error;
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== 'EBUSY') throw error;
    throw new EmbeddedPostgresError(
      `${folder} is a mount point: mount the volume on ${dirname(folder)} (DATA_DIR) instead.`,
      { cause: error },
    );
  }
}

/** The rename itself has to survive a power loss. Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
