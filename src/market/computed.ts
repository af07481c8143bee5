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

/** Which computed answers a change of a table concerns. A change of a table that is not known concerns all. */
export abstract class ChangeScopes {
  /** Whether answers are computed from a table; undefined stands for any. */
  abstract isComputedFrom(table: string | undefined): boolean;

  /** Whether a change reported with a symbol concerns only answers computed for that ticker. */
  abstract isByTicker(table: string | undefined): boolean;
}
