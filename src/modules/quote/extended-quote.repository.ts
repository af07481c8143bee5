import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { adjustedVolume, adjustmentOf, adjustments } from '../../market/adjustment.sql.js';
import { marketDay } from '../../market/market-day.sql.js';
import type { Published } from '../../market/published.sql.js';
import {
  type ApprovalFilter,
  aggregated,
  inRange,
  listStatement,
  type QuoteRange,
  withApproval,
} from './quote-listing.js';

const PRICES = ['open', 'high', 'low', 'close'] as const;
const FACTOR = 'coalesce(adj.price_factor, 1)';

/** Bars as they were traded. */
const RAW = 'q.ticker, q.date, q.open, q.high, q.low, q.close, q.volume';

/** Bars in terms of the last day's prices and securities. */
const ADJUSTED = `q.ticker, q.date, ${PRICES.map((price) => `q.${price} * ${FACTOR} AS ${price}`).join(', ')},
  ${adjustedVolume('q')} AS volume`;

const MARKET = `day.reference, day.ceiling, day.floor, day.average_price, day.change, day.change_percent, day.change_reason,
  stat.matched_volume, stat.matched_value, stat.negotiated_volume, stat.negotiated_value`;

const ADJUSTED_BESIDE = `${PRICES.map((price) => `q.${price} * ${FACTOR} AS adj_${price}`).join(', ')},
  ${FACTOR} AS adj_factor`;

/** Bars to list, and their additional fields. */
interface ExtendedRange extends QuoteRange {
  adjusted?: boolean;
  /** extended: with the market data of the day */
  fields?: 'basic' | 'extended';
}

/** SQL of published bars other than the plain ones: adjusted, extended or both. */
@Injectable()
export class ExtendedQuoteRepository {
  constructor(private readonly database: Database) {}

  /**
   * Lists adjusted bars (`adjusted`) as of the last requested day, daily bars with the market data of the
   * day (`fields=extended`), or both. Weekly and monthly bars are built from adjusted days.
   */
  published(query: ExtendedRange, approval: ApprovalFilter): List {
    const conditions = inRange(query);
    const published: Published = approval === 'approved' ? 'approved' : 'all';
    const factors = query.adjusted === true ? factorsOf(query, conditions, published) : NO_FACTORS;
    const { where, values } = withApproval(conditions, approval).snapshot();
    const { interval } = query;
    if (interval === '1w' || interval === '1m') {
      const days = `(SELECT ${ADJUSTED} FROM (SELECT * FROM quote${where}) q ${factors.join}) bar`;
      return new SqlList(
        this.database,
        listStatement(query, {
          with: factors.with,
          select: (cut) => `
          SELECT ticker, date, open, high, low, close, volume
          FROM (${aggregated(interval, days)}) bar${cut.where}`,
          conditions: new Conditions(values),
          count: {
            from: `(${aggregated(interval, `quote${where}`)}) bar`,
            values,
          },
          unit: 'VND',
        }),
      );
    }
    const { columns, joins } = shape(query, published);
    const direction = query.order === 'asc' ? 'date, ticker' : 'date DESC, ticker';
    const bars = (all: Conditions, cut: string) => `
      SELECT ${columns} FROM (SELECT * FROM quote${all.where} ${cut}) q ${joins} ${factors.join}`;
    return new SqlList(
      this.database,
      listStatement(query, {
        with: factors.with,
        select: (all) => bars(all, `ORDER BY ${direction}`),
        // Bars are cut before the joins, which add columns but no rows: the joins run for the page only.
        pageOf: bars,
        conditions,
        count: { from: `quote${where}`, values },
        unit: 'VND',
      }),
    );
  }
}

function shape(query: ExtendedRange, published: Published): { columns: string; joins: string } {
  if (query.fields !== 'extended') return { columns: ADJUSTED, joins: '' };
  const adjustedColumns = query.adjusted === true ? `, ${ADJUSTED_BESIDE}` : '';
  return { columns: `${RAW}, ${MARKET}${adjustedColumns}`, joins: marketDay(published) };
}

interface Factors {
  /** CTEs, or nothing */
  with: string;
  /** joins that add `adj` to the bars `q`, or nothing */
  join: string;
}

const NO_FACTORS: Factors = { with: '', join: '' };

/** Factors as of the last day of the query, whose values are already bound: tickers first, that day last. */
function factorsOf(query: ExtendedRange, { values }: Conditions, published: Published): Factors {
  if (query.date !== undefined) {
    // As of its own day, a bar is not adjusted.
    return {
      with: '',
      join: 'CROSS JOIN (SELECT 1::double precision AS price_factor, 1::double precision AS share_factor) adj',
    };
  }
  const tickers = query.ticker?.length === 1 ? 'ARRAY[$1::text]' : '$1::text[]';
  return {
    with: adjustments({
      ...(query.ticker === undefined ? {} : { tickers }),
      ...(query.to_date === undefined ? {} : { asOf: `$${values.length}::date` }),
      published,
    }),
    join: adjustmentOf('q'),
  };
}
