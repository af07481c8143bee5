import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import { Busy } from '../errors/domain-errors.js';
import {
  connectionSettings,
  isDatabaseAway,
  isWaitOver,
  type PostgresAddress,
  sendTogether,
} from './connection.js';
import { openCopy, type StreamFormat } from './copy-out.js';
import { Gathering, type Tickers } from './gathering.js';
import { Heartbeat } from './heartbeat.js';
import { clientOfLargeTexts, LARGE_AS_BYTES } from './large-texts.js';
import { clientOfOneTimer } from './one-timer.js';
import { Pool } from './pool.js';
import { ReadRouter } from './read-router.js';
import { SharedConnections } from './shared-connections.js';
import { Turns } from './turns.js';

/** Connections for reads, and for single write statements: neither uses those of the other, of tokens or of health. */
export const READ_CONNECTIONS = 16;
const SINGLE_CONNECTIONS = 16;
/** Idle connections for reads or single statements last this long, ms: new ones plan a statement's first five runs. */
const IDLE_LIMIT = 600_000;
/** So many rows that a statement shares its connection only when every connection is in use. */
const ALONE = 1_000;
/** Connections for streams; each stream holds one as long as its reader reads. */
export const STREAM_CONNECTIONS = 20;

/** Values as PostgreSQL writes them. */
const TEXTS: pg.CustomTypesConfig = { getTypeParser: () => String };

/** Injection token of the {@link PostgresAddress} in use. */
export const POSTGRES_ADDRESS = Symbol('POSTGRES_ADDRESS');

/** One statement: placeholders `$1::type`, bound values. Texts come from code, never from a request. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  /** longest wait for the answer, ms, when shorter than the connection's own */
  limit?: number;
  /** its reads of tables by ticker are limited to these: a cluster need not look at others */
  tickers?: Tickers | undefined;
  /**
   * a cluster plans it as it is, by one node or by itself alone: in a transaction it is sent without waiting for the
   * answers to earlier statements of this kind
   */
  onNode?: true;
  /** values arrive as PostgreSQL's texts, not as JavaScript values */
  asTexts?: true;
  /** large texts arrive as bytes instead of strings when read on connections for reads */
  largeAsBytes?: true;
}

/** Runs statements, in a transaction or each on its own. */
export interface Executor {
  query<Row extends object>(statement: Statement): Promise<Row[]>;
}

/** The statements of one transaction, sent without waiting for each other's answers. */
export interface Transaction extends Executor {
  /** commits now instead of at the end of the work: the remaining computation runs while the disk is written */
  commit(): void;
}

/** State of a connection pool. */
export interface PoolState {
  name: 'entity' | 'single' | 'read' | 'write' | 'stream' | 'shared';
  /** open connections */
  total: number;
  /** the idle ones among them */
  idle: number;
  /** requests waiting for one */
  waiting: number;
}

/**
 * Raw access to PostgreSQL alongside the TypeORM repositories: prepared statements, pipelined transactions and COPY
 * streams. Every text is prepared once per connection, under its own name.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly names = new Map<string, string>();
  private readonly singles: pg.Pool;
  private readonly reads: pg.Pool;
  private readonly writes: pg.Pool;
  private readonly streams: pg.Pool;
  private readonly sharedConnections: SharedConnections;
  /** undefined when no replica is configured: the primary answers reads */
  private readonly router: ReadRouter | undefined;
  /** the tables are spread over several nodes, which do not see a session's settings */
  readonly isCluster: boolean;
  private readonly gathering = new Gathering();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(POSTGRES_ADDRESS) address: PostgresAddress,
    @Optional() router?: ReadRouter,
    @Optional() private readonly heartbeat?: Heartbeat,
  ) {
    this.isCluster = address.isCluster === true;
    this.router = router?.replicas.length === 0 ? undefined : router;
    const Client = clientOfOneTimer(address.Client);
    // On a cluster a single write may be a transaction, whose parts need not wait for each other.
    this.singles = new Pool({
      ...connectionSettings(address),
      Client,
      max: SINGLE_CONNECTIONS,
      idleTimeoutMillis: IDLE_LIMIT,
      pipeline: this.isCluster,
    } as pg.PoolConfig);
    this.reads = new Pool({
      ...connectionSettings(address),
      Client: clientOfLargeTexts(Client),
      max: READ_CONNECTIONS,
      idleTimeoutMillis: IDLE_LIMIT,
    });
    // A pipelined connection carries a whole bulk request; a stream holds its connection as long as its reader reads.
    this.writes = new Pool({
      ...connectionSettings(address),
      Client,
      max: 8,
      pipeline: true,
    } as pg.PoolConfig);
    this.streams = new Pool({
      ...connectionSettings(address, { limits: false }),
      max: STREAM_CONNECTIONS,
    });
    // PostgreSQL rates a plan for any number of rows as dearer than one for twenty, and would plan each read anew.
    this.sharedConnections = new SharedConnections({
      ...connectionSettings(address, { plansOnce: true }),
      Client: clientOfLargeTexts(Client),
    });
    for (const pool of [this.singles, this.reads, this.writes, this.streams]) {
      pool.on('error', () => undefined); // a lost idle connection is replaced by the next request
      // A lost borrowed connection fails its statements; its event, unhandled, would end the process.
      pool.on('connect', (client) => client.on('error', () => undefined));
    }
  }

  /** Runs one prepared statement on its own; autocommit. */
  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    const run = () => this.rowsOf<Row>(this.singles, this.queryConfigOf(statement));
    return this.isCluster ? this.gathering.read(statement, run, this.singles) : run();
  }

  /** As {@link query}, for statements that return one row at most. */
  async queryOne<Row extends object>(statement: Statement): Promise<Row | undefined> {
    return (await this.query<Row>(statement))[0];
  }

  /**
   * Runs one prepared SELECT, on a replica if there are any: on data that includes every write acknowledged before the
   * call, as the primary's does. Reads that decide about a write or a credential use {@link query}.
   */
  read<Row extends object>(statement: Statement): Promise<Row[]> {
    if (this.isCluster) {
      return this.gathering.read(
        statement,
        () => this.rowsOf<Row>(this.reads, this.queryConfigOf(statement)),
        this.reads,
      );
    }
    const config = this.queryConfigOf(statement);
    const onPrimary = () => this.rowsOf<Row>(this.reads, config);
    return this.router === undefined ? onPrimary() : this.router.read(config, onPrimary);
  }

  /**
   * As {@link read}, for reads of at most `rows` rows of an index, by the same plan whatever the values: on connections
   * shared with others.
   */
  async readQuickly<Row extends object>(statement: Statement, rows: number): Promise<Row[]> {
    const config = this.queryConfigOf(statement);
    const onPrimary = () => this.readBehindOthers<Row>(config, rows);
    if (this.isCluster) return this.gathering.read(statement, onPrimary, this.reads);
    return this.router === undefined ? onPrimary() : this.router.read(config, onPrimary);
  }

  /**
   * As {@link read}, for statements that take longer to plan than to run and have one good plan whatever the values:
   * they are planned once per connection.
   */
  readByOnePlan<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.readQuickly<Row>(statement, ALONE);
  }

  private async rowsOf<Row extends object>(pool: pg.Pool, statement: pg.QueryConfig): Promise<Row[]> {
    try {
      return (await pool.query<Row>(statement)).rows;
    } catch (error) {
      throw this.busyOr(error);
    }
  }

  private async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw this.busyOr(error);
    }
  }

  private async readBehindOthers<Row extends object>(
    statement: pg.QueryConfig,
    rows: number,
  ): Promise<Row[]> {
    try {
      return (await this.sharedConnections.query<Row>(statement, rows)).rows;
    } catch (error) {
      throw this.busyOr(error);
    }
  }

  /** The reason when no connection becomes free: too many requests, unless the database is away. */
  private busyOr(error: unknown): unknown {
    return isWaitOver(error) && this.heartbeat?.isDoubtful !== true
      ? new Busy('all connections for requests like this one are in use', { cause: error })
      : error;
  }

  /** As {@link read}, for statements that return one row at most. */
  async readOne<Row extends object>(statement: Statement): Promise<Row | undefined> {
    return (await this.read<Row>(statement))[0];
  }

  /**
   * Runs `work` in one READ COMMITTED transaction on a pipelined connection and commits durably before it
   * resolves; any error rolls all of it back.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.transactionOf(this.writes, work);
  }

  /** As {@link transaction}, for a single write: on the connections for those. */
  singleTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.transactionOf(this.singles, work);
  }

  private async transactionOf<Result>(
    pool: pg.Pool,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.connect(pool);
    let connectionError: Error | undefined;
    const corkWrites = () => {
      if (this.isCluster) sendTogether(client);
    };
    try {
      corkWrites();
      const begin = client.query('BEGIN');
      begin.catch(() => undefined); // reported where it is awaited, below
      let committing: Promise<pg.QueryResult> | undefined;
      const run = async <Row extends object>(statement: Statement) => {
        corkWrites();
        return (await client.query<Row>(this.queryConfigOf(statement))).rows;
      };
      const turns = new Turns();
      const send = () => {
        corkWrites();
        return client.query('COMMIT');
      };
      const commit = () => {
        committing = this.isCluster ? turns.whenSent(send) : send();
        committing.catch(() => undefined); // likewise
      };
      const result = await work({ ...this.inTurn(client, run, turns), commit });
      await begin;
      const committed = await (committing ?? client.query('COMMIT'));
      // A transaction that failed inside answers COMMIT with ROLLBACK and no error.
      if (committed.command !== 'COMMIT') throw new Error('The transaction was rolled back');
      return result;
    } catch (error) {
      // A lost or hanging connection is not asked to roll back: closing it does so as well.
      if (isDatabaseAway(error)) connectionError = error as Error;
      else {
        await client.query('ROLLBACK').catch((reason: Error) => {
          connectionError = reason;
        });
      }
      throw error;
    } finally {
      client.release(connectionError);
    }
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

  /** Borrows a plain connection without time limits for COPY IN and its transaction (the import). */
  async withConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.connect(this.streams);
    let failure: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  /** Runs statements within the transaction of a borrowed connection. */
  executorOf(client: pg.PoolClient): Executor {
    return this.inTurn(
      client,
      async <Row extends object>({ text, values }: Statement) =>
        (await client.query<Row>(text, values as unknown[])).rows,
    );
  }

  /** Sends a trivial query; throws when no answer comes within `limit` ms. Others' reads and writes do not delay it. */
  async ping(limit: number): Promise<void> {
    await this.entityPool.query(this.queryConfigOf({ text: 'SELECT 1', values: [], limit }));
  }

  /** The present state of the pools. */
  pools(): PoolState[] {
    const pools = {
      entity: this.entityPool,
      single: this.singles,
      read: this.reads,
      write: this.writes,
      stream: this.streams,
    };
    const states = Object.entries(pools).map(([name, pool]) => ({
      name: name as PoolState['name'],
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }));
    return [...states, { name: 'shared', ...this.sharedConnections.state, waiting: 0 }];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([
      this.singles.end(),
      this.reads.end(),
      this.writes.end(),
      this.streams.end(),
      this.sharedConnections.end(),
    ]);
  }

  /** Runs statements of a transaction; on a cluster one after the other, except those that are planned as they are. */
  private inTurn(
    client: pg.ClientBase,
    run: <Row extends object>(statement: Statement) => Promise<Row[]>,
    turns = new Turns(),
  ): Executor {
    if (!this.isCluster) return { query: run };
    return {
      query: <Row extends object>(statement: Statement) => {
        if (statement.onNode === true)
          return turns.join(() => this.gathering.runPlain(() => run<Row>(statement), this.singles));
        return turns.take((onSent) => {
          const send = () => {
            const rows = run<Row>(statement);
            onSent();
            return rows;
          };
          return this.gathering.within(client, statement, send, this.singles);
        });
      },
    };
  }

  private async openStream(statement: Statement, format: StreamFormat) {
    const borrowed = await this.router?.borrow();
    if (borrowed !== undefined) {
      const rows = await openCopy(borrowed, statement, format).catch(() => undefined);
      if (rows !== undefined) return { client: borrowed, rows };
    }
    const client = await this.connect(this.streams);
    return {
      client,
      rows: await openCopy(client, statement, format, this.isCluster ? this.gathering : undefined),
    };
  }

  /** The pool of TypeORM's entities. */
  private get entityPool(): pg.Pool {
    return (this.dataSource.driver as unknown as { master: pg.Pool }).master;
  }

  private queryConfigOf({ text, values, limit, asTexts, largeAsBytes }: Statement): pg.QueryConfig {
    let name = this.names.get(text);
    if (name === undefined) {
      name = `mds_${this.names.size}`;
      this.names.set(text, name);
    }
    const waits = limit === undefined ? {} : { query_timeout: limit };
    const types = asTexts ? { types: TEXTS } : largeAsBytes ? { types: LARGE_AS_BYTES } : {};
    return { name, text, values: values as unknown[], ...waits, ...types };
  }
}

/** Opens a COPY … FROM STDIN on a borrowed connection. */
export function copyInto(client: pg.PoolClient, table: string, columns: readonly string[]): Writable {
  return client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
}
