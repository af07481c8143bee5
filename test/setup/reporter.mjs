import { relative } from 'node:path';

/** Number of slowest files listed at the end. */
const SLOWEST = 10;

/** Prints a line for each test file as it ends, failures immediately, and the slowest files at the end. */
export default class ProgressReporter {
  #root;
  #files = [];

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onTestFileResult({ path }, result, { numTotalTestSuites: total }) {
    const file = relative(this.#root, path);
    const seconds = (result.perfStats.end - result.perfStats.start) / 1_000;
    this.#files.push({ file, seconds });
    const place = `[${String(this.#files.length).padStart(String(total).length)}/${total}]`;
    const failed = result.numFailingTests > 0 || result.testExecError !== undefined;
    say(`${place} ${failed ? 'FAIL' : 'ok  '} ${file} (${seconds.toFixed(1)} s)`);
    for (const { message } of result.console ?? []) say(message);
    if (failed) say(result.failureMessage ?? 'no reason is known');
  }

  onRunComplete() {
    if (this.#files.length <= SLOWEST) return;
    const slowest = this.#files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    say(`\nThe slowest of ${this.#files.length} files:`);
    for (const { file, seconds } of slowest) say(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
