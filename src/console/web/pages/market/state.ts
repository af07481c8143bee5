import type { Route } from '../../router.js';
import { isDay } from '../../view/days.js';

/** Meanings of a map tile's size and colour, groupings of tiles, and periods of the movers. */
export const SIZES = ['market_cap', 'value', 'volume'] as const;
export const COLORS = ['change', 'turnover', 'foreign'] as const;
export const GROUPS = ['sector', 'group', 'industry', 'exchange'] as const;
export const PERIODS = ['1d', '1w', '1m', 'ytd'] as const;
export const EXCHANGES = ['HOSE', 'HNX', 'UPCOM'] as const;

export type SizeBy = (typeof SIZES)[number];
export type ColorBy = (typeof COLORS)[number];
export type GroupBy = (typeof GROUPS)[number];
export type Period = (typeof PERIODS)[number];

/** What the market page shows; all of it is in the address. */
export interface MarketState {
  /** trading day; null for the present one */
  date: string | null;
  /** an exchange or the code of an index; empty for the whole market */
  scope: string;
  size: SizeBy;
  color: ColorBy;
  group: GroupBy;
  period: Period;
  /** show the map as a table */
  isTable: boolean;
}

/** The state that an address asks for; misspelt values are ignored. */
export function stateOf({ query }: Route): MarketState {
  const one = <Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value =>
    values.find((value) => value === query.get(name)) ?? values[0];
  const date = query.get('date');
  return {
    date: date !== null && isDay(date) ? date : null,
    scope: query.get('scope')?.toUpperCase() ?? '',
    size: one('size', SIZES),
    color: one('color', COLORS),
    group: one('group', GROUPS),
    period: one('period', PERIODS),
    isTable: query.get('view') === 'table',
  };
}

/** The parameters that limit reads to a scope. */
export function within(scope: string): { exchange?: (typeof EXCHANGES)[number]; code?: string } {
  const exchange = EXCHANGES.find((each) => each === scope);
  if (exchange !== undefined) return { exchange };
  return scope === '' ? {} : { code: scope };
}
