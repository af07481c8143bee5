import type { Executor } from '../../database/database.js';

/** Rows of one file in a batch, up to those of the next one. */
export interface Part {
  file: string;
  /** number of the first row, and its identifier */
  from: number;
  firstId: string;
}

/** What a gate made of the rows of a part. */
export interface Gated {
  /** rows that it took out of the staging table */
  held: number;
  /** rows that it took out, as what is stored is preferred */
  yielded: number;
  /** rows that it let through with a remark */
  warned: number;
  /** some of the remarks */
  warnings: readonly object[];
}

/**
 * Judges the rows of a batch in the staging table before they are merged, in the same transaction: it may take rows out,
 * and what it throws rolls the batch back and ends the import.
 */
export interface Gate {
  /** One answer a part. */
  judge(executor: Executor, parts: readonly Part[]): Promise<readonly Gated[]>;
  /** Whether it may have nothing to compare rows with but each other, which {@link isAlone} then tells. */
  readonly mayBeAlone: boolean;
  /** Whether nothing is stored that the rows would be compared with: {@link judgeWritten} then does for {@link judge}. */
  isAlone(executor: Executor): Promise<boolean>;
  /** Judges the rows of a batch in the table itself, as this transaction has written them. */
  judgeWritten(executor: Executor, parts: readonly Part[]): Promise<readonly Gated[]>;
}
