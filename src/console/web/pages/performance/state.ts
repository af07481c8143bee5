import type { Route } from '../../router.js';
import { isDay } from '../../view/days.js';

/** A security of a portfolio; `weight` is empty if none is given. */
export interface Holding {
  ticker: string;
  weight: string;
}

/** What the page measures; all of it is in the address. */
export interface PerformanceState {
  holdings: readonly Holding[];
  benchmark: string;
  /** empty for a year before the end */
  from: string;
  /** empty for the newest trading day */
  to: string;
  /** percent a year */
  riskFree: string;
  adjusted: boolean;
}

/** The state that an address asks for: `assets=ZDA:60,ZBA:40`. */
export function stateOf({ query }: Route): PerformanceState {
  const of = (name: string) => query.get(name) ?? '';
  const dayOf = (name: string) => (isDay(of(name)) ? of(name) : '');
  return {
    holdings: of('assets')
      .split(',')
      .filter((part) => part !== '')
      .map((part) => {
        const [ticker = '', weight = ''] = part.split(':');
        return { ticker: ticker.toUpperCase(), weight };
      }),
    benchmark: query.get('benchmark') ?? 'VNINDEX',
    from: dayOf('from'),
    to: dayOf('to'),
    riskFree: of('rf'),
    adjusted: query.get('adjusted') !== 'false',
  };
}

/** The address parameters that ask for a state. */
export function queryOf(state: PerformanceState): Record<string, string | null> {
  return {
    assets: state.holdings
      .map(({ ticker, weight }) => (weight === '' ? ticker : `${ticker}:${weight}`))
      .join(','),
    benchmark: state.benchmark === 'VNINDEX' ? null : state.benchmark === '' ? 'none' : state.benchmark,
    from: state.from,
    to: state.to,
    rf: state.riskFree,
    adjusted: state.adjusted ? null : 'false',
  };
}
