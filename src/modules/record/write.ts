import type { Executor, Statement, Transaction } from '../../database/statement.js';

/** Result of a write statement, one row; no row: the key is taken, or a race was lost and it must be run again. */
export interface WriteOutcome {
  outcome: 'created' | 'updated' | 'unchanged' | 'moved' | 'exists' | 'precondition_failed';
  id: string;
  revision: number;
}

/** The same with the item. */
export interface WriteRow extends WriteOutcome {
  /** JSON text of the item as stored now */
  json: string;
}

/** The same for a moved record. */
export interface MoveRow extends WriteRow {
  /** first column of its former key */
  old_symbol: string;
}

/** Result of the insert of many records, one row. */
export interface InsertedMany {
  /** comma-separated identifiers of the inserted records; null when there are none */
  created: string | null;
  /** µs from the statement's start to that of each item, and finally to its end, comma-separated; null on a cluster */
  times: string | null;
}

/** Result of the look-up of many keys, one row per item whose key is taken. */
export interface TakenKey {
  /** place of the item in the list, from 1 */
  place: number;
  /** identifier of the stored record */
  id: string;
}

/** A row as the statements of a node return it: texts of PostgreSQL by column, in the order of the table. */
export type StoredRow = Readonly<Record<string, string | null>>;

/**
 * A write on a cluster: statements on the record's node, none of which needs the result of another, and, built from
 * their rows, the statement that adds the event and returns the outcome; undefined: nothing was done, as for no row.
 * Throws `TransactionLost` when a rival's write came between the first statements.
 */
export interface NodeWrite {
  first: readonly Statement[];
  last(rows: readonly (readonly StoredRow[])[]): Statement | undefined;
}

/** A write of records, for {@link runWrite}: one atomic statement, or those of a cluster in one transaction. */
export type Write = Statement | NodeWrite;

/** Runs a write within a transaction; undefined: it returned no row. */
export async function runWrite<Row extends object>(
  executor: Executor,
  write: Write,
): Promise<Row | undefined> {
  const statement = 'first' in write ? await lastOf(executor, write) : write;
  return statement && (await executor.query<Row>(statement))[0];
}

/** Like {@link runWrite}, for a write alone in its transaction: sends its last statement and the commit together. */
export async function runWriteAlone<Row extends object>(
  transaction: Transaction,
  write: NodeWrite,
): Promise<Row | undefined> {
  const statement = await lastOf(transaction, write);
  const rows = statement && transaction.query<Row>(statement);
  transaction.commit();
  return (await rows)?.[0];
}

async function lastOf(executor: Executor, { first, last }: NodeWrite): Promise<Statement | undefined> {
  return last(await Promise.all(first.map((statement) => executor.query<StoredRow>(statement))));
}

/** A row in the text form that PostgreSQL reads as a value of the table's type. */
export function rowLiteral(row: StoredRow): string {
  const fields = Object.values(row).map((text) =>
    text === null ? '' : `"${text.replaceAll(/["\\]/g, '$&$&')}"`,
  );
  return `(${fields.join(',')})`;
}
