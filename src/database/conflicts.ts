import { TooMuchContention } from '../errors/domain-errors.js';
import { withRetries } from '../errors/retries.js';
import { sqlState } from './connection.js';

/** serialization_failure, deadlock_detected */
const CONFLICTS = new Set<string | undefined>(['40001', '40P01']);

/** internal_error: how a node of a cluster reports all errors during a COPY into it */
const INTERNAL_ERROR = 'XX000';
const CONFLICT_MESSAGES = /^(deadlock detected|could not serialize access)/;

/** True when the database rolled a transaction back in favour of another one: run again, it may succeed. */
export function isTransactionConflict(error: unknown): boolean {
  const state = sqlState(error);
  return (
    CONFLICTS.has(state) || (state === INTERNAL_ERROR && CONFLICT_MESSAGES.test((error as Error).message))
  );
}

/** unique_violation */
const DUPLICATE = '23505';

/** True when the key of a record is taken. */
export function isDuplicate(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === DUPLICATE || (state === INTERNAL_ERROR && /duplicate key value/.test((error as Error).message))
  );
}

/** A write found that a rival was faster, in a way that is not a database error; it has written nothing. */
export class RaceLost extends Error {}

const isConflict = (error: unknown) => error instanceof RaceLost || isTransactionConflict(error);

/**
 * Runs an atomic write up to `attempts` times, without pauses, while rivals get in its way: the database rolls it back
 * in their favour, or it throws {@link RaceLost}. Throws {@link TooMuchContention} when it gives up.
 */
export async function withConflictRetries<Result>(
  write: () => Promise<Result>,
  attempts: number,
): Promise<Result> {
  try {
    return await withRetries(write, { attempts, when: isConflict });
  } catch (error) {
    throw isConflict(error) ? new TooMuchContention() : error;
  }
}
