import { isNativeError } from 'node:util/types';

/** SQLSTATE of a database error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** internal_error: how a node of a cluster reports all errors during a COPY into it, and its coordinator many others */
const INTERNAL_ERROR = 'XX000';

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'EAGAIN', // a Unix socket whose connection queue is full: a server that accepts no more
  'ENETUNREACH',
  'EHOSTDOWN',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting up or shutting down
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read_only_sql_transaction: a standby answers
  'CIINF', // a node of a cluster has lost what was sent to it for this statement: it has restarted
]);
/** Calls that find no socket, or no certificate of a connection; other calls look for files of other kinds. */
const ENOENT_CALLS = new Set<string | undefined>(['connect', 'open']);
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/**
 * Messages of a cluster's coordinator, as an internal error, about a node that dies in the middle of a statement or a
 * commit: its own, those of libpq, and those of the node, which a COPY passes on without their code.
 */
const NODE_AWAY_MESSAGES = new RegExp(
  [
    'failure on connection marked as essential',
    'failed to prepare transaction',
    'could not commit transaction for shard',
    'could not connect to any active placements',
    'cannot connect to \\S+ to fetch intermediate results',
    'failed to read result \\S+ from node',
    'execution cannot recover from multiple connection failures',
    'unable to recover from inconsistent state in the connection state machine',
    'server closed the connection unexpectedly',
    'could not (send data to|receive data from) server',
    'SSL (SYSCALL error|error|connection has been closed unexpectedly)',
    'no connection to the server',
    'connection (not open|pointer is NULL)',
    'lost synchronization with server',
    'terminating connection',
    'the database system is ',
    'postmaster was shut down',
    '^$', // all that libpq knows is that there is no answer
  ].join('|'),
);
/** Its messages, as an input/output error, about a node to which rows were being sent. */
const NODE_CUT_OFF_MESSAGES = /^failed to (COPY to shard|complete COPY on)/;

/** True when a pool had no free connection within its time limit. */
export function isWaitOver(error: unknown): boolean {
  return isNativeError(error) && error.message.startsWith('timeout exceeded when trying to connect');
}

/** True when a connection did not open within its time limit. */
export function isTooLate(error: unknown): boolean {
  return isNativeError(error) && TOO_LATE.test(error.message);
}

/** Messages of a pool, and of a single connection. */
const TOO_LATE = /^(Connection terminated due to connection timeout|timeout expired)$/;

/** lock_not_available */
const LOCK_HELD = '55P03';

/** True when another session held a lock longer than the statement waits for it. */
export function isLockHeld(error: unknown): boolean {
  return sqlState(error) === LOCK_HELD;
}

/** disk_full */
const DISK_FULL = '53100';

/** io_error */
const IO_ERROR = '58030';

/** True when an error of node-postgres means that the database cannot be reached now (a retry may help). */
export function isDatabaseAway(error: unknown): boolean {
  if (!isNativeError(error)) return false; // also across realms, as in a test runner
  const code = (error as { code?: unknown }).code;
  if (code === 'ENOENT') return ENOENT_CALLS.has((error as NodeJS.ErrnoException).syscall);
  if (typeof code === 'string' && (AWAY_CODES.has(code) || code.startsWith('08'))) return true;
  if (AWAY_MESSAGES.test(error.message)) return true;
  if (code === INTERNAL_ERROR && NODE_AWAY_MESSAGES.test(error.message)) return true;
  if (code === IO_ERROR && NODE_CUT_OFF_MESSAGES.test(error.message)) return true;
  const inner = (error as { driverError?: unknown; cause?: unknown }).driverError ?? error.cause;
  return inner !== undefined && inner !== error && isDatabaseAway(inner);
}

/** Turns an error into undefined if the database is away, for work that is skipped then; throws any other error. */
export function unlessAway(error: unknown): undefined {
  if (!isDatabaseAway(error)) throw error;
  return undefined;
}

/** True when a statement ran into its time limit, or was cancelled because its client left. */
export function isCanceled(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** True when the disk of the database is full: the request is rolled back, and reads still work. */
export function isDiskFull(error: unknown): boolean {
  return isNativeError(error) && sqlState(error) === DISK_FULL;
}

/**
 * Errors of PostgreSQL's arithmetic: value out of range, division by zero, logarithm or power without a result. Every
 * input is within its own bounds, so it is products and quotients of stored values that leave those of float64.
 */
const ARITHMETIC: ReadonlySet<string | undefined> = new Set(['22003', '22012', '2201E', '2201F']);

/** True when stored values are too large or too small to compute a result from. */
export function isNotComputable(error: unknown): boolean {
  return ARITHMETIC.has(sqlState(error));
}

/**
 * What `read` computes from items, without those that are {@link isNotComputable}: they must not hold up all others.
 */
export async function ofComputable<Of, Result>(
  items: readonly Of[],
  read: (items: readonly Of[]) => Promise<Result[]>,
): Promise<Result[]> {
  try {
    return await read(items);
  } catch (error) {
    if (!isNotComputable(error)) throw error;
    if (items.length === 1) return [];
    const middle = Math.ceil(items.length / 2);
    const first = await ofComputable(items.slice(0, middle), read);
    return [...first, ...(await ofComputable(items.slice(middle), read))];
  }
}

const REFUSALS = /duplicate key value|violates \S+ constraint|index row requires/;

/**
 * True when the database refuses a record for its content: its data (class 22), a constraint that it breaks (23), or a
 * value too long for an index (54000).
 */
export function isRefusedRecord(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return (
    /^2[23]|^54000$/.test(state) || (state === INTERNAL_ERROR && REFUSALS.test((error as Error).message))
  );
}

/** serialization_failure, deadlock_detected */
const CONFLICTS = new Set<string | undefined>(['40001', '40P01']);

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

/** A table's key by the name of its constraint, which is numbered on the shards of a cluster. */
const KEY_CONSTRAINT = /_pkey(_\d+)?$/;
/** Where the detail of such an error names the value: a column, or a field of one that is JSON. */
const DUPLICATE_VALUE = /^Key \(\(?(\w+)(?: ->> '(\w+)'::text\))?\)=/;
/** Message of such an error, which names the constraint: all that a coordinator passes on of it. */
const DUPLICATE_MESSAGE = /duplicate key value violates unique constraint "([^"]+)"/;

/** Name of the constraint of a duplicate: '' if the error does not say, undefined for any other error. */
function duplicated(error: unknown): string | undefined {
  const state = sqlState(error);
  if (state !== DUPLICATE && state !== INTERNAL_ERROR) return undefined;
  const { constraint, message } = error as { constraint?: string; message: string };
  return constraint ?? DUPLICATE_MESSAGE.exec(message)?.[1] ?? (state === DUPLICATE ? '' : undefined);
}

/** True when the key of a record is taken. Any other unique index is a rule: a record that breaks it is refused. */
export function isDuplicate(error: unknown): boolean {
  const constraint = duplicated(error);
  return constraint === '' || KEY_CONSTRAINT.test(constraint ?? '');
}

/** JSON pointer to the value outside the key that another record has already; undefined if the error names none. */
export function takenValue(error: unknown): string | undefined {
  const [, column, field] = DUPLICATE_VALUE.exec((error as { detail?: string }).detail ?? '') ?? [];
  if (column === undefined || duplicated(error) === undefined) return undefined;
  return field === undefined ? `/${column}` : `/${column}/${field}`;
}
