import { expect } from '@jest/globals';
import { until } from './embedded/harness.js';
import type { Response } from './request.js';

/** Whether a read was refused because expensive ones, or the pool, were busy for too long: as on a slow machine. */
export const isBusy = ({ status, body }: { status: number; body?: unknown }): boolean =>
  status === 503 && (body as { code?: unknown } | undefined)?.code === 'busy';

/**
 * The answer of a read once it is complete: on a busy machine it may be refused as busy, and it waits only for a moment
 * until what was written is followed; then a notice says so.
 */
export function whole(read: () => PromiseLike<Response>): Promise<Response> {
  return until('the answer is complete', async () => {
    const answer = await read();
    if (isBusy(answer)) return undefined;
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 200 });
    return /"code":"[a-z]+_pending"|"checks_pending":true/.test(answer.text) ? undefined : answer;
  });
}

/** Reads over and over, as a client does that others must not disturb, until it is told to end. */
export async function readUntil(isOver: () => boolean, read: () => PromiseLike<Response>): Promise<void> {
  while (!isOver()) {
    const answer = await read();
    if (!isBusy(answer)) expect(answer.status).toBe(200);
  }
}
