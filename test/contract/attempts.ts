import { expect } from '@jest/globals';
import { isCluster } from '../app.js';
import { until } from '../embedded/harness.js';
import { isBusy } from '../whole.js';
import { culprits, expectProblem, type WireAnswer } from './wire.js';

/** Requests in flight at once: on a cluster, whose servers share the machine, no more than expensive reads that may run. */
const WIDTH = isCluster ? 2 : 8;

/** Most complaints shown; a defect of every route needs no more. */
const MAX_COMPLAINTS = 15;

/** A request and the answer that it deserves. */
export interface Attempt {
  name: string;
  run: () => Promise<WireAnswer>;
  status: number | readonly number[];
  /** parameter or pointer that the problem has to name */
  culprit?: string;
}

/** Runs attempts a few at a time; returns the faults of their answers, by attempt. */
export async function complaints(attempts: readonly Attempt[]): Promise<string[]> {
  expect(attempts.length).toBeGreaterThan(0);
  const faults: string[] = [];
  const rest = [...attempts];
  const worker = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const attempt = next;
      // On a slow machine an expensive read may be refused because others were busy for too long.
      const answer = await until('it is not busy', async () => {
        const latest = await attempt.run();
        return isBusy(latest) && ![attempt.status].flat().includes(503) ? undefined : latest;
      });
      const wrong = complaint(answer, next);
      if (wrong !== undefined) faults.push(`${next.name.slice(0, 160)} -> ${wrong}`);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  const more = faults.length - MAX_COMPLAINTS;
  return more > 0 ? [...faults.slice(0, MAX_COMPLAINTS), `… and ${more} more`] : faults;
}

function complaint(answer: WireAnswer, { status, culprit }: Attempt): string | undefined {
  const statuses = [status].flat();
  if (!statuses.includes(answer.status)) {
    return `${answer.status} instead of ${statuses.join('|')}: ${answer.text.slice(0, 200)}`;
  }
  if (answer.status < 400) return undefined;
  try {
    expectProblem(answer, answer.status);
  } catch (error) {
    return String(error).slice(0, 500);
  }
  if (culprit === undefined || culprits(answer).includes(culprit)) return undefined;
  return `names ${JSON.stringify(culprits(answer))} instead of ${culprit}`;
}
