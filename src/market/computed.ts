import { SetMetadata } from '@nestjs/common';

/**
 * What the answers of a read follow from: records of the `ticker` that it names (those of all where it names none) beside
 * what is of no ticker, or those of the whole `market`.
 */
export type Scope = 'ticker' | 'market';

/** Metadata key of {@link Computed}. */
export const COMPUTED = Symbol('computed');

/**
 * Marks a read whose answers take more to compute than to keep, and follow from path, query, stored records and the day
 * alone, whoever asks: the fast lane keeps those that are asked for again until something of their scope changes.
 */
export const Computed = (scope: Scope) => SetMetadata(COMPUTED, scope);

/** Tables that nothing is computed from. A change of any other one counts, also of one that is added later. */
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
/** Tables whose first key column is the ticker, by which their changes are told. */
const BY_TICKER = new Set([
  'corporate_action',
  'daily_statistic',
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

/** Whether a change that is told with a symbol concerns what is computed of that ticker alone. */
export const isByTicker = (table: string | undefined): boolean => table !== undefined && BY_TICKER.has(table);
