import type { ServerResponse } from 'node:http';
import type { StreamPlace } from './stream-gate.js';

/**
 * How often a reader is checked, ms. Rarely, because the buffers of the system hold megabytes: a slow but steady reader
 * shows no progress until a third of them is empty.
 */
const LOOK = 60_000;
/** Least that a reader must take between two checks while there is more for it, bytes: 16 KB a second. */
const LEAST = LOOK * 16;
/** A stream ends after this time, ms, however fast its reader is: it keeps the database from cleaning up. */
const MAXIMUM_AGE = 3_600_000;

/** How often the reader's token is checked, ms. */
const CHECK = 1_000;

/**
 * Cuts a response off whose reader takes too little or too long, or whose token is withdrawn; call the returned function
 * at its end.
 */
export function keepPace(
  response: ServerResponse,
  { isWithdrawn }: Pick<StreamPlace, 'isWithdrawn'>,
): () => void {
  const { socket } = response;
  const began = performance.now();
  let before = socket?.bytesWritten ?? 0;
  const timer = setInterval(() => {
    const now = socket?.bytesWritten ?? 0;
    const isSlow = response.writableNeedDrain && now - before < LEAST;
    if (isSlow || performance.now() - began > MAXIMUM_AGE) response.destroy();
    before = now;
  }, LOOK);
  timer.unref();
  const check = setInterval(async () => {
    if (await isWithdrawn()) response.destroy();
  }, CHECK);
  check.unref();
  return () => {
    clearInterval(timer);
    clearInterval(check);
  };
}
