import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { orderByDay } from '../../database/lists/order.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { countUpTo } from '../../database/lists/row-estimate.js';
import { type ListStatement, SqlList } from '../../database/lists/sql-list.js';
import { versionSql } from '../../database/records/stored-item.js';
import { instant, textList } from '../../database/sql.js';
import { tickerKind } from '../../kinds/kinds.js';
import { flagNames, hasFlag, isWritten, QUOTE_FLAGS, type QuoteFlag } from '../../market/quote-flags.sql.js';
import { CHECKS_PENDING } from '../quote-check/checks-pending.js';
import { APPROVAL, APPROVAL_STATES, type ApprovalState } from './approval-states.js';

/** Up to this many waiting quotes are read through their tickers. */
const FEW = 10_000;
/** Waiting quotes with a flag are counted up to this number. */
const COUNTED = 10_000;

/** Quotes of the queue. */
interface QueueRange extends DayRange {
  status?: ApprovalState;
  ticker?: string;
  /** who wrote the present values */
  maker?: string;
  /** only quotes with this flag */
  flag?: QuoteFlag;
  /** whether `quote_ticker` is up to date for all tickers */
  isCurrent: boolean;
}

/** A number of waiting quotes; `is_more`: there are more than that. */
interface QueueCount {
  count: number;
  is_more: boolean;
}

/** How many quotes wait for approval. */
export interface QueueCounts {
  pending: QueueCount;
  flags: ({ flag: QuoteFlag } & QueueCount)[];
}

/** SQL of the queue of quotes that wait for approval, or have been decided. */
@Injectable()
export class ApprovalQueueRepository {
  constructor(private readonly database: Database) {}

  /** Quotes in a state with age, flags and the difference to their last approved version. */
  async list(query: QueueRange): Promise<List> {
    const { status = 'pending', ticker, maker, flag } = query;
    const conditions = new Conditions()
      .when(maker, 'r.maker = ?::text')
      .when(ticker, 'r.ticker = ?::text')
      .when(query.from_date, 'r.date >= ?::date')
      .when(query.to_date, 'r.date < ?::date + 1')
      .add(`r.approval = ${APPROVAL[status]}`);
    if (flag !== undefined) conditions.add(hasFlag('r', flag));
    const { where, values } = conditions.snapshot();
    const order = orderByDay(query, conditions, { date: 'r.date', symbol: 'r.ticker', kind: tickerKind });
    const statement: ListStatement = {
      select: `SELECT ${QUEUED} FROM quote r ${APPROVED_DIFF}${conditions.where} ORDER BY ${order}`,
      values: conditions.values,
      count: { from: `quote r${where}`, values },
      key: ['date', 'ticker'],
      query,
      tickers: ticker === undefined ? undefined : [ticker],
      unit: 'VND',
      remarks: query.isCurrent ? [] : [CHECKS_PENDING],
    };
    /** keys: SELECT of the keys of all rows of a page */
    const pageBy = (keys: (reach: string) => string) => (limits: string, reach: string) =>
      `
      WITH page AS (SELECT r.ticker, r.date FROM (${keys(reach)}) r ORDER BY ${order} ${limits})
      SELECT ${QUEUED} FROM page JOIN quote r ON r.ticker = page.ticker AND r.date = page.date ${APPROVED_DIFF}
      ORDER BY ${order}`;
    // A ticker and a flag each have an index in this order, and so does a maker for quotes that no import brought.
    if (ticker !== undefined || flag !== undefined) return new SqlList(this.database, statement);
    if (maker !== undefined) {
      const keys = (reach: string) =>
        OF_MAKER.map(
          (part) =>
            `(SELECT r.ticker, r.date FROM quote r${conditions.where} AND ${part} ORDER BY ${order} LIMIT ${reach})`,
        ).join(' UNION ALL ');
      const all = OF_MAKER.map((part) => `SELECT 1 FROM quote r${where} AND ${part}`).join(' UNION ALL ');
      return new SqlList(this.database, {
        ...statement,
        pageOf: pageBy(keys),
        count: { from: `(${all}) r`, values },
      });
    }
    if (status !== 'pending' || !query.isCurrent || (await this.waiting()) > FEW) {
      return new SqlList(this.database, statement);
    }
    const few = (all: string) => `(${WAITING}) r${all}`;
    return new SqlList(this.database, {
      ...statement,
      tickers: { text: 'SELECT ticker FROM quote_ticker WHERE pending > 0', values: [] },
      pageOf: pageBy(() => `SELECT r.ticker, r.date FROM ${few(conditions.where)}`),
      count: { from: few(where), values },
    });
  }

  /** How many quotes wait, and how many of them have each flag, counted up to {@link COUNTED}. */
  async counts(): Promise<QueueCounts> {
    const countOf = (flag: QuoteFlag) =>
      `(${countUpTo(`quote r WHERE r.approval = 0 AND ${hasFlag('r', flag)}`, COUNTED + 1)}) AS ${flag}`;
    const row = await this.database.readOne<Record<QuoteFlag, number>>({
      text: `SELECT ${QUOTE_FLAGS.map(countOf).join(',\n        ')}`,
      values: [],
    });
    return {
      pending: { count: await this.waiting(), is_more: false },
      flags: QUOTE_FLAGS.map((flag) => {
        const count = row?.[flag] ?? 0;
        return { flag, count: Math.min(count, COUNTED), is_more: count > COUNTED };
      }),
    };
  }

  /** How many quotes wait, as last found by the checks of tickers. */
  private async waiting(): Promise<number> {
    const row = await this.database.readOne<{ pending: string }>({
      text: 'SELECT coalesce(sum(t.pending), 0) AS pending FROM quote_ticker t WHERE t.pending > 0',
      values: [],
    });
    return Number(row?.pending ?? 0);
  }
}

/** Conditions of a maker's quotes, the alias `r`: those written one by one, and those of an import, if there was any. */
const OF_MAKER = [
  isWritten('r'),
  `NOT ${isWritten('r')} AND EXISTS (
    SELECT FROM audit_event e WHERE e.resource = 'quote' AND e.action = 'imported' AND e.actor = $1::text)`,
];

/** SELECT of the waiting quotes by the days of their tickers: else a few among many would be sought day by day. */
const WAITING = `
  SELECT q.ticker, q.date, q.approval FROM quote_ticker t CROSS JOIN LATERAL (
    SELECT w.ticker, w.date, w.approval FROM quote w
    WHERE w.ticker = t.ticker AND w.date >= t.first_pending AND w.date <= t.last_pending AND w.approval = 0
    OFFSET 0) q
  WHERE t.pending > 0`;

/** Columns of a quote of the queue, the alias `r`. */
const QUEUED = `
  r.id, '/svc/quote/' || r.id AS url, '"' || ${versionSql('r')} || '"' AS etag, r.ticker, r.date, r.open, r.high, r.low, r.close, r.volume,
  (ARRAY[${textList(APPROVAL_STATES)}])[r.approval + 1] AS status, r.maker,
  ${instant('r.changed_at')} AS timestamp,
  floor(extract(epoch FROM clock_timestamp() - r.changed_at))::bigint AS age_seconds,
  to_json(${flagNames('r')}) AS flags, approved.diff, r.approval_by AS decided_by,
  ${instant('r.approval_at')} AS decided_at, r.approval_reason AS reason`;

const APPROVED_DIFF = `
  LEFT JOIN LATERAL (
    SELECT e.after FROM audit_event e WHERE e.record_id = r.id AND e.action = 'approved'
    ORDER BY e.id DESC LIMIT 1) version ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(jsonb_object_agg(field, jsonb_build_object('approved', version.after -> field, 'now', now_value)), '{}') AS diff
    FROM jsonb_each(jsonb_build_object('open', r.open, 'high', r.high, 'low', r.low, 'close', r.close, 'volume', r.volume))
      AS present(field, now_value)
    WHERE version.after -> field IS DISTINCT FROM now_value HAVING version.after IS NOT NULL) approved ON true`;
