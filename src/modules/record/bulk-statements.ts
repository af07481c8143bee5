import type { Actor } from '../../auth/caller.js';
import { tellChange } from '../../database/changes.js';
import type { Statement } from '../../database/database.js';
import { arrayLiteral } from '../../database/sql.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';
import type { Write } from './write.js';

type Row = Record<string, unknown>;

/** What {@link BulkStatements.insert} did, one row. */
export interface InsertedMany {
  /** identifiers of the records that were inserted, with commas between them; null when none was */
  created: string | null;
  /** µs from the start of the statement to the start of each item, and at last to the end, with commas; null on a cluster */
  times: string | null;
}

/** What {@link BulkStatements.find} found, a row an item whose key is taken. */
export interface Found {
  /** place of the item in the list, from 1 */
  place: number;
  /** identifier of the stored record */
  id: string;
}

/** The statements that write the records of one request together. */
export interface BulkStatements {
  /** inserts, one after the other, the records whose key is not taken: one {@link InsertedMany}; on a cluster none when none was */
  insert(records: readonly object[], ids: readonly string[], actor: Actor): Write;
  /** looks the records up by their keys: a {@link Found} each of those that are there */
  find(records: readonly object[]): Statement;
  /** tells other processes of records that were written in its transaction, a symbol once */
  tell(records: readonly object[]): Statement;
}

/**
 * Builds the bulk statements of a data set.
 *
 * The executor of PostgreSQL is a chain of steps that hand on one row at a time: `audit` asks `ins` for a row,
 * `ins` asks `item` for one. So each item is begun, inserted under its key and written to the audit log before the
 * next one is begun, and the clock that is read where an item is begun measures each by itself, those that met
 * their key included. The answer reads `audit` first, which is what makes the chain run.
 *
 * A record that came earlier in the same request is met as any other. A rival's insert of the same key is waited for.
 *
 * `isCluster`: rows that one part of a statement finds are sent to the nodes before another part reads them. So there the insert is
 * a statement of its own, and the items are not measured each by itself.
 */
export function bulkStatements(dataSet: DataSet, isCluster: boolean): BulkStatements {
  const { table, key } = dataSet;
  const columns = columnsOf(dataSet);
  const names = columns.map(({ name }) => name);
  // Lists travel as the text of a list, as a list of lists is not an SQL array; see arrayLiteral.
  const isList = (sqlType: string) => sqlType.endsWith('[]');
  const item = columns.map(({ name, kind }) =>
    isList(kind.sqlType) ? `item.${name}::${kind.sqlType}` : `item.${name}`,
  );
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.kind.sqlType ?? 'text';
  const places = (wanted: readonly string[]) =>
    wanted
      .map((name, index) => `$${index + 1}::${isList(typeOf(name)) ? 'text' : typeOf(name)}[]`)
      .join(', ');
  const inserted = (wanted: readonly string[]) =>
    `LATERAL (SELECT ${wanted.map((name) => `ins.${name}`).join(', ')})`;
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
      FROM ${from}, ${inserted(key)} AS key, ${inserted(names)} AS stored_values RETURNING record_id`;
  const insertText = `
    WITH item AS MATERIALIZED (
      SELECT item.*, clock_timestamp() AS _started FROM ${items}
    ), ins AS (${insertFrom('item')}, ${names.map((name) => `r.${name}`).join(', ')}
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
    JOIN ${table} r ON ${key.map((name) => `r.${name} = item.${name}`).join(' AND ')}`;

  const listed = (records: readonly object[], wanted: readonly string[]) =>
    wanted.map((name) => {
      const absent = dataSet.defaults?.[name] ?? null;
      return arrayLiteral(records.map((record) => (record as Row)[name] ?? absent));
    });
  return {
    insert: (records, ids, actor) => {
      const values = [...listed(records, names), arrayLiteral(ids), actor.name];
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
    find: (records) => ({ text: findText, values: listed(records, key) }),
    tell: (records) => ({
      text: `SELECT ${tellChange(table, 'symbol')} FROM unnest($1::text[]) symbol`,
      values: [[...new Set(records.map((record) => String((record as Row)[key[0] ?? ''])))]],
      onNode: true,
    }),
  };
}
