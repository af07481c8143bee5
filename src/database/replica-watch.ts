import pg from 'pg';
import { systemOf } from './wal-position.js';

/** A replica must answer within this time, ms, connecting included. */
const LIMIT = 1_000;

const LOOK = {
  name: 'mds_look',
  text: 'SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn',
};

/** What was seen of a replica. */
export interface Sight {
  /** false: a primary answers there */
  isStandby: boolean;
  /** how far it has replayed; null when it never had anything to replay */
  lsn: string | null;
  /** identifier of its database system; undefined where it may not be read */
  system: string | undefined;
}

/** A connection that a replica is looked at through, apart from those of the reads. */
export class ReplicaWatch {
  private client: Promise<{ client: pg.Client; system: string | undefined }> | undefined;
  private looking: Promise<Sight> | undefined;

  constructor(private readonly settings: pg.ClientConfig) {}

  /** Looks at the replica; who asks meanwhile shares the answer. Rejects when there is none. */
  look(): Promise<Sight> {
    this.looking ??= this.ask().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  close(): void {
    this.drop();
  }

  private async ask(): Promise<Sight> {
    try {
      this.client ??= this.connect();
      const { client, system } = await this.client;
      const { rows } = await client.query<{ standby: boolean; lsn: string | null }>(LOOK);
      return { isStandby: rows[0]?.standby === true, lsn: rows[0]?.lsn ?? null, system };
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  private async connect(): Promise<{ client: pg.Client; system: string | undefined }> {
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
