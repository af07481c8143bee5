/** Compiles the sources when the build is missing or older than they are. Usage: node scripts/build.mjs. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Folder of the build. */
export const dist = join(root, 'dist');

const SOURCES = [
  'src',
  'demo',
  'docs',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'scripts/compile.mjs',
  'scripts/guide',
  'client/README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
];
/** Data that the code reads from its own folder at run time. */
const ASSETS = [
  'src/modules/reference/data',
  'src/modules/fundamental/statements/data',
  'src/console/web/index.html',
  'src/console/web/icon.svg',
  'src/console/web/styles',
];

/** File of a built program of src, such as main or cli/import. */
export const programFile = (name) => join(dist, 'programs', `${posix.basename(name)}.js`);

/** Builds when needed; ends the process with a message when it cannot. */
export function ensureBuilt() {
  if (!isFresh()) build();
}

/** True when every source is older than the build; an installed build without sources is used as it is. */
function isFresh() {
  const stamp = join(dist, '.built');
  if (!existsSync(join(root, 'src'))) return true;
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return SOURCES.every((source) => newest(join(root, source)) <= built);
}

function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    stats.mtimeMs,
  );
}

/** Compiles into a separate folder and swaps it in, so that a second start never sees half a build. */
function build() {
  requireCompiler();
  process.stderr.write('Building …\n');
  const began = Date.now();
  const fresh = join(root, `.dist-${process.pid}`);
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'compile.mjs'), fresh], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write('The build failed\n');
    process.exit(1);
  }
  for (const assets of ASSETS) cpSync(join(root, assets), join(fresh, assets), { recursive: true });
  preload(join(fresh, 'src/console/web'));
  // The stamp carries the start time: sources edited meanwhile are built next time.
  const stamp = join(fresh, '.built');
  writeFileSync(stamp, '');
  utimesSync(stamp, new Date(began), new Date(began));
  const old = join(root, `.dist-old-${process.pid}`);
  mkdirSync(dist, { recursive: true });
  renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  process.stderr.write(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

/** Lists every module that the console starts with in its page, so that a browser requests all of them at once. */
function preload(folder) {
  const modules = new Set();
  const visit = (file) => {
    if (modules.has(file)) return;
    modules.add(file);
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, specifier] of code.matchAll(/\bfrom\s*["'](\.[^"']+)["']/g))
      visit(posix.join(posix.dirname(file), specifier));
  };
  visit('main.js');
  const links = [...modules]
    .map((file) => `<link rel="modulepreload" href="/console/${file}">`)
    .join('\n    ');
  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<script', `${links}\n    <script`));
}

function requireCompiler() {
  try {
    createRequire(import.meta.url).resolve('@swc/core');
  } catch {
    process.stderr.write(
      'The compiler is not installed, as NODE_ENV=production leaves it out: npm ci --include=dev\n',
    );
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureBuilt();
