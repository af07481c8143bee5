import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/** Id of a promise in `test/promises.json`. */
export type PromiseId = `${'R' | 'C' | 'I' | 'S' | 'D' | 'E' | 'N' | 'F' | 'L' | 'U'}${number}`;

/**
 * Records the result of a promise's test, in words with numbers and units: prints it, and appends it as a JSON line to
 * the file named by MDS_TEST_FIGURES, from which `npm run test:faults` builds the table of docs/reliability.md. `test`
 * names the test and is the row's key together with the promise; `rounds` is the number of rounds.
 */
export function figure(promise: PromiseId, test: string, rounds: number, reached: string): void {
  process.stdout.write(`${promise} ${test}, ${rounds} rounds: ${reached}\n`);
  const file = process.env.MDS_TEST_FIGURES;
  if (file === undefined) return;
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const at = new Date().toISOString();
  appendFileSync(file, `${JSON.stringify({ promise, test, rounds, figure: reached, at, commit })}\n`);
}
