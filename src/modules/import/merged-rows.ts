import type { DuplicatePolicy } from '../bulk/duplicate-policy.js';
import type { Batch, Reject } from './batch.js';
import type { GateVerdict, Part } from './gate.js';
import { addRows, NO_ROWS, type RowCounts } from './row-counts.js';

/** Rows of a batch, `to` excluded. */
export interface Range {
  batch: Batch;
  from: number;
  to: number;
}

/** Outcome of rows that a gate has judged. */
export interface JudgedRows extends RowCounts {
  /** rows that the gate removed, rows let through with a remark, and remarks */
  quarantined: number;
  warned: number;
  warnings: readonly object[];
}

/** Outcome of the rows of one file. */
export interface JudgedPart extends JudgedRows {
  file: string;
}

/** Outcome of the rows of a batch; together with the rejects the counts add up to the rows given. */
export interface Merged extends JudgedRows {
  rejects: Reject[];
  /** identifiers of the imports to which the proposals of its rows belong */
  imports: readonly string[];
  /** the same by file, if a gate judged them */
  parts: readonly JudgedPart[];
}

/** The outcome of no rows. */
export const NOTHING: Readonly<Merged> = {
  ...NO_ROWS,
  rejects: [],
  imports: [],
  quarantined: 0,
  warned: 0,
  warnings: [],
  parts: [],
};

/** Nothing was judged. */
export const UNJUDGED: GateVerdict = { quarantined: 0, yielded: 0, warned: 0, warnings: [] };

/** Rows of one file in the staging table, and a gate's verdict on them. */
export interface StagedPart extends Part {
  /** remaining rows */
  count: number;
  verdict: GateVerdict;
}

/** How the staged rows of a part compare with the stored records. */
export interface ComparedPart {
  part: number;
  matches: number;
  same: number;
  created: number;
  others: number[];
}

/** Outcome of the compared rows of a part; undefined: it has none. */
export function countsOfPart(part: ComparedPart | undefined, policy: DuplicatePolicy): RowCounts {
  const { same, created, others } = part ?? { same: 0, created: 0, others: [] };
  return {
    ...NO_ROWS,
    created,
    // Rows created are found stored unchanged, so `same` counts them too.
    unchanged: same - created,
    updated: policy === 'update' ? others.length : 0,
    ignored: policy === 'ignore' ? others.length : 0,
  };
}

/** Outcome of a part, from the outcome of its remaining rows. */
export function judgedRows({ file, verdict }: StagedPart, counts: RowCounts): JudgedPart {
  const { quarantined, yielded, warned, warnings } = verdict;
  return { ...counts, ignored: counts.ignored + yielded, file, quarantined, warned, warnings };
}

/** Outcome of all parts. */
export function sumOf(parts: readonly JudgedPart[]): JudgedRows {
  const sum: JudgedRows = {
    ...NO_ROWS,
    quarantined: 0,
    warned: 0,
    warnings: parts.flatMap((part) => part.warnings),
  };
  for (const part of parts) {
    addRows(sum, part);
    sum.quarantined += part.quarantined;
    sum.warned += part.warned;
  }
  return sum;
}

/** Outcome of two parts of a batch. */
export function combine(first: Merged, second: Merged): Merged {
  const sum = {
    ...first,
    rejects: [...first.rejects, ...second.rejects],
    imports: [...new Set([...first.imports, ...second.imports])],
    quarantined: first.quarantined + second.quarantined,
    warned: first.warned + second.warned,
    warnings: [...first.warnings, ...second.warnings],
    parts: [...first.parts, ...second.parts],
  };
  addRows(sum, second);
  return sum;
}

/** Rejects for the rows with these numbers, all with one reason. */
export function rejectsFor(batch: Batch, numbers: readonly number[], reason: string): Reject[] {
  return numbers.toSorted((a, b) => a - b).map((number) => ({ ...batch.origin(number), reason }));
}

/** Content of the one audit event of a batch; identifiers of the rows created are within its range. */
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
