import { RaceLost } from '../../database/conflicts.js';
import { STAGE } from '../../database/records/stage.js';
import type { Executor } from '../../database/statement.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';
import { type MeetingPolicy, proposing } from './proposing.sql.js';

/** Outcome of the staged rows of a governed data set. */
interface ProposedRows {
  proposed: number;
  unchanged: number;
  /** numbers of the rows whose key another record already has */
  others: number[];
  /** numbers of the rows whose record to be deleted does not exist, or is deleted by a row before */
  missing: number[];
  /** identifiers of the imports to which the waiting proposals belong */
  imports: string[];
}

/** How staged rows become proposals. */
interface StagedUse {
  /** what happens to a row whose key is taken */
  policy: MeetingPolicy;
  /** they are keys, whose records are to be deleted */
  removes: boolean;
  /** columns that they bring: stored records keep the others; all if not given */
  fields?: readonly string[] | undefined;
}

/** In whose name staged rows are proposed. */
interface StagedOrigin {
  actor: string;
  importId: string;
  /** JSON object of what the log records of the batch besides its number */
  facts: string;
}

/** Turns the rows in the staging table of a connection into proposals. */
export class StagedProposals {
  private readonly text: string;

  constructor(dataSet: DataSet, use: StagedUse) {
    this.text = proposingStatement(dataSet, use);
  }

  /**
   * Proposes the staged rows, with one audit event. Throws {@link RaceLost} when a rival made a proposal for one of the
   * records: run it again.
   */
  async propose(executor: Executor, { actor, importId, facts }: StagedOrigin): Promise<ProposedRows> {
    const [row] = await executor.query<ProposedRows & { lost: boolean }>({
      text: this.text,
      values: [actor, importId, facts],
      tickers: { staged: STAGE },
    });
    if (row?.lost === true) throw new RaceLost('Somebody proposed meanwhile');
    return row ?? NO_PROPOSALS;
  }
}

const NO_PROPOSALS: ProposedRows = { proposed: 0, unchanged: 0, others: [], missing: [], imports: [] };

/**
 * The statement that proposes the staged rows: returns one {@link ProposedRows}, and `lost` when a rival made a proposal
 * for one of the records. `$1` actor, `$2` import, `$3` facts of the batch.
 */
export function proposingStatement(dataSet: DataSet, { policy, removes, fields }: StagedUse): string {
  const columns = columnsOf(dataSet).map(({ name }) => `s.${name}`);
  const source = {
    rows: `SELECT s.row_number AS _place, s.id, NULL::uuid AS _target, ${columns.join(', ')} FROM ${STAGE} s`,
    intent: removes ? 'delete' : 'write',
    policy,
    actor: '$1::text',
    requestId: '$2::text',
    importId: '$2::text',
    tags: 'NULL::text[]',
    fields,
    facts: '$3::jsonb',
  } as const;
  // As in a merge, a later row of a key is compared with the row before it (`update`) or with what the first row leaves.
  const before = `${policy === 'update' ? 'lag' : 'first_value'}(w.record) OVER (PARTITION BY w.new_key ORDER BY w.place)`;
  const outcome =
    policy === 'update' ? `w.outcome = 'proposed'` : `w.outcome = 'exists' AND w.stored_id IS NULL`;
  return `
    WITH ${proposing(dataSet, source)}, row_outcome AS (
      SELECT w.*, ${removes ? 'false' : `coalesce(${outcome} AND w.record = ${before}, false)`} AS repeats,
        first_value(w.outcome) OVER (PARTITION BY w.new_key ORDER BY w.nth) = 'proposed' AS waits FROM request w
    )
    SELECT count(*) FILTER (WHERE w.outcome = 'proposed' AND w.waits AND NOT w.repeats)::int AS proposed,
      count(*) FILTER (WHERE w.outcome = 'unchanged' OR w.outcome = 'proposed' AND NOT w.waits OR w.outcome = 'exists' AND w.same OR w.repeats)::int AS unchanged,
      coalesce(json_agg(w.place) FILTER (WHERE w.outcome = 'exists' AND NOT w.same AND NOT w.repeats), '[]') AS others,
      coalesce(json_agg(w.place) FILTER (WHERE w.outcome = 'missing'), '[]') AS missing,
      coalesce(json_agg(DISTINCT CASE WHEN w.again THEN w.pending_import ELSE $2::text END)
        FILTER (WHERE w.outcome = 'proposed' AND w.nth = 1 AND (w.pending_import IS NOT NULL OR NOT w.again)), '[]') AS imports,
      (SELECT race.lost FROM race) AS lost
    FROM row_outcome w`;
}
