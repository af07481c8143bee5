import type { Kind } from '../../kinds/kinds.js';
import type { Conditions } from './conditions.js';
import { decodeCursor } from './cursor.js';
import type { PageRequest } from './list.js';
import type { ListStatement } from './sql-list.js';

/** A column of a list's order. */
export interface KeyColumn {
  /** SQL expression */
  sql: string;
  /** its name in the answer */
  name: string;
  /** how a cursor reads it */
  kind: Kind<unknown>;
}

/** A list of reference records. */
export interface Listing {
  /** SELECT list */
  columns: string;
  /** FROM without its keyword */
  from: string;
  conditions: Conditions;
  /** unique together; all ascend, or all descend with `order=desc` */
  key: readonly KeyColumn[];
  query: PageRequest;
}

/** A list by its key, ascending unless `order=desc`. */
export function listedByKey({ columns, from, conditions, key, query }: Listing): ListStatement {
  const { where, values } = conditions.snapshot();
  const after = decodeCursor(
    query.cursor,
    key.map((column) => column.kind),
  );
  const descending = query.order === 'desc';
  if (after !== undefined) {
    const position = key.map(({ sql }) => sql).join(', ');
    const places = key.map(({ kind }) => `?::${kind.sqlType}`).join(', ');
    conditions.add(`(${position}) ${descending ? '<' : '>'} (${places})`, ...after);
  }
  const order = key.map(({ sql }) => `${sql}${descending ? ' DESC' : ''}`).join(', ');
  return {
    select: `SELECT ${columns} FROM ${from}${conditions.where} ORDER BY ${order}`,
    values: conditions.values,
    count: { text: `SELECT count(*) AS total FROM ${from}${where}`, values },
    key: key.map(({ name }) => name),
    query,
    unit: null,
  };
}
