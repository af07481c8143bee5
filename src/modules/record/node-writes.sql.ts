import type { Actor } from '../../auth/caller.js';
import { TransactionLost } from '../../database/conflicts.js';
import type { Statement } from '../../database/statement.js';
import type { DataSet } from '../dataset/data-set.js';
import { type NodeWrite, rowLiteral, type StoredRow } from './write.js';
import { writeParts } from './write-parts.sql.js';

type Row = Record<string, unknown>;

/** The writes of a data set that on a cluster are statements on the record's node followed by one more. */
interface NodeWrites {
  /** like `insert` of the write statements */
  insert(record: object, actor: Actor): NodeWrite;
  /** like `replace` of the write statements */
  replace(record: object, actor: Actor): NodeWrite;
}

/**
 * Builds them. Each statement has one table and one key, because a cluster keeps the plans of no others, and returns
 * columns only, because it accepts little else there. Their results go as texts into the last statement, whose tables
 * are the coordinator's.
 */
export function nodeWrites(dataSet: DataSet, withItem: boolean): NodeWrites {
  const { table, key } = dataSet;
  const parts = writeParts(dataSet, withItem);
  const { typeOf, valuesOf, auditInto, auditRow, notice, next } = parts;
  const lookUp = withItem ? dataSet.lookUp : undefined;

  const isKey = key.map((name, index) => `r.${name} = $${index + 1}::${typeOf(name)}`).join(' AND ');
  const lock = `SELECT r.* FROM ${table} r WHERE ${isKey} FOR UPDATE`;
  const update = `${parts.update('r')} WHERE ${parts.keyMatches} AND ${parts.differs('r')} RETURNING r.*`;
  const insert = `${parts.insertInto} VALUES (${parts.newRow}) ${parts.onConflict} RETURNING r.*`;

  /** What the last statement reads from `place` on: rows, then the looked-up value; and the item of the row `r`. */
  const reading = (place: number, ...rows: string[]) => {
    const ctes = rows.map(
      (name, index) =>
        `${name} AS (SELECT (one.stored).* FROM (SELECT $${place + index}::${table} AS stored OFFSET 0) one)`,
    );
    const lookUpValue = `$${place + rows.length}::${lookUp?.sqlType}`;
    const json = lookUp
      ? dataSet.itemJson.replaceAll(lookUp.value(`r.${lookUp.of}`), lookUpValue)
      : dataSet.itemJson;
    return { ctes, item: (outcome: string) => `${parts.item(outcome, json)} FROM r` };
  };
  const created = reading(next, 'r');
  const createdText = `
    WITH ${created.ctes}, audit AS (
      ${auditInto} ${auditRow('created', 'r', 'NULL::jsonb')} FROM r ${notice}
    )
    ${created.item('created')}`;
  const updated = reading(next, 'r', 'old');
  const updatedText = `
    WITH ${updated.ctes}, audit AS (
      ${auditInto} ${auditRow('updated', 'r', parts.before)} FROM r, old ${notice}
    )
    ${updated.item('updated')}`;
  const unchanged = reading(1, 'r');
  const unchangedText = `WITH ${unchanged.ctes} ${unchanged.item('unchanged')}`;

  const first = (text: string, values: readonly unknown[]): Statement => ({
    text,
    values,
    onNode: true,
    asTexts: true,
  });
  const last = (text: string, values: readonly unknown[]): Statement => ({ text, values, onNode: true });
  const lookUps = (record: object) =>
    lookUp ? [first(`SELECT ${lookUp.value(`$1::${typeOf(lookUp.of)}`)}`, [(record as Row)[lookUp.of]])] : [];
  const lookUpValues = ([row]: readonly StoredRow[] = []) => (lookUp ? Object.values(row ?? {}) : []);
  const keyOf = (record: object, actor: Actor) => {
    const values = valuesOf(record, actor); // a key field may be omitted in favour of its default
    return key.map((name) => values[parts.names.indexOf(name)]);
  };
  const rowOf = (record: object, actor: Actor) => valuesOf(record, actor).slice(0, -1); // the request id is for the event
  return {
    insert: (record, actor) => ({
      first: [first(insert, rowOf(record, actor)), ...lookUps(record)],
      last: ([insertedRows, lookUpRows]) => {
        const [stored] = insertedRows ?? [];
        if (stored === undefined) return undefined;
        return last(createdText, [
          ...valuesOf(record, actor),
          rowLiteral(stored),
          ...lookUpValues(lookUpRows),
        ]);
      },
    }),
    replace: (record, actor) => ({
      first: [first(lock, keyOf(record, actor)), first(update, rowOf(record, actor)), ...lookUps(record)],
      last: ([lockedRows, changedRows, lookUpRows]) => {
        const [old] = lockedRows ?? [];
        const [stored] = changedRows ?? [];
        // A rival inserted it after the SELECT: the values before the update are unknown, and its event needs them.
        if (old === undefined && stored !== undefined) throw new TransactionLost();
        if (old === undefined) return undefined;
        if (stored === undefined) return last(unchangedText, [rowLiteral(old), ...lookUpValues(lookUpRows)]);
        const rows = [stored, old].map(rowLiteral);
        return last(updatedText, [...valuesOf(record, actor), ...rows, ...lookUpValues(lookUpRows)]);
      },
    }),
  };
}
