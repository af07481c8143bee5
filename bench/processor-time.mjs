/** Processor time of a process. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const IS_KNOWN = existsSync('/proc/self/schedstat');

/** Total of all its threads since it started, µs; undefined if the system does not report it this exactly. */
export function processorTime(pid) {
  if (!IS_KNOWN) return undefined;
  return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1000;
    } catch {
      return sum; // it has ended
    }
  }, 0);
}
