import type pg from 'pg';
import { Busy } from '../../errors/domain-errors.js';
import { rollBack, STATEMENT_LIMIT } from '../connection/connection.js';
import { isDatabaseAway, sqlState } from '../connection/database-errors.js';
import { isBeingDistributed, type PlacedTable, placedTables, type Queryable } from './cluster.js';
import { addEarlierRows, type Days, firstCopied } from './days.js';

/** feature_not_supported, and the errors of a cluster's planner for some statements: syntax_error, internal_error */
const NOT_PLANNED: ReadonlySet<string | undefined> = new Set(['0A000', '42601', 'XX000']);
/** True when a planner rejected a statement; a dying node is reported as an internal error as well. */
const isNotPlanned = (error: unknown) => NOT_PLANNED.has(sqlState(error)) && !isDatabaseAway(error);
/** A cluster's planner may crash its server, not just fail, on laterals that refer to each other: it is not asked. */
const INTRICATE = /\bLATERAL\b|\bRECURSIVE\b/;
const WRITES = /\b(INSERT INTO|UPDATE|DELETE FROM|FOR UPDATE|pg_notify|tell_change)\b/;
/** What a statement writes: the verb, and the table. */
const TARGETS = /(?<!\b(?:FOR|DO) )\b(INSERT INTO|UPDATE|DELETE FROM) (\w+)/g;
const LOCKS = /\bFOR (UPDATE|SHARE)\b/;
const COMMENTS_AND_LITERALS = /--[^\n]*|'[^']*'/g;
/** The placement of tables is looked up again after this many ms. */
const FRESH = 1_000;
/** Columns by one of which rows are spread over the nodes. */
const SYMBOLS = ['ticker', 'code'];
/** Columns by which a table's rows are looked up, if it has them. */
const LOOKED_UP_BY = [...SYMBOLS, 'date'];

interface Query {
  text: string;
  values: readonly unknown[];
}

/**
 * Tickers; those in the rows of a table of the connection; or those that a SELECT of a column `ticker` finds, which must
 * be one that the planner of a cluster accepts.
 */
export type Tickers = readonly string[] | { staged: string } | Query;

interface Select extends Query {
  tickers?: Tickers | undefined;
  days?: Days | undefined;
}

/**
 * Runs statements that a cluster's planner does not accept: the tables that they read are gathered from the nodes into
 * temporary ones of the same names, which the statement, unchanged, then finds first. Costs a copy of the tables, or of
 * their rows for the tickers and days that the statement names, so that a large market's statements that cannot be pushed
 * to the nodes are refused by their time limit: copies and statement together have that of one statement.
 */
export class Gathering {
  private readonly refusedTexts = new Set<string>();
  private cachedTables: { tables: Promise<PlacedTable[]>; at: number } | undefined;

  /** Runs a statement by `run` or, if a cluster's planner rejects it, on gathered tables of a connection of `pool`. */
  async read<Row extends object>(select: Select, run: () => Promise<Row[]>, pool: pg.Pool): Promise<Row[]> {
    const { text } = select;
    const end = performance.now() + STATEMENT_LIMIT;
    const isRead = !WRITES.test(text);
    const isFree = isRead || (await this.writesBeside(pool, text));
    if (
      !isFree ||
      !(this.refusedTexts.has(text) || (isRead ? INTRICATE.test(text) : beginsWithChange(text)))
    ) {
      try {
        return await run();
      } catch (error) {
        if (!isNotPlanned(error)) throw error;
        this.cachedTables = undefined; // its tables may have been placed a moment ago
        if (!isFree && !(await this.writesBeside(pool, text))) {
          await refuseMoving(error, pool);
          throw error;
        }
        // Once all tables are placed it may be planned.
        if (!(await isBeingDistributed(pool))) this.refusedTexts.add(text);
      }
    }
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      await this.gather(client, select, { all: !isRead, end });
      await client.query(withinLimit(end));
      const { rows } = await client.query<Row>(text, select.values as unknown[]);
      await client.query('COMMIT');
      return rows;
    } catch (error) {
      failure = await rollBack(client);
      await refuseMoving(error, pool); // a table was placed after the lookup of placed tables
      throw error;
    } finally {
      client.release(failure);
    }
  }

  /**
   * Runs a statement by `run` within the transaction of a connection; on gathered tables if it writes only to tables
   * other than the cluster's, or reads, of certain tickers, what a planner does not accept. No other statement of the
   * connection may run meanwhile. `pool` has the connection for finding out why a statement was not planned.
   */
  async within<Row extends object>(
    client: pg.ClientBase,
    select: Select,
    run: () => Promise<Row[]>,
    pool: pg.Pool,
  ): Promise<Row[]> {
    const { text, values, tickers } = select;
    const isRead = !WRITES.test(text);
    const isOurs = isRead
      ? tickers !== undefined && INTRICATE.test(text)
      : beginsWithChange(text) && (await this.writesBeside(client, text));
    if (!isOurs) return this.runPlain(run, pool);
    const names = await this.gather(client, select, { all: true });
    const { rows } = await client.query<Row>(text, values as unknown[]);
    // The next writes are meant for the tables themselves.
    await client.query(`DROP TABLE ${names.map((name) => `pg_temp.${name}`).join(', ')}`);
    return rows;
  }

  /** Runs by `run` a statement that needs no gathered tables; `pool` as for {@link within}. */
  async runPlain<Row extends object>(run: () => Promise<Row[]>, pool: pg.Pool): Promise<Row[]> {
    try {
      return await run();
    } catch (error) {
      await refuseMoving(error, pool);
      throw error;
    }
  }

  /**
   * Makes temporary copies of the tables that a statement names, for the connection's transaction; with `all`, of
   * reference tables too. With an `end`, by `performance.now()`, the server cancels longer work. Returns their names.
   */
  async gather(
    client: pg.ClientBase,
    { text, tickers, days }: Select,
    { all = false, end }: { all?: boolean; end?: number } = {},
  ): Promise<string[]> {
    const limit = () => (end === undefined ? '' : `${withinLimit(end)}; `);
    const run = async <Row extends object>(statement: string, values: unknown[]) => {
      if (end !== undefined) await client.query(withinLimit(end));
      return (await client.query<Row>(statement, values)).rows;
    };
    const isNamed = namedIn(text);
    const tables = (await placedTables(client)).filter(
      ({ name, isReference }) => (all || !isReference) && isNamed(name),
    );
    const symbols = tickers && (await tickersOf(client, tickers));
    // Copies are in memory, ticker by ticker: one row of a ticker is found faster by its index than by a scan.
    await client.query('SET LOCAL random_page_cost = 1.1');
    for (const { name, columns, isReference } of tables) {
      await client.query(`${limit()}CREATE TEMP TABLE ${name} (LIKE public.${name}) ON COMMIT DROP`);
      const { where, values } = isReference ? ALL_ROWS : neededRows(columns, symbols, days);
      await run(`INSERT INTO pg_temp.${name} SELECT * FROM public.${name}${where}`, values);
      // By ticker and day, and by day: the access paths of reads of many.
      const by = LOOKED_UP_BY.filter((column) => columns.includes(column));
      if (by.length > 0) await client.query(`${limit()}CREATE INDEX ON pg_temp.${name} (${by})`);
      if (by.length > 1) await client.query(`${limit()}CREATE INDEX ON pg_temp.${name} (${by.toReversed()})`);
    }
    if (days?.before !== undefined && days.from !== undefined) {
      const byDay = tables.flatMap(({ name, columns, isReference }) => {
        const symbol = isReference ? undefined : symbolOf(columns);
        return symbol !== undefined && columns.includes('date') ? [{ name, symbol }] : [];
      });
      await addEarlierRows(run, byDay, { from: days.from, before: days.before, symbols });
    }
    for (const { name } of tables) await client.query(`${limit()}ANALYZE pg_temp.${name}`);
    return tables.map(({ name }) => name);
  }

  /** Whether a statement reads tables that a cluster places, locks nothing in them, and writes only others. */
  private async writesBeside(client: Queryable, text: string): Promise<boolean> {
    const targets = [...text.matchAll(TARGETS)];
    if (targets.length === 0 || LOCKS.test(text)) return false;
    const placedNames = (await this.tables(client)).map(({ name }) => name);
    return (
      !targets.some(([, , table = '']) => placedNames.includes(table)) && placedNames.some(namedIn(text))
    );
  }

  /** The placed tables, as of a moment ago: `npm run distribute` may be running alongside the service. */
  private tables(client: Queryable): Promise<PlacedTable[]> {
    const now = performance.now();
    if (this.cachedTables === undefined || now - this.cachedTables.at > FRESH) {
      const look = { tables: placedTables(client), at: now };
      look.tables.catch(() => {
        if (this.cachedTables === look) this.cachedTables = undefined;
      });
      this.cachedTables = look;
    }
    // Begun by another request, whose connection or transaction may have failed.
    return this.cachedTables.tables.catch(() => placedTables(client));
  }
}

/**
 * Throws {@link Busy} for a statement that a planner does not accept because some of its tables are placed while others
 * are not yet: `npm run distribute` is running, or was interrupted.
 */
async function refuseMoving(error: unknown, pool: pg.Pool): Promise<void> {
  if (isNotPlanned(error) && (await isBeingDistributed(pool))) {
    throw new Busy('tables are being distributed over the nodes of the cluster');
  }
}

/** Statement that gives the others of its transaction until an `end`, by `performance.now()`. */
const withinLimit = (end: number) =>
  `SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(end - performance.now()))}`;

/** Planners of clusters look up the nodes of the first table that a statement changes, and fail when it has none. */
const beginsWithChange = (text: string) => [...text.matchAll(TARGETS)][0]?.[1] !== 'INSERT INTO';

const ALL_ROWS = { where: '', values: [] };

/** The column by which the rows of a table are spread over the nodes. */
const symbolOf = (columns: readonly string[]) => SYMBOLS.find((column) => columns.includes(column));

/** The condition on the rows of a table by ticker that a statement can read: on its symbols and days, if it has them. */
function neededRows(
  columns: readonly string[],
  symbols: readonly string[] | undefined,
  days: Days | undefined,
): { where: string; values: unknown[] } {
  const symbol = symbolOf(columns);
  if (symbol === undefined) return ALL_ROWS;
  const values: unknown[] = [];
  const bound = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (symbols !== undefined) conditions.push(`${symbol} = ANY (${bound(symbols)}::text[])`);
  if (columns.includes('date')) {
    if (days?.from !== undefined) conditions.push(`date >= ${firstCopied(bound(days.from), days.before)}`);
    if (days?.to !== undefined) conditions.push(`date <= ${bound(days.to)}::date`);
  }
  return { where: conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`, values };
}

const isList = (tickers: Tickers): tickers is readonly string[] => Array.isArray(tickers);

/** A test whether a statement names a table. */
function namedIn(text: string): (table: string) => boolean {
  const bare = text.replaceAll(COMMENTS_AND_LITERALS, '');
  return (table) => new RegExp(`\\b${table}\\b`).test(bare);
}

/** The tickers themselves; undefined if they are those in a table of the connection that has no such column. */
async function tickersOf(client: pg.ClientBase, tickers: Tickers): Promise<readonly string[] | undefined> {
  if (isList(tickers)) return tickers;
  if ('staged' in tickers) {
    const { rows: columns } = await client.query(
      `SELECT FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'ticker'`,
      [tickers.staged],
    );
    if (columns.length === 0) return undefined;
  }
  const { text, values } =
    'staged' in tickers ? { text: `SELECT DISTINCT ticker FROM ${tickers.staged}`, values: [] } : tickers;
  const { rows } = await client.query<{ ticker: string }>(text, values as unknown[]);
  return rows.map(({ ticker }) => ticker);
}
