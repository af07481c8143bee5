import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { Gathering } from './citus/gathering.js';
import { POSTGRES_ADDRESS, type PostgresAddress, socketOf } from './connection/connection.js';
import { Connections, type PoolState } from './connection/connections.js';
import { isLockHeld } from './connection/database-errors.js';
import { openCopy, type StreamFormat } from './copy-out.js';
import { Heartbeat } from './servers/heartbeat.js';
import { ReadRouter } from './servers/read-router.js';
import { type Executor, PreparedStatements, type Statement, type Transaction } from './statement.js';
import { Transactions } from './transactions.js';

/** So many rows that a statement shares its connection only when every connection is in use. */
const ALONE = 1_000;

/**
 * Raw access to PostgreSQL alongside the TypeORM repositories: prepared statements, pipelined transactions and COPY
 * streams.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  /** the tables are spread over several nodes, which do not see a session's settings */
  readonly isCluster: boolean;
  private readonly connections: Connections;
  private readonly preparedStatements = new PreparedStatements();
  private readonly transactions: Transactions;
  /** undefined unless the database is a cluster */
  private readonly gathering: Gathering | undefined;
  /** undefined when no replica is configured: the primary answers reads */
  private readonly router: ReadRouter | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(POSTGRES_ADDRESS) address: PostgresAddress,
    @Optional() router?: ReadRouter,
    @Optional() heartbeat?: Heartbeat,
  ) {
    this.isCluster = address.isCluster === true;
    this.connections = new Connections(address, () => heartbeat?.isDoubtful === true);
    this.gathering = this.isCluster ? new Gathering() : undefined;
    this.transactions = new Transactions(
      this.preparedStatements,
      this.gathering && { gathering: this.gathering, pool: this.connections.singles },
    );
    this.router = router?.replicas.length === 0 ? undefined : router;
  }

  /** Runs one prepared statement on its own; autocommit. */
  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    const { singles } = this.connections;
    const run = () => this.connections.query<Row>(singles, this.preparedStatements.of(statement));
    return this.gathering === undefined ? run() : this.gathering.read(statement, run, singles);
  }

  /** As {@link query}, for statements that return one row at most. */
  async queryOne<Row extends object>(statement: Statement): Promise<Row | undefined> {
    return (await this.query<Row>(statement))[0];
  }

  /** As {@link query}, for whether a statement returns a row: of a write, whether it wrote one. */
  async queryAny(statement: Statement): Promise<boolean> {
    return (await this.query(statement)).length > 0;
  }

  /**
   * Runs one prepared SELECT, on a replica if there are any: on data that includes every write acknowledged before the
   * call, as the primary's does. Reads that decide about a write or a credential use {@link query}.
   */
  read<Row extends object>(statement: Statement): Promise<Row[]> {
    const config = this.preparedStatements.of(statement);
    return this.route(statement, config, () => this.connections.query<Row>(this.connections.reads, config));
  }

  /** As {@link read}, for statements that return one row at most. */
  async readOne<Row extends object>(statement: Statement): Promise<Row | undefined> {
    return (await this.read<Row>(statement))[0];
  }

  /**
   * As {@link read}, for reads of at most `rows` rows of an index, by the same plan whatever the values: on connections
   * shared with others.
   */
  async readQuickly<Row extends object>(statement: Statement, rows: number): Promise<Row[]> {
    const config = this.preparedStatements.of(statement);
    return this.route(statement, config, () => this.connections.queryShared<Row>(config, rows));
  }

  /**
   * As {@link readQuickly}, for the one row that has a key, without sums over others. A cluster seeks an identifier on
   * every shard, too long for others to wait behind it: there it has a connection to itself.
   */
  async readByKey<Row extends object>(statement: Statement): Promise<Row | undefined> {
    const rows = await (this.isCluster ? this.read<Row>(statement) : this.readQuickly<Row>(statement, 1));
    return rows[0];
  }

  /**
   * As {@link read}, for statements that take longer to plan than to run and have one good plan whatever the values:
   * they are planned once per connection.
   */
  readByOnePlan<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.readQuickly<Row>(statement, ALONE);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction on a pipelined connection and commits durably before it
   * resolves; any error rolls all of it back.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.transactionOf(this.connections.writes, work);
  }

  /** As {@link transaction}, for a single write: on the connections for those. */
  singleTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.transactionOf(this.connections.singles, work);
  }

  /**
   * Streams the rows of a SELECT through COPY into `sink`, with bounded memory and back-pressure; from a replica if
   * there are any. If it fails before the first row, the primary takes over.
   */
  async stream(statement: Statement, format: StreamFormat, sink: Writable): Promise<void> {
    const { client, rows } = await this.openStream(statement, format);
    let failure: Error | undefined;
    try {
      await pipeline(rows, sink);
      await client.query('COMMIT');
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // A COPY cut off by a disconnecting client poisons its connection: never put that one back.
      client.release(failure);
    }
  }

  /**
   * Borrows a plain connection without time limits for COPY IN and its transaction (the import). `cut` aborts whatever
   * the work waits for, by closing the connection: PostgreSQL rolls its transaction back.
   */
  async withConnection<Result>(
    work: (client: pg.PoolClient) => Promise<Result>,
    cut?: AbortSignal,
  ): Promise<Result> {
    const client = await this.connections.borrow(this.connections.streams);
    const close = () => socketOf(client).destroy();
    cut?.addEventListener('abort', close);
    let failure: Error | undefined;
    try {
      cut?.throwIfAborted(); // before or while it waited for the connection
      return await work(client);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      cut?.removeEventListener('abort', close);
      client.release(failure);
    }
  }

  /** Runs statements within the transaction of a borrowed connection. */
  executorOf(client: pg.PoolClient): Executor {
    return this.transactions.executorOf(client);
  }

  /** Sends a trivial query; throws when no answer comes within `limit` ms. Others' reads and writes do not delay it. */
  async ping(limit: number): Promise<void> {
    await this.entityPool.query(this.preparedStatements.of({ text: 'SELECT 1', values: [], limit }));
  }

  /** The present state of the pools. */
  pools(): PoolState[] {
    return this.connections.states(this.entityPool);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connections.end();
  }

  /** Runs a read where it belongs: on gathered tables of a cluster if it must, on a replica if there are any. */
  private route<Row extends object>(
    statement: Statement,
    config: pg.QueryConfig,
    onPrimary: () => Promise<Row[]>,
  ): Promise<Row[]> {
    if (this.gathering !== undefined)
      return this.gathering.read(statement, onPrimary, this.connections.reads);
    return this.router === undefined ? onPrimary() : this.router.read(config, onPrimary);
  }

  private async transactionOf<Result>(
    pool: pg.Pool,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.transactions.run(await this.connections.borrow(pool), work);
  }

  private async openStream(statement: Statement, format: StreamFormat) {
    const borrowed = await this.router?.borrow();
    if (borrowed !== undefined) {
      const rows = await openCopy(borrowed, statement, format).catch(unlessLocked);
      if (rows !== undefined) return { client: borrowed, rows };
    }
    const client = await this.connections.borrow(this.connections.streams);
    return { client, rows: await openCopy(client, statement, format, this.gathering) };
  }

  /** The pool of TypeORM's entities. */
  private get entityPool(): pg.Pool {
    return (this.dataSource.driver as unknown as { master: pg.Pool }).master;
  }
}

/** Turns an error of a replica into undefined, but for a wait that was too long: its request waits only once. */
function unlessLocked(error: unknown): undefined {
  if (isLockHeld(error)) throw error;
  return undefined;
}
