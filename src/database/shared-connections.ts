import type pg from 'pg';
import {
  CONNECTION_LIMIT,
  endConnection,
  isCanceled,
  newClient,
  sendTogether,
  socketOf,
} from './connection.js';

/** Most connections: more cost the server more than they bring; with fewer too many wait behind one that has to wait. */
const CONNECTIONS = 12;
/** Rows that reads behind each other may have together; longer ones would keep each other waiting. */
const ROWS_TOGETHER = 200;
/** A connection that owes answers and has given none for this long, ms, waits for something, such as a lock: reads go elsewhere. */
const STUCK = 100;

/** A connection with the reads that are under way on it, in the order of their answers. */
interface Shared {
  client: pg.Client;
  ready: Promise<unknown>;
  /** of each read that is sent, what has it asked again on another connection, whatever comes of it here */
  sent: (() => void)[];
  /** most rows of those together, and of those that wait for the connection to open */
  rows: number;
  /** it has not answered for {@link STUCK}, or has owed nothing for so long */
  isStuck: boolean;
  /** finds that out, and sends away what is behind a read that waits */
  patience: NodeJS.Timeout;
}

/** Why a read is asked again: it was behind one that waits. */
const BEHIND = new Error('behind a read that waits');

/**
 * A few connections on which short reads of many requests travel one behind the other, without waiting for each
 * other's answers: cheaper than borrowing a connection each, but what is longer keeps the next ones waiting and so
 * gets one for itself while there is one. What turns out to be behind a read that waits, for a lock, is asked again on
 * another connection.
 */
export class SharedConnections {
  private open: Shared[] = [];
  private closed = false;
  /** reads for which there is no connection but such as wait */
  private readonly waiting = new Set<() => void>();

  /** `settings`: with a client of one timer, see {@link clientOfOneTimer}: what waits on a connection that gives up fails. */
  constructor(private readonly settings: pg.PoolConfig) {}

  /**
   * Runs a statement that reads at most `rows` rows of an index; a connection lost is replaced by the next call. Where all
   * connections wait for something, it fails as a pool does: after the same time, with the same words.
   */
  async query<Row extends object>(statement: pg.QueryConfig, rows: number): Promise<pg.QueryResult<Row>> {
    let deadline: number | undefined;
    for (;;) {
      const shared = this.choose(rows);
      if (shared === undefined) {
        deadline ??= performance.now() + CONNECTION_LIMIT;
        await this.anAnswer(deadline);
        continue;
      }
      if (shared.rows === 0) touch(shared);
      shared.rows += rows;
      await shared.ready;
      try {
        return await this.send<Row>(shared, statement, rows);
      } catch (error) {
        if (error !== BEHIND) throw error;
      }
    }
  }

  private send<Row extends object>(
    shared: Shared,
    statement: pg.QueryConfig,
    rows: number,
  ): Promise<pg.QueryResult<Row>> {
    sendTogether(shared.client);
    return new Promise((resolve, reject) => {
      shared.sent.push(() => reject(BEHIND));
      const answered = (error: Error | null, result: pg.QueryResult<Row>) => {
        shared.sent.shift();
        shared.rows -= rows;
        touch(shared);
        for (const wake of this.waiting) wake();
        // What has left it waits for the same, each for as long, or asks for a statement that was not prepared.
        if (error && isCanceled(error) && shared.sent.length > 0) socketOf(shared.client).destroy(error);
        if (error) reject(error);
        else resolve(result);
      };
      // pg's types leave out that what is an object takes a callback as well.
      shared.client.query<Row>(statement, answered as never);
    });
  }

  /** An answer on any connection; fails when none comes before the deadline. */
  private anAnswer(deadline: number): Promise<void> {
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
   * The first connection where the rows come soon; else a new one, or with all open the one with the fewest rows to read.
   * Undefined where all wait.
   */
  private choose(rows: number): Shared | undefined {
    const connection = this.open.find(
      (each) => each.rows === 0 || (each.rows + rows <= ROWS_TOGETHER && !each.isStuck),
    );
    if (connection !== undefined) return connection;
    if (this.open.length < CONNECTIONS) return this.connect();
    const answering = this.open.filter(({ isStuck }) => !isStuck);
    if (answering.length === 0) return undefined;
    return answering.reduce((best, each) => (each.rows < best.rows ? each : best));
  }

  private connect(): Shared {
    if (this.closed) throw new Error('Client was closed');
    const client = newClient({ ...this.settings, pipeline: true } as pg.PoolConfig);
    const patience = setTimeout(() => {
      shared.isStuck = true;
      for (const leave of shared.sent.slice(1)) leave();
    }, STUCK).unref();
    const shared: Shared = {
      ...{ client, ready: client.connect(), sent: [], rows: 0 },
      ...{ isStuck: false, patience },
    };
    const forget = () => {
      this.open = this.open.filter((each) => each !== shared);
    };
    client.on('error', forget);
    client.on('end', forget);
    // What has waited for it is sent now; a failure is reported by those statements.
    shared.ready.then(() => touch(shared), forget);
    this.open.push(shared);
    return shared;
  }
}

/** Something was begun or answered on a connection. */
function touch(shared: Shared): void {
  shared.isStuck = false;
  shared.patience.refresh();
}
