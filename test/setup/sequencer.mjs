import Sequencer from '@jest/test-sequencer';

/** Tests that start processes and wait for them, and those that look at every page: the longest by far. */
const LONG = /\/test\/(faults|embedded|import)\/|\/test-browser\/(budgets|documents|looks)\./;

/** Jest's order, by the durations of earlier runs; where there were none, what takes long begins first. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
