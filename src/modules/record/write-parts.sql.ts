import type { Actor } from '../../auth/caller.js';
import { eventNotice } from '../../database/changes.js';
import { columnsFrom, jsonFrom, momentAfter } from '../../database/sql.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';

/**
 * SQL parts of the write statements of a data set: `r` is the record, `old` its former state. The first values that
 * they bind are `valuesOf` a record and its writer. `withItem`: the event notifies other processes of the write.
 */
export function writeParts(dataSet: DataSet, withItem: boolean) {
  const { table, key } = dataSet;
  const columns = columnsOf(dataSet);
  const names = columns.map((column) => column.name);
  const typeOf = (name: string) => columns[names.indexOf(name)]?.kind.sqlType;
  const place = (name: string) => `$${names.indexOf(name) + 1}::${typeOf(name)}`;
  const actorName = `$${names.length + 1}::text`;
  const requestId = `$${names.length + 2}::text`;
  const payload = names.filter((name) => !(key as readonly string[]).includes(name));
  const changes = [
    ...payload.map((name) => `${name} = ${place(name)}`),
    `maker = ${actorName}`,
    ...(dataSet.onChange ?? []),
  ];
  const json = (columns: readonly string[], value: (name: string) => string) =>
    `jsonb_build_object(${columns.map((name) => `'${name}', ${value(name)}`).join(', ')})`;
  return {
    names,
    typeOf,
    place,
    actorName,
    requestId,
    /** number of the first place after those of {@link valuesOf} */
    next: names.length + 3,
    keyMatches: key.map((name) => `r.${name} = ${place(name)}`).join(' AND '),
    /** condition that the stored record has other values */
    differs: (old: string) =>
      `(${columnsFrom(old, payload)}) IS DISTINCT FROM (${payload.map(place).join(', ')})`,
    insertInto: `INSERT INTO ${table} AS r (${names.join(', ')}, maker)`,
    newRow: `${names.map(place).join(', ')}, ${actorName}`,
    onConflict: `ON CONFLICT (${key.join(', ')}) DO NOTHING`,
    update: (old: string) => `UPDATE ${table} r SET ${changes.join(', ')}, revision = ${old}.revision + 1,
        changed_at = ${momentAfter(`${old}.changed_at`)}`,
    auditInto: `INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)`,
    // The bound values are those stored afterwards: taken from there, rows need not be passed on.
    auditRow: (action: string, from: string, before: string) =>
      `SELECT '${dataSet.name}', '${action}', ${from}.id, ${json(key, place)}, ${actorName}, ${requestId}, ${before}, ${json(names, place)}`,
    before: jsonFrom('old', names),
    notice: withItem ? `RETURNING ${eventNotice(table, `${place(key[0] ?? '')}::text`)}` : '',
    /** the item of `r` as a row of an outcome; `itemJson`: SQL of its JSON */
    item: (outcome: string, itemJson: string) =>
      `SELECT '${outcome}' AS outcome, r.id, r.revision${withItem ? `, (${itemJson})::text AS json` : ''}`,
    valuesOf: (record: object, { name, requestId }: Actor) => [
      ...names.map(
        (column) => (record as Record<string, unknown>)[column] ?? dataSet.defaults[column] ?? null,
      ),
      name,
      requestId,
    ],
  };
}
