import { isoDate } from '../../database/packed.js';
import type { PerformanceFigures } from './performance.dto.js';
import { PERIODS, type PeriodName, startOf } from './periods.js';
import { buyAndHold, type Holding } from './portfolio.js';
import {
  alpha,
  annualizedReturn,
  beta,
  common,
  dailyReturns,
  lastAt,
  maxDrawdown,
  type Prices,
  returnBetween,
  sharpeRatio,
  totalReturn,
  volatility,
  windowOf,
} from './returns.js';

/** What performance is measured in; days since 2000-01-01. */
export interface Window {
  from: number;
  to: number;
  /** open days of the window; null when the calendar does not tell */
  openDays: Int32Array | null;
  benchmark: Prices | undefined;
  /** annual, decimal */
  riskFreeRate: number;
}

/** Figures of one asset or benchmark, which has at least one close up to the end of the window. */
export function figuresOf(prices: Prices, window: Window): PerformanceFigures {
  const end = prices.days[lastAt(prices.days, window.to)] as number;
  return {
    ...measured(windowOf(prices, window.from, window.to), window),
    missing_days: missing(window.openDays, prices.days),
    ...byPeriod((start) => returnBetween(prices, start, end), end),
  };
}

/**
 * Figures of the portfolio that the assets make. Its period returns are those of the same weights bought at the
 * start of the period, Σ w · r; null as soon as one asset's history does not reach back.
 */
export function portfolioFigures(holdings: readonly Holding[], window: Window): PerformanceFigures {
  const value = buyAndHold(holdings, window.from, window.to);
  const ends = holdings.map(({ prices }) => prices.days[lastAt(prices.days, window.to)] as number);
  const end = Math.max(...ends);
  return {
    ...measured(windowOf(value, window.from, window.to), window),
    missing_days: missing(window.openDays, value.days),
    ...byPeriod((start) => {
      const returns = holdings.map(({ prices }) => returnBetween(prices, start, end));
      return returns.reduce<number | null>(
        (sum, each, at) => (sum === null || each === null ? null : sum + (holdings[at]?.weight ?? 0) * each),
        0,
      );
    }, end),
  };
}

type Measured = Omit<PerformanceFigures, PeriodName | 'missing_days'>;

/** Return and risk of the closes of a window. */
function measured(closes: Prices, { benchmark, riskFreeRate }: Window): Measured {
  const { days } = closes;
  const returns = dailyReturns(closes.closes);
  const total = totalReturn(closes.closes);
  const [first, last] = [days[0], days.at(-1)];
  const paired = benchmark === undefined ? undefined : common(closes, benchmark);
  const [own, reference] = [dailyReturns(paired?.own ?? NONE), dailyReturns(paired?.other ?? NONE)];
  return {
    first_date: first === undefined ? null : isoDate(first),
    last_date: last === undefined ? null : isoDate(last),
    observations: returns.length,
    total_return: total,
    annualized_return: annualizedReturn(total, (last ?? 0) - (first ?? 0)),
    volatility: volatility(returns),
    max_drawdown: maxDrawdown(closes.closes),
    sharpe_ratio: sharpeRatio(returns, riskFreeRate),
    beta: beta(own, reference),
    alpha: alpha(own, reference, riskFreeRate),
  };
}

const NONE = new Float64Array();

function byPeriod(
  returnFrom: (start: number) => number | null,
  end: number,
): Record<PeriodName, number | null> {
  const returns = PERIODS.map(({ name, code }) => [name, returnFrom(startOf(code, end))] as const);
  return Object.fromEntries(returns) as Record<PeriodName, number | null>;
}

/** Open days that are not among the days with a close. */
function missing(openDays: Int32Array | null, days: Int32Array): number | null {
  if (openDays === null) return null;
  let count = 0;
  let at = 0;
  for (const open of openDays) {
    while (at < days.length && (days[at] as number) < open) at++;
    if (days[at] !== open) count++;
  }
  return count;
}
