import { eventNotice } from '../../database/changes.js';
import { runOf } from '../../database/records/run-of.sql.js';
import { versionSql } from '../../database/records/stored-item.js';
import { columnsFrom, haveSame, jsonFrom } from '../../database/sql.js';
import { columnsOf, type DataSet, isBrought } from '../dataset/data-set.js';

/** What is proposed: values under a key, a deletion, another key, or values for a record that was deleted. */
export type Intent = 'write' | 'delete' | 'move' | 'restore';

/** What happens to a row whose key is taken: it is refused, it replaces, or it is skipped. */
export type MeetingPolicy = 'error' | 'update' | 'ignore';

/** Where the rows of a statement come from, and the expressions that all of them share. */
export interface ProposalSource {
  /** SELECT of `_place` (int), `id` (uuid of the proposal), `_target` (uuid of the record, or NULL) and the columns */
  rows: string;
  intent: Intent;
  policy: MeetingPolicy;
  actor: string;
  requestId: string;
  /** identifier of an import, or NULL */
  importId: string;
  /** versions of If-Match as text[], or NULL */
  tags: string;
  /** columns that the rows, of a source, bring: the others stay as stored, or as another source proposes; all if not given */
  fields?: readonly string[] | undefined;
  /** jsonb of what the log records of a whole batch besides its number; undefined: one event per proposal */
  facts?: string;
}

/**
 * Common table expressions that turn rows into proposals of a data set: `request` has the outcome of each row; the one row
 * of `race` says whether it is `lost`: a rival made or decided a proposal for one of the records, and the statement is to
 * be repeated.
 *
 * `request.outcome` is `proposed`, or an outcome that a write would have as well: `unchanged`, `exists`, `missing`,
 * `precondition_failed`. Of rows with the same key the last is proposed if rows replace, else the first; the others
 * follow it. A proposal already waiting for a record is superseded, unless it is the same and by the same maker: then
 * it stays; if its maker now writes what is stored, it is withdrawn. Fields that a source does not declare are taken from
 * the proposal of another source that it supersedes, so that neither loses what it brought.
 */
export function proposing(dataSet: DataSet, source: ProposalSource): string {
  const { name, table, key } = dataSet;
  const { rows, intent, policy, actor, requestId, importId, tags, fields } = source;
  const names = columnsOf(dataSet).map((column) => column.name);
  const rowColumns = names.filter((each) => isBrought(dataSet, fields, each));
  const payload = rowColumns.filter((each) => !key.includes(each));
  const record = names.map((each) =>
    rowColumns.includes(each)
      ? `'${each}', s.${each}`
      : `'${each}', CASE WHEN r.id IS NULL THEN s.${each} ELSE r.${each} END`,
  );
  // A data set may consist of its key alone; then equal keys are equal rows.
  const same =
    payload.length === 0
      ? 'true'
      : `(${columnsFrom('r', payload)}) IS NOT DISTINCT FROM (${columnsFrom('s', payload)})`;
  const ofStored = (value: string) => `CASE WHEN r.id IS NOT NULL THEN ${value} END`;
  const last = policy === 'update' ? 'DESC' : '';
  const merged = `CASE WHEN p.complements THEN w.record || (p.record - '{${rowColumns.join()}}'::text[]) ELSE w.record END`;
  const after = intent === 'delete' ? 'NULL::jsonb' : merged;
  const [complements, run] =
    fields !== undefined && intent === 'write' ? [COMPLEMENTS, runOf('p.import_id')] : ['false', ''];
  const action =
    intent === 'write' ? `CASE WHEN w.stored_id IS NULL THEN 'create' ELSE 'replace' END` : `'${intent}'`;
  const event = (what: string, from: string, values: string) => `
    INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)
    SELECT '${name}', 'proposal_${what}', p.record_id, p.record_key, ${actor}, ${requestId}, p.before, ${values} FROM ${from}
    RETURNING ${eventNotice('audit_event', `'*'`)}`;
  const which = intent === 'move' ? 'r.id = s._target' : haveSame('r', 's', key);
  return `
    s AS MATERIALIZED (${rows}),
    comparison AS (
      SELECT s._place AS place, s.id, s._target AS target, ${jsonFrom('s', key)} AS new_key, jsonb_build_object(${record.join(', ')}) AS record, r.id AS stored_id,
        ${ofStored(versionSql('r'))} AS version, ${ofStored(jsonFrom('r', key))} AS stored_key,
        ${ofStored(intent === 'delete' ? WHOLE_RECORD : jsonFrom('r', names))} AS before, r.id IS NOT NULL AND ${same} AS same,
        row_number() OVER of_key AS nth,
        ${intent === 'move' ? `(SELECT other.id FROM ${table} other WHERE ${haveSame('other', 's', key)} AND other.id <> s._target)` : 'NULL::uuid'} AS other_id
      -- Each row is a step down an index, whatever the planner makes of their number.
      FROM s LEFT JOIN LATERAL (SELECT r.* FROM ${table} r WHERE ${which} OFFSET 0) r ON true
      WINDOW of_key AS (PARTITION BY ${columnsFrom('s', key)} ORDER BY s._place ${last})
    ), request AS MATERIALIZED (
      SELECT w.*, n.*, coalesce(w.stored_key, w.new_key) AS record_key, ${action} AS action, p.id AS pending, p.import_id AS pending_import,
        coalesce(n.is_own AND p.action = ${action} AND p.record IS NOT DISTINCT FROM n.after
          AND p.base_version IS NOT DISTINCT FROM w.version, false) AS again,
        CASE ${OUTCOMES[intent](policy, tags)} ELSE 'proposed' END AS outcome
      FROM comparison w LEFT JOIN LATERAL (
        SELECT p.*, ${complements} AS complements FROM proposal p ${run}
        WHERE p.resource = '${name}' AND p.record_key = coalesce(w.stored_key, w.new_key) AND p.status = 'pending' OFFSET 0
      ) p ON true
      CROSS JOIN LATERAL (SELECT ${after} AS after, p.maker = ${actor} OR p.complements AS is_own) n
    ), superseded AS (
      UPDATE proposal p SET status = 'superseded', decided_by = ${actor}, decided_at = statement_timestamp(), reason = ${REPLACED}
      FROM request w WHERE p.id = w.pending AND p.status = 'pending' AND w.outcome = 'proposed' AND w.nth = 1 AND NOT w.again
      RETURNING p.*
    ), superseded_event AS (
      ${event('superseded', 'superseded p', `jsonb_build_object('proposal', p.id)`)}
    ), withdrawn AS (
      UPDATE proposal p SET status = 'withdrawn', decided_by = ${actor}, decided_at = statement_timestamp(), reason = ${TAKEN_BACK}
      FROM request w WHERE p.id = w.pending AND p.status = 'pending' AND w.outcome = 'unchanged' AND w.nth = 1 AND w.is_own
      RETURNING p.*
    ), withdrawn_event AS (
      ${event('withdrawn', 'withdrawn p', `jsonb_build_object('proposal', p.id)`)}
    ), new_proposal AS (
      INSERT INTO proposal AS p (id, resource, record_key, record_id, action, record, before, base_version, maker, request_id, import_id)
      SELECT w.id, '${name}', w.record_key, coalesce(w.stored_id, w.target, w.id), w.action, w.after, w.before, w.version,
        ${actor}, ${requestId}, ${importId}
      FROM request w WHERE w.outcome = 'proposed' AND w.nth = 1 AND NOT w.again
        AND (w.pending IS NULL OR w.pending IN (SELECT u.id FROM superseded u))
      ORDER BY w.record_key
      ON CONFLICT (resource, record_key) WHERE status = 'pending' DO NOTHING
      RETURNING p.id, p.record_id, p.record_key, p.action, p.record, p.before
    ), new_event AS (
      ${
        source.facts === undefined
          ? event(
              'created',
              `new_proposal p WHERE ${AFTER_SUPERSEDED}`,
              `jsonb_build_object('proposal', p.id, 'action', p.action, 'record', p.record)`,
            )
          : `
      INSERT INTO audit_event (resource, action, actor, request_id, after)
      SELECT '${name}', 'proposal_created', ${actor}, ${requestId}, ${source.facts} || jsonb_build_object('created', count(*))
      FROM new_proposal WHERE ${AFTER_SUPERSEDED} HAVING count(*) > 0 RETURNING ${eventNotice('audit_event', `'*'`)}`
      }
    ), race AS (
      SELECT (SELECT count(*) FROM new_proposal) < count(*) FILTER (WHERE w.outcome = 'proposed' AND w.nth = 1 AND NOT w.again)
        OR (SELECT count(*) FROM withdrawn) < count(*) FILTER (WHERE w.outcome = 'unchanged' AND w.nth = 1 AND w.is_own) AS lost
      FROM request w
    )`;
}

/** SQL condition, always true: a proposal is recorded after the end of the one that it supersedes. */
const AFTER_SUPERSEDED = '(SELECT count(*) FROM superseded_event) >= 0';

/** Reason of a superseded proposal. */
const REPLACED = `'Another proposal for the same record took its place'`;
/** Reason of a proposal withdrawn by a write. */
const TAKEN_BACK = `'Its maker then wrote the values that are stored'`;

/**
 * Whether the values that a source proposes, as `p` with its `run`, may be completed by another one's: not those of a
 * source that writes in a person's name, who could then approve them under the name of the other source.
 */
const COMPLEMENTS = `p.action IN ('create', 'replace') AND p.maker = 'source:' || run.source AND p.base_version IS NOT DISTINCT FROM w.version`;

/** A stored record without its control columns, for a data set whose columns are only those of its key. */
const WHOLE_RECORD = `to_jsonb(r) - '{id,revision,created_at,changed_at,maker}'::text[]`;

/** Whether a row `w` leaves the record as it is stored, also with the values that another source proposes, `n.after`. */
const UNCHANGED = 'w.same AND (p.complements IS NOT TRUE OR n.after = w.before)';

/** WHEN parts of the outcome of a row `w`, first match wins. */
const OUTCOMES: Readonly<Record<Intent, (policy: MeetingPolicy, tags: string) => string>> = {
  write: (policy, tags) => `
    WHEN w.target IS NOT NULL AND w.stored_id IS DISTINCT FROM w.target THEN 'missing'
    ${isStaleTag(tags, true)}
    ${policy === 'update' ? `WHEN ${UNCHANGED} THEN 'unchanged'` : `WHEN w.stored_id IS NOT NULL OR w.nth > 1 THEN 'exists'`}`,
  delete: (_, tags) => `
    WHEN w.stored_id IS NULL OR w.stored_id <> w.target OR w.nth > 1 THEN 'missing'
    ${isStaleTag(tags, false)}`,
  move: (_, tags) => `
    WHEN w.stored_id IS NULL THEN 'missing'
    ${isStaleTag(tags, false)}
    WHEN w.other_id IS NOT NULL THEN 'exists'`,
  restore: (_, tags) => `${isStaleTag(tags, true)} WHEN w.stored_id IS NOT NULL THEN 'exists'`,
};

const isStaleTag = (tags: string, orNone: boolean) => `
    WHEN ${tags} IS NOT NULL AND (${orNone ? 'w.version IS NULL OR ' : ''}NOT ('*' = ANY (${tags}) OR w.version = ANY (${tags})))
      THEN 'precondition_failed'`;
