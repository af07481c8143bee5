import { Injectable } from '@nestjs/common';
import { TODAY } from '../../../database/sql.js';
import type { Statement, Transaction } from '../../../database/statement.js';
import type { DataSetName } from '../../../kinds/data-set-names.js';
import { adjustmentOf, adjustments } from '../../../market/adjustment.sql.js';
import { lastBar, priceOn } from '../../../market/last-bar.sql.js';
import { sharesOf } from '../../../market/market-day.sql.js';
import { marketCap } from '../../../market/price.sql.js';
import type { Published } from '../../../market/published.sql.js';
import { isPublished } from '../../../market/published.sql.js';

/** Bars shown before an ex-date, and days shown before a day of the calendar. */
const BARS = 10;
const DAYS = 14;

/** The measure that each data set determines. */
export const MEASURES = {
  corporate_action: 'adjusted_close',
  settlement: 'settlement_date',
  security: 'market_cap',
} as const satisfies Partial<Record<DataSetName, string>>;
export type Measured = keyof typeof MEASURES;

/** A value derived from stored records. */
export interface MeasuredValue {
  /** ticker or country */
  symbol: string;
  /** YYYY-MM-DD */
  date: string;
  value: number | string | null;
}

/** Keys of the records, first and last day; the days are null if the key has none. */
export interface EffectScope {
  symbols: readonly string[];
  first: string | null;
  last: string | null;
}

/** SQL of the values derived from the records of a data set. */
@Injectable()
export class ProposalEffectRepository {
  /** The current values, as a transaction sees them. */
  values(
    transaction: Transaction,
    dataSet: Measured,
    scope: EffectScope,
    published: Published,
  ): Promise<MeasuredValue[]> {
    return transaction.query<MeasuredValue>(STATEMENTS[dataSet](scope, published));
  }
}

const STATEMENTS: Readonly<Record<Measured, (scope: EffectScope, published: Published) => Statement>> = {
  corporate_action: ({ symbols, last }, published) => ({
    text: `
      WITH ${adjustments({ tickers: '$1::text[]', published })}
      SELECT bar.ticker AS symbol, bar.date::text AS date, bar.close * coalesce(adj.price_factor, 1) AS value
      FROM unnest($1::text[]) subject (ticker)
      CROSS JOIN LATERAL (
        SELECT q.ticker, q.date, q.close FROM quote q
        WHERE q.ticker = subject.ticker AND q.date < $2::date AND ${isPublished('q', published)}
        ORDER BY q.date DESC LIMIT ${BARS}) bar
      ${adjustmentOf('bar')}
      ORDER BY bar.date DESC, bar.ticker`,
    values: [symbols, last],
    tickers: symbols,
  }),
  settlement: ({ symbols, first, last }) => ({
    text: `
      SELECT r.country AS symbol, r.date::text AS date, CASE WHEN cycle.sessions IS NOT NULL THEN (
        SELECT o.date::text FROM settlement o WHERE o.country = r.country AND o.status = 'open' AND o.date > r.date
        ORDER BY o.date OFFSET cycle.sessions - 1 LIMIT 1) END AS value
      FROM settlement r
      LEFT JOIN LATERAL (
        SELECT c.sessions FROM settlement_cycle c WHERE c.country = r.country AND c.valid_from <= r.date
        ORDER BY c.valid_from DESC LIMIT 1) cycle ON true
      WHERE r.country = ANY ($1::text[]) AND r.date >= $2::date - ${DAYS} AND r.date <= $3::date AND r.status = 'open'
      ORDER BY r.date DESC, r.country`,
    values: [symbols, first, last],
  }),
  security: ({ symbols }, published) => ({
    text: `
      SELECT m.ticker AS symbol, bar.date::text AS date,
        ${marketCap({ shares: 'shares.outstanding', close: 'today.price' })} AS value
      FROM security m
      CROSS JOIN LATERAL (${lastBar({ ticker: 'm.ticker', day: TODAY, published })}) bar
      CROSS JOIN LATERAL (${priceOn('bar', { ticker: 'm.ticker', day: TODAY })}) today
      CROSS JOIN LATERAL (${sharesOf({ ticker: 'm.ticker', day: TODAY, master: 'm' })}) shares
      WHERE m.ticker = ANY ($1::text[]) ORDER BY m.ticker`,
    values: [symbols],
    tickers: symbols,
  }),
};
