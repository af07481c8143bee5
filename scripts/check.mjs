/**
 * Every check but the tests, two at a time: prints the name and time of each, and its output if it fails. `npm run check`
 * and `.ci/run` both run this list, so that CI finds nothing that could not be found before the push.
 *
 * Usage: node scripts/check.mjs [prefix …]     all, or those whose name begins with a prefix
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './build.mjs';

const node = process.execPath;
const bin = (name) => join(root, 'node_modules/.bin', name);
/**
 * Type check of a project by TypeScript 7, while tools that need the compiler's API have 6; files unchanged since the
 * last run are not checked again.
 */
const types = (project, name) => [
  ...[node, 'node_modules/typescript-7/bin/tsc'],
  ...['--noEmit', '--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc/${name}.tsbuildinfo`],
  ...['-p', project],
];

/** Name and command of each check; the longest first, so that none runs alone at the end. */
const CHECKS = [
  ['what is shipped is reproducible', [node, 'scripts/reproducible.mjs']],
  ['types', types('tsconfig.json', 'service')],
  ['types of the browser tests', types('test-browser', 'test-browser')],
  ['architecture', [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'src', 'ormconfig.ts']],
  ['build, and openapi.json matches it', [node, 'scripts/start.mjs', 'cli/openapi', '--check']],
  ['types of the console', types('src/console/web', 'console')],
  ['typed client is current', ['npm', 'run', '-s', 'client:check']],
  ['lint and format', [bin('biome'), 'check', '.']],
  // These two use the build of the check above, and an embedded PostgreSQL, also where DATABASE_URL names another one.
  ['SQL of every read is current', [node, 'scripts/rendered-sql.mjs', '--check']],
  ['migrations up, down and up again, without drift', [node, 'scripts/start.mjs', 'cli/migrations']],
  ['nothing unused', [bin('knip')]],
  ['openapi.json lints', [bin('redocly'), 'lint', 'openapi.json']],
  ['licences of what is shipped', [node, 'scripts/licences.mjs']],
  [
    'tables of endpoints are current, and a page shows each data endpoint',
    [node, 'scripts/endpoint-tables.mjs', '--check'],
  ],
  ['reference data coverage', [node, 'scripts/reference/coverage.mjs']],
];

const names = process.argv.slice(2);
const checks = CHECKS.filter(([name]) => names.length === 0 || names.some((each) => name.startsWith(each)));
if (checks.length === 0) {
  process.stderr.write(
    `No check begins with ${names.join(', ')}\n${CHECKS.map(([name]) => name).join('\n')}\n`,
  );
  process.exit(2);
}
const count = checks.length;
const dataDir = mkdtempSync(join(tmpdir(), 'mds-check-'));
const failed = [];
const began = performance.now();
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(
  `Checked in ${seconds(began)}\n${count - failed.length} passed, ${failed.length} failed\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function worker() {
  for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
    const [name, line] = check;
    const start = performance.now();
    const { code, output } = await run(line);
    process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name} (${seconds(start)})\n`);
    if (code === 0) continue;
    failed.push(name);
    process.stdout.write(`${output.trimEnd()}\n`);
  }
}

function run([command, ...args]) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece) => {
      output += piece;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${command}: ${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function seconds(start) {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
