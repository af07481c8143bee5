import type { Actor } from '../../auth/caller.js';
import { changeNotice } from '../../database/changes.js';
import { arrayLiteral, columnsFrom, haveSame } from '../../database/sql.js';
import type { Statement } from '../../database/statement.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';
import type { InsertedMany, TakenKey, Write } from './write.js';

type Row = Record<string, unknown>;

/** The statements that write the records of one request together. */
export interface BulkStatements {
  /** inserts the records with free keys one after another: one {@link InsertedMany}; on a cluster none if none was */
  insert(records: readonly object[], ids: readonly string[], actor: Actor): Write;
  /** looks the records up by their keys: one {@link TakenKey} for each that is stored */
  find(records: readonly object[]): Statement;
  /** notifies other processes of records written in its transaction, once per symbol */
  notify(records: readonly object[]): Statement;
}

/**
 * Builds the bulk statements of a data set.
 *
 * The executor of PostgreSQL is a chain of steps that pass on one row at a time: `audit` requests a row from `ins`,
 * `ins` requests one from `item`. So each item is started, inserted under its key and written to the audit log before
 * the next one is started, and the clock read at the start of each item measures every item separately, including
 * those whose key is taken. The final SELECT reads `audit` first, which makes the chain run.
 *
 * A record earlier in the same request counts like any other. A rival's insert of the same key is waited for.
 *
 * `isCluster`: rows found by one part of a statement are sent to the nodes before another part reads them. So on a
 * cluster the insert is a separate statement, and the items are not measured separately.
 */
export function bulkStatements(dataSet: DataSet, isCluster: boolean): BulkStatements {
  const { table, key } = dataSet;
  const columns = columnsOf(dataSet);
  const names = columns.map(({ name }) => name);
  // Lists are passed as the text of a list, because a list of lists is not an SQL array; see arrayLiteral.
  const isList = (sqlType: string) => sqlType.endsWith('[]');
  const item = columns.map(({ name, kind }) =>
    isList(kind.sqlType) ? `item.${name}::${kind.sqlType}` : `item.${name}`,
  );
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.kind.sqlType ?? 'text';
  const places = (columnNames: readonly string[]) =>
    columnNames
      .map((name, index) => `$${index + 1}::${isList(typeOf(name)) ? 'text' : typeOf(name)}[]`)
      .join(', ');
  const insertedRow = (columnNames: readonly string[]) =>
    `LATERAL (SELECT ${columnsFrom('ins', columnNames)})`;
  const [id, actorName, requestId] = [1, 2, 3].map((after) => `$${names.length + after}`);
  const sinceStart = (moment: string) => `(date_part('epoch', ${moment} - statement_timestamp()) * 1e6)::int`;

  const items = `unnest(${places(names)}, ${id}::uuid[]) AS item (${names.join(', ')}, id)`;
  const insertFrom = (from: string) => `
      INSERT INTO ${table} AS r (${names.join(', ')}, id, maker)
      SELECT ${item.join(', ')}, item.id, ${actorName}::text FROM ${from}
      ON CONFLICT (${key.join(', ')}) DO NOTHING RETURNING r.id`;
  const audit = (from: string) => `
      INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, after)
      SELECT '${dataSet.name}', 'created', ins.id, to_jsonb(key), ${actorName}::text, ${requestId}::text, to_jsonb(stored_values)
      FROM ${from}, ${insertedRow(key)} AS key, ${insertedRow(names)} AS stored_values RETURNING record_id`;
  const insertText = `
    WITH item AS MATERIALIZED (
      SELECT item.*, clock_timestamp() AS _started FROM ${items}
    ), ins AS (${insertFrom('item')}, ${columnsFrom('r', names)}
    ), audit AS (${audit('ins')}
    )
    SELECT (SELECT string_agg(record_id::text, ',') FROM audit) AS created,
      (SELECT string_agg(${sinceStart('_started')}::text, ',') FROM item) || ',' || ${sinceStart('clock_timestamp()')} AS times`;

  const eventsText = `
    WITH audit AS (${audit(`(SELECT item.id, ${item.map((each, index) => `${each} AS ${names[index]}`).join(', ')} FROM ${items} WHERE item.id = ANY ($${names.length + 4}::uuid[])) ins`)}
    )
    SELECT string_agg(record_id::text, ',') AS created, NULL AS times FROM audit`;

  const findText = `
    SELECT item._place::int AS place, r.id
    FROM unnest(${places(key)}) WITH ORDINALITY AS item (${key.join(', ')}, _place)
    JOIN ${table} r ON ${haveSame('r', 'item', key)}`;

  const listsOf = (records: readonly object[], columnNames: readonly string[]) =>
    columnNames.map((name) => {
      const absent = dataSet.defaults[name] ?? null;
      return arrayLiteral(records.map((record) => (record as Row)[name] ?? absent));
    });
  return {
    insert: (records, ids, actor) => {
      const values = [...listsOf(records, names), arrayLiteral(ids), actor.name];
      if (!isCluster) return { text: insertText, values: [...values, actor.requestId] };
      return {
        first: [{ text: insertFrom(items), values, onNode: true, asTexts: true }],
        last: ([created = []]) =>
          created.length === 0
            ? undefined
            : {
                text: eventsText,
                values: [...values, actor.requestId, created.map((row) => row.id)],
                onNode: true,
              },
      };
    },
    find: (records) => ({ text: findText, values: listsOf(records, key) }),
    notify: (records) => ({
      text: `SELECT ${changeNotice(table, 'symbol')} FROM unnest($1::text[]) symbol`,
      values: [[...new Set(records.map((record) => String((record as Row)[key[0] ?? ''])))]],
      onNode: true,
    }),
  };
}
