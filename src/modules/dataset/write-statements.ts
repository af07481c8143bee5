import type { Actor } from '../../auth/caller.js';
import type { Statement } from '../../database/database.js';
import { columnsOf, type DataSet } from './data-set.js';

type Row = Record<string, unknown>;

/** SQL of a stored version's ETag, without its quotes: as `etagOf` in the HTTP layer makes it. */
export const versionTag = (alias: string) => `left(${alias}.id::text, 8) || '-' || ${alias}.revision`;

/** What a write statement did, one row; no row at all: a race was lost, run it again. */
export interface WriteRow {
  outcome: 'created' | 'updated' | 'unchanged' | 'exists' | 'precondition_failed';
  id: string;
  revision: number;
  /** JSON text of the item as stored now */
  json: string;
}

/** The two statements by which every record of a data set is written. */
export interface WriteStatements {
  /** insert, or find what exists already: `created` or `exists` */
  insert(record: object, actor: Actor): Statement;
  /** insert or replace: `created`, `updated`, `unchanged`; with tags, `precondition_failed` for any other version */
  replace(record: object, actor: Actor, tags?: readonly string[]): Statement;
}

/**
 * Builds the write statements of a data set. Each is one atomic statement that also appends its audit event,
 * so that neither can exist without the other.
 *
 * Under READ COMMITTED a statement sees the rows of its start. When a rival commits the same key meanwhile,
 * ON CONFLICT DO NOTHING inserts nothing and the rival's row is not visible yet: the statement returns no
 * row and the caller repeats it.
 */
export function writeStatements(dataSet: DataSet): WriteStatements {
  const columns = columnsOf(dataSet);
  const names = columns.map((column) => column.name);
  const place = (name: string) => {
    const index = names.indexOf(name);
    return `$${index + 1}::${columns[index]?.kind.sqlType}`;
  };
  const actorName = `$${names.length + 1}::text`;
  const requestId = `$${names.length + 2}::text`;
  const tags = `$${names.length + 3}::text[]`;
  const { table, key } = dataSet;
  const payload = names.filter((name) => !(key as readonly string[]).includes(name));
  const keyMatches = key.map((name) => `r.${name} = ${place(name)}`).join(' AND ');
  const keyJson = (alias: string) =>
    `jsonb_build_object(${key.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`;
  const valuesJson = (alias: string) =>
    `jsonb_build_object(${names.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`;
  const insertInto = `INSERT INTO ${table} AS r (${names.join(', ')}, maker)`;
  const newRow = `${names.map(place).join(', ')}, ${actorName}`;
  const auditInto = `INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)`;
  const auditRow = (action: string, alias: string, before: string) =>
    `SELECT '${dataSet.name}', '${action}', ${alias}.id, ${keyJson(alias)}, ${actorName}, ${requestId}, ${before}, ${valuesJson(alias)} FROM ${alias}`;
  const item = (outcome: string) =>
    `SELECT '${outcome}' AS outcome, r.id, r.revision, (${dataSet.itemJson})::text AS json`;

  const met = (alias: string) =>
    `(${tags} IS NULL OR '*' = ANY (${tags}) OR ${versionTag(alias)} = ANY (${tags}))`;

  const insertText = `
    WITH ins AS (
      ${insertInto} VALUES (${newRow}) ON CONFLICT (${key.join(', ')}) DO NOTHING RETURNING r.*
    ), audit AS (
      ${auditInto} ${auditRow('created', 'ins', 'NULL::jsonb')}
    )
    ${item('created')} FROM ins r
    UNION ALL
    ${item('exists')} FROM ${table} r WHERE ${keyMatches} AND NOT EXISTS (SELECT FROM ins)`;

  const changes = payload.map((name) => `${name} = ${place(name)}`);
  const replaceText = `
    WITH old AS (
      SELECT * FROM ${table} r WHERE ${keyMatches} FOR UPDATE
    ), upd AS (
      UPDATE ${table} r SET ${changes.join(', ')}, maker = ${actorName}, revision = old.revision + 1,
        changed_at = clock_timestamp()${(dataSet.onChange ?? []).map((each) => `, ${each}`).join('')}
      FROM old WHERE ${key.map((name) => `r.${name} = old.${name}`).join(' AND ')}
        AND ${met('old')}
        AND (${payload.map((name) => `old.${name}`).join(', ')}) IS DISTINCT FROM (${payload.map(place).join(', ')})
      RETURNING r.*
    ), ins AS (
      ${insertInto} SELECT ${newRow} WHERE NOT EXISTS (SELECT FROM old) AND ${tags} IS NULL
      ON CONFLICT (${key.join(', ')}) DO NOTHING RETURNING r.*
    ), audit AS (
      ${auditInto}
      ${auditRow('created', 'ins', 'NULL::jsonb')}
      UNION ALL
      ${auditRow('updated', 'upd', `(SELECT ${valuesJson('old')} FROM old)`)}
    )
    ${item('created')} FROM ins r
    UNION ALL
    ${item('updated')} FROM upd r
    UNION ALL
    ${item('unchanged')} FROM old r
    WHERE NOT EXISTS (SELECT FROM upd) AND ${met('r')}
    UNION ALL
    ${item('precondition_failed')} FROM old r WHERE NOT ${met('r')}`;

  const valuesOf = (record: object, actor: Actor) => [
    ...names.map((name) => (record as Row)[name] ?? dataSet.defaults?.[name] ?? null),
    actor.name,
    actor.requestId,
  ];
  return {
    insert: (record, actor) => ({ text: insertText, values: valuesOf(record, actor) }),
    replace: (record, actor, expected) => ({
      text: replaceText,
      values: [...valuesOf(record, actor), expected ?? null],
    }),
  };
}
