/** What became of rows by itself, counted. */
export const NO_ROWS = {
  created: 0,
  updated: 0,
  unchanged: 0,
  ignored: 0,
  /** records that were there and are gone */
  deleted: 0,
  /** rows of a governed data set that wait for approval */
  proposed: 0,
};

/** Rows by what became of them; with the rejected ones and those held back they add up to the rows given. */
export type RowCounts = Record<keyof typeof NO_ROWS, number>;

const OUTCOMES = Object.keys(NO_ROWS) as readonly (keyof RowCounts)[];

/** Adds counts to others. */
export function addRows(sum: RowCounts, more: Readonly<RowCounts>): void {
  for (const outcome of OUTCOMES) sum[outcome] += more[outcome];
}
