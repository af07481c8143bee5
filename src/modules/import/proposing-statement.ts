import type { DuplicatePolicy } from '../bulk/duplicate-policy.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';
import { proposing } from '../proposal/propose-statements.js';
import { STAGE } from './merge-statements.js';

/** What became of the staged rows of a governed data set, one row. */
export interface ProposedRows {
  proposed: number;
  unchanged: number;
  /** numbers of the rows that met another record with their key */
  others: number[];
  /** numbers of the rows whose record, to be deleted, is not there */
  missing: number[];
  /** a rival proposed for one of the records: to be run again */
  lost: boolean;
}

/**
 * The statement that proposes what is staged, with one audit event: one {@link ProposedRows}. `$1` actor, `$2` import,
 * `$3` facts of the batch.
 */
export function proposingStatement(
  dataSet: DataSet,
  policy: DuplicatePolicy,
  { removes }: { removes: boolean },
): string {
  const columns = columnsOf(dataSet).map(({ name }) => `s.${name}`);
  const source = {
    rows: `SELECT s.row_number AS _place, s.id, NULL::uuid AS _target, ${columns.join(', ')} FROM ${STAGE} s`,
    intent: removes ? 'delete' : 'write',
    policy,
    actor: '$1::text',
    requestId: '$2::text',
    importId: '$2::text',
    tags: 'NULL::text[]',
    facts: '$3::jsonb',
  } as const;
  return `
    WITH ${proposing(dataSet, source)}
    SELECT count(*) FILTER (WHERE w.outcome = 'proposed')::int AS proposed,
      count(*) FILTER (WHERE w.outcome = 'unchanged' OR w.outcome = 'exists' AND w.same)::int AS unchanged,
      coalesce(json_agg(w.place) FILTER (WHERE w.outcome = 'exists' AND NOT w.same), '[]') AS others,
      coalesce(json_agg(w.place) FILTER (WHERE w.outcome = 'missing'), '[]') AS missing,
      (SELECT count(*) FROM made) < count(*) FILTER (WHERE w.outcome = 'proposed' AND w.nth = 1 AND NOT w.again) AS lost
    FROM wanted w`;
}
