/** Zero rows of each outcome. */
export const NO_ROWS = {
  created: 0,
  updated: 0,
  unchanged: 0,
  ignored: 0,
  /** records that existed and were deleted */
  deleted: 0,
  /** rows of a governed data set that are waiting for approval */
  proposed: 0,
};

/** Rows by outcome; together with those rejected and held back they add up to the rows given. */
export type RowCounts = Record<keyof typeof NO_ROWS, number>;

const OUTCOMES = Object.keys(NO_ROWS) as readonly (keyof RowCounts)[];

/** Adds `more` to `sum`. */
export function addRows(sum: RowCounts, more: Readonly<RowCounts>): void {
  for (const outcome of OUTCOMES) sum[outcome] += more[outcome];
}
