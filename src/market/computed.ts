import { SetMetadata } from '@nestjs/common';

/**
 * What the answers of a read depend on: records of the `ticker` that it names (of all tickers if it names none) and
 * those without a ticker, or records of the whole `market`.
 */
export type Scope = 'ticker' | 'market';

/** Metadata key of {@link Computed}. */
export const COMPUTED = Symbol('computed');

/**
 * Marks a read whose answers cost more to compute than to keep, and depend only on path, query, stored records and the
 * day, not on the caller: the fast lane keeps those requested again until something in their scope changes.
 */
export const Computed = (scope: Scope) => SetMetadata(COMPUTED, scope);

/** Tables that nothing is computed from. A change of any other table counts, including tables added later. */
const BESIDE = new Set([
  'account',
  'api_token',
  'asset_class',
  'audit_event',
  'country',
  'currency',
  'economic_event',
  'filing',
  'market_depth',
  'market_insight',
  'mic',
  'news',
  'quarantine',
  'source',
  'trading_suggestion',
  'webhook',
  'webhook_delivery',
]);
/** Tables whose first key column is the ticker, by which their changes are reported. */
const BY_TICKER = new Set([
  'corporate_action',
  'daily_statistic',
  'estimate',
  'foreign_trade',
  'industry_membership',
  'order_statistic',
  'quote',
  'security',
  'statement_item',
]);

/** Whether answers are computed from a table; undefined stands for any. */
export const isComputedFrom = (table: string | undefined): boolean =>
  table === undefined || !BESIDE.has(table);

/** Whether a change reported with a symbol concerns only answers computed for that ticker. */
export const isByTicker = (table: string | undefined): boolean => table !== undefined && BY_TICKER.has(table);
