import type { Route } from '../../router.js';

/** Bar lengths, as the API names them. */
export const INTERVALS = { '1d': '1D', '1w': '1W', '1m': '1M' } as const;
export type Interval = keyof typeof INTERVALS;

/** Ranges of the buttons, in months; null is everything. The keys are the button labels; All is a word. */
export const RANGES = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12, '3Y': 36, All: null } as const;
export type Range = keyof typeof RANGES;

/** How the price is drawn, and on which scale. */
export const KINDS = ['candles', 'bars', 'line', 'area'] as const;
export type Kind = (typeof KINDS)[number];
export const SCALES = ['linear', 'log', 'percent'] as const;
export type ScaleKind = (typeof SCALES)[number];

/** The location of a chart: its page, and what follows the ticker in the address. */
export interface Place {
  page: string;
  rest: readonly string[];
}

/** What the chart shows: all of it is in the address, so that a link shows the same. */
export interface ChartState {
  /** empty until a ticker is chosen */
  ticker: string;
  interval: Interval;
  adjusted: boolean;
  range: Range;
  /** indicators as the API writes them: rsi(14),macd(12,26,9) */
  indicators: string;
  /** marks of corporate actions */
  events: boolean;
  kind: Kind;
  scale: ScaleKind;
  /** codes of compared securities, comma-separated; with any of them the scale is in percent */
  compare: string;
}

/** The state that an address describes; whatever it omits has the default value. */
export function stateOf({ path, query }: Route): ChartState {
  const interval = query.get('interval') ?? '';
  const range = query.get('range') ?? '';
  return {
    ticker: (path[0] ?? '').toUpperCase(),
    interval: interval in INTERVALS ? (interval as Interval) : '1d',
    adjusted: query.get('adjusted') !== 'false',
    range: range in RANGES ? (range as Range) : '1Y',
    indicators: query.get('indicators') ?? '',
    events: query.get('events') !== 'false',
    kind: KINDS.find((each) => each === query.get('kind')) ?? 'candles',
    scale: SCALES.find((each) => each === query.get('scale')) ?? 'linear',
    compare: query.get('compare') ?? '',
  };
}

/**
 * The part of the address after the ticker: the interval, and values other than the defaults. It is never empty, as an
 * address with only a ticker says nothing about the rest: Back would return to a chart drawn as the one that is left.
 */
export function queryOf({
  interval,
  adjusted,
  range,
  indicators,
  events,
  kind,
  scale,
  compare,
}: ChartState): Record<string, string> {
  return {
    interval,
    ...(!adjusted && { adjusted: 'false' }),
    ...(range !== '1Y' && { range }),
    ...(indicators !== '' && { indicators }),
    ...(!events && { events: 'false' }),
    ...(kind !== 'candles' && { kind }),
    ...(scale !== 'linear' && { scale }),
    ...(compare !== '' && { compare }),
  };
}

/** The first day of a range that ends on `last`; null for everything. */
export function firstDayOf(range: Range, last: string): string | null {
  const months = RANGES[range];
  if (months === null) return null;
  const day = new Date(`${last}T00:00:00Z`);
  const target = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months + 1, 0));
  // The same day of the month, or the last day if the month is shorter.
  target.setUTCDate(Math.min(day.getUTCDate(), target.getUTCDate()));
  return target.toISOString().slice(0, 10);
}
