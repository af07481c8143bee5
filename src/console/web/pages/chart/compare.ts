import type { Api } from '../../api.js';
import type { Bar } from './history.js';
import type { ChartState } from './state.js';

/** Maximum compared securities: as many as there are colours. */
export const MOST_COMPARED = 5;

/** A security drawn next to the chart's own. */
export interface Compared {
  ticker: string;
  /** oldest first */
  bars: readonly Bar[];
}

/** The codes of a list typed by a person or given by an address, without the chart's own. */
export function comparedOf({ compare, ticker }: ChartState): string[] {
  const codes = compare
    .split(/[\s,;]+/)
    .map((code) => code.toUpperCase())
    .filter((code) => /^[A-Z0-9]{3,100}$/.test(code) && code !== ticker);
  return [...new Set(codes)].slice(0, MOST_COMPARED);
}

/** Reads the bars of the compared securities from a day on, in the same way as the chart's own. */
export function readCompared(
  api: Api,
  state: ChartState,
  from: string,
  signal: AbortSignal,
): Promise<Compared[]> {
  const { interval, adjusted } = state;
  return Promise.all(
    comparedOf(state).map(async (ticker) => {
      const query = { ticker, interval, adjusted, from_date: from, limit: 10_000 };
      const { data } = await api.list<Bar>('/quote', query, signal);
      return { ticker, bars: data.reverse() };
    }),
  );
}
