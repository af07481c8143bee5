/** One path of one row of the specification's tables, the demo market's answer to it, and the underlying raw value. */
export interface SpecificationRow {
  /** sections of the specification that name it */
  section: string;
  row: string;
  /** method and path as README writes them */
  path: string;
  /** the path as the specification writes it, percent-encoded; if it differs */
  literal?: string;
  /** the call on the demo market: path with query */
  url: string;
  body?: object;
  /** 200 when not given */
  status?: number;
  /** places in the answer that hold the values of `sql`, in the order of its columns */
  picks: readonly string[];
  /** one raw row, read past the service */
  sql: string;
  /** places in the answer whose values are the parameters of `sql` */
  params?: readonly string[];
}

/** Last day of the demo market in tests. */
export const DAY = '2025-06-30';

/** SELECT of columns of a ticker's bar of that day. */
export const bar = (columns: string, ticker: string) =>
  `SELECT ${columns} FROM quote WHERE ticker = '${ticker}' AND date = '${DAY}'`;
