import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { tellChange } from '../../database/changes.js';
import { Database, type Statement, type Transaction } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { orderByDay } from '../../database/lists/order.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { instant } from '../../database/sql.js';
import { versionSql } from '../../database/stored-item.js';
import { tickerKind } from '../../kinds/kinds.js';
import { tickOf } from '../../market/limits.sql.js';
import { dayLimits } from '../../market/market-day.sql.js';
import { QUOTE } from '../quote/quote.data-set.js';

/** Codes of `quote.approval`. */
export const APPROVAL = { pending: 0, approved: 1, rejected: 2 } as const;
export type ApprovalState = keyof typeof APPROVAL;

/** A close this far from the previous one, as a ratio, is flagged: beyond every exchange's daily band. */
const JUMP = 0.2;

/** Names a quote by its identifier, its natural key, or both. */
export interface QuoteName {
  id?: string;
  ticker?: string;
  date?: string;
}

/** Quotes of the queue. */
interface QueueRange extends DayRange {
  status?: ApprovalState;
  ticker?: string;
  /** who wrote the present values */
  maker?: string;
  /** only quotes with this flag, see {@link CHECKS} */
  flag?: string;
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

  /** Quotes in a state with age, flags and the difference to their last approved version. */
  queue(query: QueueRange): List {
    const conditions = new Conditions()
      .add('r.approval = ?::smallint', APPROVAL[query.status ?? 'pending'])
      .when(query.ticker, 'r.ticker = ?::text')
      .when(query.maker, 'r.maker = ?::text')
      .when(query.from_date, 'r.date >= ?::date')
      .when(query.to_date, 'r.date < ?::date + 1')
      .when(query.flag, '?::text = ANY (flagged.flags)');
    const hint = query.flag && FLAG_HINTS[query.flag];
    if (hint !== undefined) conditions.add(hint);
    const { where, values } = conditions.snapshot();
    const order = orderByDay(query, conditions, { date: 'r.date', symbol: 'r.ticker', kind: tickerKind });
    return new SqlList(this.database, {
      select: `
        SELECT r.id, '/svc/quote/' || r.id AS url, '"' || ${versionSql('r')} || '"' AS etag, r.ticker, r.date, r.open, r.high, r.low, r.close, r.volume,
          (ARRAY['pending', 'approved', 'rejected'])[r.approval + 1] AS status, r.maker,
          ${instant('r.changed_at')} AS timestamp,
          floor(extract(epoch FROM clock_timestamp() - r.changed_at))::bigint AS age_seconds,
          flagged.flags, approved.diff, r.approval_by AS decided_by,
          ${instant('r.approval_at')} AS decided_at, r.approval_reason AS reason
        FROM quote r ${CHECKS} ${APPROVED_DIFF}${conditions.where}
        ORDER BY ${order}`,
      values: conditions.values,
      count: { text: `SELECT count(*) AS total FROM quote r ${query.flag ? CHECKS : ''}${where}`, values },
      key: ['date', 'ticker'],
      query,
      unit: 'VND',
    });
  }
}

/** Whether a price of the quote `r` is between two ticks of its exchange. */
const OFF_TICK = `EXISTS (
  SELECT FROM security own, unnest(ARRAY[r.open, r.high, r.low, r.close]) price,
    LATERAL (${tickOf({ exchange: 'own.exchange', type: 'own.security_type', price: 'price', day: 'r.date' })}) step
  WHERE own.ticker = r.ticker AND mod(price::numeric, step.tick) <> 0)`;

/**
 * Automatic checks of one quote, by the reference and the limits of its day. UPCOM's reference is the matched
 * average of the day before: where that is not stored, its limits are not checked. On an ex-date the price before
 * is the one after the ex-date formula; without trades either price is no change.
 */
const CHECKS = `
  ${dayLimits('r', 'all')}
  CROSS JOIN LATERAL (
    SELECT s.exchange <> 'UPCOM' OR coalesce(stat.reference, before.average_price) IS NOT NULL AS known) basis
  CROSS JOIN LATERAL (
    SELECT array_remove(ARRAY[
      CASE WHEN basis.known AND (r.high > limits.ceiling OR r.low < limits.floor) THEN 'outside_limits' END,
      CASE WHEN ${OFF_TICK} THEN 'off_tick' END,
      CASE WHEN ex.price > 0 AND abs(r.close::numeric / ex.price::numeric - 1) >= ${JUMP}
        THEN 'price_jump' END,
      CASE WHEN r.volume = 0 AND r.close <> previous.close AND r.close <> ref.price
        THEN 'change_without_volume' END,
      CASE WHEN EXISTS (
        SELECT FROM settlement d WHERE d.country = 'VN' AND d.date = r.date AND d.status = 'closed')
        THEN 'non_trading_day' END
    ], NULL) AS flags) flagged`;

/** A necessary condition of a flag that needs less than the joins of {@link CHECKS}: it is checked first. */
const FLAG_HINTS: Readonly<Record<string, string>> = {
  off_tick: OFF_TICK,
  change_without_volume: 'r.volume = 0',
  non_trading_day: `r.date IN (SELECT d.date FROM settlement d WHERE d.country = 'VN' AND d.status = 'closed')`,
};

const APPROVED_DIFF = `
  LEFT JOIN LATERAL (
    SELECT e.after FROM audit_event e WHERE e.record_id = r.id AND e.action = 'approved'
    ORDER BY e.id DESC LIMIT 1) version ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(field, jsonb_build_object('approved', version.after -> field, 'now', now_value)), '{}') AS diff
    FROM jsonb_each(jsonb_build_object('open', r.open, 'high', r.high, 'low', r.low, 'close', r.close, 'volume', r.volume))
      AS present(field, now_value)
    WHERE version.after -> field IS DISTINCT FROM now_value HAVING version.after IS NOT NULL) approved ON true`;

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
