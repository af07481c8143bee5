import { InvalidInput } from '../../errors/domain-errors.js';
import { dateKind, Invalid, type Kind } from '../../kinds/kinds.js';
import type { Statement } from '../database.js';

/** Largest page of a JSON list; CSV and NDJSON have no cap. */
export const MAXIMUM_PAGE = 10_000;
/** Page size of a JSON list when `limit` is not given. */
export const DEFAULT_PAGE = 100;

/** What part of a list is asked for, and how. */
export interface PageRequest {
  /** rows to skip */
  offset?: number;
  limit?: number;
  /** opaque position made by {@link encodeCursor} */
  cursor?: string;
  order?: 'asc' | 'desc';
  /** true: all matching rows are counted too */
  total?: boolean;
  format?: 'json' | 'csv' | 'ndjson';
}

/**
 * A list that a repository has described and nobody has read yet: one visible SELECT in its total order,
 * with typed placeholders (`$1::date`), plus what the envelope needs. The reply interceptor executes it as
 * a JSON page, or streams it as CSV or NDJSON.
 */
export interface ListSource {
  /** SELECT … ORDER BY …, no LIMIT; every placeholder carries its type, as streaming needs it */
  select: string;
  /**
   * The same rows cut by `limits` (LIMIT … OFFSET …), where it is cheaper to choose rows before all of them is known.
   * `select` is cut when not given
   */
  paged?: (limits: string) => string;
  /**
   * JSON text of a row, the alias `line`, as an SQL expression; `row_to_json` when not given, of which it must be
   * the very text: PostgreSQL writes known columns twice as fast as it looks up what columns there are
   */
  json?: string;
  /** the statement of a page where it is made beforehand; see pageStatement */
  page?: string;
  values: readonly unknown[];
  /** SELECT count(*) AS total of all matching rows, before any cursor; run only for `total=true` */
  count: Statement;
  /** output columns that make the order total, in its order: the cursor is their values in the last row */
  key: readonly string[];
  query: PageRequest;
  /** unit of the values for `meta.unit`, null where there is none */
  unit: string | null;
}

/** Page size and offset of a JSON answer; throws {@link InvalidInput} past the cap. */
export function pageOf(query: PageRequest): { limit: number; offset: number } {
  const limit = query.limit ?? DEFAULT_PAGE;
  if (limit > MAXIMUM_PAGE) {
    throw new InvalidInput([
      {
        parameter: 'limit',
        code: 'out_of_range',
        detail: `at most ${MAXIMUM_PAGE} rows a JSON page; ask for text/csv or application/x-ndjson to stream more`,
      },
    ]);
  }
  return { limit, offset: query.offset ?? 0 };
}

/** Refuses an offset beside a cursor, in every format. */
export function refuseTwoPositions(query: PageRequest): void {
  if (query.cursor === undefined || query.offset === undefined) return;
  throw new InvalidInput([
    { parameter: 'offset', code: 'not_together', detail: 'give offset or cursor, not both' },
  ]);
}

/** The opaque position after a row: its key values. */
export function encodeCursor(keyValues: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(keyValues)).toString('base64url');
}

/** Reads a cursor back, each value by its kind; anything not made by {@link encodeCursor} is refused. */
export function decodeCursor(
  cursor: string | undefined,
  kinds: readonly Kind<unknown>[],
): unknown[] | undefined {
  if (cursor === undefined) return undefined;
  const refused = new InvalidInput([
    {
      parameter: 'cursor',
      code: 'invalid_format',
      detail: 'not a cursor of this list: take it from meta.next',
    },
  ]);
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw refused;
  }
  if (!Array.isArray(parts) || parts.length !== kinds.length) throw refused;
  return kinds.map((kind, index) => {
    const value = kind.fromJson(parts[index]);
    if (value instanceof Invalid) throw refused;
    return value;
  });
}

/** Refuses a range whose first date is after its last. */
export function checkDateRange(range: { from_date?: string; to_date?: string }): void {
  if (range.from_date !== undefined && range.to_date !== undefined && range.from_date > range.to_date) {
    throw new InvalidInput([
      { parameter: 'from_date', code: 'out_of_range', detail: 'from_date is after to_date' },
    ]);
  }
}

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
 * Adds what lies before the cursor to the conditions and returns the ORDER BY list. The first bound on the
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

/** Conditions of one WHERE clause with their bound values; written as SQL, numbered as they come. */
export class Conditions {
  readonly values: unknown[];
  private readonly parts: string[] = [];

  /** `bound`: values that the statement uses already, before these conditions. */
  constructor(bound: readonly unknown[] = []) {
    this.values = [...bound];
  }

  /** Adds `text` with each `?` standing for the next value; a `?` needs its type: `date >= ?::date`. */
  add(text: string, ...values: unknown[]): this {
    let next = 0;
    this.parts.push(
      text.replaceAll('?', () => {
        this.values.push(values[next++]);
        return `$${this.values.length}`;
      }),
    );
    return this;
  }

  /** Adds the condition only when the value is given. */
  when(value: unknown, text: string): this {
    return value === undefined ? this : this.add(text, value);
  }

  /** The conditions so far with their values, unchanged by later ones. */
  snapshot(): { where: string; values: unknown[] } {
    return { where: this.where, values: [...this.values] };
  }

  /** ` WHERE a AND b`, or nothing. */
  get where(): string {
    return this.parts.length === 0 ? '' : ` WHERE ${this.parts.join(' AND ')}`;
  }
}
