/**
 * Proves that the shipped files depend on the sources alone: builds them in two folders with different names and
 * different times, and compares the package (`npm pack`) and the files that the Dockerfile copies into the image, byte
 * by byte. Prints both digests; exit code 1, with the files that differ, when they are not equal. No network.
 * Usage: node scripts/reproducible.mjs
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './build.mjs';

/** Files copied by the last stage of the Dockerfile, except node_modules, whose digests are in package-lock.json. */
const IMAGE = ['dist', 'sbom.json', 'package.json', 'LICENSE', 'NOTICE', 'scripts'];

const temporary = mkdtempSync(join(tmpdir(), 'reproducible-'));
try {
  const one = make('here', new Date('2001-02-03T04:05:06Z'));
  const other = make('somewhere-else', new Date('2024-05-06T07:08:09Z'));
  const differing = [...new Set([...one.files.keys(), ...other.files.keys()])]
    .filter((name) => one.files.get(name) !== other.files.get(name))
    .sort();
  process.stdout.write(`package ${one.integrity}\nimage   ${digest([...one.files].join('\n'))}\n`);
  if (one.integrity !== other.integrity) differing.unshift(`the package: ${other.integrity}`);
  if (differing.length > 0) {
    process.stderr.write(`Two builds of the same sources differ:\n${differing.join('\n')}\n`);
    process.exitCode = 1;
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/** Builds and packs a copy of the sources; returns the digests of the package and of each file of the image. */
function make(name, time) {
  const folder = join(temporary, name);
  for (const file of sources()) {
    const copy = join(folder, file);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(root, file), copy);
    utimesSync(copy, time, time);
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  run(process.execPath, ['scripts/build.mjs'], folder);
  run(process.execPath, ['scripts/sbom.mjs'], folder);
  // A list up to npm 11, from npm 12 on an object by name.
  const [{ integrity }] = Object.values(
    JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts'], folder)),
  );
  const files = IMAGE.flatMap((path) => filesOf(folder, path));
  return { integrity, files: new Map(files.map((file) => [file, digest(readFileSync(join(folder, file)))])) };
}

/** The sources as they are in this folder: including those not yet added to git, without those that it ignores. */
function sources() {
  const listed = run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], root);
  return listed
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
}

/** The files of a folder, or the file itself, by their paths from the root. */
function filesOf(folder, path) {
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  const entries = readdirSync(join(folder, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .sort();
}

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32', // npm is a script there
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function digest(content) {
  return `sha256-${createHash('sha256').update(content).digest('hex')}`;
}
