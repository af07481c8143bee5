import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { tellChange } from '../../database/changes.js';
import { Database, type Statement, type Transaction } from '../../database/database.js';
import { versionSql } from '../../database/stored-item.js';
import { QUOTE } from '../quote/quote.data-set.js';

/** Codes of `quote.approval`. */
export const APPROVAL = { pending: 0, approved: 1, rejected: 2 } as const;
export type ApprovalState = keyof typeof APPROVAL;

/** Names a quote by its identifier, its natural key, or both. */
export interface QuoteName {
  id?: string;
  ticker?: string;
  date?: string;
}

/** A decision on one quote. */
export interface Decision {
  target: QuoteName;
  to: ApprovalState;
  /** states that the decision may start from; another one answers `wrong_state` */
  from: readonly ApprovalState[];
  reason?: string;
  /** the principal who decides */
  principal: string;
  actor: Actor;
  /** versions that the principal may have seen (If-Match) */
  tags?: readonly string[] | undefined;
  /** refuse a decision on one's own values */
  notOwn: boolean;
}

/** Outcome of a decision; `already`: it was so before. No row: no such quote. */
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

  /** Decides in one atomic statement with its audit event; of rivals exactly one is `decided`. */
  decide(decision: Decision): Promise<DecisionRow | undefined> {
    return this.database.queryOne<DecisionRow>(decisionStatement(decision));
  }

  /** The same within a transaction of many. */
  async decideIn(transaction: Transaction, decision: Decision): Promise<DecisionRow | undefined> {
    return (await transaction.query<DecisionRow>(decisionStatement(decision)))[0];
  }

  /**
   * Locks many quotes in the order of their keys, whatever the order in which they are decided then: two
   * requests with the same quotes in other orders wait for each other instead of deadlocking.
   */
  async lockAll(transaction: Transaction, targets: readonly QuoteName[]): Promise<void> {
    const keys = targets.filter((target) => target.ticker && target.date);
    await transaction.query({
      text: `SELECT 1 FROM quote r JOIN (
               SELECT ticker, date FROM quote WHERE id = ANY ($1::uuid[])
               UNION SELECT * FROM unnest($2::text[], $3::date[])) target USING (ticker, date)
             ORDER BY r.ticker, r.date FOR UPDATE OF r`,
      values: [
        targets.flatMap((target) => target.id ?? []),
        keys.map((target) => target.ticker),
        keys.map((target) => target.date),
      ],
    });
  }
}

const ACTION: Readonly<Record<ApprovalState, string>> = {
  approved: 'approved',
  rejected: 'rejected',
  pending: 'revoked',
};

/**
 * Locks the quote, decides when everything holds, and says what stood in the way otherwise. The order of the
 * answers: names another record, was so before, wrong state, own quote, other version than seen.
 */
function decisionStatement(decision: Decision): Statement {
  const { target } = decision;
  const byId = target.id !== undefined;
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
            WHEN NOT ($11::text[] IS NULL OR '*' = ANY ($11::text[]) OR ${versionSql('r')} = ANY ($11::text[]))
              THEN 'precondition_failed'
            ELSE 'decided' END AS outcome
        FROM quote r WHERE ${byId ? 'r.id = $1::uuid' : 'r.ticker = $2::text AND r.date = $3::date AND $1::uuid IS NULL'}
        FOR UPDATE
      ), u AS (
        UPDATE quote r SET approval = $4::smallint,
          approval_by = CASE WHEN $4::smallint <> 0 THEN $7::text END,
          approval_at = CASE WHEN $4::smallint <> 0 THEN clock_timestamp() END,
          approval_reason = CASE WHEN $4::smallint = 2 THEN $8::text END,
          revision = r.revision + 1, changed_at = clock_timestamp()
        FROM target t WHERE r.ticker = t.ticker AND r.date = t.date AND t.outcome = 'decided'
        RETURNING r.*
      ), audit AS (
        INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)
        SELECT 'quote', $9::text, u.id, jsonb_build_object('ticker', u.ticker, 'date', u.date), $7::text, $10::text,
          (SELECT jsonb_build_object('approval', t.approval) FROM target t), ${values}
        FROM u RETURNING ${tellChange('quote', "record_key ->> 'ticker'")}
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
      decision.notOwn,
      decision.principal,
      decision.reason ?? null,
      ACTION[decision.to],
      decision.actor.requestId,
      decision.tags ?? null,
    ],
  };
}
