import { Injectable } from '@nestjs/common';
import type { Actor, Editor } from '../../../auth/caller.js';
import { changeNotice } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { Conditions } from '../../../database/lists/conditions.js';
import type { List, PageRequest } from '../../../database/lists/list.js';
import { listByKey } from '../../../database/lists/listing.js';
import { isNamed, momentVersionSql } from '../../../database/records/stored-item.js';
import { instant, jsonFrom, momentAfter } from '../../../database/sql.js';
import type { Statement } from '../../../database/statement.js';
import { PreconditionFailed } from '../../../errors/domain-errors.js';
import { uuidKind } from '../../../kinds/kinds.js';
import { auditAfter, IS_EVENT, matches } from '../event.sql.js';

/** Most pending events counted, and most rows of the audit log read to count them. */
const MAXIMUM_COUNT = 1000;
const MAXIMUM_STEP = 10_000;

const IS_MATCH = `${IS_EVENT} AND ${matches('w.types', 'w.resources', 'w.tickers')}`;

/** The newest event of all; null if there is none among the rows read. */
const NEWEST_EVENT = `(SELECT e.id FROM (SELECT id, action, resource FROM audit_event ORDER BY id DESC LIMIT ${MAXIMUM_STEP}) e
  WHERE ${IS_EVENT} ORDER BY e.id DESC LIMIT 1)`;

/** Most webhooks have nothing pending: the newest event, looked up once, shows that for all of them. */
const PENDING = `CASE WHEN w.position < coalesce(${NEWEST_EVENT}, w.position + 1) THEN (SELECT count(*)::int FROM (
    SELECT FROM ${auditAfter('w.position', MAXIMUM_STEP)} e WHERE ${IS_MATCH} LIMIT ${MAXIMUM_COUNT}) p) ELSE 0 END`;

/** All fields but the secret. */
const COLUMNS = `w.id, w.url, w.description, to_json(w.types) AS types, to_json(w.resources) AS resources,
  to_json(w.tickers) AS tickers, to_json(w.active) AS active, w.maker,
  ${instant('w.created_at')} AS created_at, ${instant('w.changed_at')} AS changed_at, ${PENDING} AS pending, w.failures,
  ${instant('w.last_success_at')} AS last_success_at, w.last_error, ${instant('w.last_error_at')} AS last_error_at,
  ${instant('w.next_attempt_at')} AS next_attempt_at`;

const selected = (from: string) =>
  `SELECT row_to_json(line)::text AS json FROM (SELECT ${COLUMNS} FROM ${from} w) line`;

/** What the audit log records of a webhook. */
const auditOf = (alias: string) =>
  jsonFrom(alias, ['url', 'description', 'types', 'resources', 'tickers', 'active']);

/** A webhook as submitted. */
interface WebhookFields {
  url: string;
  description?: string;
  /** the events that it gets; an omitted list means every type, resource or ticker */
  types?: string[];
  resources?: string[];
  tickers?: string[];
  active?: boolean;
}

/** What the service itself adds to a new webhook. */
interface NewWebhook {
  secret: string;
  /** it gets the events after this one */
  position: number;
  /** most webhooks that there may be */
  maximum: number;
}

const valuesOf = ({ url, description, types, resources, tickers, active }: WebhookFields) => [
  url,
  description ?? null,
  types ?? null,
  resources ?? null,
  tickers ?? null,
  active ?? true,
];

/** SQL of webhooks as users see them; {@link DeliveryRepository} has that of deliveries. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly database: Database) {}

  /** Webhooks by their identifiers. */
  list(query: PageRequest): List {
    return listByKey(this.database, {
      columns: COLUMNS,
      from: 'webhook w',
      conditions: new Conditions(),
      key: [{ sql: 'w.id', name: 'id', kind: uuidKind }],
      query,
      quick: true,
    });
  }

  /** JSON text of a webhook. */
  async find(id: string): Promise<string | undefined> {
    const text = `${selected('webhook')} WHERE line.id = $1::uuid`;
    const [row] = await this.database.readByOnePlan<{ json: string }>({ text, values: [id] });
    return row?.json;
  }

  /** Inserts a webhook that gets the events after `position`; undefined when there are `maximum` already. */
  async add(
    webhook: WebhookFields,
    { secret, position, maximum }: NewWebhook,
    actor: Actor,
  ): Promise<{ id: string; json: string } | undefined> {
    return this.database.queryOne({
      text: `
        WITH w AS (
          INSERT INTO webhook (url, description, types, resources, tickers, active, maker, secret, position)
          SELECT $1::text, $2::text, $3::text[], $4::text[], $5::text[], $6::boolean, $7::text, $9::text, $10::bigint
          WHERE (SELECT count(*) FROM webhook) < $11::int
          RETURNING *
        ), audit AS (
          INSERT INTO audit_event (resource, action, record_id, actor, request_id, after)
          SELECT 'webhook', 'created', w.id, $7::text, $8::text, ${auditOf('w')} FROM w
          RETURNING ${changeNotice('webhook', `'*'`)}
        )
        SELECT line.id, row_to_json(line)::text AS json FROM (SELECT ${COLUMNS} FROM w) line`,
      values: [...valuesOf(webhook), actor.name, actor.requestId, secret, position, maximum],
    });
  }

  /**
   * Replaces a webhook; returns as {@link change} does. New filters apply to what is written from `position` on; events that
   * matched the old ones and are not delivered yet are then filtered by the new ones. It is retried immediately.
   */
  async replace(
    id: string,
    webhook: WebhookFields,
    position: number,
    { actor, tags }: Editor,
  ): Promise<string | undefined> {
    return this.change({
      text: `
        WITH old AS (
          SELECT w.*, coalesce((
            SELECT min(e.id) - 1 FROM audit_event e
            WHERE e.id > w.position AND e.id <= $10::bigint AND ${IS_MATCH}), $10::bigint) AS reached
          FROM webhook w WHERE w.id = $9::uuid FOR UPDATE
        ), w AS (
          UPDATE webhook r SET url = $1::text, description = $2::text, types = $3::text[], resources = $4::text[],
            tickers = $5::text[], active = $6::boolean, maker = $7::text,
            changed_at = ${momentAfter('r.changed_at')},
            position = greatest(r.position, old.reached), failures = 0, next_attempt_at = NULL
          FROM old WHERE r.id = old.id AND ${isNamed(momentVersionSql('old'), '$11::text[]')} RETURNING r.*
        ), audit AS (
          INSERT INTO audit_event (resource, action, record_id, actor, request_id, before, after)
          SELECT 'webhook', 'updated', w.id, $7::text, $8::text, ${auditOf('old')}, ${auditOf('w')} FROM w, old
          RETURNING ${changeNotice('webhook', `'*'`)}
        )
        SELECT (SELECT row_to_json(line)::text FROM (SELECT ${COLUMNS} FROM w) line) AS json FROM old`,
      values: [...valuesOf(webhook), actor.name, actor.requestId, id, position, tags ?? null],
    });
  }

  /** Deletes a webhook; returns as {@link change} does. */
  async remove(id: string, { actor, tags }: Editor): Promise<string | undefined> {
    return this.change({
      text: `
        WITH old AS (
          SELECT w.id, w.changed_at FROM webhook w WHERE w.id = $1::uuid FOR UPDATE
        ), w AS (
          DELETE FROM webhook w USING old WHERE w.id = old.id AND ${isNamed(momentVersionSql('old'), '$4::text[]')} RETURNING w.*
        ), deliveries AS (
          DELETE FROM webhook_delivery d USING w WHERE d.webhook_id = w.id
        ), audit AS (
          INSERT INTO audit_event (resource, action, record_id, actor, request_id, before)
          SELECT 'webhook', 'deleted', w.id, $2::text, $3::text, ${auditOf('w')} FROM w
          RETURNING ${changeNotice('webhook', `'*'`)}
        )
        SELECT (SELECT json_build_object('id', w.id, 'status', 'deleted', 'timestamp', ${instant('clock_timestamp()')})::text
          FROM w) AS json FROM old`,
      values: [id, actor.name, actor.requestId, tags ?? null],
    });
  }

  /**
   * Changes an existing webhook; returns the JSON text of the answer, undefined: no such webhook. Throws
   * {@link PreconditionFailed} if it is at none of the versions that the editor names.
   */
  private async change(statement: Statement): Promise<string | undefined> {
    const row = await this.database.queryOne<{ json: string | null }>(statement);
    if (row?.json === null) throw new PreconditionFailed();
    return row?.json;
  }
}
