import type { Actor } from '../../auth/caller.js';
import { eventNotice } from '../../database/changes.js';
import { isNamed, versionSql } from '../../database/records/stored-item.js';
import { instant, jsonFrom } from '../../database/sql.js';
import type { Statement } from '../../database/statement.js';
import type { DataSet } from '../dataset/data-set.js';
import { nodeWrites } from './node-writes.sql.js';
import type { Write } from './write.js';
import { writeParts } from './write-parts.sql.js';

type Row = Record<string, unknown>;

/** The statements that write every record of a data set. */
interface Writes {
  /** insert: `created`; no row: the key is taken */
  insert(record: object, actor: Actor): Write;
  /** replace the record with the key: `updated`, `unchanged`; no row: there is none */
  replace(record: object, actor: Actor): Write;
  /** the same, but only over these versions: `updated`, `unchanged`, `precondition_failed`; no row: there is none */
  replaceSeen(record: object, actor: Actor, tags: readonly string[]): Statement;
  /** replace the record with an identifier and the body's key; no row: there is none */
  replaceStored(id: string, record: object, actor: Actor, tags?: readonly string[]): Statement;
  /**
   * give the record with an identifier and a key another key, and values with it: a {@link MoveRow} of `moved`,
   * `exists` or `precondition_failed`; no row: there is none. A rival's insert of the new key fails it with
   * unique_violation.
   */
  move(id: string, from: object, record: object, actor: Actor, tags?: readonly string[]): Statement;
  /** insert a deleted record under its old identifier, continuing its versions: `created`; no row: as for `insert` */
  revive(id: string, record: object, actor: Actor): Statement;
}

/** The write statements of a data set: with the item in their row, or without it for bulk writers, which omit it. */
export interface WriteStatements {
  /** return a {@link WriteRow} */
  withItem: Writes;
  /** return a {@link WriteOutcome}; the bulk writer notifies other processes of them once, see `bulkStatements` */
  outcomeOnly: Pick<Writes, 'replace'>;
  /** delete by identifier: one row, an item and `symbol`, its first key column; no row: no record in these versions */
  remove(id: string, actor: Actor, tags?: readonly string[]): Statement;
}

/**
 * Builds the write statements of a data set. Each is one atomic statement that also appends its audit event,
 * so that neither can exist without the other.
 *
 * Under READ COMMITTED a statement sees the rows as of its start. When a rival commits the same key meanwhile,
 * ON CONFLICT DO NOTHING inserts nothing and the rival's row is not visible yet: the statement returns no
 * row, and the caller looks up the stored record, or repeats the statement.
 *
 * `isCluster`: what one part of a statement finds is sent to the nodes that another part reads, each part is planned
 * again whenever it runs, and each node that was sent something is one more to commit. So on a cluster, inserts and
 * replacements are the {@link nodeWrites}.
 */
export function writeStatements(dataSet: DataSet, isCluster: boolean): WriteStatements {
  return {
    withItem: writes(dataSet, { withItem: true, isCluster }),
    outcomeOnly: writes(dataSet, { withItem: false, isCluster }),
    remove: (id, actor, tags) => removal(dataSet, id, actor, tags),
  };
}

function writes(
  dataSet: DataSet,
  { withItem, isCluster }: { withItem: boolean; isCluster: boolean },
): Writes {
  const { table, key } = dataSet;
  const parts = writeParts(dataSet, withItem);
  const { names, typeOf, place, next, actorName, requestId, keyMatches, differs, newRow, onConflict } = parts;
  const { auditInto, auditRow, notice, valuesOf } = parts;
  const tags = `$${next}::text[]`;
  const storedId = `$${next + 1}::uuid`;
  const columns = withItem ? 'r.*' : 'r.id, r.revision';
  const { lookUp, itemJson } = isCluster
    ? lookedUpFirst(dataSet, place)
    : { lookUp: '', itemJson: dataSet.itemJson };
  const item = (outcome: string) => parts.item(outcome, itemJson);

  const isMet = (alias: string) => `('*' = ANY (${tags}) OR ${versionSql(alias)} = ANY (${tags}))`;

  const insertText = `
    WITH ${lookUp}ins AS (
      ${parts.insertInto} VALUES (${newRow}) ${onConflict} RETURNING ${columns}
    ), audit AS (
      ${auditInto} ${auditRow('created', 'ins', 'NULL::jsonb')} FROM ins ${notice}
    )
    ${item('created')} FROM ins r`;

  // Two texts, so that an unconditional write does not pay for what only a conditional one needs.
  const replaceText = (isConditional: boolean, which = keyMatches) => `
    WITH ${lookUp}old AS (
      SELECT * FROM ${table} r WHERE ${which} FOR UPDATE
    ), upd AS (
      ${parts.update('old')}
      FROM old WHERE ${keyMatches}
        ${isConditional ? `AND ${isMet('old')}` : ''}
        AND ${differs('old')}
      RETURNING ${columns}
    ), audit AS (
      ${auditInto} ${auditRow('updated', 'upd', parts.before)} FROM upd, old ${notice}
    )
    ${item('updated')} FROM upd r
    UNION ALL
    ${item('unchanged')} FROM old r WHERE NOT EXISTS (SELECT FROM upd)${
      isConditional
        ? ` AND ${isMet('r')}
    UNION ALL
    ${item('precondition_failed')} FROM old r WHERE NOT ${isMet('r')}`
        : ''
    }`;
  const replaceAny = replaceText(false);
  const replaceSeen = replaceText(true);
  const replaceStored = replaceText(true, `${keyMatches} AND r.id = ${storedId}`);

  const isOld = key.map((name, index) => `r.${name} = $${next + 2 + index}::${typeOf(name)}`).join(' AND ');
  // A deletion and a creation, because a distributed table cannot change its distribution column. The record keeps its
  // identifier, by which its history is found, and the count of its versions, by which its ETags stay distinct.
  const moveText = `
    WITH ${lookUp}old AS (
      SELECT * FROM ${table} r WHERE ${isOld} AND r.id = ${storedId} FOR UPDATE
    ), other AS (
      SELECT r.* FROM ${table} r WHERE ${keyMatches} AND r.id <> ${storedId}
    ), del AS (
      DELETE FROM ${table} r USING old WHERE ${isOld}
        AND ${isMet('old')} AND NOT EXISTS (SELECT FROM other) RETURNING r.*
    ), ins AS (
      INSERT INTO ${table} AS r (${names.join(', ')}, maker, id, revision, created_at)
      SELECT ${newRow}, del.id, del.revision + 1, del.created_at FROM del RETURNING r.*
    ), audit AS (
      ${auditInto}
      SELECT '${dataSet.name}', 'deleted', del.id, ${jsonFrom('del', key)}, ${actorName}, ${requestId},
        to_jsonb(del) - 'id', NULL::jsonb FROM del
      UNION ALL
      ${auditRow('created', 'ins', 'NULL::jsonb')} FROM ins
      RETURNING ${eventNotice(table, `record_key ->> '${key[0]}'`)}
    )
    ${item('moved')}, old.${key[0]}::text AS old_symbol FROM ins r, old
    UNION ALL
    ${item('exists')}, NULL FROM other r, old WHERE ${isMet('old')}
    UNION ALL
    ${item('precondition_failed')}, NULL FROM old r WHERE NOT ${isMet('r')}`;

  const revivedId = `$${next}::uuid`;
  const reviveText = `
    WITH ${lookUp}deletion AS (
      SELECT coalesce(max((e.before ->> 'revision')::int), 0) AS revision FROM audit_event e
      WHERE e.record_id = ${revivedId} AND e.resource = '${dataSet.name}' AND e.action = 'deleted'
    ), present AS MATERIALIZED (
      SELECT r.id FROM ${table} r WHERE r.id = ${revivedId}
    ), ins AS (
      INSERT INTO ${table} AS r (${names.join(', ')}, maker, id, revision)
      SELECT ${newRow}, ${revivedId}, deletion.revision + 1 FROM deletion WHERE NOT EXISTS (SELECT FROM present)
      ${onConflict} RETURNING r.*
    ), audit AS (
      ${auditInto} ${auditRow('created', 'ins', 'NULL::jsonb')} FROM ins ${notice}
    )
    ${item('created')} FROM ins r`;

  return {
    insert: (record, actor) => ({ text: insertText, values: valuesOf(record, actor) }),
    replace: (record, actor) => ({ text: replaceAny, values: valuesOf(record, actor) }),
    ...(isCluster ? nodeWrites(dataSet, withItem) : {}),
    replaceSeen: (record, actor, etags) => ({
      text: replaceSeen,
      values: [...valuesOf(record, actor), etags],
    }),
    replaceStored: (id, record, actor, etags = ['*']) => ({
      text: replaceStored,
      values: [...valuesOf(record, actor), etags, id],
    }),
    move: (id, from, record, actor, etags = ['*']) => ({
      text: moveText,
      values: [...valuesOf(record, actor), etags, id, ...key.map((name) => (from as Row)[name])],
    }),
    revive: (id, record, actor) => ({ text: reviveText, values: [...valuesOf(record, actor), id] }),
  };
}

/** The JSON of an item whose value from another table is looked up first, by the written key, and the CTE for that. */
function lookedUpFirst({ itemJson, lookUp }: DataSet, place: (name: string) => string) {
  if (lookUp === undefined) return { lookUp: '', itemJson };
  const { of, value } = lookUp;
  return {
    lookUp: `look_up (value) AS MATERIALIZED (SELECT ${value(place(of))}), `,
    itemJson: itemJson.replaceAll(value(`r.${of}`), '(SELECT value FROM look_up)'),
  };
}

function removal(dataSet: DataSet, id: string, actor: Actor, tags: readonly string[] | undefined): Statement {
  return {
    text: `
      WITH del AS (
        DELETE FROM ${dataSet.table} r WHERE r.id = $1::uuid
          AND ${isNamed(versionSql('r'), '$4::text[]')}
        RETURNING r.*
      ), audit AS (
        INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before)
        SELECT '${dataSet.name}', 'deleted', del.id, ${jsonFrom('del', dataSet.key)}, $2::text, $3::text,
          to_jsonb(del) - 'id' FROM del RETURNING ${eventNotice(dataSet.table, `record_key ->> '${dataSet.key[0]}'`)}
      )
      SELECT del.id, del.revision, del.${dataSet.key[0]}::text AS symbol, json_build_object('id', del.id, 'status', 'deleted', 'timestamp',
        ${instant('clock_timestamp()')})::text AS json FROM del`,
    values: [id, actor.name, actor.requestId, tags ?? null],
  };
}
