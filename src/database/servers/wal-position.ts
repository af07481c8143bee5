import pg from 'pg';
import { connectionSettings, type PostgresAddress } from '../connection/connection.js';

/** What this process sees of the primary. */
export interface PrimarySight {
  /** whether it answers and its changes arrive */
  isReporting(): boolean;
  /** whether nothing answers at its address: then it is not queried */
  isAway(): boolean;
  /** history that it writes; undefined when unknown */
  timeline(): number | undefined;
}

/** The primary must report its position within this time, ms, connecting included. */
const LIMIT = 1_000;

/**
 * Everything that the primary has made visible or acknowledged lies before this position. A commit is flushed before
 * it is either, unless the server runs with synchronous_commit off.
 */
const POSITION = {
  name: 'mds_wal_position',
  text: `SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
           ELSE pg_current_wal_flush_lsn() END)::text AS lsn`,
};

/** A place in the write-ahead log as bytes from its beginning: exact up to 8 PiB. `null` is before everything. */
export function walPosition(lsn: string | null): number {
  const [high = '0', low = '0'] = (lsn ?? '0/0').split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

/** How far the primary's log has come, for many readers with few queries. */
export class PrimaryPosition {
  private readonly pool: pg.Pool;
  private running: Promise<number> | undefined;
  private next: Promise<number> | undefined;
  private highest = 0;
  /** history that {@link highest} is a place in */
  private timeline: number | undefined;
  private identifier: string | undefined;

  constructor(
    address: PostgresAddress,
    private readonly sight: Pick<PrimarySight, 'isAway' | 'timeline'>,
  ) {
    const limits = { connectionTimeoutMillis: LIMIT, query_timeout: LIMIT };
    // A dedicated connection: readers do not wait for it behind slow statements.
    this.pool = new pg.Pool({ ...connectionSettings(address), ...limits, max: 1 });
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** The history that it is on; undefined when unknown. */
  get history(): number | undefined {
    return this.sight.timeline();
  }

  /** The highest position seen so far. */
  get highestSeen(): number {
    return this.highest;
  }

  /**
   * A position after every commit acknowledged before this call. Calls made while a query is in flight share the next
   * one, because the current one may have been answered before they were made. Rejects when the primary is away.
   */
  now(): Promise<number> {
    if (this.next !== undefined) return this.next;
    if (this.running === undefined) return this.begin();
    this.next = this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.begin();
      });
    return this.next;
  }

  /** Identifier that a primary and its replicas share; undefined when the server does not reveal it. */
  async system(): Promise<string | undefined> {
    this.identifier ??= await systemOf(this.pool);
    return this.identifier;
  }

  async end(): Promise<void> {
    await this.pool.end();
  }

  private begin(): Promise<number> {
    const answer = this.ask().finally(() => {
      if (this.running === answer) this.running = undefined;
    });
    this.running = answer;
    return answer;
  }

  private async ask(): Promise<number> {
    if (this.sight.isAway()) throw new Error('The primary does not answer');
    const { rows } = await this.pool.query<{ lsn: string }>(POSITION);
    const position = walPosition(rows[0]?.lsn ?? null);
    const timeline = this.sight.timeline();
    // A promoted primary continues from what it had, which may be less than its predecessor had.
    if (timeline !== this.timeline) this.highest = 0;
    this.timeline = timeline;
    this.highest = Math.max(this.highest, position);
    return position;
  }
}

/** The identifier of the database system behind a connection; undefined when it may not be read. */
export async function systemOf(connection: pg.Pool | pg.Client): Promise<string | undefined> {
  const text = 'SELECT system_identifier::text AS system FROM pg_control_system()';
  const { rows } = await connection.query<{ system: string }>(text).catch(unlessDenied);
  return rows[0]?.system;
}

/** Returns no rows for a query that this login may not run; throws any other failure. */
export function unlessDenied(error: { code?: string }): { rows: never[] } {
  if (error.code === '42501') return { rows: [] };
  throw error;
}
