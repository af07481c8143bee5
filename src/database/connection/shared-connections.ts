import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { CONNECTION_LIMIT, endConnection, newClient, sendTogether, socketOf } from './connection.js';
import { isCanceled } from './database-errors.js';

/** Most connections: more cost the server more than they gain; fewer leave too many reads behind one that waits. */
const CONNECTIONS = 16;
/** Rows that reads queued on one connection may have together; longer reads would delay each other. */
const ROWS_TOGETHER = 200;
/** So many of them, opened last, are for reads of tables that no other read is using: locks may stop all the rest. */
const SPARE = 4;
/** When so many are stuck by reads of a table, other reads of it get none but those: they would wait for the same lock. */
const STUCK_OF_A_TABLE = 8;
/** A connection that owes answers and gives none for this long, ms, is held up, as by a lock: reads go elsewhere. */
const STUCK = 100;

/** A connection and its reads in flight, in the order of their answers. */
interface SharedConnection {
  client: pg.Client;
  ready: Promise<unknown>;
  /** tables of each of its reads, sent or waiting for it to open */
  reads: ReadonlySet<string>[];
  /** makes reads that were sent run again on another connection */
  pending: (() => void)[];
  /** most rows of all these reads, and of those waiting for the connection to open */
  rows: number;
  /** it has not answered for {@link STUCK}, or has owed nothing for that long */
  isStuck: boolean;
  /** sets `isStuck`, and moves the reads behind a waiting one elsewhere */
  patience: NodeJS.Timeout;
}

/** Most statements whose tables are remembered. */
const STATEMENTS = 2_000;

/** Why a read is run again: it was queued behind one that waits. */
const BEHIND = new Error('behind a read that waits');

/**
 * A few connections on which short reads of many requests are sent back to back, without waiting for each other's
 * answers: cheaper than borrowing a connection each, but a longer read delays the next ones and so gets a connection to
 * itself while there is one. Reads that turn out to be behind one that waits, for a lock, are run again on another
 * connection.
 */
export class SharedConnections {
  private open: SharedConnection[] = [];
  private closed = false;
  /** reads waiting because every connection is stuck */
  private readonly waiting = new Set<() => void>();
  /** tables of the statements by their names */
  private readonly tables = new LRUCache<string, ReadonlySet<string>>({ max: STATEMENTS });

  /** `settings`: with a client of one timer, see {@link clientOfOneTimer}: reads on a connection that gives up fail. */
  constructor(private readonly settings: pg.PoolConfig) {}

  /**
   * Runs a statement that reads at most `rows` rows of an index; a lost connection is replaced by the next call. When
   * all connections are stuck, or as many as reads of its tables may hold up, it fails as a pool does: after the same
   * time, with the same message.
   */
  async query<Row extends object>(statement: pg.QueryConfig, rows: number): Promise<pg.QueryResult<Row>> {
    const tables = this.tablesOf(statement);
    let deadline: number | undefined;
    for (;;) {
      const shared = this.choose(tables, rows);
      if (shared === undefined) {
        deadline ??= performance.now() + CONNECTION_LIMIT;
        await this.nextAnswer(deadline);
        continue;
      }
      if (shared.rows === 0) touch(shared);
      shared.rows += rows;
      shared.reads.push(tables);
      try {
        await shared.ready;
        return await this.send<Row>(shared, statement, rows);
      } catch (error) {
        if (error !== BEHIND) throw error;
      } finally {
        shared.reads.splice(shared.reads.indexOf(tables), 1);
      }
    }
  }

  private send<Row extends object>(
    shared: SharedConnection,
    statement: pg.QueryConfig,
    rows: number,
  ): Promise<pg.QueryResult<Row>> {
    sendTogether(shared.client);
    return new Promise((resolve, reject) => {
      shared.pending.push(() => reject(BEHIND));
      const onAnswer = (error: Error | null, result: pg.QueryResult<Row>) => {
        shared.pending.shift();
        shared.rows -= rows;
        touch(shared);
        for (const wake of this.waiting) wake();
        // Reads moved elsewhere wait here for the same thing, each as long, or name a statement that was not prepared.
        if (error && isCanceled(error) && shared.pending.length > 0) socketOf(shared.client).destroy(error);
        if (error) reject(error);
        else resolve(result);
      };
      // pg's types leave out that an object takes a callback as well.
      shared.client.query<Row>(statement, onAnswer as never);
    });
  }

  /** Waits for any connection's answer; fails when none comes before the deadline. */
  private nextAnswer(deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        settle();
      };
      const wake = () => end(resolve);
      const refuse = () => reject(new Error('timeout exceeded when trying to connect'));
      const timer = setTimeout(() => end(refuse), deadline - performance.now());
      this.waiting.add(wake);
    });
  }

  /** Open connections, and the idle ones among them. */
  get state(): { total: number; idle: number } {
    return { total: this.open.length, idle: this.open.filter(({ rows }) => rows === 0).length };
  }

  async end(): Promise<void> {
    this.closed = true;
    await Promise.all(this.open.map(({ client }) => endConnection(client)));
  }

  /**
   * The first connection where the rows come soon; else a new one or, when all are open, the one with the fewest rows
   * to read. Undefined when all that the read may use are stuck.
   */
  private choose(tables: ReadonlySet<string>, rows: number): SharedConnection | undefined {
    const ofTable =
      this.open.length < STUCK_OF_A_TABLE
        ? []
        : this.open.filter(({ reads }) => reads.some((others) => haveCommon(others, tables)));
    const hasShare = ofTable.filter(({ isStuck }) => isStuck).length >= STUCK_OF_A_TABLE;
    const mayUseAll = ofTable.length === 0;
    const most = mayUseAll ? CONNECTIONS : CONNECTIONS - SPARE;
    const isEligible = (each: SharedConnection, at: number) =>
      ofTable.includes(each) || (!hasShare && at < most);
    const eligible = mayUseAll ? this.open : this.open.filter(isEligible);
    const connection = eligible.find(
      (each) => each.rows === 0 || (each.rows + rows <= ROWS_TOGETHER && !each.isStuck),
    );
    if (connection !== undefined) return connection;
    if (!hasShare && this.open.length < most) return this.connect();
    const answering = eligible.filter(({ isStuck }) => !isStuck);
    if (answering.length === 0) return undefined;
    return answering.reduce((best, each) => (each.rows < best.rows ? each : best));
  }

  /** The tables of a statement, and the names of its subqueries: by those it can only seem to have more in common. */
  private tablesOf({ name = '', text }: pg.QueryConfig): ReadonlySet<string> {
    const tables =
      this.tables.get(name) ??
      new Set([...text.matchAll(/\b(?:FROM|JOIN)\s+(?!LATERAL\b)(\w+)/g)].map(([, table]) => String(table)));
    if (name !== '') this.tables.set(name, tables);
    return tables;
  }

  private connect(): SharedConnection {
    if (this.closed) throw new Error('Client was closed');
    const client = newClient({ ...this.settings, pipeline: true } as pg.PoolConfig);
    const patience = setTimeout(() => {
      shared.isStuck = true;
      for (const leave of shared.pending.slice(1)) leave();
    }, STUCK).unref();
    const shared: SharedConnection = {
      ...{ client, ready: client.connect(), reads: [], pending: [], rows: 0 },
      ...{ isStuck: false, patience },
    };
    const forget = () => {
      this.open = this.open.filter((each) => each !== shared);
    };
    client.on('error', forget);
    client.on('end', forget);
    // Statements that waited for it are sent now; they report a failure themselves.
    shared.ready.then(() => touch(shared), forget);
    this.open.push(shared);
    return shared;
  }
}

/** Notes a read begun or answered on a connection. */
function touch(shared: SharedConnection): void {
  shared.isStuck = false;
  shared.patience.refresh();
}

function haveCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some === others || [...some].some((each) => others.has(each));
}
