import { dateKind, type Kind } from '../../kinds/kinds.js';
import type { Conditions } from './conditions.js';
import { decodeCursor } from './cursor.js';
import type { PageRequest } from './list.js';

/** SQL of the two columns that order a list of days, and the kind by which a cursor reads the second. */
export interface DayKey {
  date: string;
  symbol: string;
  kind: Kind<unknown>;
}

/** A column of an order, and the kind by which a cursor reads it. */
export interface OrderColumn {
  sql: string;
  kind: Kind<unknown>;
}

/**
 * The order of every list of days: newest first unless asked otherwise, symbols ascending within a day.
 * See {@link orderByMoment}.
 */
export function orderByDay(
  query: PageRequest,
  conditions: Conditions,
  { date, symbol, kind }: DayKey,
): string {
  return orderByMoment(query, conditions, { sql: date, kind: dateKind }, [{ sql: symbol, kind }]);
}

/**
 * The order of a list by time: newest first unless asked otherwise, the other columns ascending within a moment.
 * Adds the condition that rows come after the cursor, and returns the ORDER BY list. The first bound on the
 * moment alone is for the index; the rest is exact.
 */
export function orderByMoment(
  query: PageRequest,
  conditions: Conditions,
  moment: OrderColumn,
  others: readonly OrderColumn[] = [],
): string {
  const after = decodeCursor(
    query.cursor,
    [moment, ...others].map(({ kind }) => kind),
  );
  const ascending = query.order === 'asc';
  const names = others.map(({ sql }) => sql);
  if (after !== undefined) {
    const [time, ...rest] = after;
    const at = `?::${moment.kind.sqlType}`;
    const places = others.map(({ kind }) => `?::${kind.sqlType}`);
    if (ascending) {
      conditions.add(`(${[moment.sql, ...names].join(', ')}) > (${[at, ...places].join(', ')})`, ...after);
    } else if (others.length === 0) conditions.add(`${moment.sql} < ${at}`, time);
    else {
      const later = `(${names.join(', ')}) > (${places.join(', ')})`;
      conditions.add(`${moment.sql} <= ${at} AND (${moment.sql} < ${at} OR ${later})`, time, time, ...rest);
    }
  }
  return [ascending ? moment.sql : `${moment.sql} DESC`, ...names].join(', ');
}
