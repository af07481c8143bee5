/** How what a read takes grows with the market, and what is aimed at. */

/** Seconds of a read, at any size. */
export const SLOWEST = 1;
/** Growth of a read for four times the tickers; of a read of one ticker or of a page. */
export const STEEPEST = 4.4;
export const FLAT = 1.3;
/** Shorter times, ms, say nothing: they are those of the way, not of the data. */
const LEAST = 4;

/** Times of the size before that a read takes at the size after `step`; undefined where it failed. */
export function growthOf({ ms }, step) {
  const [before, after] = [ms[step], ms[step + 1]];
  return before === undefined || after === undefined
    ? undefined
    : Math.max(after, LEAST) / Math.max(before, LEAST);
}

/** Whether a read keeps what is aimed at, at every size. */
export function stateOfGrowth(read) {
  if (read.ms.some((ms) => ms === undefined || ms > SLOWEST * 1000)) return 'missed';
  const most = read.isFlat ? FLAT : STEEPEST;
  return read.ms.slice(1).some((_, step) => growthOf(read, step) > most) ? 'missed' : 'kept';
}
