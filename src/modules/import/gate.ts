import type { Executor } from '../../database/statement.js';

/** Rows of one file in a batch, up to those of the next file. */
export interface Part {
  file: string;
  /** number of the first row, and its identifier */
  from: number;
  firstId: string;
}

/** A gate's verdict on the rows of a part. */
export interface GateVerdict {
  /** rows removed from the staging table */
  quarantined: number;
  /** rows removed because the stored record is preferred */
  yielded: number;
  /** rows let through with a remark */
  warned: number;
  /** some of the remarks */
  warnings: readonly object[];
}

/**
 * Judges the rows of a batch in the staging table before they are merged, in the same transaction: it may remove rows,
 * and any error it throws rolls the batch back and ends the import.
 */
export interface Gate {
  /** Returns one verdict per part. */
  judge(executor: Executor, parts: readonly Part[]): Promise<readonly GateVerdict[]>;
  /** Whether it may have nothing to compare rows with but each other; {@link isAlone} then decides. */
  readonly mayBeAlone: boolean;
  /** Whether nothing stored would be compared with the rows: {@link judgeWritten} can then replace {@link judge}. */
  isAlone(executor: Executor): Promise<boolean>;
  /** Judges the rows of a batch in the table itself, as written by this transaction. */
  judgeWritten(executor: Executor, parts: readonly Part[]): Promise<readonly GateVerdict[]>;
  /** Asked last in the transaction of a batch: throws if its rows may not be stored any more. */
  confirm(executor: Executor): Promise<void>;
}
