import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { type Binaries, copyBinaries, findBinaries, program, repairLinks } from './binaries.js';
import { EmbeddedPostgresError, OWN_SERVER } from './errors.js';
import { clusterOf, type Layout } from './layout.js';
import type { EmbeddedPostgresOptions } from './options.js';
import {
  type Account,
  accounts,
  asAccount,
  asSelf,
  hasDeathSignal,
  inNamespace,
  lowlyAccount,
  ownUid,
  type Privileges,
  runSync,
  wrap,
} from './privileges.js';
import { giveTo, relocate } from './relocation.js';

/** Everything that is needed to run PostgreSQL's programs on this machine for this data folder. */
export interface Site {
  binaries: Binaries;
  privileges: Privileges;
  /** Real path of the cluster, which may not exist yet. */
  cluster: string;
  /** Whether programs can be made to end with this process. */
  deathSignal: boolean;
}

/** Survives reboots, unlike a temporary folder, and every account can reach it. */
const RELOCATION_DIR = '/var/lib/market-data-service';

type Settings = Pick<
  EmbeddedPostgresOptions,
  'privileges' | 'binaries' | 'platform' | 'relocationDir' | 'deathSignal'
>;

/**
 * Decides which user PostgreSQL runs as, and puts binaries and data where that user can reach them. An existing cluster
 * keeps its owner and, whenever possible, its place.
 *
 * @throws EmbeddedPostgresError when nothing works on this machine.
 */
export function prepareSite(layout: Layout, settings: Settings, log: (message: string) => void): Site {
  const binaries = findBinaries(settings.binaries, settings.platform);
  const hasLinks = repairLinks(binaries);
  const site = (privileges: Privileges, copies: string[]): Site => ({
    privileges,
    binaries:
      hasLinks && runs(binaries, privileges) ? binaries : privateCopy(binaries, privileges, copies, log),
    cluster: clusterOf(layout),
    deathSignal: settings.deathSignal !== false && hasDeathSignal(),
  });
  const temporary = tmpdir();
  if (ownUid() !== 0) return site(plainPrivileges(layout), [layout.dataDir, temporary]);

  const namespace = settings.privileges === 'drop' ? undefined : namespaceAsRoot(layout);
  if (namespace !== undefined) {
    giveTo(clusterOf(layout), namespace, log);
    return site(namespace, [layout.dataDir, temporary]);
  }
  if (settings.privileges === 'namespace') {
    throw new EmbeddedPostgresError(
      `User namespaces do not work here: run as a normal user, or ${OWN_SERVER}.`,
    );
  }
  const relocationDir = settings.relocationDir ?? RELOCATION_DIR;
  const account = clusterOwner(layout) ?? lowlyAccount(['postgres', '_postgres', 'nobody', 'daemon']);
  if (account === undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and there is no user postgres or nobody: run as a normal user, or ${OWN_SERVER}.`,
    );
  }
  const target = asAccount(account);
  log(`Running PostgreSQL as user ${account.name}, since it refuses root.`);
  if (!enters(target, placeOf(layout))) relocate(layout, target, relocationDir, log);
  giveTo(clusterOf(layout), target, log);
  return site(target, [relocationDir, temporary]);
}

function plainPrivileges(layout: Layout): Privileges {
  const self = asSelf();
  const cluster = clusterOf(layout);
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  if (self.uid !== -1 && owner !== undefined && owner !== self.uid) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to another user (uid ${owner}, this is ${self.uid}): run as that user, give it away ` +
        `with chown -R while the database is stopped, or point DATA_DIR elsewhere.`,
    );
  }
  if (hasName()) return self;
  // PostgreSQL looks its user up by id; images that run under an arbitrary id have no entry to find.
  const namespace = tryNamespace();
  if (namespace !== undefined) return namespace;
  throw new EmbeddedPostgresError(
    `User id ${self.uid} has no entry in /etc/passwd, which PostgreSQL demands: add one, run as another user, or ${OWN_SERVER}.`,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function tryNamespace(): Privileges | undefined {
  const account = lowlyAccount(['nobody', 'postgres', 'daemon']);
  if (process.platform !== 'linux' || account === undefined) return undefined;
  const namespace = inNamespace(account);
  return runSync(wrap(namespace, 'true', [])).status === 0 ? namespace : undefined;
}

/** Undefined if namespaces are blocked, or the data needs root's powers to be reached or belongs to another user. */
function namespaceAsRoot(layout: Layout): Privileges | undefined {
  if (clusterOwner(layout) !== undefined) return undefined;
  const namespace = tryNamespace();
  return namespace !== undefined && enters(namespace, placeOf(layout)) ? namespace : undefined;
}

/** The named account, not root, that an existing cluster belongs to. */
function clusterOwner(layout: Layout): Account | undefined {
  const cluster = clusterOf(layout);
  if (!existsSync(cluster)) return undefined;
  const { uid } = statSync(cluster);
  return accounts().find((one) => one.uid === uid);
}

/** The folder that the cluster is or will be in. */
function placeOf(layout: Layout): string {
  const parent = dirname(clusterOf(layout));
  if (lstatSync(parent, { throwIfNoEntry: false }) === undefined) mkdirSync(parent, { recursive: true });
  return parent;
}

function enters(privileges: Privileges, folder: string): boolean {
  return runSync(wrap(privileges, 'test', ['-x', folder])).status === 0;
}

function runs(binaries: Binaries, privileges: Privileges): boolean {
  return runSync(wrap(privileges, program(binaries, 'postgres'), ['--version'])).status === 0;
}

function privateCopy(
  binaries: Binaries,
  privileges: Privileges,
  parents: string[],
  log: (message: string) => void,
): Binaries {
  const reason = failureReason(binaries, privileges);
  if (reason !== undefined) throw reason;
  const copy = copyBinaries(binaries, parents, (candidate) => runs(candidate, privileges));
  log(`Using a copy of the PostgreSQL programs in ${copy.root}.`);
  return copy;
}

/** A failure that a copy would not cure: the programs do not suit this system's C library. */
function failureReason(binaries: Binaries, privileges: Privileges): EmbeddedPostgresError | undefined {
  const postgres = program(binaries, 'postgres');
  const attempt = runSync(wrap(asSelf(), postgres, ['--version']));
  const output = `${attempt.stderr ?? ''}${attempt.error?.message ?? ''}`;
  const absentLoader = existsSync(postgres) && /ENOENT/.test(output);
  const oldLibrary = /GLIBC_|libc\.so|Exec format|ENOEXEC/.test(output);
  if (!absentLoader && !oldLibrary) return undefined;
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL ${binaries.version} cannot run on this system (${output.trim()}); it needs glibc 2.27 or ` +
      `newer, which Alpine and other musl systems lack (user ${privileges.account?.name ?? privileges.uid}): ${OWN_SERVER}.`,
  );
}
