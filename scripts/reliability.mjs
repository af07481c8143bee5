/**
 * Runs every test that records the figure of a promise, with `npm run test:faults` and the full number of rounds, and
 * folds the recorded figures into the table of docs/reliability.md.
 *
 * Usage: node scripts/reliability.mjs [test files …]       run them (all: hours), then fold
 *        node scripts/reliability.mjs --fold <file> …      fold figures recorded earlier
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './build.mjs';

const PAGE = join(root, 'docs/reliability.md');
const BEGIN = '<!-- figures: written by npm run test:faults -->';
const END = '<!-- /figures -->';
const PROMISES = JSON.parse(readFileSync(join(root, 'test/promises.json'), 'utf8'));

const args = process.argv.slice(2);
if (args[0] === '--fold') {
  fold(args.slice(1));
} else {
  const file = join(mkdtempSync(join(tmpdir(), 'mds-figures-')), 'figures.jsonl');
  const status = run(args.length > 0 ? args : recording(join(root, 'test')), file);
  if (existsSync(file)) fold([file]);
  process.exitCode = status;
}

/** The test files that record figures. */
function recording(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((path) => readFileSync(path, 'utf8').includes('figures.js'))
    .map((path) => relative(root, path));
}

/** One file after the other: simultaneous runs would measure each other. */
function run(tests, file) {
  const { status } = spawnSync('npm', ['test', '--', '--runInBand', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? 'full', MDS_TEST_FIGURES: file },
  });
  return status ?? 1;
}

/** Puts recorded figures into the table; a new one for the same promise and test replaces the earlier one. */
function fold(files) {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const [table, after] = rest.split(END);
  const rows = new Map(rowsOf(table).map((row) => [`${row.promise} ${row.test}`, row]));
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const { promise, test, rounds, figure, at, commit } = JSON.parse(line);
      const run = `${at.slice(0, 10)}, ${commit}, ${machine}`;
      rows.set(`${promise} ${test}`, { promise, test, rounds: rounds.toLocaleString('en-US'), figure, run });
    }
  }
  writeFileSync(PAGE, `${before}${BEGIN}\n${tableOf([...rows.values()])}${END}${after}`);
}

function rowsOf(table) {
  const runs = new Map(
    [...table.matchAll(/^- \*\*(\d+)\*\*: (.+)$/gm)].map(([, number, run]) => [number, run]),
  );
  let promise = '';
  return [...table.matchAll(/^\| (.*) \|$/gm)]
    .map(([, line]) => line.split(' | '))
    .filter((cells) => cells.length === 5 && !/^(Promise|---)/.test(cells[0]))
    .map(([name, test, rounds, figure, number]) => {
      promise = /^\*\*(\w+)\*\*/.exec(name)?.[1] ?? promise;
      return { promise, test, rounds, figure, run: runs.get(number) };
    });
}

function tableOf(rows) {
  const order = Object.keys(PROMISES);
  const sorted = rows.toSorted(
    (a, b) => order.indexOf(a.promise) - order.indexOf(b.promise) || (a.test < b.test ? -1 : 1),
  );
  const runs = [...new Set(sorted.map(({ run }) => run))].sort();
  const number = (run) => runs.indexOf(run) + 1;
  const lines = sorted.map(({ promise, test, rounds, figure, run }, index) => {
    const isFirst = sorted[index - 1]?.promise !== promise;
    const name = isFirst ? `**${promise}** ${PROMISES[promise] ?? ''}` : '';
    return `| ${[name, test, rounds, figure, number(run)].map(cell).join(' | ')} |`;
  });
  const missing = order.filter((promise) => !rows.some((row) => row.promise === promise));
  return [
    '',
    '| Promise | Test | Rounds | Figure | Run |',
    '|---|---|---|---|---|',
    ...lines,
    '',
    ...runs.map((run) => `- **${number(run)}**: ${run}`),
    ...(missing.length > 0 ? ['', `No figure recorded: ${missing.join(', ')}.`] : []),
    '',
  ].join('\n');
}

function cell(text) {
  return String(text).replaceAll('|', '/').replaceAll('\n', ' ').trim();
}
