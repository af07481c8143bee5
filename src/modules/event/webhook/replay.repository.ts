import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../auth/caller.js';
import { changeNotice } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { Conditions } from '../../../database/lists/conditions.js';
import type { List, PageRequest } from '../../../database/lists/list.js';
import { listByMoment } from '../../../database/lists/listing.js';
import { instant } from '../../../database/sql.js';
import { bigintKind } from '../../../kinds/kinds.js';
import { IS_EVENT, matches } from '../event.sql.js';
import { IS_FREE, LEASE_END } from './delivery.repository.js';

const COLUMNS = `d.id, d.first_event::text AS first_event, d.events[cardinality(d.events)]::text AS last_event,
  cardinality(d.events) AS events, d.state, d.attempts, d.error, ${instant('d.first_attempt_at')} AS first_attempt_at,
  ${instant('d.last_attempt_at')} AS last_attempt_at`;

/** Deliveries of a webhook to list. */
export interface DeliveryRequest extends PageRequest {
  state?: string | undefined;
}

/** What is needed to send a delivery again. */
export interface Replay {
  url: string;
  secret: string;
  /** ids of the events, ascending */
  events: string[];
}

/** SQL of deliveries as users see them and send them again. */
@Injectable()
export class ReplayRepository {
  constructor(private readonly database: Database) {}

  /** Deliveries of a webhook, newest first. */
  list(webhook: string, query: DeliveryRequest): List {
    const conditions = new Conditions()
      .add('d.webhook_id = ?::uuid', webhook)
      .when(query.state, 'd.state = ?::text');
    return listByMoment(this.database, {
      columns: COLUMNS,
      from: 'webhook_delivery d',
      conditions,
      key: [{ sql: 'd.first_event', name: 'first_event', kind: bigintKind }],
      query,
    });
  }

  /** What is to be sent again; undefined when there is no such delivery to this webhook. */
  find(webhook: string, delivery: string): Promise<Replay | undefined> {
    return this.database.queryOne({
      text: `SELECT w.url, w.secret, d.events::text[] AS events FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
             WHERE d.webhook_id = $1::uuid AND d.id = $2::uuid`,
      values: [webhook, delivery],
    });
  }

  /** Claims a webhook to send something again, even if paused or waiting; false when a delivery is in progress. */
  take(webhook: string, owner: string): Promise<boolean> {
    return this.database.queryAny({
      text: `UPDATE webhook w SET lease_owner = $2::uuid, lease_until = ${LEASE_END}
             WHERE w.id = $1::uuid AND ${IS_FREE} RETURNING w.id`,
      values: [webhook, owner],
    });
  }

  /**
   * Records how a replay ended and releases the webhook; returns the JSON text of the delivery, undefined when it was
   * deleted meanwhile. An accepted delivery holds nothing up any more, unless somebody changed the webhook since it
   * failed: then its new filters apply to the same events. The time of the last attempt alone does not show that: the
   * attempt may have begun before the change, or have been a replay of what had failed before it.
   */
  async recordReplay(
    webhook: string,
    delivery: string,
    { owner, error, actor }: { owner: string; error: string | null; actor: Actor },
  ): Promise<string | undefined> {
    const row = await this.database.queryOne<{ json: string }>({
      text: `
        WITH before AS (
          SELECT d.id, d.last_attempt_at, d.events, d.events[cardinality(d.events)] AS last_event
          FROM webhook_delivery d WHERE d.webhook_id = $1::uuid AND d.id = $2::uuid
        ), w AS (
          UPDATE webhook w SET lease_owner = NULL, lease_until = NULL,
            last_success_at = CASE WHEN $4::text IS NULL THEN clock_timestamp() ELSE w.last_success_at END,
            position = CASE WHEN b.ends THEN b.last_event ELSE w.position END,
            failures = CASE WHEN b.ends THEN 0 ELSE w.failures END,
            next_attempt_at = CASE WHEN b.ends THEN NULL ELSE w.next_attempt_at END
          FROM (
            SELECT b.last_event, $4::text IS NULL AND b.last_event > o.position AND o.changed_at <= b.last_attempt_at
              AND NOT EXISTS (SELECT FROM audit_event e
                WHERE e.id > o.position AND e.id <= b.last_event AND e.id <> ALL (b.events)
                  AND ${IS_EVENT} AND ${matches('o.types', 'o.resources', 'o.tickers')}) AS ends
            FROM before b, webhook o WHERE o.id = $1::uuid
          ) b
          WHERE w.id = $1::uuid AND w.lease_owner = $3::uuid
        ), d AS (
          UPDATE webhook_delivery d SET state = CASE WHEN $4::text IS NULL THEN 'delivered' ELSE 'failed' END,
            error = $4::text, attempts = d.attempts + 1, last_attempt_at = clock_timestamp()
          FROM before b WHERE d.id = b.id RETURNING d.*
        ), audit AS (
          INSERT INTO audit_event (resource, action, record_id, actor, request_id, after)
          SELECT 'webhook', 'replayed', d.webhook_id, $5::text, $6::text,
            jsonb_build_object('delivery', d.id, 'state', d.state, 'error', d.error)
          FROM d RETURNING ${changeNotice('webhook', `'*'`)}
        )
        SELECT row_to_json(line)::text AS json FROM (SELECT ${COLUMNS} FROM d) line`,
      values: [webhook, delivery, owner, error, actor.name, actor.requestId],
    });
    return row?.json;
  }

  /** Releases a webhook. */
  async release(webhook: string, owner: string): Promise<void> {
    await this.database.query({
      text: `UPDATE webhook SET lease_owner = NULL, lease_until = NULL
             WHERE id = $1::uuid AND lease_owner = $2::uuid`,
      values: [webhook, owner],
    });
  }
}
