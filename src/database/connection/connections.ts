import pg from 'pg';
import { Busy } from '../../errors/domain-errors.js';
import { connectionSettings, type PostgresAddress } from './connection.js';
import { isWaitOver } from './database-errors.js';
import { clientOfLargeTexts } from './large-texts.js';
import { clientOfOneTimer } from './one-timer.js';
import { Pool } from './pool.js';
import { clientOfRecentStatements } from './recent-statements.js';
import { SharedConnections } from './shared-connections.js';

/** Connections for reads, and for single write statements: neither uses those of the other, of tokens or of health. */
export const READ_CONNECTIONS = 16;
const SINGLE_CONNECTIONS = 16;
/** Connections for bulk requests. */
const WRITE_CONNECTIONS = 8;
/** Connections for streams; each stream holds one as long as its reader reads. */
export const STREAM_CONNECTIONS = 20;
/** Idle connections for reads or single statements last this long, ms: new ones plan a statement's first five runs. */
const IDLE_LIMIT = 600_000;

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

/** The connections of the service, a pool for each kind of work: none of them waits for work of another kind. */
export class Connections {
  /** for single statements */
  readonly singles: pg.Pool;
  readonly reads: pg.Pool;
  /** a pipelined connection carries a whole bulk request */
  readonly writes: pg.Pool;
  readonly streams: pg.Pool;
  private readonly sharedConnections: SharedConnections;

  /** `isDatabaseDoubtful`: whether a wait for a connection may be the database's fault. */
  constructor(
    address: PostgresAddress,
    private readonly isDatabaseDoubtful: () => boolean,
  ) {
    const Client = clientOfRecentStatements(clientOfOneTimer(address.Client));
    const settings = connectionSettings(address);
    // On a cluster a single write may be a transaction, whose parts need not wait for each other.
    const pipeline = address.isCluster === true;
    const idleTimeoutMillis = IDLE_LIMIT;
    this.singles = poolOf({ ...settings, Client, max: SINGLE_CONNECTIONS, idleTimeoutMillis, pipeline });
    this.reads = poolOf({
      ...settings,
      Client: clientOfLargeTexts(Client),
      max: READ_CONNECTIONS,
      idleTimeoutMillis,
    });
    this.writes = poolOf({ ...settings, Client, max: WRITE_CONNECTIONS, pipeline: true });
    this.streams = poolOf({ ...connectionSettings(address, { limits: false }), max: STREAM_CONNECTIONS });
    // PostgreSQL rates a plan for any number of rows as dearer than one for twenty, and would plan each read anew.
    this.sharedConnections = new SharedConnections({
      ...connectionSettings(address, { plansOnce: true }),
      Client: clientOfLargeTexts(Client),
    });
  }

  /** Runs a statement on a connection of a pool; throws {@link Busy} when none becomes free. */
  async query<Row extends object>(pool: pg.Pool, statement: pg.QueryConfig): Promise<Row[]> {
    try {
      return (await pool.query<Row>(statement)).rows;
    } catch (error) {
      throw this.busyOr(error);
    }
  }

  /** Runs a read of at most `rows` rows of an index on a connection shared with others; throws as {@link query}. */
  async queryShared<Row extends object>(statement: pg.QueryConfig, rows: number): Promise<Row[]> {
    try {
      return (await this.sharedConnections.query<Row>(statement, rows)).rows;
    } catch (error) {
      throw this.busyOr(error);
    }
  }

  /** Borrows a connection of a pool, to be released; throws {@link Busy} when none becomes free. */
  async borrow(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw this.busyOr(error);
    }
  }

  /** The present state of the pools; `entity`: that of TypeORM's entities. */
  states(entity: pg.Pool): PoolState[] {
    const { singles: single, reads: read, writes: write, streams: stream } = this;
    const pools = Object.entries({ entity, single, read, write, stream });
    const states = pools.map(([name, pool]) => ({
      name: name as PoolState['name'],
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }));
    return [...states, { name: 'shared', ...this.sharedConnections.state, waiting: 0 }];
  }

  async end(): Promise<void> {
    const all = [this.singles, this.reads, this.writes, this.streams, this.sharedConnections];
    await Promise.all(all.map((each) => each.end()));
  }

  /** The reason when no connection becomes free: too many requests, unless the database is away. */
  private busyOr(error: unknown): unknown {
    return isWaitOver(error) && !this.isDatabaseDoubtful()
      ? new Busy('all connections for requests like this one are in use', { cause: error })
      : error;
  }
}

/** `pipeline`, which pg's types leave out: statements are sent without waiting for the answers to earlier ones. */
function poolOf(settings: pg.PoolConfig & { pipeline?: boolean }): pg.Pool {
  const pool = new Pool(settings);
  pool.on('error', () => undefined); // a lost idle connection is replaced by the next request
  // A lost borrowed connection fails its statements; its event, unhandled, would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
