import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../auth/caller.js';
import { changeNotice } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { momentAfter } from '../../../database/sql.js';
import { isWritten } from '../../../market/quote-flags.sql.js';

/** Quotes that a batch of an import created. */
export interface ImportedBatch {
  /** who imported */
  actor: string;
  /** identifiers of the first and the last row; rows of other writers may lie between */
  first_id: string;
  last_id: string;
  /** moment of its rows, as text */
  moment: string;
}

/** Quotes that a batch of an import updated. */
export interface UpdatedBatch {
  actor: string;
  /** the first and the last event of these updates; events of other writers may lie between */
  first_event: string;
  last_event: string;
}

/** Quotes of a batch to be approved. */
export interface QuoteChunk {
  /** identifiers after this one, up to and including `upTo`; of quotes, or of the events of their updates */
  after: string;
  upTo: string;
  limit: number;
  actor: Actor;
  reason: string | null;
}

/** Outcome of a chunk. */
export interface ChunkOutcome {
  approved: number;
  /** identifier of the last quote, or of the last event, looked at; null: none is left */
  last: string | null;
}

/** Where a request stopped among the proposals of an import. */
export interface Stop {
  /** identifier of the last proposal that was looked at */
  after: string;
  /** proposals up to there that stay pending: their record has changed, or breaks a rule */
  changed: number;
  refused: number;
}

/** What the audit log records of a decision on an import. */
interface ImportDecision {
  importId: string;
  resource: string;
  actor: Actor;
  facts: object;
}

/** SQL of decisions on whole imports. */
@Injectable()
export class ImportApprovalRepository {
  constructor(private readonly database: Database) {}

  /** The batches of quotes that an import created, in the order of their rows. */
  batches(importId: string): Promise<ImportedBatch[]> {
    return this.database.query<ImportedBatch>({
      text: `
        SELECT e.actor, e.after ->> 'first_id' AS first_id, e.after ->> 'last_id' AS last_id,
          e.occurred_at::text AS moment
        FROM audit_event e
        WHERE e.resource = 'quote' AND e.action = 'imported' AND e.request_id = $1::text AND e.after ->> 'first_id' <> ''
        ORDER BY e.after ->> 'first_id'`,
      values: [importId],
    });
  }

  /** The batches of quote updates of an import, in the order of their rows. */
  updates(importId: string): Promise<UpdatedBatch[]> {
    return this.database.query<UpdatedBatch>({
      text: `
        SELECT e.actor, e.after ->> 'first_event' AS first_event, e.after ->> 'last_event' AS last_event
        FROM audit_event e
        WHERE e.resource = 'quote' AND e.action = 'import_updated' AND e.request_id = $1::text
          -- A batch whose rows all came to equal the stored ones has no events.
          AND e.after ->> 'first_event' IS NOT NULL
        ORDER BY e.id`,
      values: [importId],
    });
  }

  /** Approves the next waiting quotes of a batch that still have the values it created, with an audit event each. */
  approveCreated(chunk: QuoteChunk, moment: string): Promise<ChunkOutcome> {
    const waits = `r.approval = 0 AND NOT (${isWritten('r')})`;
    const candidates = `
      SELECT r.id AS place, r.ticker, r.date FROM quote r
      WHERE r.id > $1::uuid AND r.id <= $2::uuid AND r.created_at = $7::timestamptz AND ${waits} ORDER BY r.id LIMIT $3::int`;
    return this.approve(candidates, waits, chunk, moment);
  }

  /** Approves the next waiting quotes that still have the values of an update, with an audit event each. */
  approveUpdated(chunk: QuoteChunk, importId: string): Promise<ChunkOutcome> {
    // An import gives all quotes of a batch the moment of their events; every later change gives another moment.
    const waits = 'r.approval = 0 AND r.changed_at = candidate.moment';
    const candidates = `
      SELECT e.id AS place, e.record_key ->> 'ticker' AS ticker, (e.record_key ->> 'date')::date AS date, e.occurred_at AS moment
      FROM audit_event e
      WHERE e.id > $1::bigint AND e.id <= $2::bigint AND e.resource = 'quote' AND e.action = 'updated' AND e.request_id = $7::text
      ORDER BY e.id LIMIT $3::int`;
    return this.approve(candidates, waits, chunk, importId);
  }

  /** `candidates` SELECTs `place, ticker, date` by `origin`, $7; `waits`: condition of a quote, the alias `r`, and of its candidate. */
  private async approve(
    candidates: string,
    waits: string,
    { after, upTo, limit, actor, reason }: QuoteChunk,
    origin: string,
  ): Promise<ChunkOutcome> {
    // The nodes of a cluster lock none of each other's rows beforehand: rivals are detected by the revision.
    const lockClause = this.database.isCluster ? '' : 'ORDER BY r.ticker, r.date FOR UPDATE OF r';
    const [outcome] = await this.database.query<ChunkOutcome>({
      text: `
        WITH candidate AS MATERIALIZED (${candidates}
        ), locked_quote AS MATERIALIZED (
          SELECT r.ticker, r.date, r.revision FROM candidate JOIN quote r USING (ticker, date) WHERE ${waits} ${lockClause}
        ), u AS (
          UPDATE quote r SET approval = 1, approval_by = $4::text, approval_at = ${momentAfter('r.changed_at')}, approval_reason = NULL,
            revision = r.revision + 1, changed_at = ${momentAfter('r.changed_at')}
          FROM locked_quote q WHERE r.ticker = q.ticker AND r.date = q.date AND r.revision = q.revision AND r.approval = 0 RETURNING r.*
        ), audit AS (
          INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)
          SELECT 'quote', 'approved', u.id, jsonb_build_object('ticker', u.ticker, 'date', u.date), $4::text, $5::text,
            jsonb_build_object('approval', 0), jsonb_build_object('ticker', u.ticker, 'date', u.date, 'open', u.open,
              'high', u.high, 'low', u.low, 'close', u.close, 'volume', u.volume, 'reason', $6::text)
          FROM u RETURNING 1
        )
        SELECT (SELECT count(*)::int FROM audit) AS approved, (SELECT place::text FROM candidate ORDER BY place DESC LIMIT 1) AS last,
          ${changeNotice('quote', `'*'`)} AS notice`,
      values: [after, upTo, limit, actor.name, actor.requestId, reason, origin],
    });
    return outcome ?? { approved: 0, last: null };
  }

  /** Data sets and makers of the proposals that came with an import. */
  proposals(importId: string): Promise<{ resource: string; maker: string }[]> {
    return this.database.query({
      text: 'SELECT DISTINCT p.resource, p.maker FROM proposal p WHERE p.import_id = $1::text',
      values: [importId],
    });
  }

  /** Who made an import that has ended, even if it changed nothing; nobody if there is none. */
  async makers(importId: string): Promise<string[]> {
    const events = await this.database.query<{ actor: string }>({
      text: `SELECT DISTINCT e.actor FROM audit_event e WHERE e.action = 'import_finished' AND e.request_id = $1::text`,
      values: [importId],
    });
    return events.map(({ actor }) => actor);
  }

  /** Identifiers of the next waiting proposals of an import. */
  async pending(importId: string, after: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: `SELECT p.id FROM proposal p WHERE p.import_id = $1::text AND p.status = 'pending' AND p.id > $2::uuid
             ORDER BY p.id LIMIT $3::int`,
      values: [importId, after, limit],
    });
    return rows.map(({ id }) => id);
  }

  /** Where the last request for an import stopped; undefined if it did not. */
  stop(importId: string): Promise<Stop | undefined> {
    return this.database.queryOne<Stop>({
      text: `
        SELECT last.facts ->> 'stopped_after' AS after, (last.facts ->> 'changed')::int AS changed,
          (last.facts ->> 'refused')::int AS refused
        FROM (SELECT e.after AS facts FROM audit_event e WHERE e.action = 'import_approved' AND e.after ->> 'import_id' = $1::text
          ORDER BY e.id DESC LIMIT 1) last
        WHERE last.facts ->> 'stopped_after' IS NOT NULL`,
      values: [importId],
    });
  }

  /** Adds one audit event that names the import. */
  async record({ importId, resource, actor, facts }: ImportDecision): Promise<void> {
    await this.database.query({
      text: `INSERT INTO audit_event (resource, action, actor, request_id, after)
             VALUES ($1::text, 'import_approved', $2::text, $3::text, $4::jsonb || jsonb_build_object('import_id', $5::text))`,
      values: [resource, actor.name, actor.requestId, JSON.stringify(facts), importId],
    });
  }
}
