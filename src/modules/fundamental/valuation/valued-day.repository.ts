import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { Statement } from '../../../database/statement.js';
import { yearOfDividends } from '../../../market/dividend.sql.js';
import { lastPrice } from '../../../market/last-bar.sql.js';
import { COUNTS_BEFORE, membersOf } from '../../../market/market-day.sql.js';
import { indicesAndMembers } from '../../../market/member-periods.sql.js';
import { hasPrice, marketCap } from '../../../market/price.sql.js';
import { isPublished, type Published } from '../../../market/published.sql.js';
import { dayAfter } from '../../../market/today.js';
import { capOf, multiple, overMembers, ratioOf, sumOf, valuationOfBars } from './valuation.sql.js';

/** Medians of the multiples on a day, of all stocks or of those in an industry group (4 digits). */
export interface MedianRow {
  /** YYYY-MM-DD */
  date: string;
  /** empty for the market */
  industry: string;
  pe: number | null;
  pb: number | null;
  /** for the market only */
  ps: number | null;
}

/** Multiples of all members of an index together on a day: sums over those whose figure is known. */
export interface TotalRow {
  /** YYYY-MM-DD */
  date: string;
  pe: number | null;
  pb: number | null;
  ps: number | null;
  ev_ebitda: number | null;
  /** earnings, and equity, over capitalisation */
  earnings_yield: number | null;
  book_yield: number | null;
  /** cash paid in the 12 months to the day over capitalisation */
  dividend_yield_ratio: number | null;
}

/** Days of an index, or of the market if the code is empty, YYYY-MM-DD. */
export interface CodeDays {
  code: string;
  days: readonly string[];
}

/** SQL of figures for days on which every stock is valued. */
@Injectable()
export class ValuedDayRepository {
  constructor(private readonly database: Database) {}

  /** Returns the medians of the market and of some industry groups for those days whose figures are stored. */
  medians(days: readonly string[], industries: readonly string[]): Promise<MedianRow[]> {
    return this.database.read<MedianRow>({
      text: `
        SELECT m.date::text AS date, m.industry, m.pe, m.pb, m.ps
        FROM valued_day d JOIN market_median m ON m.date = d.date AND m.industry = ANY ($2::text[])
        WHERE d.code = '' AND d.is_kept AND d.date = ANY ($1::date[])`,
      values: [days, ['', ...industries]],
    });
  }

  /** Returns the multiples of an index for those days whose figures are stored. */
  totals({ code, days }: CodeDays): Promise<TotalRow[]> {
    return this.database.read<TotalRow>({
      text: `
        SELECT m.date::text AS date, ${TOTALS.map((name) => `m.${name}`).join(', ')}
        FROM valued_day d JOIN index_multiple m ON m.code = d.code AND m.date = d.date
        WHERE d.code = $1::text AND d.is_kept AND d.date = ANY ($2::date[])`,
      values: [code, days],
    });
  }

  /** Computes the medians of the market and of every industry group on some days. */
  computedMedians(days: readonly string[], published: Published, isClaimed: boolean): Promise<MedianRow[]> {
    const bars = `
      SELECT q.ticker, q.date, q.close FROM unnest($1::date[]) requested (day) JOIN quote q ON q.date = requested.day
      WHERE ${isPublished('q', published)}`;
    return this.computed<MedianRow>(
      {
        text: `
        WITH stock AS MATERIALIZED (${valuationOfBars(bars, { reporting: true })})
        SELECT requested.day::text AS date, '' AS industry, ${median('pe')} AS pe, ${median('pb')} AS pb, ${median('ps')} AS ps
        FROM unnest($1::date[]) requested (day) LEFT JOIN stock ON stock.date = requested.day GROUP BY requested.day
        UNION ALL
        SELECT date::text, left(industry, 4), ${median('pe')}, ${median('pb')}, NULL
        FROM stock WHERE industry IS NOT NULL GROUP BY date, left(industry, 4)`,
        values: [days],
        days: { ...spanOf(days), before: COUNTS_BEFORE },
      },
      isClaimed,
    );
  }

  /** Computes the multiples of an index on some days; a member without a price on a day has its last one. */
  computedTotals({ code, days }: CodeDays, published: Published, isClaimed: boolean): Promise<TotalRow[]> {
    const bars = `
      SELECT member.ticker, member.day AS date, last.price AS close
      FROM member CROSS JOIN LATERAL (${lastPrice({ ticker: 'member.ticker', day: 'member.day', published })}) last`;
    return this.computed<TotalRow>(
      {
        text: `
        WITH member AS MATERIALIZED (
          SELECT requested.day, each.ticker FROM unnest($2::date[]) requested (day)
          CROSS JOIN LATERAL (${membersOf({ code: '$1::text', day: 'requested.day' })}) each
        ), stock AS MATERIALIZED (${valuationOfBars(bars)})
        SELECT requested.day::text AS date, ${multiple('net_profit')} AS pe, ${multiple('equity')} AS pb, ${multiple('revenue')} AS ps,
          ${ratioOf(`${overMembers(ENTERPRISE)} FILTER (WHERE v.ebitda IS NOT NULL)`, `${overMembers('v.ebitda')} FILTER (WHERE ${ENTERPRISE} IS NOT NULL)`)} AS ev_ebitda,
          ${yieldOf('net_profit')} AS earnings_yield, ${yieldOf('equity')} AS book_yield,
          ${yieldOf('paid')} AS dividend_yield_ratio
        FROM unnest($2::date[]) requested (day)
        LEFT JOIN (
          SELECT k.*, ${marketCap({ shares: 'k.shares', close: 'k.close' })} AS cap,
            k.shares * coalesce((${yearOfDividends({ ticker: 'k.ticker', day: 'k.date', published })}), 0) AS paid
          FROM stock k) v ON v.date = requested.day
        GROUP BY requested.day`,
        values: [code, days],
        tickers: indicesAndMembers([code]),
        days: {
          // The closes before the ex-dates of a year count.
          ...spanOf(days, YEAR),
          before: [
            { table: 'quote', where: `${hasPrice('r')} AND ${isPublished('r', published)}` },
            ...COUNTS_BEFORE,
          ],
        },
      },
      isClaimed,
    );
  }

  /**
   * Claims days whose figures are about to be computed. Any later write to their source records revokes the claim,
   * and computed figures are stored only under a claim.
   */
  async claim({ code, days }: CodeDays): Promise<string> {
    const claim = randomUUID();
    await this.database.transaction(async (transaction) => {
      await transaction.query(WITH_FOLLOWER);
      await transaction.query({
        text: `
          INSERT INTO valued_day (code, date, claim) SELECT $1::text, day, $3::uuid FROM unnest($2::date[]) requested (day)
          ON CONFLICT (code, date) DO UPDATE SET claim = excluded.claim, is_kept = false`,
        values: [code, days, claim],
      });
    });
    return claim;
  }

  /** Stores figures of the market, or of an index, for days of a claim whose sources were not written to meanwhile. */
  async keep(code: string, rows: readonly (MedianRow | TotalRow)[], claim: string): Promise<void> {
    const table = code === '' ? 'market_median' : 'index_multiple';
    const isOwn = code === '' ? 'true' : 'm.code = $1::text';
    await this.database.transaction(async (transaction) => {
      await transaction.query(WITH_FOLLOWER);
      await transaction.query({
        text: 'UPDATE valued_day SET is_kept = true WHERE code = $1::text AND claim = $2::uuid',
        values: [code, claim],
      });
      await transaction.query({
        // Days as a list: a join may be planned when both tables are empty, and then compare every day with every other.
        text: `DELETE FROM ${table} m WHERE ${isOwn} AND m.date = ANY (ARRAY(SELECT d.date FROM valued_day d WHERE ${CLAIMED}))`,
        values: [code, claim],
      });
      await transaction.query({
        text: `
          INSERT INTO ${table} SELECT m.* FROM json_populate_recordset(NULL::${table}, $3::json) m
          JOIN valued_day d ON d.date = m.date AND ${CLAIMED}`,
        values: [code, claim, JSON.stringify(rows.map((row) => ({ code, ...row })))],
      });
    });
  }

  /**
   * Returns days whose figures have not been computed since they changed, newest first: for the market and all indices,
   * days of the last two years with a bar of an index; for indices also the last days of the months of six years. Both
   * are counted back from the newest bar.
   */
  async missing(published: Published): Promise<CodeDays[]> {
    return this.database.query<{ code: string; days: string[] }>({
      text: `
        WITH bar AS MATERIALIZED (
          SELECT q.ticker AS code, q.date, max(q.date) OVER () - ${EVERY_DAY} AS since,
            row_number() OVER (PARTITION BY q.ticker, date_trunc('month', q.date) ORDER BY q.date DESC) <= ${MONTH_END_DAYS} AS is_end
          FROM market_index i JOIN quote q ON q.ticker = i.code
          WHERE ${isPublished('q', published)} AND q.date > (SELECT max(date) FROM quote) - ${HISTORY}
        ), due_day AS (
          SELECT DISTINCT '' AS code, date FROM bar WHERE date > since
          UNION ALL SELECT code, date FROM bar WHERE date > since OR is_end
        )
        SELECT w.code, array_agg(w.date::text ORDER BY w.date DESC) AS days FROM due_day w
        WHERE NOT EXISTS (
          SELECT FROM valued_day d WHERE d.code = w.code AND d.date = w.date AND d.is_kept)
        GROUP BY w.code ORDER BY w.code`,
      values: [],
    });
  }

  /** Figures to be stored are computed from the primary's data. */
  private computed<Row extends object>(statement: Statement, isClaimed: boolean): Promise<Row[]> {
    return isClaimed ? this.database.query<Row>(statement) : this.database.read<Row>(statement);
  }
}

/** Days at the end of a month whose median stands for the month. */
export const MONTH_END_DAYS = 3;
const YEAR = 366;

/** From so many days before the first of some days, YYYY-MM-DD, to the last one. */
function spanOf(days: readonly string[], before = 0): { from: string; to: string } {
  const inOrder = days.toSorted();
  return { from: dayAfter(inOrder[0] as string, -before), to: inOrder.at(-1) as string };
}
/** A page of a year, from any day of the last year, finds all its days. */
const EVERY_DAY = 2 * YEAR;
const HISTORY = 6 * YEAR;

/** Figures of an index on a day, from the totals of its members. */
export const TOTALS = [
  'pe',
  'pb',
  'ps',
  'ev_ebitda',
  'earnings_yield',
  'book_yield',
  'dividend_yield_ratio',
] as const satisfies readonly (keyof TotalRow)[];

/** Claims wait for the process that takes events, and vice versa: none is made on a day that was just dropped. */
const WITH_FOLLOWER: Statement = { text: 'SELECT FROM valuation_progress FOR UPDATE', values: [] };
const CLAIMED = 'd.code = $1::text AND d.claim = $2::uuid';

const median = (figure: string) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${figure})`;
const yieldOf = (figure: string) => `${sumOf(figure)} / nullif(${capOf(figure)}, 0)`;
const ENTERPRISE = 'v.cap + v.debt + v.minority - v.cash';
