import { Injectable } from '@nestjs/common';
import { changeNotice } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { hasCome } from '../../../database/sql.js';
import { LONGEST_RETRY_AFTER } from '../../../outbound/retry-after.js';
import { auditAfter, IS_EVENT, matches } from '../event.sql.js';

/** Lease of the process that delivers, ms: longer than one delivery may take. */
const LEASE = 15_000;
/** Deliveries stored per webhook, the newest. */
const MAXIMUM_DELIVERIES = 1_000;

/** What a delivery needs of its webhook. */
export interface Claim {
  id: string;
  url: string;
  secret: string;
  types: string[] | null;
  resources: string[] | null;
  tickers: string[] | null;
  /** id up to which everything matching was delivered */
  position: number;
  failures: number;
  /** moment of the last change by a user, as text */
  version: string;
}

type ClaimRow = Omit<Claim, 'position'> & { position: string };

const CLAIMED = `w.id, w.url, w.secret, w.types, w.resources, w.tickers, w.position::text AS position, w.failures,
  w.changed_at::text AS version`;

/** End of a lease that is taken now. */
export const LEASE_END = `clock_timestamp() + interval '${LEASE} ms'`;

/** SQL condition: nobody holds a webhook `w`. */
export const IS_FREE = hasCome('w.lease_until', LEASE);

/** SQL condition: the next attempt at a webhook `w` is due. */
const IS_DUE = hasCome('w.next_attempt_at', LONGEST_RETRY_AFTER);

/** The position reached, unless the filters it was reached with have changed. */
const REACHED = `CASE WHEN w.changed_at = $4::timestamptz THEN greatest(w.position, $3::bigint) ELSE w.position END`;

const claimOf = (row: ClaimRow): Claim => ({ ...row, position: Number(row.position) });

/** SQL of deliveries: which process serves a webhook, and how far it got. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database) {}

  /** The webhooks to be served. */
  async active(): Promise<Claim[]> {
    const rows = await this.database.query<ClaimRow>({
      text: `SELECT ${CLAIMED} FROM webhook w WHERE w.active ORDER BY w.id`,
      values: [],
    });
    return rows.map(claimOf);
  }

  /** Claims a webhook for a process; undefined when another one has it, or its next attempt is not due. */
  async claim(id: string, owner: string): Promise<Claim | undefined> {
    const row = await this.database.queryOne<ClaimRow>({
      text: `UPDATE webhook w SET lease_owner = $2::uuid, lease_until = ${LEASE_END}
             WHERE w.id = $1::uuid AND w.active AND ${IS_DUE} AND (w.lease_owner = $2::uuid OR ${IS_FREE})
             RETURNING ${CLAIMED}`,
      values: [id, owner],
    });
    return row === undefined ? undefined : claimOf(row);
  }

  /** Position of a webhook that could not be claimed, and in how many ms it may be claimed. */
  async stateOf(id: string): Promise<{ position: number; wait: number } | undefined> {
    const row = await this.database.queryOne<{ position: string; wait: number }>({
      text: `SELECT w.position::text AS position, coalesce(ceil(1000 * extract(epoch FROM
               greatest(w.next_attempt_at, w.lease_until) - clock_timestamp())), 0)::double precision AS wait
             FROM webhook w WHERE w.id = $1::uuid`,
      values: [id],
    });
    return row === undefined ? undefined : { position: Number(row.position), wait: row.wait };
  }

  /**
   * Records that everything up to a position was delivered, unless the webhook was changed meanwhile: then its
   * new filters apply to the same events again. `isMore`: keeps the webhook for the next delivery. Undefined: it was
   * lost to another process, or deleted.
   */
  async recordDelivery(
    { id, version }: Claim,
    owner: string,
    { position, isMore }: { position: number; isMore: boolean },
  ): Promise<Claim | undefined> {
    const row = await this.database.queryOne<ClaimRow>({
      text: `UPDATE webhook w SET position = ${REACHED}, failures = 0, next_attempt_at = NULL,
               last_success_at = clock_timestamp(),
               lease_owner = CASE WHEN $5::boolean THEN $2::uuid END, lease_until = CASE WHEN $5::boolean THEN ${LEASE_END} END
             WHERE w.id = $1::uuid AND w.lease_owner = $2::uuid RETURNING ${CLAIMED}`,
      values: [id, owner, position, version, isMore],
    });
    return row === undefined ? undefined : claimOf(row);
  }

  /**
   * Records a failure and releases the webhook, not to be tried before `wait` ms have passed. False: it was
   * changed meanwhile, so the answer of its former receiver does not count.
   */
  recordFailure(
    { id, version }: Claim,
    owner: string,
    { error, wait }: { error: string; wait: number },
  ): Promise<boolean> {
    return this.database.queryAny({
      text: `UPDATE webhook w SET failures = w.failures + 1, last_error = $3::text, last_error_at = clock_timestamp(),
               next_attempt_at = clock_timestamp() + make_interval(secs => $4::double precision / 1000),
               lease_owner = NULL, lease_until = NULL
             WHERE w.id = $1::uuid AND w.lease_owner = $2::uuid AND w.changed_at = $5::timestamptz RETURNING w.id`,
      values: [id, owner, error, wait, version],
    });
  }

  /** Deactivates a webhook whose receiver refuses further events; false as for {@link recordFailure}. */
  deactivate({ id, version }: Claim, owner: string, error: string): Promise<boolean> {
    return this.database.queryAny({
      text: `
        WITH w AS (
          UPDATE webhook w SET active = false, failures = w.failures + 1, last_error = $3::text,
            last_error_at = clock_timestamp(), next_attempt_at = NULL, lease_owner = NULL, lease_until = NULL
          WHERE w.id = $1::uuid AND w.lease_owner = $2::uuid AND w.changed_at = $4::timestamptz RETURNING w.id
        )
        INSERT INTO audit_event (resource, action, record_id, actor, after)
        SELECT 'webhook', 'updated', w.id, 'service', jsonb_build_object('active', false, 'reason', $3::text) FROM w
        RETURNING ${changeNotice('webhook', `'*'`)}`,
      values: [id, owner, error, version],
    });
  }

  /** Releases a webhook; `position`: its filters match nothing up to there. */
  async release({ id, version }: Claim, owner: string, position = 0): Promise<void> {
    await this.database.query({
      text: `UPDATE webhook w SET lease_owner = NULL, lease_until = NULL, position = ${REACHED}
             WHERE w.id = $1::uuid AND w.lease_owner = $2::uuid`,
      values: [id, owner, position, version],
    });
  }

  /** Skips events that the filters of a webhook exclude, unless it was changed meanwhile. */
  async pass({ id, version }: Claim, position: number): Promise<void> {
    await this.database.query({
      text: `UPDATE webhook w SET position = greatest(w.position, $3::bigint)
             WHERE w.id = $1::uuid AND w.changed_at = $2::timestamptz AND w.active`,
      values: [id, version, position],
    });
  }

  /**
   * Stores an attempt, replacing an earlier one at the same events, and deletes the oldest beyond the limit. Stores
   * nothing once the webhook was lost to another process: what became of the events is for that one to record.
   */
  async record(
    { id }: Claim,
    owner: string,
    { events, error }: { events: readonly number[]; error: string | null },
  ): Promise<void> {
    await this.database.query({
      text: `
        WITH old AS (
          DELETE FROM webhook_delivery d WHERE d.webhook_id = $1::uuid AND d.first_event <> ($2::bigint[])[1]
            AND d.first_event <= (
              SELECT k.first_event FROM webhook_delivery k
              WHERE k.webhook_id = $1::uuid AND k.first_event <> ($2::bigint[])[1]
              ORDER BY k.first_event DESC OFFSET ${MAXIMUM_DELIVERIES - 1} LIMIT 1)
        )
        INSERT INTO webhook_delivery (webhook_id, first_event, events, state, error)
        SELECT w.id, ($2::bigint[])[1], $2::bigint[], CASE WHEN $3::text IS NULL THEN 'delivered' ELSE 'failed' END, $3::text
        FROM webhook w WHERE w.id = $1::uuid AND w.lease_owner = $4::uuid FOR KEY SHARE
        ON CONFLICT (webhook_id, first_event) DO UPDATE SET events = excluded.events, state = excluded.state,
          error = excluded.error, attempts = webhook_delivery.attempts + 1, last_attempt_at = excluded.last_attempt_at`,
      values: [id, events, error, owner],
    });
  }

  /** Events still to be delivered to each active webhook, counted up to 10,000; returns within `limit` ms. */
  backlog(limit: number): Promise<{ id: string; pending: number }[]> {
    return this.database.query({
      text: `SELECT w.id, (SELECT count(*)::int FROM (
               SELECT FROM ${auditAfter('w.position', 100_000)} e
               WHERE ${IS_EVENT} AND ${matches('w.types', 'w.resources', 'w.tickers')} LIMIT 10000) p) AS pending
             FROM webhook w WHERE w.active`,
      values: [],
      limit,
    });
  }
}
