import { isoDate } from '../../database/packed.js';
import type { NullReason } from '../../http/fields/market-fields.js';
import type { PerformanceFigures } from './performance.dto.js';
import { PERIODS, type PeriodCode, type PeriodName, startOf } from './periods.js';
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

/** The window performance is measured in; days since 2000-01-01. */
export interface Window {
  from: number;
  to: number;
  /** open days of the window; null if the calendar does not cover it */
  openDays: Int32Array | null;
  benchmark: Prices | undefined;
  /** annual, decimal */
  riskFreeRate: number;
  isStale: StaleBases;
}

/** Whether the close of a day is too old to be the base of a change to another one, days since 2000-01-01. */
export type StaleBases = (base: number, day: number) => boolean;

/** A base at most this many days old is never too old. */
const FRESH = 5;

/** Day that the base of a period is compared with: the period's start; for a single day its end. */
const comparedOn = (code: PeriodCode, end: number) => (code === '1d' ? end : startOf(code, end));

/**
 * Closes that may be too old: bases of a window and of all periods up to some ends, and the last closes by these ends,
 * each with the day it is compared with.
 */
export function oldBases(
  { days }: Prices,
  { from, ends }: { from: number | undefined; ends: readonly number[] },
): [base: number, day: number][] {
  const starts = ends.flatMap((end) =>
    PERIODS.map(({ code }): [number, number] => [startOf(code, end), comparedOn(code, end)]),
  );
  // A close up to the end of another series, too, may be too old to stand for that day.
  starts.push(...ends.map((end): [number, number] => [end, end]));
  if (from !== undefined) starts.push([from, from]);
  return starts.flatMap(([start, day]) => {
    const base = days[lastAt(days, start)];
    return base === undefined || day - base <= FRESH ? [] : [[base, day]];
  });
}

/** Return over a period that ends on a day; null if there is no base or it is too old. */
export function periodReturn(prices: Prices, code: PeriodCode, { end, isStale }: PeriodEnd): PeriodReturn {
  const start = startOf(code, end);
  const base = prices.days[lastAt(prices.days, start)];
  // Without a close since then, the base is also the last close, and nothing has moved.
  const hasMoved = base !== undefined && base !== prices.days[lastAt(prices.days, end)];
  if (hasMoved && isStale(base, comparedOn(code, end))) return { value: null, reason: 'base_too_old' };
  return { value: returnBetween(prices, start, end), reason: null };
}

/** The end of a period. */
interface PeriodEnd {
  end: number;
  isStale: StaleBases;
}

/** A return, and the reason if it is null because its base is too old. */
export interface PeriodReturn {
  value: number | null;
  reason: NullReason | null;
}

/** The closes up to a window's end, or, if the base of the window is too old, only those after the base. */
function sinceBase(prices: Prices, { from, isStale }: Window): Prices {
  const { days, closes } = prices;
  const at = lastAt(days, from);
  const base = days[at];
  if (base === undefined || at + 1 === days.length || !isStale(base, from)) return prices;
  return { days: days.subarray(at + 1), closes: closes.subarray(at + 1) };
}

/** Figures of one asset or benchmark that has at least one close up to the end of the window. */
export function figuresOf(prices: Prices, window: Window): PerformanceFigures {
  const end = prices.days[lastAt(prices.days, window.to)] as number;
  return {
    ...measure(windowOf(sinceBase(prices, window), window.from, window.to), window),
    missing_days: missing(window.openDays, prices.days),
    ...byPeriod((code) => periodReturn(prices, code, { end, isStale: window.isStale })),
  };
}

/**
 * Figures of the portfolio that the assets make up. Its period returns are those of the same weights bought at the
 * start of the period, Σ w · r; null if any asset's history does not reach back that far.
 */
export function portfolioFigures(holdings: readonly Holding[], window: Window): PerformanceFigures {
  const holdingsOfWindow = holdings.map(({ prices, weight }) => ({
    prices: sinceBase(prices, window),
    weight,
  }));
  const value = buyAndHold(holdingsOfWindow, window.from, window.to);
  const ends = holdings.map(({ prices }) => prices.days[lastAt(prices.days, window.to)] as number);
  const end = Math.max(...ends);
  return {
    ...measure(windowOf(value, window.from, window.to), window),
    missing_days: missing(window.openDays, value.days),
    ...byPeriod((code) => {
      const each = holdings.map(({ prices, weight }) => {
        const { value, reason } = periodReturn(prices, code, { end, isStale: window.isStale });
        return { value: value === null ? null : weight * value, reason };
      });
      return {
        value: each.reduce<number | null>(
          (sum, { value }) => (sum === null || value === null ? null : sum + value),
          0,
        ),
        reason: each.find(({ reason }) => reason !== null)?.reason ?? null,
      };
    }),
  };
}

type Measured = Omit<PerformanceFigures, PeriodName | 'missing_days' | 'null_reasons'>;

/** Return and risk of the closes of a window. */
function measure(closes: Prices, { benchmark, riskFreeRate }: Window): Measured {
  const { days } = closes;
  const returns = dailyReturns(closes.closes);
  const total = totalReturn(closes.closes);
  const [first, last] = [days[0], days.at(-1)];
  const commonDays = benchmark === undefined ? undefined : common(closes, benchmark);
  const [own, reference] = [dailyReturns(commonDays?.own ?? NONE), dailyReturns(commonDays?.other ?? NONE)];
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

/** The returns of all periods, and the reasons for null ones. */
function byPeriod(
  returnOver: (code: PeriodCode) => PeriodReturn,
): Record<PeriodName, number | null> & Pick<PerformanceFigures, 'null_reasons'> {
  const returns = PERIODS.map(({ name, code }) => ({ name, ...returnOver(code) }));
  const reasons = returns.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason] as const]));
  return {
    ...(Object.fromEntries(returns.map(({ name, value }) => [name, value])) as Record<
      PeriodName,
      number | null
    >),
    null_reasons: Object.fromEntries(reasons),
  };
}

/** Counts the open days without a close. */
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
