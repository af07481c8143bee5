/**
 * Where the rows of a table are in a Citus cluster: `distributed` by a column over the workers, rows with equal values
 * of all such tables next to each other; or `reference`, a copy on every node. A table without a placement is local, on
 * the coordinator alone.
 */
export type Placement = { kind: 'distributed'; by: string } | { kind: 'reference' };

/** For tables that grow with tickers times days. */
export const BY_TICKER: Placement = { kind: 'distributed', by: 'ticker' };

/** For tables that reads join with those, and that a single node holds easily. */
export const ON_EVERY_NODE: Placement = { kind: 'reference' };
