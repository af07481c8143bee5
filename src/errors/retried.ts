import { setTimeout as sleep } from 'node:timers/promises';

/** What is worth another run, how often and when. */
export interface RetryPolicy {
  /** most runs of the work, the first included; without end unless given */
  attempts?: number;
  /** whether the failure of a run, counted from 1, may pass; any other is thrown at once */
  when(failure: unknown, attempt: number): boolean;
  /** wait before the next run by the number of failures, ms; none when not given */
  pause?(failures: number): number;
}

/** Runs work until it succeeds, and throws its last failure when it is given up. `attempt` counts from 1. */
export async function retried<Result>(
  work: (attempt: number) => Promise<Result>,
  { attempts = Number.POSITIVE_INFINITY, when, pause }: RetryPolicy,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (failure) {
      if (attempt >= attempts || !when(failure, attempt)) throw failure;
    }
    if (pause !== undefined) await sleep(pause(attempt));
  }
}

/** Waits that double from the `first` to the `longest`, ms; `jitter` is the share of each that is left to chance. */
export function exponential(first: number, longest: number, jitter = 0): (failures: number) => number {
  return (failures) => {
    const wait = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
    return wait * (1 - jitter * Math.random());
  };
}
