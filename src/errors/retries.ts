import { setTimeout as sleep } from 'node:timers/promises';

/** Which failures are worth a retry, how often and when. */
export interface RetryPolicy {
  /** most runs of the work, the first included; unlimited unless given */
  attempts?: number;
  /** whether the failure of a run, counted from 1, may be temporary; any other is thrown immediately */
  when(failure: unknown, attempt: number): boolean;
  /** wait before the next run, ms, by the number of failures; none if not given */
  pause?(failures: number): number;
}

/** Runs work until it succeeds; throws its last failure when it gives up. `attempt` counts from 1. */
export async function withRetries<Result>(
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

/** Waits that double from `first` to `longest`, ms; `jitter` is the share of each that is random. */
export function exponential(first: number, longest: number, jitter = 0): (failures: number) => number {
  return (failures) => {
    const wait = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
    return wait * (1 - jitter * Math.random());
  };
}
