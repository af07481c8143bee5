import { IDLE_TRANSACTION_LIMIT, STATEMENT_LIMIT } from './connection/connection.js';
import type { Transaction } from './statement.js';

const LIMIT = 'idle_in_transaction_session_timeout';

/**
 * Reads on other connections while a transaction waits: for as long as a statement may take, since the server would
 * otherwise end the transaction as one whose client is lost, and do so again whenever the work is repeated.
 */
export async function readBeside<Result>(
  transaction: Transaction,
  read: () => Promise<Result>,
): Promise<Result> {
  // Sent without waiting for the answer; if one fails, so does the next statement of the transaction.
  const allow = (limit: number) =>
    void transaction.query({ text: `SET LOCAL ${LIMIT} = ${limit}`, values: [] }).catch(() => undefined);
  allow(IDLE_TRANSACTION_LIMIT + STATEMENT_LIMIT);
  const result = await read();
  allow(IDLE_TRANSACTION_LIMIT);
  return result;
}
