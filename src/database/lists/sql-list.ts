import type { Writable } from 'node:stream';
import type { StreamFormat } from '../copy-out.js';
import type { Database, Statement } from '../database.js';
import type { List, Page, PageRequest, Resolved, Window } from './list.js';

/**
 * A list as SQL: one visible SELECT in its total order, with typed placeholders (`$1::date`), plus what the envelope
 * needs.
 */
export interface ListStatement {
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
  /** true: reads the rows of a page from an index, by the same plan whatever the values; may share a connection */
  quick?: boolean;
  values: readonly unknown[];
  /** SELECT count(*) AS total of all matching rows, before any cursor; run only for `total=true` */
  count: Statement;
  /** output columns that make the order total, in its order: the cursor is their values in the last row */
  key: readonly string[];
  query: PageRequest;
  /** unit of the values for `meta.unit`, null where there is none */
  unit: string | null;
  /** for `meta`, see {@link List} */
  resolved?: Resolved;
}

/** A list whose rows PostgreSQL selects and shapes as JSON or CSV. */
export class SqlList implements List {
  readonly query: PageRequest;
  readonly unit: string | null;
  readonly resolved: Resolved | undefined;

  constructor(
    private readonly database: Database,
    private readonly statement: ListStatement,
  ) {
    this.query = statement.query;
    this.unit = statement.unit;
    this.resolved = statement.resolved;
  }

  async page({ limit, offset }: Window): Promise<Page> {
    const { values, key, quick = false } = this.statement;
    const statement = {
      text: pageStatement(this.statement),
      // One row more than the page tells whether there is a next one.
      values: [...values, limit + 1, offset],
    };
    const [read] = quick
      ? await this.database.readQuickly<PageRow>(statement, limit)
      : await this.database.read<PageRow>(statement);
    const rows = read?.rows ?? '';
    const count = read?.count ?? 0;
    if (count <= limit) return { rows: [rows], count, after: undefined };
    const onPage = rows.slice(0, rows.lastIndexOf(',\n'));
    const last = JSON.parse(onPage.slice(onPage.lastIndexOf('\n') + 1)) as Record<string, unknown>;
    return { rows: [onPage], count: limit, after: key.map((column) => last[column]) };
  }

  stream(format: StreamFormat, sink: Writable): Promise<void> {
    return this.database.stream(windowed(this.statement), format, sink);
  }

  async count(): Promise<number> {
    const [row] = await this.database.read<{ total: string }>(this.statement.count);
    return Number(row?.total ?? 0);
  }
}

interface PageRow {
  rows: string | null;
  count: number;
}

/**
 * The statement of a page of a list; limit and offset are bound behind the list's values. PostgreSQL shapes the rows:
 * they stand on lines of their own, so that the surplus row is cut off and the last key is read without parsing the rest.
 */
function pageStatement(list: ListStatement): string {
  const next = list.values.length + 1;
  return `SELECT string_agg(${list.json ?? 'row_to_json(line)::text'}, E',\\n') AS rows, count(*)::int AS count
          FROM (${cut(list, `LIMIT $${next}::bigint OFFSET $${next + 1}::bigint`)}) line`;
}

/** The statement of a stream, with the window that was asked for, if any; bound as everything that a client sent. */
function windowed(list: ListStatement): Statement {
  const { limit, offset } = list.query;
  const values: unknown[] = [...list.values];
  const clause = (word: string, value: number | undefined) =>
    value === undefined ? '' : `${word} $${values.push(value)}::bigint `;
  const limits = `${clause('LIMIT', limit)}${clause('OFFSET', offset)}`;
  return { text: limits === '' ? list.select : cut(list, limits), values };
}

/** The SELECT of a list cut by `LIMIT … OFFSET …`. */
function cut({ select, paged }: ListStatement, limits: string): string {
  return paged === undefined ? `${select} ${limits}` : paged(limits);
}
