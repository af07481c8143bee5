import Sequencer from '@jest/test-sequencer';

/** Tests that start processes and wait for them, and tests of the whole market: the longest by far. */
const LONG = /\/test\/(faults|embedded|import|spec\/poison)\//;
/** The browser's tests of every page; no browser test waits. */
const LONG_IN_BROWSER = /\/test-browser\/(budgets|documents|looks)\./;

/**
 * Jest's order, by the durations of earlier runs or by size, but with tests that wait for processes spread evenly among
 * tests that compute: run together, the former would leave part of the processors idle. Long tests that only compute
 * begin first.
 */
export default class Spread extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    const [long, others] = [sorted.filter(isLong), sorted.filter((test) => !isLong(test))];
    const places = [long, others].flatMap((list) =>
      list.map((test, at) => ({ test, place: LONG_IN_BROWSER.test(test.path) ? 0 : at / list.length })),
    );
    // Of two at the same position the long one goes first.
    return places.toSorted((a, b) => a.place - b.place).map(({ test }) => test);
  }
}
