import { integerKind, type Kind } from '../../kinds/kinds.js';
import type { Database } from '../database.js';
import type { Conditions } from './conditions.js';
import { decodeCursor } from './cursor.js';
import type { List, PageRequest } from './list.js';
import { orderByMoment } from './order.js';
import { type ListStatement, SqlList } from './sql-list.js';

/** A column of a list's order. */
interface KeyColumn {
  /** SQL expression */
  sql: string;
  /** its name in the answer */
  name: string;
  /** how a cursor reads it */
  kind: Kind<unknown>;
}

/** The column of a ranking that orders it. */
export const RANK: KeyColumn = { sql: 'rank', name: 'rank', kind: integerKind({ min: 1 }) };

/** A list of the rows of a table: what is selected, and what orders it. */
export interface Listing
  extends Partial<
    Pick<
      ListStatement,
      'days' | 'isComposed' | 'plansOnce' | 'quick' | 'remarks' | 'resolved' | 'tickers' | 'unit'
    >
  > {
  /** SELECT list */
  columns: string;
  /** FROM without its keyword */
  from: string;
  /** joins that add columns and no rows: rows are counted without them */
  joins?: string;
  conditions: Conditions;
  /** unique together */
  key: readonly [KeyColumn, ...KeyColumn[]];
  query: PageRequest;
  /** the key descends unless `order=asc`, instead of the reverse */
  descends?: boolean;
  /** may have too many rows to count, see {@link RowSource} */
  isLong?: boolean;
}

/** A list by its key, whose columns all ascend or all descend. */
export function listByKey(database: Database, listing: Listing): List {
  return new SqlList(database, orderedByKey(listing));
}

/** A list by time, the first column of its key: newest first unless `order=asc`, the others ascending within a moment. */
export function listByMoment(database: Database, listing: Listing): List {
  const { conditions, key, query } = listing;
  const [moment, ...others] = key;
  const { where, values } = conditions.snapshot();
  return new SqlList(
    database,
    statementOf(listing, where, values, orderByMoment(query, conditions, moment, others)),
  );
}

/** The statement of {@link listByKey}. */
export function orderedByKey(listing: Listing): ListStatement {
  const { conditions, key, query, descends = false } = listing;
  const { where, values } = conditions.snapshot();
  const after = decodeCursor(
    query.cursor,
    key.map((column) => column.kind),
  );
  const descending = descends ? query.order !== 'asc' : query.order === 'desc';
  if (after !== undefined) {
    const position = key.map(({ sql }) => sql).join(', ');
    const places = key.map(({ kind }) => `?::${kind.sqlType}`).join(', ');
    conditions.add(`(${position}) ${descending ? '<' : '>'} (${places})`, ...after);
  }
  const order = key.map(({ sql }) => `${sql}${descending ? ' DESC' : ''}`).join(', ');
  return statementOf(listing, where, values, order);
}

/** `where` and `values`: of the conditions without the cursor's, by which rows are counted. */
function statementOf(listing: Listing, where: string, values: unknown[], order: string): ListStatement {
  const { columns, from, joins = '', conditions, key, isLong = false, descends: _, ...others } = listing;
  const source = `${from}${where}`;
  return {
    unit: null,
    ...others,
    select: `SELECT ${columns} FROM ${from}${joins}${conditions.where} ORDER BY ${order}`,
    values: conditions.values,
    count: isLong ? { from: source, values } : { text: `SELECT count(*) AS total FROM ${source}`, values },
    key: key.map(({ name }) => name),
  };
}
