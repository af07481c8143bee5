/**
 * Runs a program of the build, and builds first when the build is missing or older than its sources, so that
 * a fresh clone needs `npm ci` and this. Usage: node scripts/start.mjs <program below src> [arguments].
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const sources = ['src', 'ormconfig.ts', 'tsconfig.json', 'tsconfig.build.json', 'package.json'];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node 20.19 or newer is needed; this is ${process.versions.node}\n`);
  process.exit(1);
}
if (!isFresh()) build();

const [program, ...rest] = process.argv.slice(2);
const entry = join(dist, 'src', `${program}.js`);
process.argv = [process.argv[0], entry, ...rest];
await import(pathToFileURL(entry).href);

/** True when every source is older than the build; an installed build without sources is taken as it is. */
function isFresh() {
  if (!existsSync(join(root, 'src'))) return true;
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return sources.every((source) => newest(join(root, source)) <= built);
}

function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stats.mtimeMs);
}

/** Compiles into a folder of its own and swaps it in, so that a second start never sees half a build. */
function build() {
  const compiler = findCompiler();
  process.stderr.write('Building …\n');
  const fresh = join(root, `.dist-${process.pid}`);
  const began = Date.now();
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write('The build failed\n');
    process.exit(1);
  }
  writeFileSync(join(fresh, '.built'), '');
  const old = join(root, `.dist-old-${process.pid}`);
  mkdirSync(dist, { recursive: true });
  renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  process.stderr.write(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

function findCompiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
  } catch {
    process.stderr.write('The compiler is not installed, as NODE_ENV=production leaves it out: npm ci --include=dev\n');
    process.exit(1);
  }
}
