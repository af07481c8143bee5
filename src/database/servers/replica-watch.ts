import pg from 'pg';
import { STANDING, type Standing, type StandingRow, standingOf } from './lineage.js';
import { systemOf, unlessDenied } from './wal-position.js';

/** A replica must answer within this time, ms, connecting included. */
const LIMIT = 1_000;

const LOOK = {
  name: 'mds_look',
  text: `SELECT ${STANDING}, pg_last_wal_replay_lsn()::text AS lsn`,
};

/**
 * A timeline that the standby has certainly reached: it notes this when it writes pages, and shows that of its stream
 * to members of pg_read_all_stats only.
 */
const REACHED = {
  name: 'mds_reached',
  text: `SELECT greatest((SELECT timeline_id FROM pg_control_checkpoint()),
           (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
           (SELECT received_tli FROM pg_stat_wal_receiver)) AS timeline`,
};

/** Observed state of a server. */
export interface Sight extends Standing {
  /** how far it has replayed; null when it never had anything to replay */
  lsn: string | null;
  /** identifier of its database system; undefined when it may not be read */
  system: string | undefined;
}

/** A connection for observing a server, apart from those of the requests. */
export class ReplicaWatch {
  private client: Promise<{ client: pg.Client; system: string | undefined }> | undefined;
  private currentLook: Promise<Sight> | undefined;
  private isEnded = false;

  constructor(private readonly settings: pg.ClientConfig) {}

  /** Looks at the replica; concurrent callers share the answer. Rejects without one. */
  look(): Promise<Sight> {
    this.currentLook ??= this.ask().finally(() => {
      this.currentLook = undefined;
    });
    return this.currentLook;
  }

  /** A timeline that a standby is known to have reached; undefined if not readable. Rejects as {@link look}. */
  async timeline(): Promise<number | undefined> {
    this.client ??= this.connect();
    const { client } = await this.client;
    const { rows } = await client.query<{ timeline: number }>(REACHED).catch(unlessDenied);
    return rows[0]?.timeline;
  }

  /** Drops the connection; the next look opens another one. */
  close(): void {
    this.drop();
  }

  /** Drops the connection for good: a look that comes later, of a check under way, rejects. */
  end(): void {
    this.isEnded = true;
    this.drop();
  }

  private async ask(): Promise<Sight> {
    try {
      this.client ??= this.connect();
      const { client, system } = await this.client;
      const { rows } = await client.query<StandingRow & { lsn: string | null }>(LOOK);
      const [row = { standby: false, timeline: null, lsn: null }] = rows;
      return { ...standingOf(row), lsn: row.lsn, system };
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  private async connect(): Promise<{ client: pg.Client; system: string | undefined }> {
    if (this.isEnded) throw new Error('The watch has ended');
    const client = new pg.Client({ ...this.settings, query_timeout: LIMIT });
    client.on('error', () => undefined);
    await client.connect();
    return { client, system: await systemOf(client) };
  }

  private drop(): void {
    const { client } = this;
    this.client = undefined;
    client?.then((one) => one.client.end()).catch(() => undefined);
  }
}
