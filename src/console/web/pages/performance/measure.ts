import type { components } from '../../../../../client/index.js';
import type { Api } from '../../api.js';
import { ask, read } from '../../view/read.js';
import type { PerformanceState } from './state.js';

type Answer = components['schemas']['PerformanceAnswer'];
export type Figures = components['schemas']['PerformanceFigures'];

/** A measured portfolio with its daily values, 100 at the start. */
export interface Measurement {
  answer: Answer;
  days: readonly string[];
  portfolio: readonly (number | null)[];
  /** empty without a benchmark */
  benchmark: readonly (number | null)[];
}

/** Has the API measure a portfolio, and reads the closes from which its value is drawn. */
export async function measure(
  api: Api,
  state: PerformanceState,
  range: { from_date: string; to_date: string },
  signal: AbortSignal,
): Promise<Measurement> {
  const { holdings, benchmark, riskFree, adjusted } = state;
  const { body: answer } = await api.send<Answer>('POST', '/performance', {
    body: {
      assets: holdings.map(({ ticker, weight }) => ({
        ticker,
        ...(weight !== '' && { weight: Number(weight) }),
      })),
      ...range,
      ...(benchmark !== '' && benchmark !== 'none' && { benchmark }),
      ...(riskFree !== '' && { risk_free_rate: Number(riskFree) / 100 }),
      adjusted,
    },
    signal,
    isRepeatable: true,
  });
  const { first_date: from, last_date: to } = answer.portfolio;
  if (from === null || to === null) return { answer, days: [], portfolio: [], benchmark: [] };
  const closesOf = async (ticker: string, first: string) => {
    const query = { ticker, adjusted, from_date: first, to_date: range.to_date, order: 'asc' } as const;
    const { data } = await read(api, ask('/quote', { ...query, limit: 10_000 }), signal);
    // A close of 0, as of a day without trades, is no price.
    return new Map(data.filter(({ close }) => close > 0).map(({ date, close }) => [date, close]));
  };
  // Each is bought at its own last close on or before the start.
  const [assets, other] = await Promise.all([
    Promise.all(answer.assets.map(({ ticker, first_date: first }) => closesOf(ticker, first ?? from))),
    answer.benchmark?.first_date ? closesOf(answer.benchmark.ticker, answer.benchmark.first_date) : null,
  ]);
  const days = [...new Set(assets.flatMap((closes) => [...closes.keys()]))]
    .filter((day) => day >= from && day <= to)
    .sort();
  return {
    answer,
    days,
    portfolio: worthOf(
      days,
      assets,
      answer.assets.map(({ weight }) => weight),
    ),
    benchmark: other === null ? [] : worthOf(days, [other], [1]),
  };
}

/** 100 × Σ weight × close ÷ first close, each with its last close known on the day. */
function worthOf(
  days: readonly string[],
  closes: readonly ReadonlyMap<string, number>[],
  weights: readonly number[],
): (number | null)[] {
  const parts = closes.map((of) => lastCloses(days, of));
  return days.map((_day, at) => {
    let value = 0;
    for (const [index, part] of parts.entries()) {
      const [close, base] = [part.values[at], part.base];
      if (close === undefined || close === null || base === null) return null;
      value += (100 * (weights[index] ?? 0) * close) / base;
    }
    return value;
  });
}

/** The last known close on each day, and the very first one, which may be of an earlier day. */
function lastCloses(days: readonly string[], closes: ReadonlyMap<string, number>) {
  const entries = [...closes].sort(([one], [other]) => (one < other ? -1 : 1));
  let next = 0;
  let close: number | null = null;
  const values = days.map((day) => {
    for (let entry = entries[next]; entry !== undefined && entry[0] <= day; entry = entries[next]) {
      close = entry[1];
      next += 1;
    }
    return close;
  });
  return { values, base: entries[0]?.[1] ?? null };
}

/** How far each value is below the previous high, percent; 0 at a new high. */
export function drawdownsOf(values: readonly (number | null)[]): (number | null)[] {
  let highest = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    if (value === null) return null;
    highest = Math.max(highest, value);
    return (value / highest - 1) * 100;
  });
}
