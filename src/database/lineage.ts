import type pg from 'pg';
import { isDatabaseAway } from './connection.js';
import { systemOf } from './wal-position.js';

/** What a server is at this moment. */
export interface Standing {
  isStandby: boolean;
  /** history that it writes, which every promotion counts on; undefined of a standby, and where a server does not tell */
  timeline: number | undefined;
}

/** SQL of a {@link Standing}: a standby has no answer to the name of the file that it writes. */
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

/** A server that answers and is not to be written to: a standby, or a primary that was replaced. */
export class NotPrimary extends Error {
  /** read_only_sql_transaction: what the server itself says to a write */
  readonly code = '25006';
}

/**
 * What this process knows of the history of its database: a promotion begins a timeline, so a primary on a lower one was
 * replaced, whatever it says of itself, and what it would store is lost with it.
 */
export class Lineage {
  private highest: number | undefined;
  private system: string | undefined;

  /** The highest timeline that was seen; undefined before the first. */
  get timeline(): number | undefined {
    return this.highest;
  }

  /** Whether a server may be of this database, by the identifier that it shares with all copies. */
  mayHave(system: string | undefined): boolean {
    return system === undefined || this.system === undefined || system === this.system;
  }

  /**
   * Takes the server behind a fresh connection for the primary; true when it is one that was promoted since the last.
   * Throws {@link NotPrimary} when it is none.
   */
  async admit(client: pg.Client): Promise<boolean> {
    const { isStandby, timeline } = await ask(client);
    this.system ??= await systemOf(client);
    if (isStandby) throw new NotPrimary('The server is a standby: it takes no writes');
    if (timeline === undefined) return false;
    if (this.highest !== undefined && timeline < this.highest) await this.refuse(client, timeline);
    const isPromoted = this.highest !== undefined && timeline > this.highest;
    this.highest = timeline;
    return isPromoted;
  }

  /** An older history of this database is refused; another database behind the same address has a history of its own. */
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
    // Servers that are no PostgreSQL but speak like one may not have these functions: they refuse writes themselves.
    return { isStandby: false, timeline: undefined };
  }
}
