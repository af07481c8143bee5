import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Conditions } from '../../../database/lists/conditions.js';
import type { List, Notice, PageRequest, Window } from '../../../database/lists/list.js';
import { orderByDay } from '../../../database/lists/order.js';
import { type ListStatement, SqlList } from '../../../database/lists/sql-list.js';
import { tickerKind } from '../../../kinds/kinds.js';
import { yearOfDividends } from '../../../market/dividend.sql.js';
import { isIndex, isNoIndex } from '../../../market/index-code.sql.js';
import { memberPeriods } from '../../../market/member-periods.sql.js';
import { priceOf } from '../../../market/price.sql.js';
import { isPublished, type Published } from '../../../market/published.sql.js';
import { valuationOfBars } from './valuation.sql.js';
import { type MedianRow, MONTH_END_DAYS, TOTALS, type TotalRow } from './valued-day.repository.js';

/** Days on which a symbol is valued. */
export interface ValuationRange extends PageRequest {
  symbol: string;
  /** YYYY-MM-DD, both inclusive */
  from: string;
  to: string;
}

/** The days of a part of a list, and the industry groups (4 digits) that its security was ever in. */
export interface ValuedDays {
  /** YYYY-MM-DD */
  days: string[];
  industries: string[];
}

/**
 * P/E of an index at the end of a month: the median of the month's last days, so that a wrong record on one of them
 * changes nothing.
 */
export interface MonthEnd {
  /** its last day, YYYY-MM-DD */
  date: string;
  /** times; null over a loss, or if nothing is known */
  pe: number | null;
}

/** What valuations are computed from, and remarks on it. */
export interface ValuationScope {
  published: Published;
  remarks: readonly Notice[];
}

/** SQL of daily valuations. */
@Injectable()
export class ValuationRepository {
  constructor(private readonly database: Database) {}

  /** Day of the last published bar of a symbol up to a day, YYYY-MM-DD; undefined when there is none. */
  async lastDay(
    { symbol, upTo }: { symbol: string; upTo: string },
    published: Published,
  ): Promise<string | undefined> {
    const row = await this.database.readOne<{ day: string | null }>({
      text: `
        SELECT max(q.date)::text AS day FROM quote q
        WHERE q.ticker = $1::text AND q.date <= $2::date AND ${isPublished('q', published)}`,
      values: [symbol, upTo],
    });
    return row?.day ?? undefined;
  }

  /** Whether a code is known to be that of something else than an index. */
  async isNoIndex(code: string): Promise<boolean> {
    return (
      (await this.database.readOne({ text: `SELECT WHERE ${isNoIndex('$1::text')}`, values: [code] })) !==
      undefined
    );
  }

  /** Whether a symbol is known to be that of an index. */
  async isIndex(symbol: string): Promise<boolean> {
    const text = `SELECT WHERE ${isIndex('$1::text')}`;
    return (await this.database.readOne({ text, values: [symbol] })) !== undefined;
  }

  /** Whether an index has a member on any day. */
  async hasMembers(code: string): Promise<boolean> {
    const text = `SELECT member.code FROM (${memberPeriods('$1::text')}) member LIMIT 1`;
    return (await this.database.readOne({ text, values: [code] })) !== undefined;
  }

  /** Returns the days of a part of a security's valuations. */
  async days(
    range: ValuationRange,
    { limit, offset = 0 }: Partial<Window>,
    published: Published,
  ): Promise<ValuedDays> {
    const conditions = new Conditions([range.symbol, range.from, range.to]);
    const order = orderByDay(range, conditions, ORDER);
    const row = await this.database.readOne<ValuedDays>({
      text: `
        SELECT coalesce(array_agg(date::text), '{}') AS days, (
            SELECT coalesce(array_agg(DISTINCT left(i.code, 4)), '{}') FROM (
              SELECT m.code FROM industry_membership m WHERE m.ticker = $1::text
              UNION ALL SELECT s.industry_code FROM security s WHERE s.ticker = $1::text) i
            WHERE i.code IS NOT NULL) AS industries
        FROM (
          SELECT date FROM (SELECT q.date, q.ticker AS symbol FROM ${bars(published)}) bar${conditions.where}
          ORDER BY ${order} LIMIT $${conditions.values.length + 1}::bigint OFFSET $${conditions.values.length + 2}::bigint) page`,
      values: [...conditions.values, limit ?? null, offset],
    });
    return row ?? { days: [], industries: [] };
  }

  /** Returns the last days of a symbol in each month from one day to another (exclusive), YYYY-MM-DD. */
  async monthEnds({ symbol, from, to }: ValuationRange, published: Published): Promise<string[]> {
    const rows = await this.database.read<{ day: string }>({
      text: `
        SELECT month.date::text AS day FROM (
          SELECT own.date, row_number() OVER (PARTITION BY date_trunc('month', own.date) ORDER BY own.date DESC) AS place
          FROM quote own
          WHERE own.ticker = $1::text AND own.date >= $2::date AND own.date < $3::date AND ${isPublished('own', published)}) month
        WHERE month.place <= ${MONTH_END_DAYS}`,
      values: [symbol, from, to],
    });
    return rows.map(({ day }) => day);
  }

  /** Lists valuations of a security with the medians of its days, newest first unless requested otherwise. */
  ofSecurity(
    range: ValuationRange,
    medians: readonly MedianRow[],
    { published, remarks }: ValuationScope,
  ): List {
    const own = valuationOfBars(`
      SELECT o.ticker, o.date, o.close FROM quote o
      WHERE o.ticker = $1::text AND o.date >= $2::date - 1827 AND o.date <= $3::date AND ${isPublished('o', published)}`);
    const values: unknown[] = [];
    const market = medians.filter(({ industry }) => industry === '');
    const peers = medians.filter(({ industry }) => industry !== '');
    const rows = `
      own AS MATERIALIZED (${own}),
      market AS MATERIALIZED (${bound(values, market, 'date', 'pe', 'pb', 'ps')}),
      peers AS MATERIALIZED (${bound(values, peers, 'date', 'industry', 'pe', 'pb')}),
      day AS (
        SELECT q.ticker AS symbol, q.date, q.close, own.pe, own.pb, own.ps, own.ev_ebitda,
          own.shares_reason, own.eps, own.bvps,
          paid.cash / ${priceOf('q.close')} AS dividend_yield_ratio,
          ${MEDIAN_COLUMNS}, rank.share AS pe_percentile_5y
        FROM quote q
        LEFT JOIN own ON own.date = q.date
        LEFT JOIN market ON market.date = q.date
        LEFT JOIN peers ON peers.date = q.date AND peers.industry = left(own.industry, 4)
        CROSS JOIN LATERAL (${yearOfDividends({ ticker: 'q.ticker', day: 'q.date', published })}) paid
        LEFT JOIN LATERAL (
          SELECT count(*) FILTER (WHERE o.pe <= own.pe)::double precision / nullif(count(*), 0) AS share
          FROM own o WHERE own.pe IS NOT NULL AND o.pe IS NOT NULL
            AND o.date <= q.date AND o.date > q.date - interval '5 years') rank ON true
        WHERE q.ticker = $1::text AND q.date >= $2::date AND q.date <= $3::date AND ${isPublished('q', published)}
      )`;
    const { from: from_date, to: to_date } = range;
    return new SqlList(this.database, {
      ...listStatement(rows, range, published, values),
      resolved: { from_date, to_date },
      remarks,
    });
  }

  /**
   * Lists valuations of an index: sums over its members on the day, newest first unless requested otherwise. A P/E is
   * compared with those at the `ends` of the months before.
   */
  ofIndex(
    range: ValuationRange,
    {
      medians,
      totals,
      ends,
    }: { medians: readonly MedianRow[]; totals: readonly TotalRow[]; ends: readonly MonthEnd[] },
    { published, remarks }: ValuationScope,
  ): List {
    const market = medians.filter(({ industry }) => industry === '');
    const values: unknown[] = [];
    const rows = `
      market AS MATERIALIZED (${bound(values, market, 'date', 'pe', 'pb', 'ps')}),
      whole AS MATERIALIZED (${bound(values, totals, 'date', ...TOTALS)}),
      month_end AS MATERIALIZED (${bound(values, ends, 'date', 'pe')} WHERE pe IS NOT NULL),
      day AS (
        SELECT q.ticker AS symbol, q.date, q.close, whole.pe, whole.pb, whole.ps, whole.ev_ebitda,
          NULL::text AS shares_reason, ${priceOf('q.close')} * whole.earnings_yield AS eps, ${priceOf('q.close')} * whole.book_yield AS bvps,
          whole.dividend_yield_ratio, ${MEDIAN_COLUMNS}, rank.share AS pe_percentile_5y
        FROM quote q
        LEFT JOIN market ON market.date = q.date
        LEFT JOIN whole ON whole.date = q.date
        LEFT JOIN LATERAL (
          SELECT (1 + count(*) FILTER (WHERE e.pe <= whole.pe))::double precision / (1 + count(*)) AS share
          FROM month_end e
          WHERE e.date < date_trunc('month', q.date) AND e.date > q.date - interval '5 years') rank ON whole.pe IS NOT NULL
        CROSS JOIN LATERAL (SELECT NULL::double precision AS pe, NULL::double precision AS pb) peers
        WHERE q.ticker = $1::text AND q.date >= $2::date AND q.date <= $3::date AND ${isPublished('q', published)}
      )`;
    const { symbol: code, from: from_date, to: to_date } = range;
    return new SqlList(this.database, {
      ...listStatement(rows, range, published, values),
      resolved: { code, from_date, to_date },
      remarks,
    });
  }
}

const COLUMN_TYPES: Readonly<Record<string, string>> = { date: 'date', industry: 'text' };

/** SELECT of columns of rows; adds them to `values`, the values that follow {@link listStatement}'s range in a statement. */
function bound<Row extends object>(
  values: unknown[],
  rows: readonly Row[],
  ...columns: (keyof Row & string)[]
): string {
  const lists = columns.map((name) => {
    const place = RANGE + values.push(rows.map((row) => row[name]));
    return `$${place}::${COLUMN_TYPES[name] ?? 'double precision'}[]`;
  });
  return `SELECT * FROM unnest(${lists.join(', ')}) bound (${columns.join(', ')})`;
}

/** Number of values that every list of valuations begins with: symbol and range of days. */
const RANGE = 3;

const MEDIAN_COLUMNS = ['industry_pe', 'industry_pb', 'market_pe', 'market_pb', 'market_ps']
  .map((name) => `${name.replace('industry_', 'peers.').replace('market_', 'market.')} AS ${name}_median`)
  .join(', ');

/** Bars of $1 from $2 to $3, for use after FROM. */
const bars = (published: Published) =>
  `quote q WHERE q.ticker = $1::text AND q.date >= $2::date AND q.date <= $3::date AND ${isPublished('q', published)}`;

const ORDER = { date: 'date', symbol: 'symbol', kind: tickerKind };

/** The list of rows of the CTE `day`, the last CTE in `rows`. */
function listStatement(
  rows: string,
  query: ValuationRange,
  published: Published,
  more: readonly unknown[],
): ListStatement {
  const range = [query.symbol, query.from, query.to];
  const conditions = new Conditions([...range, ...more]);
  const order = orderByDay(query, conditions, ORDER);
  const pageOf = (limits: string) =>
    `WITH ${rows} SELECT * FROM day${conditions.where} ORDER BY ${order} ${limits}`;
  return {
    select: pageOf(''),
    pageOf,
    values: conditions.values,
    tickers: [query.symbol],
    count: { text: `SELECT count(*) AS total FROM ${bars(published)}`, values: range },
    key: ['date', 'symbol'],
    query,
    unit: 'VND',
  };
}
