import { BY_TICKER, type Placement } from '../../database/citus/placement.js';
import type { DataSets } from '../../modules/dataset/data-set.js';

/** Data derived from quotes, stored next to them. */
const OF_QUOTES = ['quote_gap', 'quote_ticker', 'quote_check'];

/**
 * The placement of every table that is not local, in the order in which they are placed: distributed tables first, led
 * by the quotes that the others are stored next to, and reference tables last, because a statement that writes a local
 * table may not read one. The log of events is local: it has one order, its rows are only added to by a trigger, and
 * `NOTIFY` is received on the coordinator alone.
 */
export function placementsOf(dataSets: DataSets): ReadonlyMap<string, Placement> {
  const all = Object.values(dataSets).flatMap(({ table, placement }) =>
    placement === undefined ? [] : [[table, placement] as const],
  );
  const placementsOfKind = (kind: Placement['kind']) =>
    all.filter(([, placement]) => placement.kind === kind);
  return new Map([
    ...placementsOfKind('distributed'),
    ...OF_QUOTES.map((table) => [table, BY_TICKER] as const),
    ...placementsOfKind('reference'),
  ]);
}
