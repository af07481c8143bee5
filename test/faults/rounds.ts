/** True in `npm run test:faults`: every repeated test runs its full number of rounds. */
const FULL = process.env.FAULT_ROUNDS === 'full';

/** Rounds of a repeated test: `short` with the other tests, `full` in `npm run test:faults`, or FAULT_ROUNDS. */
export const rounds = (short: number, full: number): number =>
  FULL ? full : Number(process.env.FAULT_ROUNDS ?? short);

/** Longest that a test with rounds may take, ms; full rounds take up to hours. */
export const PATIENCE = process.env.FAULT_ROUNDS === undefined ? 900_000 : 4 * 3_600_000;

/**
 * Longest wait for a single step, ms: only tells a hang from a busy machine, on which a service may take a minute to
 * start; full rounds may share theirs with other work.
 */
export const STEP = process.env.FAULT_ROUNDS === undefined ? 180_000 : 600_000;

/** Yields the numbers of a test's rounds, from 0. Stops early after FAULT_MINUTES; `done` holds the count. */
export class Rounds implements Iterable<number> {
  done = 0;

  constructor(private readonly most: number) {}

  *[Symbol.iterator](): Generator<number> {
    const end = performance.now() + Number(process.env.FAULT_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000;
    while (this.done < this.most && performance.now() < end) yield this.done++;
  }
}
