import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, EmbeddedPostgresError, explain, OWN_SERVER } from './errors.js';
import { clusterOf, type Layout } from './layout.js';
import type { Privileges } from './privileges.js';

/**
 * Puts the cluster where `privileges` can reach it: moves an existing one below `home` and leaves a link at
 * `<dataDir>/postgresql`, which later starts follow. The folder gets a random name, so that a data folder that was
 * deleted and created again starts empty instead of finding its predecessor's data.
 *
 * Call it under the start lock with no server running.
 *
 * @throws EmbeddedPostgresError when `home` cannot be written.
 */
export function relocate(
  layout: Layout,
  privileges: Privileges,
  home: string,
  log: (message: string) => void,
): void {
  const from = clusterOf(layout);
  const prefix = `${createHash('sha256').update(layout.dataDir).digest('hex').slice(0, 12)}-`;
  let folder: string;
  try {
    mkdirSync(home, { recursive: true });
    folder = mkdtempSync(join(home, prefix));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `User ${privileges.account?.name ?? privileges.uid} cannot reach ${layout.dataDir}, and ${home} cannot be ` +
        `written (${codeOf(error)}): point DATA_DIR at a folder outside private homes, run as a normal user, or ${OWN_SERVER}.`,
      { cause: error },
    );
  }
  const to = join(folder, 'postgresql');
  chownSync(folder, privileges.uid, privileges.gid);
  chmodSync(folder, 0o700);
  try {
    if (existsSync(from)) move(from, to);
    rmSync(layout.clusterLink, { force: true });
    symlinkSync(to, layout.clusterLink);
  } catch (error) {
    if (!existsSync(from) && existsSync(to)) move(to, from);
    rmSync(folder, { recursive: true, force: true });
    throw explain(error, to);
  }
  log(
    `User ${privileges.account?.name ?? privileges.uid} cannot reach ${layout.dataDir}; the database is in ${to}, linked from ${layout.clusterLink}.`,
  );
}

/** Moves a folder; a copy is complete before the original goes. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    // Node 24 copies the modes of files only, and PostgreSQL refuses a folder that others can enter.
    chmodSync(to, statSync(from).mode);
    rmSync(from, { recursive: true });
  }
}

/**
 * Gives an existing cluster to the user that runs PostgreSQL, as it demands. Only root can; does nothing when the
 * cluster does not exist or belongs to that user already.
 */
export function giveTo(cluster: string, privileges: Privileges, log: (message: string) => void): void {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === privileges.uid) return;
  log(`Giving ${cluster} from uid ${owner} to uid ${privileges.uid}.`);
  for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, entry), privileges.uid, privileges.gid);
  }
  // Last, because after an interruption here the next start looks at the folder's owner.
  chownSync(cluster, privileges.uid, privileges.gid);
}
