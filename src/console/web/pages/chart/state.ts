import type { Route } from '../../router.js';

/** Length of a bar, as the API names it. */
export const INTERVALS = { '1d': '1D', '1w': '1W', '1m': '1M' } as const;
export type Interval = keyof typeof INTERVALS;

/** Ranges of the buttons, in months; null is everything. */
export const RANGES = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12, '3Y': 36, All: null } as const;
export type Range = keyof typeof RANGES;

/** How the price is drawn, and on which scale. */
export const KINDS = { candles: 'Candles', bars: 'Bars', line: 'Line', area: 'Area' } as const;
export type Kind = keyof typeof KINDS;
export const SCALES = { linear: 'Linear', log: 'Logarithmic', percent: 'Per cent' } as const;
export type ScaleKind = keyof typeof SCALES;

/** What the chart shows: all of it stands in the address, so that a link shows the same. */
export interface ChartState {
  /** empty until one is chosen */
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
  /** codes of securities drawn beside it, by commas; with any of them the scale is of per cent */
  compare: string;
}

/** The state that an address describes; what it does not say is as usual. */
export function stateOf({ path, query }: Route): ChartState {
  const interval = query.get('interval') ?? '';
  const range = query.get('range') ?? '';
  const kind = query.get('kind') ?? '';
  const scale = query.get('scale') ?? '';
  return {
    ticker: (path[0] ?? '').toUpperCase(),
    interval: interval in INTERVALS ? (interval as Interval) : '1d',
    adjusted: query.get('adjusted') !== 'false',
    range: range in RANGES ? (range as Range) : '1Y',
    indicators: query.get('indicators') ?? '',
    events: query.get('events') !== 'false',
    kind: kind in KINDS ? (kind as Kind) : 'candles',
    scale: scale in SCALES ? (scale as ScaleKind) : 'linear',
    compare: query.get('compare') ?? '',
  };
}

/** The part of the address behind the ticker: only what is not as usual. */
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
    ...(interval !== '1d' && { interval }),
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
  // The same day of the month, or its last one where the month is shorter.
  target.setUTCDate(Math.min(day.getUTCDate(), target.getUTCDate()));
  return target.toISOString().slice(0, 10);
}
