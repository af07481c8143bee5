import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/** Id of a promise in `test/promises.json`. */
export type PromiseId = `${'R' | 'C' | 'I' | 'S' | 'D' | 'E' | 'N' | 'F' | 'L' | 'U'}${number}`;

/**
 * Records what a test of a promise reached, in words with numbers and units: prints it, and appends it as a JSON line
 * to the file that MDS_TEST_FIGURES names, out of which `npm run test:faults` makes the table of docs/reliability.md.
 * `test` names what was done and is the row's key beside the promise; `rounds` says how often.
 */
export function figure(promise: PromiseId, test: string, rounds: number, reached: string): void {
  process.stdout.write(`${promise} ${test}, ${rounds} rounds: ${reached}\n`);
  const file = process.env.MDS_TEST_FIGURES;
  if (file === undefined) return;
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const at = new Date().toISOString();
  appendFileSync(file, `${JSON.stringify({ promise, test, rounds, figure: reached, at, commit })}\n`);
}
