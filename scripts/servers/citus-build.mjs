import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

/** The newest Citus that can be built for each major version of PostgreSQL. */
const NEWEST = { 15: 'v13.2.2', 16: 'v14.0.1', 17: 'v14.0.1', 18: 'v14.0.1' };
const SOURCE = process.env.CITUS_SOURCE ?? 'https://github.com/citusdata/citus.git';
const CONFIG = process.env.PG_CONFIG ?? '/usr/lib/postgresql/15/bin/pg_config';
/** Debian packages whose headers are unpacked next to the copy if the system lacks them. */
const HEADERS = [
  'libkrb5-dev',
  'krb5-multidev',
  'comerr-dev',
  'libpam0g-dev',
  'liblz4-dev',
  'libzstd-dev',
  'libselinux1-dev',
];
const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu',
  '/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/lib/aarch64-linux-gnu',
];

/** Thrown if no server can be had here: the message says what is missing. */
export class Unavailable extends Error {}

/** Folder of the builds. Servers of root run as another user, who cannot look into root's home. */
export const cacheFolder = () =>
  process.env.CITUS_CACHE ??
  join(
    process.getuid?.() === 0 ? '/var/tmp' : (process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')),
    'market-data-service',
  );

const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e8,
    ...options,
  }).trim();

/**
 * Makes a copy of the system's PostgreSQL with Citus in it, built once per pair of versions; returns the folder of its
 * programs. The system's own server stays as it is: PostgreSQL finds its files relative to its programs.
 */
export function citusBinaries(say = () => undefined) {
  if (!existsSync(CONFIG))
    throw new Unavailable(`${CONFIG} is missing: install PostgreSQL 15 to 18, or set PG_CONFIG`);
  const version = run(CONFIG, ['--version']).match(/\d+(\.\d+)?/)[0];
  const tag = process.env.CITUS_TAG ?? NEWEST[version.split('.')[0]];
  if (tag === undefined) throw new Unavailable(`no Citus is known for PostgreSQL ${version}: set CITUS_TAG`);
  const folder = join(cacheFolder(), `citus-${tag}-postgresql-${version}`);
  const programs = join(folder, run(CONFIG, ['--bindir']));
  if (existsSync(folder)) return programs;
  const work = `${folder}.${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  try {
    say(`Building Citus ${tag} for PostgreSQL ${version}, once …`);
    copyServer(work);
    addHeaders(work, version);
    compile(work, tag);
    renameSync(work, folder);
  } catch (error) {
    const log = `${cacheFolder()}/citus-build.log`;
    writeFileSync(log, `${error.message}\n${error.stdout ?? ''}\n${error.stderr ?? ''}`);
    throw error instanceof Unavailable ? error : new Unavailable(`Citus cannot be built here: see ${log}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return programs;
}

function copyServer(tree) {
  for (const place of ['--bindir', '--pkglibdir', '--sharedir', '--includedir']) {
    const folder = run(CONFIG, [place]);
    mkdirSync(join(tree, folder), { recursive: true });
    cpSync(folder, join(tree, folder), { recursive: true, verbatimSymlinks: true });
  }
}

/** Adds headers from packages, unpacked without installing anything; none of them is needed to run. */
function addHeaders(tree, version) {
  const own = run(join(tree, run(CONFIG, ['--bindir']), 'pg_config'), ['--includedir-server']);
  const major = version.split('.')[0];
  const packages = [...HEADERS];
  if (!existsSync(join(own, 'postgres.h'))) {
    const [, installed] = run('dpkg-query', ['-W', `postgresql-${major}`]).split('\t');
    packages.push(`postgresql-server-dev-${major}=${installed}`);
  }
  const folder = join(tree, 'packages');
  mkdirSync(folder);
  try {
    run('apt-get', ['download', ...packages], { cwd: folder });
  } catch (error) {
    throw new Unavailable(
      `headers are missing, and apt-get cannot bring them: ${packages.join(' ')} (${error.stderr})`,
    );
  }
  for (const file of readdirSync(folder)) run('dpkg-deb', ['-x', join(folder, file), tree]);
  rmSync(folder, { recursive: true });
  for (const place of LIBRARIES) mendLinks(join(tree, place));
}

/** Redirects the links of header packages to the system's files. */
function mendLinks(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const link = join(folder, name);
    if (!lstatSync(link).isSymbolicLink() || existsSync(link)) continue;
    const target = basename(readlinkSync(link));
    const library = LIBRARIES.map((place) => join(place, target)).find(existsSync);
    if (library === undefined) continue;
    rmSync(link);
    symlinkSync(library, link);
  }
}

function compile(tree, tag) {
  const source = join(tree, 'source');
  run('git', ['clone', '--quiet', '--depth', '1', '--branch', tag, SOURCE, source]);
  // PostgreSQL 15.18 exports a function under a name that Citus 13 uses for its own.
  const header = join(source, 'src/include/pg_version_compat.h');
  const own = /^static inline bool\nhave_createdb_privilege\(void\)$/m;
  writeFileSync(
    header,
    readFileSync(header, 'utf8').replace(own, '#define have_createdb_privilege citus_createdb_privilege\n$&'),
  );
  const include = [`-I${tree}/usr/include`, `-I${tree}/usr/include/mit-krb5`].join(' ');
  const env = {
    ...process.env,
    PG_CONFIG: join(tree, run(CONFIG, ['--bindir']), 'pg_config'),
    CPPFLAGS: include,
    LDFLAGS: LIBRARIES.map((place) => `-L${tree}${place}`).join(' '),
  };
  run('./configure', ['--quiet', '--without-libcurl'], { cwd: source, env });
  run('make', ['-s', `-j${process.env.JOBS ?? 2}`, 'with_llvm=no', 'extension'], { cwd: source, env });
  run('make', ['-s', 'with_llvm=no', 'install-extension'], { cwd: source, env });
  rmSync(source, { recursive: true });
}
