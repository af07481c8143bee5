import { Injectable } from '@nestjs/common';
import type { Editor } from '../../auth/caller.js';
import { eventNotice } from '../../database/changes.js';
import { RaceLost } from '../../database/conflicts.js';
import { Database } from '../../database/database.js';
import { isNamed, versionSql } from '../../database/records/stored-item.js';
import { momentAfter } from '../../database/sql.js';
import type { Statement, Transaction } from '../../database/statement.js';
import { QUOTE } from '../quote/quote.data-set.js';
import { APPROVAL, type ApprovalState } from './approval-states.js';

/** Names a quote by its identifier, its natural key, or both. */
export interface QuoteName {
  id?: string;
  ticker?: string;
  date?: string;
}

/** A decision on one quote. */
export interface Decision extends Editor {
  target: QuoteName;
  to: ApprovalState;
  /** states that the decision may start from; any other gives `wrong_state` */
  from: readonly ApprovalState[];
  reason?: string;
  /** refuse a decision on one's own values */
  notOwn?: boolean;
}

/** Outcome of a decision; `already`: the quote was in that state before. No row: no such quote. */
export interface DecisionRow {
  outcome: 'decided' | 'already' | 'mismatch' | 'own' | 'wrong_state' | 'precondition_failed';
  id: string;
  revision: number;
  ticker: string;
  json: string;
}

/** SQL of approval. */
@Injectable()
export class ApprovalRepository {
  constructor(private readonly database: Database) {}

  /**
   * Decides in one atomic statement with its audit event; of rivals exactly one is `decided`. Throws {@link RaceLost}
   * when the quote with an identifier is moved meanwhile.
   */
  async decide(decision: Decision): Promise<DecisionRow | undefined> {
    const { id, ticker, date } = decision.target;
    if (id === undefined)
      return this.database.queryOne<DecisionRow>(decisionStatement(decision, { ticker, date }));
    const key = await this.database.queryOne<QuoteKey>(keysOf([id]));
    if (key === undefined) return undefined;
    const row = await this.database.queryOne<DecisionRow>(decisionStatement(decision, key));
    if (row === undefined) throw new RaceLost();
    return row;
  }

  /** The same within a transaction of many; `key`: that of the quote, even if it is named by its identifier. */
  async decideIn(
    transaction: Transaction,
    decision: Decision,
    key: Omit<QuoteName, 'id'>,
  ): Promise<DecisionRow | undefined> {
    return (await transaction.query<DecisionRow>(decisionStatement(decision, key)))[0];
  }

  /** The natural keys of the quotes with these identifiers. */
  async keys(transaction: Transaction, ids: readonly string[]): Promise<Map<string, QuoteKey>> {
    const rows = await transaction.query<QuoteKey>(keysOf(ids));
    return new Map(rows.map((row) => [row.id, row]));
  }
}

/** A stored quote by both of its names. */
type QuoteKey = Required<QuoteName>;

const keysOf = (ids: readonly string[]): Statement => ({
  text: 'SELECT r.id, r.ticker, r.date::text AS date FROM quote r WHERE r.id = ANY ($1::uuid[])',
  values: [ids],
});

const ACTION: Readonly<Record<ApprovalState, string>> = {
  approved: 'approved',
  rejected: 'rejected',
  pending: 'revoked',
};

/**
 * Locks the quote, decides if all conditions hold, and otherwise names the first that failed, in this order: id and key
 * name different records, in that state before, wrong state, own quote, a version other than the one seen.
 */
function decisionStatement(decision: Decision, key: Omit<QuoteName, 'id'>): Statement {
  const { target } = decision;
  const isKey = 'r.ticker = $12::text AND r.date = $13::date';
  const values = `jsonb_build_object('ticker', u.ticker, 'date', u.date, 'open', u.open, 'high', u.high,
    'low', u.low, 'close', u.close, 'volume', u.volume, 'reason', $8::text)`;
  return {
    text: `
      WITH target AS (
        SELECT r.*, CASE
            WHEN $2::text <> r.ticker OR $3::date <> r.date THEN 'mismatch'
            WHEN r.approval = $4::smallint THEN 'already'
            WHEN NOT r.approval = ANY ($5::smallint[]) THEN 'wrong_state'
            WHEN $6::boolean AND r.maker = $7::text THEN 'own'
            WHEN NOT ${isNamed(versionSql('r'), '$11::text[]')} THEN 'precondition_failed'
            ELSE 'decided' END AS outcome
        FROM quote r WHERE ${isKey} AND ($1::uuid IS NULL OR r.id = $1::uuid)
        FOR UPDATE
      ), u AS (
        UPDATE quote r SET approval = $4::smallint,
          approval_by = CASE WHEN $4::smallint <> 0 THEN $7::text END,
          approval_at = CASE WHEN $4::smallint <> 0 THEN ${momentAfter('r.changed_at')} END,
          approval_reason = CASE WHEN $4::smallint = 2 THEN $8::text END,
          revision = r.revision + 1, changed_at = ${momentAfter('r.changed_at')}
        FROM target t WHERE ${isKey} AND t.outcome = 'decided'
        RETURNING r.*
      ), audit AS (
        INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)
        SELECT 'quote', $9::text, u.id, jsonb_build_object('ticker', u.ticker, 'date', u.date), $7::text, $10::text,
          (SELECT jsonb_build_object('approval', t.approval) FROM target t), ${values}
        FROM u RETURNING ${eventNotice('quote', "record_key ->> 'ticker'")}
      )
      SELECT 'decided' AS outcome, r.id, r.revision, r.ticker, (${QUOTE.itemJson})::text AS json FROM u r
      UNION ALL
      SELECT r.outcome, r.id, r.revision, r.ticker, NULL FROM target r WHERE NOT EXISTS (SELECT FROM u)`,
    values: [
      target.id ?? null,
      target.ticker ?? null,
      target.date ?? null,
      APPROVAL[decision.to],
      decision.from.map((state) => APPROVAL[state]),
      decision.notOwn ?? false,
      decision.actor.name,
      decision.reason ?? null,
      ACTION[decision.to],
      decision.actor.requestId,
      decision.tags ?? null,
      key.ticker ?? null,
      key.date ?? null,
    ],
  };
}
