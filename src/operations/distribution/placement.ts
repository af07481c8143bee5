/**
 * Where the rows of a table are in a Citus cluster: `distributed` by a column over the workers, rows with equal values
 * of all such tables next to each other; `reference`, a copy on every node; `local`, on the coordinator alone.
 */
export type Placement = { kind: 'distributed'; by: string } | { kind: 'reference' } | { kind: 'local' };

/** Tables that grow with tickers times days, and what is kept of them. Others are kept next to these. */
const BY_TICKER = [
  'quote',
  'daily_statistic',
  'foreign_trade',
  'order_statistic',
  'market_depth',
  'corporate_action',
  'statement_item',
  'estimate',
  'quote_gap',
  'quote_ticker',
  'quote_check',
];

/** Tables that reads join with those, and that a single node holds easily. */
const EVERYWHERE = [
  'security',
  'settlement',
  'market_index',
  'index_constituent',
  'industry',
  'industry_membership',
  'market_band',
  'market_tick',
  'market_lot',
  'account',
  'statement_template',
];

/**
 * Every table that is not local. The log of events is local: it has one order, its rows are only added to by a trigger,
 * and `NOTIFY` is received on the coordinator alone.
 */
const PLACEMENTS: ReadonlyMap<string, Placement> = new Map<string, Placement>([
  ...BY_TICKER.map((table) => [table, { kind: 'distributed', by: 'ticker' }] as const),
  ['trade_flow', { kind: 'distributed', by: 'code' }],
  ...EVERYWHERE.map((table) => [table, { kind: 'reference' }] as const),
]);

/** Where a table belongs. */
export function placementOf(table: string): Placement {
  return PLACEMENTS.get(table) ?? { kind: 'local' };
}

/**
 * Tables that a cluster places, in the order in which they are placed: those next to which others are kept come first,
 * and reference tables last, because a statement that writes a local table may not read one.
 */
export const PLACED: readonly string[] = [...BY_TICKER, 'trade_flow', ...EVERYWHERE];
