import type { Writable } from 'node:stream';
import type { Days } from '../citus/days.js';
import type { StreamFormat } from '../copy-out.js';
import type { Database } from '../database.js';
import type { Statement } from '../statement.js';
import type { Count, List, Notice, Page, PageRequest, Resolved, Window } from './list.js';
import { countUpTo, EXACT_ROWS, estimatedRows, type RowSource } from './row-estimate.js';

/**
 * A list as SQL: one visible SELECT in its total order, with typed placeholders (`$1::date`), plus what the envelope
 * needs.
 */
export interface ListStatement {
  /** SELECT … ORDER BY …, no LIMIT; every placeholder carries its type, as streaming needs it */
  select: string;
  /**
   * The same rows cut by `limits` (LIMIT … OFFSET …), if it is cheaper to choose rows before all about them is known;
   * `reach`: SQL of the rows that limit and offset span together, null for all. `select` is cut when not given
   */
  pageOf?: (limits: string, reach: string) => string;
  /**
   * JSON text of a row, the alias `line`, as an SQL expression; `row_to_json` when not given, whose exact text it must
   * produce: with known columns, PostgreSQL need not look them up
   */
  json?: string;
  /** true: reads the rows of a page from an index, by the same plan whatever the values; may share a connection */
  quick?: boolean;
  /** true: has one good plan whatever the values, and takes longer to plan than to run */
  plansOnce?: boolean;
  /** see {@link Statement.isComposed} */
  isComposed?: boolean;
  values: readonly unknown[];
  /** see {@link Statement.tickers} */
  tickers?: Statement['tickers'];
  /** see {@link Statement.days} */
  days?: Statement['days'];
  /**
   * For a list newest first whose key has a `date`, and whose rows are read from those of their day and
   * {@link Days.before}: days, YYYY-MM-DD, each earlier than the last, from which on a cluster looks for a number of rows
   */
  latest?: ((rows: number) => readonly string[]) | undefined;
  /**
   * SELECT count(*) AS total of all matching rows, before any cursor; run only for `total=true`. Instead the source of
   * those rows, if they may be too many to count
   */
  count: Statement | RowSource;
  /** output columns that make the order total, in its order: the cursor is their values in the last row */
  key: readonly string[];
  query: PageRequest;
  /** unit of the values for `meta.unit`, null when there is none */
  unit: string | null;
  /** for `meta`, see {@link List} */
  resolved?: Resolved;
  /** see {@link List.remarks} */
  remarks?: readonly Notice[];
}

/** A list whose rows PostgreSQL selects and formats as JSON or CSV. */
export class SqlList implements List {
  readonly query: PageRequest;
  readonly unit: string | null;
  readonly isQuick: boolean;
  readonly resolved: Resolved | undefined;
  readonly remarks: readonly Notice[];

  constructor(
    private readonly database: Database,
    private readonly statement: ListStatement,
  ) {
    this.query = statement.query;
    this.unit = statement.unit;
    this.isQuick = statement.quick === true;
    this.resolved = statement.resolved;
    this.remarks = statement.remarks ?? [];
  }

  /** On a cluster, a page that the latest days fill is read from copies of these alone. */
  async page(window: Window): Promise<Page> {
    const { days, key, latest } = this.statement;
    const starts =
      latest !== undefined && this.database.isCluster ? latest(window.limit + window.offset + 1) : [];
    for (const from of starts) {
      if (days?.from !== undefined && days.from >= from) break;
      const page = await this.read(window, { ...days, from });
      const last = page.after?.[key.indexOf('date')];
      if (typeof last === 'string' && last >= from) return page;
    }
    return this.read(window, days);
  }

  private async read({ limit, offset }: Window, days: Statement['days']): Promise<Page> {
    const { values, key } = this.statement;
    const statement = {
      text: pageStatement(this.statement),
      // One row more than the page shows whether there is a next one.
      values: [...values, limit + 1, offset],
      tickers: this.statement.tickers,
      days,
      isComposed: this.statement.isComposed,
      largeAsBytes: true,
    } as const;
    const [read] = this.isQuick
      ? await this.database.readQuickly<PageRow>(statement, limit)
      : this.statement.plansOnce
        ? await this.database.readByOnePlan<PageRow>(statement)
        : await this.database.read<PageRow>(statement);
    const rows = read?.rows ?? '';
    const count = read?.count ?? 0;
    if (count <= limit) return { rows: [rows], count, after: undefined };
    const onPage = rows.slice(0, rows.lastIndexOf(',\n'));
    const last = JSON.parse(String(onPage.slice(onPage.lastIndexOf('\n') + 1))) as Record<string, unknown>;
    return { rows: [onPage], count: limit, after: key.map((column) => last[column]) };
  }

  stream(format: StreamFormat, sink: Writable): Promise<void> {
    return this.database.stream(windowStatement(this.statement), format, sink);
  }

  async count(): Promise<Count> {
    const { count, tickers, days } = this.statement;
    const statement =
      'from' in count ? { text: countUpTo(count.from, EXACT_ROWS + 1), values: count.values } : count;
    const [row] = await this.database.read<{ total: number | string }>({ ...statement, tickers, days });
    const total = Number(row?.total ?? 0);
    if (!('from' in count) || total <= EXACT_ROWS) return { total, isEstimate: false };
    const estimate = await estimatedRows(this.database, count);
    return { total: Math.max(estimate, EXACT_ROWS + 1), isEstimate: true };
  }
}

interface PageRow {
  /** bytes if large */
  rows: string | Buffer | null;
  count: number;
}

/**
 * The statement of a page of a list; limit and offset are bound after the list's values. PostgreSQL formats the rows,
 * each on its own line, so that the surplus row is cut off and the last key is read without parsing the rest.
 */
function pageStatement(list: ListStatement): string {
  const next = list.values.length + 1;
  return `SELECT string_agg(${list.json ?? 'row_to_json(line)::text'}, E',\\n') AS rows, count(*)::int AS count
          FROM (${selectWindow(list, `$${next}::bigint`, `$${next + 1}::bigint`)}) line`;
}

/** The statement of a stream, with the requested window, if any; bound like everything that a client sent. */
function windowStatement(list: ListStatement): Statement {
  const { tickers, days } = list;
  const { limit, offset } = list.query;
  const values: unknown[] = [...list.values];
  if (limit === undefined && offset === undefined) return { text: list.select, values, tickers, days };
  const bound = (value: number | undefined) =>
    value === undefined ? undefined : `$${values.push(value)}::bigint`;
  return { text: selectWindow(list, bound(limit), bound(offset)), values, tickers, days };
}

/** The SELECT of a list cut by the SQL of a limit and an offset. */
function selectWindow({ select, pageOf }: ListStatement, limit = 'NULL', offset = '0'): string {
  const limits = `LIMIT ${limit} OFFSET ${offset}`;
  return pageOf === undefined ? `${select} ${limits}` : pageOf(limits, `${limit} + ${offset}`);
}
