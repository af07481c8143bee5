import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { nameOf } from '../../config/hosts.js';
import { connectionSettings } from '../connection/connection.js';
import { isDatabaseAway } from '../connection/database-errors.js';
import { clientOfRecentStatements } from '../connection/recent-statements.js';
import { ReplicaWatch, type Sight } from './replica-watch.js';
import { ServerSockets } from './server-sockets.js';
import { type PrimaryPosition, walPosition } from './wal-position.js';

/** `up`: reads go there; `behind`: it replays too late; `away`: no answer; `refused`: not a standby of this primary. */
export const REPLICA_STATES = ['up', 'behind', 'away', 'refused'] as const;
export type ReplicaState = (typeof REPLICA_STATES)[number];

/** A replica is checked this often, ms. */
const INTERVAL = 250;
/** The check of a replica waits this long, ms, for the primary's position: both may be lost. */
const SILENT = 100;
/** A read waits this long, ms, for the replica to replay what was committed before it. */
const PATIENCE = 25;
/** A replica that takes longer than this, ms, to replay what the primary had is not used until it has. */
export const MAXIMUM_LAG = 1_000;
/** Moments recorded of a replica that lags: the oldest gives its lag. */
const MOMENTS = 10_000;
/** Longest wait for a connection, ms. */
const CONNECTION_LIMIT = 1_000;
/** Connections for single statements, as on the primary. */
const POOL_SIZE = 16;

const REPLAYED = { name: 'mds_replayed', text: 'SELECT pg_last_wal_replay_lsn()::text AS lsn' };

/** The replica has not replayed what a read must see. */
class Behind extends Error {}

/** Receives a change of state. */
export type StateListener = (replica: Replica, previous: ReplicaState, reason: string | undefined) => void;

/** How far a replica is behind. */
export interface Lag {
  /** of the write-ahead log */
  bytes: number;
  /** since the primary had what the replica has not replayed yet; 0: it lacks nothing */
  seconds: number;
}

/** One streaming replica: its connections, its state, and reads that are proven to be recent enough. */
export class Replica {
  /** host:port/database, without credentials */
  readonly name: string;
  state: ReplicaState = 'away';
  /** reads running on it */
  busy = 0;
  /** reads answered by it, and reads that it failed and the primary answered */
  readonly counts = { answered: 0, repeated: 0 };

  private readonly reads: pg.Pool;
  private readonly streams: pg.Pool;
  private readonly watch: ReplicaWatch;
  private readonly sockets = new ServerSockets();
  /** how far it was last seen to have replayed; a hint: every read is proven on its own connection */
  private replayedTo = 0;
  /** positions that the primary had at some moments and the replica has not replayed yet, oldest first */
  private readonly missing: { position: number; at: number }[] = [];
  /** position that it must reach to be used again */
  private target = 0;
  /** history that it has certainly reached: its positions are places in that */
  private history: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<void> | undefined;
  private isStopped = false;
  private isKnown = false;

  constructor(
    address: { url: string; role?: string },
    private readonly primary: PrimaryPosition,
    private readonly onChange: StateListener,
  ) {
    this.name = nameOf(address.url);
    const settings = { connectionTimeoutMillis: CONNECTION_LIMIT, stream: this.sockets.create };
    this.reads = new pg.Pool({
      ...connectionSettings(address),
      ...settings,
      Client: clientOfRecentStatements(),
      max: POOL_SIZE,
      pipeline: true,
    } as pg.PoolConfig);
    this.streams = new pg.Pool({ ...connectionSettings(address, { limits: false }), ...settings, max: 20 });
    for (const pool of [this.reads, this.streams]) {
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
    }
    this.watch = new ReplicaWatch({ ...connectionSettings(address), ...settings });
  }

  /** How far behind it was at the last check. */
  get lag(): Lag {
    const [oldest] = this.missing;
    if (oldest === undefined) return { bytes: 0, seconds: 0 };
    return {
      bytes: Math.max(0, this.primary.highestSeen - this.replayedTo),
      seconds: (performance.now() - oldest.at) / 1000,
    };
  }

  /** Checks the replica now and from now on. */
  start(): void {
    void this.check().then(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.start(), INTERVAL).unref();
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.watch.end();
    await Promise.all([this.reads.end(), this.streams.end()]);
    this.sockets.cut();
  }

  /**
   * Runs a SELECT on data that includes everything before `position`: on the same connection, the replica first reports
   * how far it has replayed. Throws {@link Behind} when that is not enough.
   */
  async read<Row extends object>(query: pg.QueryConfig, position: number): Promise<Row[]> {
    const rows = await this.readGuarded(position, this.reads, async (client) => {
      const [{ rows: positions }, result] = await Promise.all([
        client.query<{ lsn: string | null }>(REPLAYED),
        client.query<Row>(query),
      ]);
      this.prove(positions[0]?.lsn ?? null, position);
      client.release();
      return result.rows;
    });
    this.counts.answered++;
    return rows;
  }

  /** A connection for a stream, on which new transactions see everything before `position`; as {@link read}. */
  async borrow(position: number): Promise<pg.PoolClient> {
    return this.readGuarded(position, this.streams, async (client) => {
      const { rows } = await client.query<{ lsn: string | null }>(REPLAYED);
      this.prove(rows[0]?.lsn ?? null, position);
      return client;
    });
  }

  private async readGuarded<Result>(
    position: number,
    pool: pg.Pool,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    this.busy++;
    let client: pg.PoolClient | undefined;
    try {
      // It may have been lost, or a primary promoted, while the primary was asked for the position.
      if (this.state === 'away' || this.history !== this.primary.history) throw new Behind();
      await this.reach(position);
      client = await pool.connect();
      return await work(client);
    } catch (error) {
      client?.release(isDatabaseAway(error) ? (error as Error) : undefined);
      if (isDatabaseAway(error)) void this.check();
      throw error;
    } finally {
      this.busy--;
    }
  }

  /** Waits a moment for the replica to replay what a read must see. */
  private async reach(position: number): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (this.replayedTo < position) {
      this.noteSight(await this.watch.look());
      if (this.replayedTo >= position) return;
      if (performance.now() > end) {
        this.target = position;
        this.enter('behind', 'it replays too late');
        throw new Behind();
      }
      await sleep(1);
    }
  }

  private prove(lsn: string | null, position: number): void {
    this.replayedTo = walPosition(lsn);
    if (this.replayedTo < position) throw new Behind();
  }

  private check(): Promise<void> {
    this.checking ??= this.examine().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private async examine(): Promise<void> {
    const request = this.primary.now().catch(() => undefined);
    const position = await Promise.race([request, sleep(SILENT, undefined, { ref: false })]);
    try {
      const sight = await this.watch.look();
      if (this.isStopped) return;
      this.noteSight(sight);
      this.measure(position);
      const reason = await this.refusal(sight);
      if (reason !== undefined) {
        // It replays nothing of this primary, or is the primary itself: that is no lag.
        this.missing.length = 0;
        this.enter('refused', reason);
      } else if (this.replayedTo < this.target) this.enter('behind', 'it replays too late');
      else this.enter('up', undefined);
    } catch (error) {
      if (!this.isStopped) this.enter('away', (error as Error).message);
    }
  }

  private noteSight({ lsn }: Sight): void {
    this.replayedTo = walPosition(lsn);
  }

  private measure(position: number | undefined): void {
    while (this.missing[0] !== undefined && this.missing[0].position <= this.replayedTo) this.missing.shift();
    if (position !== undefined && position > this.replayedTo && this.missing.length < MOMENTS) {
      this.missing.push({ position, at: performance.now() });
    }
    if (this.lag.seconds * 1000 > MAXIMUM_LAG) this.target = this.primary.highestSeen;
  }

  private async refusal({ isStandby, system }: Sight): Promise<string | undefined> {
    if (!isStandby) return 'it is not a standby';
    const own = await this.primary.system().catch(() => undefined);
    if (own !== undefined && system !== undefined && own !== system)
      return 'it is of another database system';
    return (await this.follows()) ? undefined : 'it has not been seen to follow the primary';
  }

  /** Whether it is on the primary's timeline: after a promotion it may still follow the previous primary. */
  private async follows(): Promise<boolean> {
    const { history } = this.primary;
    if (this.history === history) return true;
    const timeline = await this.watch.timeline();
    if (history !== undefined && timeline !== undefined && timeline !== history) return false;
    // Positions of another history mean nothing in this one.
    this.history = history;
    this.target = 0;
    this.missing.length = 0;
    return true;
  }

  private enter(state: ReplicaState, reason: string | undefined): void {
    // Reads waiting for its answer would wait in vain: they are cut and go to the primary.
    if (state === 'away') this.sockets.cut();
    const previous = this.state;
    if (previous === state && this.isKnown) return;
    this.isKnown = true;
    this.state = state;
    this.onChange(this, previous, reason);
  }
}
