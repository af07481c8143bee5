import Sequencer from '@jest/test-sequencer';

/** Tests that start processes and wait for them, and those of the whole market: the longest by far. */
const LONG = /\/test\/(faults|embedded|import|spec\/poison)\//;
/** Of the browser's tests, none of which waits, those that look at every page. */
const LONG_IN_BROWSER = /\/test-browser\/(budgets|documents|looks)\./;

/**
 * Jest's order, by the durations of earlier runs or by size, in which those that wait for processes are spread evenly
 * among those that compute: beside each other alone they would leave a part of the processors to nobody. What takes long and
 * only computes begins first.
 */
export default class Spread extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    const [long, others] = [sorted.filter(isLong), sorted.filter((test) => !isLong(test))];
    const places = [long, others].flatMap((list) =>
      list.map((test, at) => ({ test, place: LONG_IN_BROWSER.test(test.path) ? 0 : at / list.length })),
    );
    // Of two in the same place the long one goes first.
    return places.toSorted((a, b) => a.place - b.place).map(({ test }) => test);
  }
}
