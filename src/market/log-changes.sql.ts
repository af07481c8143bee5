import { textList } from '../database/sql.js';
import type { Transaction } from '../database/statement.js';
import { IMPORT_FINISHED, OF_QUOTES, PROPOSAL_ACTION } from '../kinds/event-types.js';

/** Actions of the audit log that change no record. */
const BESIDE = [IMPORT_FINISHED, 'import_approved', 'flags_dismissed', 'dismissal_revoked'];

/** First and last day of spans without an end. */
export const [EVER, NEVER_AGAIN] = [`'0001-01-01'::date`, `'9999-12-31'::date`];

/** Events of the audit log by their ids. */
export interface EventRange {
  /** not included */
  after: number;
  upTo: number;
}

/** SELECT of the events between the ids $1 and $2 that changed records of some resources: `resource, action, key, before, after`. */
export const changesOf = (resources: readonly string[]) => `
  SELECT e.resource, e.action, e.record_key AS key, e.before, e.after FROM audit_event e
  WHERE e.id > $1::bigint AND e.id <= $2::bigint AND e.resource IN (${textList(resources)})
    AND e.action NOT IN (${textList(BESIDE)}) AND NOT starts_with(e.action, '${PROPOSAL_ACTION}')`;

/** SQL condition on {@link changesOf}: many rows changed that the event does not identify, as for shipped data. */
export const IS_OF_UNNAMED_ROWS = `(key IS NULL AND after -> 'first_id' IS NULL)`;

/** SQL condition on {@link changesOf}: checkers decided on quotes. */
export const IS_DECISION = `(resource = 'quote' AND action IN (${textList(OF_QUOTES)}))`;

/** SQL condition: an import created the row in the batch of the alias `event`; ids are drawn in the order of rows. */
export const isOfBatch = (row: string) =>
  `${row}.id >= (event.after ->> 'first_id')::uuid AND ${row}.id <= (event.after ->> 'last_id')::uuid`;

/** SELECT of columns of the rows `r` in batches; `$1 $2`: identifiers of the first and last row of each batch, uuid[]. */
export const ofBatches = (resource: string, columns: string) => `
  SELECT ${columns} FROM unnest($1::uuid[], $2::uuid[]) batch (first_id, last_id)
  JOIN ${resource} r ON r.id >= batch.first_id AND r.id <= batch.last_id`;

/** Batches of rows that imports created in a data set: parameters of {@link ofBatches}. */
interface Batches {
  resource: string;
  first_ids: string[];
  last_ids: string[];
}

/** Returns the batches of rows that imports created in some data sets within a range of events. */
export const findBatches = (
  transaction: Transaction,
  { after, upTo }: EventRange,
  resources: readonly string[],
): Promise<Batches[]> =>
  transaction.query<Batches>({
    text: `
      SELECT e.resource, array_agg(e.after ->> 'first_id') AS first_ids, array_agg(e.after ->> 'last_id') AS last_ids
      FROM audit_event e
      WHERE e.id > $1::bigint AND e.id <= $2::bigint AND e.action = 'imported' AND e.resource = ANY ($3::text[])
      GROUP BY e.resource`,
    values: [after, upTo, resources],
  });
