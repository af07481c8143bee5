import { randomUUID } from 'node:crypto';
import { type FieldError, firstErrors, InvalidInput, TooManyItems } from '../../errors/domain-errors.js';
import { type DataSet, keyOf } from '../dataset/data-set.js';
import { PROPOSALS_PATH, type ProposalOutcome } from '../proposal/proposals.js';
import type { WriteOutcome } from '../record/write.js';
import { type BulkResult, MAXIMUM_ITEM } from './bulk.dto.js';
import type { DuplicatePolicy } from './duplicate-policy.js';

/** Most errors reported for one item: a response must not be many times the size of its request. */
const ITEM_ERRORS = 10;

/** What is reported for an invalid item: its first errors and, if there are more, how many. */
export function invalidItem(errors: readonly FieldError[]): {
  errors: readonly FieldError[];
  more_errors?: number;
} {
  const { errors: first, omitted } = firstErrors(errors, ITEM_ERRORS);
  return omitted === 0 ? { errors: first } : { errors: first, more_errors: omitted };
}

/** An item being processed: read, or refused. */
export interface Entry {
  number: number;
  record?: object;
  key?: string;
  errors?: FieldError[];
  readMs: number;
}

/** Outcome of an item, and its measured time in the database, ms. */
export interface ItemOutcome {
  row: {
    outcome: WriteOutcome['outcome'] | ProposalOutcome['outcome'];
    id: string;
    /** the identifier is a proposal's */
    isProposal?: boolean;
  };
  ms: number;
}

/** JSON text of the response; `startedAt` by `performance.now()`. */
export function answerText(results: readonly object[], startedAt: number): string {
  const total_time = roundMs(performance.now() - startedAt);
  return JSON.stringify({ id: randomUUID(), status: 'ok', total_time, results });
}

/** The items of a body; throws InvalidInput if it is not a list of items, and TooManyItems. */
export function itemsOf(body: unknown, what: string): unknown[] {
  if (!Array.isArray(body) || body.length === 0) {
    const detail = `a JSON array of 1 to ${MAXIMUM_ITEM} ${what} is expected`;
    throw new InvalidInput([{ pointer: '', code: 'invalid_type', detail }]);
  }
  if (body.length > MAXIMUM_ITEM) throw new TooManyItems(body.length, MAXIMUM_ITEM);
  return body;
}

/** Rounds ms up to the next microsecond: reading an item that is not an object takes less than one, but never zero. */
export function roundMs(ms: number): number {
  return Math.max(1, Math.ceil(ms * 1000)) / 1000;
}

/** Result of an item: invalid, or its outcome among `outcomes`, by number. */
export function resultOf(
  dataSet: DataSet,
  policy: DuplicatePolicy,
  entry: Entry,
  outcomes: ReadonlyMap<number, ItemOutcome>,
): BulkResult {
  const { row, ms = 0 } = outcomes.get(entry.number) ?? {};
  const result = (state: string, status: number, value: object): BulkResult => ({
    _operation_id: entry.number,
    _operation_state: state,
    _operation_total_ms: roundMs(entry.readMs + ms),
    status,
    value,
  });
  if (row === undefined) return result('FAILED', 400, { params: invalidItem(entry.errors ?? []) });
  const url = `${row.isProposal ? PROPOSALS_PATH : dataSet.path}/${row.id}`;
  if (row.outcome === 'proposed') return result('PROPOSED', 202, { url });
  if (row.outcome === 'created') return result('CREATED', 201, { url });
  if (policy === 'update') return result('UPDATED', 200, { url });
  if (policy === 'ignore') return result('IGNORED', 204, { url });
  return result('FAILED', 303, {
    params: { ...keyOf(dataSet, entry.record ?? {}), existing: { id: row.id, url } },
  });
}
