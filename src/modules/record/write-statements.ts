import type { Actor } from '../../auth/caller.js';
import { tellEvent } from '../../database/changes.js';
import type { Executor, Statement, Transaction } from '../../database/database.js';
import { momentAfter } from '../../database/sql.js';
import { versionSql } from '../../database/stored-item.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';

type Row = Record<string, unknown>;

/** What a write statement did, one row; no row at all: the key is taken, or a race was lost, run it again. */
export interface WriteOutcome {
  outcome: 'created' | 'updated' | 'unchanged' | 'moved' | 'exists' | 'precondition_failed';
  id: string;
  revision: number;
  /** JSON text of the values before, where the event is a statement of its own; null: nothing was written */
  before?: string | null;
}

/** The same with the item. */
export interface WriteRow extends WriteOutcome {
  /** JSON text of the item as stored now */
  json: string;
}

/** The same of a record that was moved. */
export interface MoveRow extends WriteRow {
  /** first column of the key that it had */
  old_symbol: string;
}

/** A statement that writes a record, to be run by {@link written}. */
export interface Write extends Statement {
  /** on a cluster: the statement that adds the event of what was done, in the same transaction; undefined: nothing was */
  eventOf?(row: WriteOutcome): Statement | undefined;
}

/** The statements by which every record of a data set is written. */
interface Writes {
  /** insert: `created`; no row: the key is taken */
  insert(record: object, actor: Actor): Statement;
  /** replace what has the key: `updated`, `unchanged`; with tags, `precondition_failed` for any other version; no row: nothing has it */
  replace(record: object, actor: Actor, tags?: readonly string[]): Write;
  /** replace the record of an identifier and of the body's key; no row: there is none */
  replaceStored(id: string, record: object, actor: Actor, tags?: readonly string[]): Statement;
  /**
   * give the record of an identifier and of a key another key, and values with it: a {@link MoveRow} of `moved`, `exists` or
   * `precondition_failed`; no row: there is none. A rival's insert of the new key fails it by unique_violation.
   */
  move(id: string, from: object, record: object, actor: Actor, tags?: readonly string[]): Statement;
  /** insert a deleted record under the identifier that it had, its versions going on: `created`; no row: as for `insert` */
  revive(id: string, record: object, actor: Actor): Statement;
}

/** The write statements of a data set: with the item in their row and, for writers of many that do not answer with it, without. */
export interface WriteStatements {
  /** answer with a {@link WriteRow} */
  withItem: Writes;
  /** answer with a {@link WriteOutcome}; the writer of many tells other processes of them once, see bulk-statements */
  outcomeOnly: Pick<Writes, 'replace'>;
  /** delete by identifier: one row, an item and `symbol`, its first key column; none: there is none of these versions */
  remove(id: string, actor: Actor, tags?: readonly string[]): Statement;
}

/** Runs a write within a transaction, its event after it; undefined: it returned no row. */
export async function written<Row extends WriteOutcome>(
  executor: Executor,
  write: Write,
): Promise<Row | undefined> {
  const [row] = await executor.query<Row>(write);
  const event = row && write.eventOf?.(row);
  if (event !== undefined) await executor.query(event);
  return row;
}

/** As {@link written}, of a write that is alone in its transaction: the event and the commit are sent together. */
export async function writtenAlone<Row extends WriteOutcome>(
  transaction: Transaction,
  write: Write,
): Promise<Row | undefined> {
  const [row] = await transaction.query<Row>(write);
  const event = row && write.eventOf?.(row);
  const added = event && transaction.query(event);
  transaction.commit();
  await added;
  return row;
}

/**
 * Builds the write statements of a data set. Each is one atomic statement that also appends its audit event,
 * so that neither can exist without the other.
 *
 * Under READ COMMITTED a statement sees the rows of its start. When a rival commits the same key meanwhile,
 * ON CONFLICT DO NOTHING inserts nothing and the rival's row is not visible yet: the statement returns no
 * row, and the caller looks for what is stored, or repeats it.
 *
 * `isCluster`: what one part of a statement finds is sent to the nodes that another part reads, and each node that was sent
 * something is one more to commit; a statement of one node alone is sent there as it is. So there a replacement is such a statement,
 * and its event one that follows in the same transaction.
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
  const columns = columnsOf(dataSet);
  const names = columns.map((column) => column.name);
  const place = (name: string) => {
    const index = names.indexOf(name);
    return `$${index + 1}::${columns[index]?.kind.sqlType}`;
  };
  const actorName = `$${names.length + 1}::text`;
  const requestId = `$${names.length + 2}::text`;
  const tags = `$${names.length + 3}::text[]`;
  const storedId = `$${names.length + 4}::uuid`;
  const { table, key } = dataSet;
  const payload = names.filter((name) => !(key as readonly string[]).includes(name));
  const keyMatches = key.map((name) => `r.${name} = ${place(name)}`).join(' AND ');
  const json = (columns: readonly string[], value: (name: string) => string) =>
    `jsonb_build_object(${columns.map((name) => `'${name}', ${value(name)}`).join(', ')})`;
  const insertInto = `INSERT INTO ${table} AS r (${names.join(', ')}, maker)`;
  const newRow = `${names.map(place).join(', ')}, ${actorName}`;
  const auditInto = `INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)`;
  // What is stored afterwards is what was bound: taken from there, rows need not be carried on.
  const auditRow = (action: string, from: string, before: string) =>
    `SELECT '${dataSet.name}', ${action}, ${from}.id, ${json(key, place)}, ${actorName}, ${requestId}, ${before}, ${json(names, place)}`;
  const notice = withItem ? `RETURNING ${tellEvent(table, `${place(key[0] ?? '')}::text`)}` : '';
  const returned = withItem ? 'r.*' : 'r.id, r.revision';
  const { known, itemJson } = isCluster
    ? lookedUpFirst(dataSet, place)
    : { known: '', itemJson: dataSet.itemJson };
  const item = (outcome: string) =>
    `SELECT '${outcome}' AS outcome, r.id, r.revision${withItem ? `, (${itemJson})::text AS json` : ''}`;

  const isMet = (alias: string) => `('*' = ANY (${tags}) OR ${versionSql(alias)} = ANY (${tags}))`;

  const insertText = `
    WITH ${known}ins AS (
      ${insertInto} VALUES (${newRow}) ON CONFLICT (${key.join(', ')}) DO NOTHING RETURNING ${returned}
    ), audit AS (
      ${auditInto} ${auditRow(`'created'`, 'ins', 'NULL::jsonb')} FROM ins ${notice}
    )
    ${item('created')} FROM ins r`;

  const changes = payload.map((name) => `${name} = ${place(name)}`);
  // Two texts, so that an unconditional write does not pay for what only a conditional one needs.
  const update = `UPDATE ${table} r SET ${changes.join(', ')}, maker = ${actorName}, revision = old.revision + 1,
        changed_at = ${momentAfter('old.changed_at')}${(dataSet.onChange ?? []).map((each) => `, ${each}`).join('')}`;
  const differs = `(${payload.map((name) => `old.${name}`).join(', ')}) IS DISTINCT FROM (${payload.map(place).join(', ')})`;
  const replaced = (which = keyMatches, condition = '') => `
    WITH ${known}old AS (
      SELECT * FROM ${table} r WHERE ${which} FOR UPDATE
    ), upd AS (
      ${update}
      FROM old WHERE ${keyMatches}
        ${condition}
        AND ${differs}
      RETURNING ${returned}
    )`;
  const before = json(names, (name) => `old.${name}`);
  const replaceText = (
    isConditional: boolean,
    which?: string,
  ) => `${replaced(which, isConditional ? `AND ${isMet('old')}` : '')}, audit AS (
      ${auditInto} ${auditRow(`'updated'`, 'upd', before)} FROM upd, old ${notice}
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
  const replaceOnNode = `${replaced()}
    ${item('updated')}, (${before})::text AS before FROM upd r, old
    UNION ALL
    ${item('unchanged')}, NULL FROM old r WHERE NOT EXISTS (SELECT FROM upd)`;
  const eventText = `
    ${auditInto}
    ${auditRow(`'updated'`, 'upd', `$${names.length + 4}::jsonb`)}
    FROM (SELECT $${names.length + 3}::uuid AS id) upd ${notice}`;
  const [replaceAny, replaceSeen] = [replaceText(false), replaceText(true)];
  const replaceStored = replaceText(true, `${keyMatches} AND r.id = ${storedId}`);

  const isOld = key
    .map(
      (name, index) =>
        `r.${name} = $${names.length + 5 + index}::${columns[names.indexOf(name)]?.kind.sqlType}`,
    )
    .join(' AND ');
  // A deletion and a creation, as a distributed table cannot change the column that it is distributed by. The record
  // keeps its identifier and the count of its versions, by which its history is found and its ETags stay apart.
  const moveText = `
    WITH ${known}old AS (
      SELECT * FROM ${table} r WHERE ${isOld} AND r.id = ${storedId} FOR UPDATE
    ), taken AS (
      SELECT r.* FROM ${table} r WHERE ${keyMatches} AND r.id <> ${storedId}
    ), del AS (
      DELETE FROM ${table} r USING old WHERE ${isOld}
        AND ${isMet('old')} AND NOT EXISTS (SELECT FROM taken) RETURNING r.*
    ), ins AS (
      INSERT INTO ${table} AS r (${names.join(', ')}, maker, id, revision, created_at)
      SELECT ${newRow}, del.id, del.revision + 1, del.created_at FROM del RETURNING r.*
    ), audit AS (
      ${auditInto}
      SELECT '${dataSet.name}', 'deleted', del.id, ${json(key, (name) => `del.${name}`)}, ${actorName}, ${requestId},
        to_jsonb(del) - 'id', NULL::jsonb FROM del
      UNION ALL
      ${auditRow(`'created'`, 'ins', 'NULL::jsonb')} FROM ins
      RETURNING ${tellEvent(table, `record_key ->> '${key[0]}'`)}
    )
    ${item('moved')}, old.${key[0]}::text AS old_symbol FROM ins r, old
    UNION ALL
    ${item('exists')}, NULL FROM taken r, old WHERE ${isMet('old')}
    UNION ALL
    ${item('precondition_failed')}, NULL FROM old r WHERE NOT ${isMet('r')}`;

  const revivedId = `$${names.length + 3}::uuid`;
  const reviveText = `
    WITH ${known}gone AS (
      SELECT coalesce(max((e.before ->> 'revision')::int), 0) AS revision FROM audit_event e
      WHERE e.record_id = ${revivedId} AND e.resource = '${dataSet.name}' AND e.action = 'deleted'
    ), present AS MATERIALIZED (
      SELECT r.id FROM ${table} r WHERE r.id = ${revivedId}
    ), ins AS (
      INSERT INTO ${table} AS r (${names.join(', ')}, maker, id, revision)
      SELECT ${newRow}, ${revivedId}, gone.revision + 1 FROM gone WHERE NOT EXISTS (SELECT FROM present)
      ON CONFLICT (${key.join(', ')}) DO NOTHING RETURNING r.*
    ), audit AS (
      ${auditInto} ${auditRow(`'created'`, 'ins', 'NULL::jsonb')} FROM ins ${notice}
    )
    ${item('created')} FROM ins r`;

  const valuesOf = (record: object, actor: Actor) => [
    ...names.map((name) => (record as Row)[name] ?? dataSet.defaults?.[name] ?? null),
    actor.name,
    actor.requestId,
  ];
  return {
    insert: (record, actor) => ({ text: insertText, values: valuesOf(record, actor) }),
    replace: (record, actor, seen) => {
      const values = valuesOf(record, actor);
      if (seen !== undefined) return { text: replaceSeen, values: [...values, seen] };
      if (!isCluster) return { text: replaceAny, values };
      return {
        text: replaceOnNode,
        values: values.slice(0, -1), // the identifier of the request is the event's
        eventOf: ({ id, before }) =>
          before == null ? undefined : { text: eventText, values: [...values, id, before] },
      };
    },
    replaceStored: (id, record, actor, seen = ['*']) => ({
      text: replaceStored,
      values: [...valuesOf(record, actor), seen, id],
    }),
    move: (id, from, record, actor, seen = ['*']) => ({
      text: moveText,
      values: [...valuesOf(record, actor), seen, id, ...key.map((name) => (from as Row)[name])],
    }),
    revive: (id, record, actor) => ({ text: reviveText, values: [...valuesOf(record, actor), id] }),
  };
}

/** The JSON of an item whose value from another table is looked up before, by the key that is written, and the CTE that does. */
function lookedUpFirst({ itemJson, lookUp }: DataSet, place: (name: string) => string) {
  if (lookUp === undefined) return { known: '', itemJson };
  const { of, value } = lookUp;
  return {
    known: `known (value) AS MATERIALIZED (SELECT ${value(place(of))}), `,
    itemJson: itemJson.replaceAll(value(`r.${of}`), '(SELECT value FROM known)'),
  };
}

function removal(dataSet: DataSet, id: string, actor: Actor, tags: readonly string[] | undefined): Statement {
  const pairs = (names: readonly string[]) => names.map((name) => `'${name}', del.${name}`).join(', ');
  return {
    text: `
      WITH del AS (
        DELETE FROM ${dataSet.table} r WHERE r.id = $1::uuid
          AND ($4::text[] IS NULL OR '*' = ANY ($4::text[]) OR ${versionSql('r')} = ANY ($4::text[]))
        RETURNING r.*
      ), audit AS (
        INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before)
        SELECT '${dataSet.name}', 'deleted', del.id, jsonb_build_object(${pairs(dataSet.key)}), $2::text, $3::text,
          to_jsonb(del) - 'id' FROM del RETURNING ${tellEvent(dataSet.table, `record_key ->> '${dataSet.key[0]}'`)}
      )
      SELECT del.id, del.revision, del.${dataSet.key[0]}::text AS symbol, json_build_object('id', del.id, 'status', 'deleted', 'timestamp',
        to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text AS json FROM del`,
    values: [id, actor.name, actor.requestId, tags ?? null],
  };
}
