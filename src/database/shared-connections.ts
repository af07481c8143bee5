import type pg from 'pg';
import { ANSWER_LIMIT, endConnection, newClient, sendTogether, socketOf } from './connection.js';

/** Most connections: more cost the server more than they bring; with fewer too many wait behind one that has to wait. */
const CONNECTIONS = 12;
/** Rows that reads behind each other may have together; longer ones would keep each other waiting. */
const ROWS_TOGETHER = 200;
/** A connection that owes answers and has given none for this long, ms, waits for something, such as a lock: reads go elsewhere. */
const STUCK = 100;

/** A connection and the most rows of the reads that are under way on it. */
interface Shared {
  client: pg.Client;
  ready: Promise<unknown>;
  rows: number;
  /** when it answered last, or was given something to do, by `performance.now()` */
  active: number;
  /** ends it when it owes answers and none comes within the limit */
  silence: NodeJS.Timeout;
}

/**
 * A few connections on which short reads of many requests travel one behind the other, without waiting for each
 * other's answers: cheaper than borrowing a connection each, but what is longer keeps the next ones waiting and so
 * gets one for itself while there is one.
 */
export class SharedConnections {
  private open: Shared[] = [];
  private closed = false;

  constructor(
    private readonly settings: pg.PoolConfig,
    /** longest that a connection owes answers and none comes, ms; all that wait on it then fail */
    private readonly limit = ANSWER_LIMIT,
  ) {}

  /**
   * Runs a statement that reads at most `rows` rows of an index; a connection lost is replaced by the next call.
   */
  async query<Row extends object>(statement: pg.QueryConfig, rows: number): Promise<pg.QueryResult<Row>> {
    const shared = this.choose(rows);
    if (shared.rows === 0) touch(shared);
    shared.rows += rows;
    try {
      await shared.ready;
      sendTogether(shared.client);
      return await shared.client.query<Row>(statement);
    } finally {
      shared.rows -= rows;
      touch(shared);
    }
  }

  /** Open connections, and the idle ones among them. */
  get state(): { total: number; idle: number } {
    return { total: this.open.length, idle: this.open.filter(({ rows }) => rows === 0).length };
  }

  async end(): Promise<void> {
    this.closed = true;
    await Promise.all(this.open.map(({ client }) => endConnection(client)));
  }

  /** The first connection where the rows come soon; else a new one, or with all open the one with the fewest rows to read. */
  private choose(rows: number): Shared {
    const recent = performance.now() - STUCK;
    const connection = this.open.find(
      (each) => each.rows === 0 || (each.rows + rows <= ROWS_TOGETHER && each.active > recent),
    );
    if (connection !== undefined) return connection;
    if (this.open.length < CONNECTIONS) return this.connect();
    return this.open.reduce((best, each) => (each.rows < best.rows ? each : best));
  }

  private connect(): Shared {
    if (this.closed) throw new Error('Client was closed');
    // One timer, not pg's for each statement: with those, all that a short read makes outlives the young generation.
    const client = newClient({ ...this.settings, pipeline: true, query_timeout: 0 } as pg.PoolConfig);
    const silence = setTimeout(() => {
      if (shared.rows > 0) socketOf(client).destroy(new Error('Query read timeout'));
    }, this.limit).unref();
    const shared = { client, ready: client.connect(), rows: 0, active: performance.now(), silence };
    const forget = () => {
      this.open = this.open.filter((each) => each !== shared);
    };
    client.on('error', forget);
    client.on('end', forget);
    shared.ready.catch(forget); // reported by the statements that wait for it
    this.open.push(shared);
    return shared;
  }
}

/** Something was begun or answered on a connection. */
function touch(shared: Shared): void {
  shared.active = performance.now();
  shared.silence.refresh();
}
