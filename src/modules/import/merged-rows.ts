import type { DuplicatePolicy } from '../bulk/duplicate-policy.js';
import type { Batch, Reject } from './batch.js';
import type { Gated, Part } from './gate.js';
import { addRows, NO_ROWS, type RowCounts } from './row-counts.js';

/** Rows of a batch, `to` excluded. */
export interface Range {
  batch: Batch;
  from: number;
  to: number;
}

/** What became of rows that a gate has judged. */
export interface JudgedRows extends RowCounts {
  /** rows that the gate took out, let through with a remark, and remarks */
  held: number;
  warned: number;
  warnings: readonly object[];
}

/** What became of the rows of one file. */
export interface JudgedPart extends JudgedRows {
  file: string;
}

/** What became of the rows of a batch; with the rejects they add up to the rows given. */
export interface Merged extends JudgedRows {
  rejects: Reject[];
  /** the same by file, where a gate judged them */
  parts: readonly JudgedPart[];
}

/** Nothing became of any row. */
export const NOTHING: Readonly<Merged> = {
  ...NO_ROWS,
  rejects: [],
  held: 0,
  warned: 0,
  warnings: [],
  parts: [],
};

/** Nothing was judged. */
export const UNJUDGED: Gated = { held: 0, yielded: 0, warned: 0, warnings: [] };

/** Rows of one file in the staging table, and what a gate made of them. */
export interface StagedPart extends Part {
  /** rows that are left */
  count: number;
  gated: Gated;
}

/** How the staged rows of a part compare with what is stored. */
export interface ComparedPart {
  part: number;
  met: number;
  same: number;
  created: number;
  others: number[];
}

/** What became of the compared rows of a part; undefined: it has none. */
export function countsOfPart(compared: ComparedPart | undefined, policy: DuplicatePolicy): RowCounts {
  const { same, created, others } = compared ?? { same: 0, created: 0, others: [] };
  return {
    ...NO_ROWS,
    created,
    // Every row created was found stored as it is.
    unchanged: same - created,
    updated: policy === 'update' ? others.length : 0,
    ignored: policy === 'ignore' ? others.length : 0,
  };
}

/** What became of a part, by what was left of it. */
export function judgedRows({ file, gated }: StagedPart, counts: RowCounts): JudgedPart {
  const { held, yielded, warned, warnings } = gated;
  return { ...counts, ignored: counts.ignored + yielded, file, held, warned, warnings };
}

/** What became of all parts. */
export function summed(parts: readonly JudgedPart[]): JudgedRows {
  const sum: JudgedRows = {
    ...NO_ROWS,
    held: 0,
    warned: 0,
    warnings: parts.flatMap((part) => part.warnings),
  };
  for (const part of parts) {
    addRows(sum, part);
    sum.held += part.held;
    sum.warned += part.warned;
  }
  return sum;
}

/** What became of two parts of a batch. */
export function together(first: Merged, second: Merged): Merged {
  const sum = {
    ...first,
    rejects: [...first.rejects, ...second.rejects],
    held: first.held + second.held,
    warned: first.warned + second.warned,
    warnings: [...first.warnings, ...second.warnings],
    parts: [...first.parts, ...second.parts],
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
