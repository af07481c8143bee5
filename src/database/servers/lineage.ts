import type pg from 'pg';
import { isDatabaseAway } from '../connection/database-errors.js';
import { systemOf } from './wal-position.js';

/** The role of a server at this moment. */
export interface Standing {
  isStandby: boolean;
  /** history that it writes, incremented by every promotion; undefined for a standby, or if not reported */
  timeline: number | undefined;
}

/** SQL of a {@link Standing}: a standby cannot name the file that it writes. */
export const STANDING = `pg_is_in_recovery() AS standby,
  CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END AS timeline`;

/** A row of {@link STANDING}. */
export interface StandingRow {
  standby: boolean;
  timeline: string | null;
}

export function standingOf({ standby, timeline }: StandingRow): Standing {
  return { isStandby: standby, timeline: timeline === null ? undefined : Number.parseInt(timeline, 16) };
}

/** A server that answers but must not be written to: a standby, or a primary that was replaced. */
export class NotPrimary extends Error {
  /** read_only_sql_transaction: the server's own answer to a write */
  readonly code = '25006';
}

/**
 * What this process knows of its database's history: a promotion begins a timeline, so a primary on a lower one was
 * replaced, whatever it reports, and anything it stored would be lost with it.
 */
export class Lineage {
  private highest: number | undefined;
  private system: string | undefined;

  /** The highest timeline seen; undefined before the first. */
  get timeline(): number | undefined {
    return this.highest;
  }

  /** Whether a server may belong to this database, by the identifier that all copies share. */
  mayHave(system: string | undefined): boolean {
    return system === undefined || this.system === undefined || system === this.system;
  }

  /**
   * Accepts the server behind a fresh connection as the primary; true when it was promoted since the last one. Throws
   * {@link NotPrimary} when it is not a primary.
   */
  async admit(client: pg.Client): Promise<boolean> {
    const { isStandby, timeline } = await ask(client);
    this.system ??= await systemOf(client);
    if (isStandby) throw new NotPrimary('The server is a standby: it accepts no writes');
    if (timeline === undefined) return false;
    if (this.highest !== undefined && timeline < this.highest) await this.refuse(client, timeline);
    const isPromoted = this.highest !== undefined && timeline > this.highest;
    this.highest = timeline;
    return isPromoted;
  }

  /** Refuses an older history of this database; another database behind the same address has its own history. */
  private async refuse(client: pg.Client, timeline: number): Promise<void> {
    const system = await systemOf(client);
    if (this.mayHave(system)) {
      throw new NotPrimary(
        `The server was replaced: it writes timeline ${timeline}, and ${this.highest} has begun`,
      );
    }
    this.system = system;
  }
}

async function ask(client: pg.Client): Promise<Standing> {
  try {
    const { rows } = await client.query<StandingRow>(`SELECT ${STANDING}`);
    return standingOf(rows[0] ?? { standby: false, timeline: null });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // Servers that only speak PostgreSQL's protocol may lack these functions: they refuse writes themselves.
    return { isStandby: false, timeline: undefined };
  }
}
