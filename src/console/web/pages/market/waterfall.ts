import type { RowOf } from '../../view/read.js';

/** A part of an index move, starting where the previous part ended. */
export interface Step {
  label: string;
  /** null for all members without their own row */
  ticker: string | null;
  /** percentage points; null for several members */
  change: number | null;
  /** index points since the previous close */
  from: number;
  to: number;
}

/** Members with their own row. */
const ROWS = 12;

/** The members that moved the index most, gainers first, and all others together: they add up to its move. */
export function stepsOf(
  members: readonly RowOf<'/market/contributors'>[],
  others: (count: number) => string,
): Step[] {
  const parts = members.flatMap(({ ticker, change_percent: change, contribution_point: points }) =>
    points === null ? [] : [{ label: ticker, ticker, change, points }],
  );
  const bySize = [...parts].sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
  const own = bySize.slice(0, ROWS).sort((one, other) => other.points - one.points);
  const rest = bySize.slice(ROWS);
  const last = { label: others(rest.length), ticker: null, change: null, points: total(rest) };
  let at = 0;
  return [...own, ...(rest.length > 0 ? [last] : [])].map(({ label, ticker, change, points }) => {
    const from = at;
    at += points;
    return { label, ticker, change, from, to: at };
  });
}

function total(parts: readonly { points: number }[]): number {
  return parts.reduce((sum, { points }) => sum + points, 0);
}
