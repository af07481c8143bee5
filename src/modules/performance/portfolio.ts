import { lastAt, type Prices } from './returns.js';

/** One asset of a portfolio; the weights of all add up to 1. */
export interface Holding {
  prices: Prices;
  weight: number;
}

/** Scales weights in proportion so that they add up to 1; equal weights if none are given. */
export function normalised(weights: readonly (number | undefined)[]): number[] {
  const proportions = weights.map((weight) => weight ?? 1);
  const sum = proportions.reduce((total, weight) => total + weight, 0);
  return proportions.map((weight) => weight / sum);
}

/**
 * Value of a portfolio bought at the start of a window and held: V(t) = Σ w · P(t) / P(base), 1 at the start. The
 * base of an asset is its last close on or before `from`; an asset without one is held as cash until its first
 * close in the window, its base. Valued on every day on which any asset has a close; the others keep their last
 * close. Hence V(end) − 1 = Σ w · r.
 */
export function buyAndHold(holdings: readonly Holding[], from: number, to: number): Prices {
  const bases = holdings.map(({ prices }) => Math.max(0, lastAt(prices.days, from)));
  const start = startDay(holdings, from);
  const days = daysAfter(holdings, start, to);
  const closes = new Float64Array(days.length + 1);
  for (const [asset, { prices, weight }] of holdings.entries()) {
    const base = prices.closes[bases[asset] as number] as number;
    let at = bases[asset] as number;
    const firstDay = prices.days[at] as number;
    closes[0] = (closes[0] as number) + weight;
    for (const [row, day] of days.entries()) {
      while (at + 1 < prices.days.length && (prices.days[at + 1] as number) <= day) at++;
      const growth = day < firstDay ? 1 : (prices.closes[at] as number) / base;
      closes[row + 1] = (closes[row + 1] as number) + weight * growth;
    }
  }
  return { days: Int32Array.from([start, ...days]), closes };
}

/** Day of the last close of any asset on or before `from`; else of the first close of any in the window. */
function startDay(holdings: readonly Holding[], from: number): number {
  const before = holdings.flatMap(({ prices: { days } }) => days[lastAt(days, from)] ?? []);
  if (before.length > 0) return Math.max(...before);
  return Math.min(...holdings.map(({ prices }) => prices.days[0] as number));
}

/** Every day after `start` up to `to` on which any asset has a close, ascending. */
function daysAfter(holdings: readonly Holding[], start: number, to: number): number[] {
  const days = new Set<number>();
  for (const { prices } of holdings) {
    for (let at = lastAt(prices.days, start) + 1; at < prices.days.length; at++) {
      const day = prices.days[at] as number;
      if (day <= to) days.add(day);
    }
  }
  return [...days].sort((left, right) => left - right);
}
