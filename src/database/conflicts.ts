import { TooMuchContention } from '../errors/domain-errors.js';
import { retried } from '../errors/retried.js';
import { sqlState } from './connection.js';

/** serialization_failure, deadlock_detected */
const CONFLICTS = new Set<string | undefined>(['40001', '40P01']);

/** True when the database rolled a transaction back for the sake of another one: run again, it may succeed. */
export function isTransactionConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlState(error));
}

/** unique_violation; a node of a cluster that is copied into reports it as internal_error */
const DUPLICATE = '23505';
const INTERNAL_ERROR = 'XX000';

/** True when the key of a record is taken. */
export function isDuplicate(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === DUPLICATE || (state === INTERNAL_ERROR && /duplicate key value/.test((error as Error).message))
  );
}

/** A write found that a rival was faster, in a way that is no error of the database; it has written nothing. */
export class RaceLost extends Error {}

const isConflict = (error: unknown) => error instanceof RaceLost || isTransactionConflict(error);

/**
 * Runs a write that is atomic up to `attempts` times, without pauses, while rivals get in its way: the database rolls
 * it back for them, or it throws {@link RaceLost}. Throws {@link TooMuchContention} when it is given up.
 */
export async function retriedOnConflict<Result>(
  write: () => Promise<Result>,
  attempts: number,
): Promise<Result> {
  try {
    return await retried(write, { attempts, when: isConflict });
  } catch (error) {
    throw isConflict(error) ? new TooMuchContention() : error;
  }
}
