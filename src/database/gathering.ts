import type pg from 'pg';
import { sqlState } from './connection.js';

/** feature_not_supported, and what the planner of a cluster makes of some statements: syntax_error, internal_error */
const NOT_PLANNED: ReadonlySet<string | undefined> = new Set(['0A000', '42601', 'XX000']);
/** A planner of a cluster may end with its server, not with an error, on laterals that refer to each other: it is not asked. */
const INTRICATE = /\bLATERAL\b|\bRECURSIVE\b/;
const WRITES = /\b(INSERT INTO|UPDATE|DELETE FROM|FOR UPDATE|pg_notify|tell_change)\b/;
/** Rows of a table are looked up by these where they are its columns. */
const LOOKED_UP_BY = ['ticker', 'code', 'date'];

interface Select {
  text: string;
  values: readonly unknown[];
  tickers?: readonly string[] | undefined;
}

interface SpreadTable {
  name: string;
  /** columns of {@link LOOKED_UP_BY} that it has */
  columns: string[];
}

/**
 * Reads of a cluster that its planner does not take: the tables that they name are gathered from the nodes into temporary
 * ones of the same names, which the statement, unchanged, then finds first. Costs what the tables hold, so that a large market's
 * statements that cannot be pushed to the nodes are refused by their time limit.
 */
export class Gathering {
  private readonly refused = new Set<string>();
  private tables: Promise<SpreadTable[]> | undefined;

  /**
   * Runs a SELECT by `run`, and where a cluster's planner does not take it, by a connection of `pool` on gathered tables.
   */
  async read<Row extends object>(select: Select, run: () => Promise<Row[]>, pool: pg.Pool): Promise<Row[]> {
    if (!this.mustGather(select.text)) {
      try {
        return await run();
      } catch (error) {
        if (!NOT_PLANNED.has(sqlState(error)) || WRITES.test(select.text)) throw error;
        this.refused.add(select.text);
      }
    }
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      await this.gather(client, select);
      const { rows } = await client.query<Row>(select.text, select.values as unknown[]);
      await client.query('COMMIT');
      return rows;
    } catch (error) {
      await client.query('ROLLBACK').catch((reason: Error) => {
        failure = reason;
      });
      throw error;
    } finally {
      client.release(failure);
    }
  }

  /** Runs work on copies of all tables within the transaction of a connection: what it writes to them is lost. */
  async around<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
    this.tables ??= spreadTables(client);
    const names = (await this.tables).map(({ name }) => name);
    await this.gather(client, { text: names.join(' '), values: [] });
    const result = await work();
    await client.query(`DROP TABLE ${names.map((name) => `pg_temp.${name}`).join(', ')}`);
    return result;
  }

  /** Makes temporary copies of the tables that a statement names, for the transaction of the connection. */
  async gather(client: pg.ClientBase, { text, tickers }: Select): Promise<void> {
    this.tables ??= spreadTables(client);
    for (const { name, columns } of await this.tables) {
      if (!new RegExp(`\\b${name}\\b`).test(text)) continue;
      await client.query(`CREATE TEMP TABLE ${name} (LIKE public.${name}) ON COMMIT DROP`);
      const rows = `INSERT INTO pg_temp.${name} SELECT * FROM public.${name}`;
      if (tickers === undefined || !columns.includes('ticker')) await client.query(rows);
      else await client.query(`${rows} WHERE ticker = ANY ($1::text[])`, [tickers]);
      // By ticker and day, and by day: the ways in which reads of many go.
      await client.query(`CREATE INDEX ON pg_temp.${name} (${columns})`);
      if (columns.length > 1) await client.query(`CREATE INDEX ON pg_temp.${name} (${columns.toReversed()})`);
      await client.query(`ANALYZE pg_temp.${name}`);
    }
  }

  private mustGather(text: string): boolean {
    return this.refused.has(text) || (INTRICATE.test(text) && !WRITES.test(text));
  }
}

/** Tables that are distributed over the nodes. */
async function spreadTables(client: pg.ClientBase): Promise<SpreadTable[]> {
  const { rows } = await client.query<SpreadTable>(
    `SELECT p.logicalrelid::text AS name, array_agg(a.attname::text ORDER BY array_position($1::text[], a.attname::text)) AS columns
     FROM pg_dist_partition p JOIN pg_attribute a ON a.attrelid = p.logicalrelid AND a.attname = ANY ($1::text[])
     WHERE p.partmethod = 'h' GROUP BY p.logicalrelid`,
    [LOOKED_UP_BY],
  );
  return rows;
}
