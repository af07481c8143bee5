/** How the time of a read grows with the market, and the aims for it. */

/** Most seconds of a read, at any size. */
export const SLOWEST = 1;
/** Largest growth of a read for four times the tickers; for a read of one ticker or of a page. */
export const STEEPEST = 4.4;
export const FLAT = 1.3;
/** Times below this, ms, show nothing: they are those of the transport, not of the data. */
const LEAST = 4;

/** Time of a read at the size after `step` as a multiple of that at the size before; undefined if it failed. */
export function growthOf({ ms }, step) {
  const [before, after] = [ms[step], ms[step + 1]];
  return before === undefined || after === undefined
    ? undefined
    : Math.max(after, LEAST) / Math.max(before, LEAST);
}

/** Whether a read meets the aims at every size. */
export function stateOfGrowth(read) {
  if (read.ms.some((ms) => ms === undefined || ms > SLOWEST * 1000)) return 'missed';
  const most = read.isFlat ? FLAT : STEEPEST;
  return read.ms.slice(1).some((_, step) => growthOf(read, step) > most) ? 'missed' : 'met';
}
