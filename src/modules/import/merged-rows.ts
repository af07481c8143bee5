import type { Batch, Reject } from './batch.js';
import { addRows, NO_ROWS, type RowCounts } from './row-counts.js';

/** Rows of a batch, `to` excluded. */
export interface Range {
  batch: Batch;
  from: number;
  to: number;
}

/** What became of the rows of a batch; with the rejects they add up to the rows given. */
export interface Merged extends RowCounts {
  rejects: Reject[];
  /** rows that the gate took out, let through with a remark, and remarks */
  held: number;
  warned: number;
  warnings: readonly object[];
}

/** Nothing became of any row. */
export const NOTHING: Readonly<Merged> = { ...NO_ROWS, rejects: [], held: 0, warned: 0, warnings: [] };

/** What became of two parts of a batch. */
export function together(first: Merged, second: Merged): Merged {
  const sum = {
    ...first,
    rejects: [...first.rejects, ...second.rejects],
    held: first.held + second.held,
    warned: first.warned + second.warned,
    warnings: [...first.warnings, ...second.warnings],
  };
  addRows(sum, second);
  return sum;
}

/** Rejects of the rows with some numbers, for one reason. */
export function rejected(batch: Batch, numbers: readonly number[], reason: string): Reject[] {
  return numbers.toSorted((a, b) => a - b).map((number) => ({ ...batch.origin(number), reason }));
}

/** What the one audit event of a batch says of it; the rows created have identifiers of its range. */
export function factsOf({ batch, from, to }: Range, created: number): object {
  const first = batch.origin(from);
  const last = batch.origin(to - 1);
  return {
    file: first.file,
    first_line: first.line,
    ...(last.file === first.file ? {} : { last_file: last.file }),
    last_line: last.line,
    rows: to - from,
    created,
    first_id: batch.firstId,
    last_id: batch.lastId,
  };
}
