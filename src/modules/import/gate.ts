import type pg from 'pg';

/** What a gate made of the rows of a batch. */
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
  judge(client: pg.PoolClient): Promise<Gated>;
}
