/** A linear scale: from values to px. */
export type Scale = (value: number) => number;

/** Maps `from` … `to` to `start` … `end`; a single value goes to the middle. */
export function linear(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale {
  if (from === to) return () => (start + end) / 2;
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

/** Round values that divide a range into about `count` parts, all within it. */
export function ticksOf([from, to]: readonly [number, number], count: number): number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9) * step;
  const ticks: number[] = [];
  for (let at = first; at <= to + step * 1e-9; at += step) ticks.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return ticks;
}

/** The least and the greatest of the known values; null if there is none. */
export function extentOf(values: readonly (number | null)[]): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? null : [low, high];
}
