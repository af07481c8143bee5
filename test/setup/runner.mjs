import TestRunner from 'jest-runner';

/** Tests whose bound is close to what the promise takes on an idle machine: other files would be measured with them. */
const ALONE = /\/test-browser\/budgets\.test\.ts$/;

/** All files beside each other; then, one at a time, those that need the machine for themselves. */
export default class AloneLast extends TestRunner {
  async runTests(tests, watcher, options) {
    const alone = tests.filter(({ path }) => ALONE.test(path));
    await super.runTests(
      tests.filter((test) => !alone.includes(test)),
      watcher,
      options,
    );
    this._globalConfig = { ...this._globalConfig, maxWorkers: 1 };
    await super.runTests(alone, watcher, options);
  }
}
