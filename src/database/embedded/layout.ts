import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, EmbeddedPostgresError, explain } from './errors.js';

/** The files of one data folder; all paths are absolute and free of symbolic links up to `dataDir`. */
export interface Layout {
  dataDir: string;
  /** `<dataDir>/postgresql`, which may be a link to a cluster elsewhere. */
  clusterLink: string;
  log: string;
  lock: string;
  /** Names who stops the server. */
  owner: string;
  /** Port and password, only when TCP is used. */
  tcp: string;
}

/**
 * Creates `dataDir` when missing and resolves it, so that relative and linked spellings of one folder lead to one
 * server. `create: false`: refuses a folder without a database, and creates nothing.
 *
 * @throws EmbeddedPostgresError when it cannot be created or written.
 */
export function layoutOf(dataDir: string, { create = true } = {}): Layout {
  const folder = resolve(dataDir);
  if (!create && !hasCluster(folder)) throw noDatabase(folder);
  let real: string;
  try {
    makeFolders(folder);
    real = realpathSync(folder);
    accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explain(error, folder);
  }
  const file = (name: string): string => join(real, name);
  return {
    dataDir: real,
    clusterLink: file('postgresql'),
    log: file('postgresql.log'),
    lock: file('postgresql.lock'),
    owner: file('postgresql.owner'),
    tcp: file('postgresql.tcp.json'),
  };
}

/** Creates a folder and those above it. Node's own `recursive` never returns where the system refuses any name, as /proc. */
function makeFolders(path: string): void {
  const isFolder = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent);
  try {
    mkdirSync(path, { mode: 0o755 }); // whatever the umask: who may write here may replace the database
  } catch (error) {
    // Another start may have created it.
    if (codeOf(error) !== 'EEXIST' || !isFolder()) throw error;
  }
}

/** The refusal of a folder without a database; points to the demo's, which many mean. */
function noDatabase(dataDir: string): EmbeddedPostgresError {
  const demo = join(dataDir, 'demo');
  const hint = hasCluster(demo) ? ` The demo's is there: DATA_DIR=${demo}.` : '';
  return new EmbeddedPostgresError(
    `There is no database in ${dataDir}, and only npm start and npm run demo make one. Set DATA_DIR to the folder of ` +
      `the service's database, or DATABASE_URL to its PostgreSQL.${hint}`,
  );
}

function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgresql', 'PG_VERSION'));
}

/**
 * Where the cluster really is or will be: the target of `<dataDir>/postgresql` when that is a link, even one
 * whose target does not exist yet.
 */
export function clusterOf(layout: Layout): string {
  try {
    return realpathSync(layout.clusterLink);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      throw new EmbeddedPostgresError(
        `${layout.clusterLink} cannot be read (${codeOf(error)}): run as the user that owns it, or point ` +
          'DATA_DIR elsewhere.',
        { cause: error },
      );
    }
  }
  const link = lstatSync(layout.clusterLink, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() !== true) return layout.clusterLink;
  return resolve(dirname(layout.clusterLink), readlinkSync(layout.clusterLink));
}
