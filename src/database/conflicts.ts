import { type FieldError, InvalidInput, TooMuchContention } from '../errors/domain-errors.js';
import { withRetries } from '../errors/retries.js';
import { isRefusedRecord, isTransactionConflict, takenValue } from './connection/database-errors.js';

/** A write found that a rival was faster, in a way that is not a database error; it has written nothing. */
export class RaceLost extends Error {}

/**
 * A rival's write was committed between two statements of a transaction, which has already written: all of it must be
 * rolled back and run again, whereas after {@link RaceLost} the write alone may be.
 */
export class TransactionLost extends Error {}

const isConflict = (error: unknown) =>
  error instanceof RaceLost || error instanceof TransactionLost || isTransactionConflict(error);

/**
 * Runs an atomic write up to `attempts` times, without pauses, while rivals get in its way: the database rolls it back
 * in their favour, or it throws {@link RaceLost} or {@link TransactionLost}. Throws {@link TooMuchContention} when it
 * gives up.
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

/**
 * {@link withConflictRetries} for a write of records: throws {@link InvalidInput} for a record that the database refuses
 * although it passed validation.
 */
export async function withRefusals<Result>(write: () => Promise<Result>, attempts: number): Promise<Result> {
  try {
    return await withConflictRetries(write, attempts);
  } catch (error) {
    throw isRefusedRecord(error) ? new InvalidInput([refusedByDatabase(error as Error)]) : error;
  }
}

/** The error of a record that the database refuses although it passed validation. */
export function refusedByDatabase(error: Error): FieldError {
  const code = 'refused_by_database';
  const pointer = takenValue(error);
  if (pointer !== undefined) return { pointer, code, detail: 'another record has this value' };
  return { pointer: '', code, detail: error.message.slice(0, 300) };
}
