import type { DuplicatePolicy } from '../bulk/duplicate-policy.js';
import { NO_ROWS, type RowCounts } from './row-counts.js';

/**
 * Result of an import. `read` = `created` + `updated` + `unchanged` + `ignored` + `deleted` + `proposed` + `rejected` +
 * `quarantined` (in a dry run: `valid` + `rejected`), once it is `complete`; before that the difference is the rows
 * read but not committed.
 */
export interface ImportSummary extends RowCounts {
  /** identifier of the import, `request_id` of its audit events */
  id: string;
  data_set: string;
  on_duplicate: DuplicatePolicy;
  dry_run: boolean;
  /** whether the rows are keys of records to delete */
  deletes: boolean;
  /** true when everything was read and everything reported is stored */
  complete: boolean;
  files: number;
  read: number;
  /** rows that satisfy every rule; only in a dry run, where none is stored */
  valid: number;
  rejected: number;
  /** identifiers of the imports to which the proposals of the proposed rows belong; those made one by one have none */
  proposed_by: string[];
  /** rows that a quality gate held back */
  quarantined: number;
  /** rows that the gate let through with a remark, and some of the remarks */
  warned: number;
  warnings: object[];
  /** values of integer fields that were not integers: float noise, and the fields that `--round` names */
  rounded: number;
  /** field that takes its value from another if left out, and the rows that left it out; null without such a field */
  assumed: { field: string; from: string; rows: number } | null;
  /** committed transactions */
  batches: number;
  rejects_file: string | null;
  /** columns that match no field */
  unused_columns: string[];
  seconds: number;
  rows_per_second: number;
  /** peak memory of the command, MB */
  peak_memory_mb: number;
}

/** Summary of an import that is about to begin. */
export function newSummary(
  id: string,
  dataSet: string,
  { policy, deletes }: { policy: DuplicatePolicy; deletes: boolean },
): ImportSummary {
  return {
    id,
    data_set: dataSet,
    on_duplicate: policy,
    dry_run: false,
    deletes,
    complete: false,
    files: 0,
    read: 0,
    valid: 0,
    ...NO_ROWS,
    rejected: 0,
    proposed_by: [],
    quarantined: 0,
    warned: 0,
    warnings: [],
    rounded: 0,
    assumed: null,
    batches: 0,
    rejects_file: null,
    unused_columns: [],
    seconds: 0,
    rows_per_second: 0,
    peak_memory_mb: 0,
  };
}

/** The audit entry of an import that has ended. */
export function countsOf(summary: ImportSummary): object {
  const {
    files,
    read,
    created,
    updated,
    unchanged,
    ignored,
    deleted,
    proposed,
    rejected,
    quarantined,
    complete,
  } = summary;
  const counts = summary.deletes ? { deleted } : { created, updated, unchanged, ignored };
  const further = { ...(proposed > 0 && { proposed }), ...(quarantined > 0 && { quarantined }) };
  return { files, read, ...counts, ...further, rejected, complete };
}

const COUNTS = ['created', 'updated', 'unchanged', 'ignored', 'rejected'] as const;
const COUNTS_OF_DELETION = ['deleted', 'rejected'] as const;

/** The summary as human-readable text. */
export function summaryText(summary: ImportSummary): string {
  const count = (value: number) => value.toLocaleString('en');
  const counts = summary.deletes ? COUNTS_OF_DELETION : COUNTS;
  const outcomes = summary.proposed > 0 ? (['proposed', ...counts] as const) : counts;
  const rows = summary.dry_run ? (['valid', 'rejected'] as const) : outcomes;
  const lines = [
    `${summary.data_set}: ${count(summary.read)} rows read from ${count(summary.files)} ${summary.files === 1 ? 'file' : 'files'} in ${summary.seconds.toFixed(1)} s (${count(summary.rows_per_second)} rows/s)`,
    ...rows.map((name) => `  ${name.padEnd(10)} ${count(summary[name]).padStart(14)}`),
  ];
  const rest = summary.read - rows.reduce((sum, name) => sum + summary[name], 0);
  if (rest !== 0) lines.push(`  ${'not stored'.padEnd(10)} ${count(rest).padStart(14)}`);
  if (summary.rounded > 0) {
    lines.push(`Values taken for the nearest integer (float noise, or --round): ${count(summary.rounded)}`);
  }
  if (summary.assumed !== null && summary.assumed.rows > 0) {
    const { field, from, rows: assumedRows } = summary.assumed;
    lines.push(`Rows without ${field}, for which ${from} was taken: ${count(assumedRows)}`);
  }
  if (summary.proposed > 0)
    lines.push(`The data set is governed: approve them ${byImports(summary.proposed_by)}`);
  if (summary.dry_run) lines.push('Dry run: nothing was written, and duplicates were not looked for.');
  if (summary.rejects_file !== null) lines.push(`Rejected rows with their reasons: ${summary.rejects_file}`);
  if (summary.unused_columns.length > 0) {
    lines.push(`Columns not used: ${summary.unused_columns.join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** How the proposals of the given imports are approved: rows that waited already belong to the import before. */
function byImports(ids: readonly string[]): string {
  return ids.length === 0 ? 'one by one, as they were proposed' : `by import ${ids.join(' and ')}`;
}
