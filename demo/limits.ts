import type { CompanyType, Exchange } from './demo-market.js';

/** What rules hold for: the stocks of an exchange, and on HOSE the funds traded there (ETFs). */
export type Board = Exchange | 'HOSE_ETF';

/** Bands in percent: usual days, and the first trading day. */
const BANDS = {
  HOSE: { usual: 7, first: 20 },
  HOSE_ETF: { usual: 7, first: 20 },
  HNX: { usual: 10, first: 30 },
  UPCOM: { usual: 15, first: 40 },
} as const satisfies Record<Board, object>;

/** Ceiling and floor of a day, VND. */
export interface Limits {
  ceiling: number;
  floor: number;
}

/** Rules of a company's or fund's shares. */
export const boardOf = (company: { exchange: Exchange; company_type: CompanyType }): Board =>
  company.exchange === 'HOSE' && company.company_type === 'fund' ? 'HOSE_ETF' : company.exchange;

/** Smallest price step at a price, VND: HOSE 10 below 10,000, 50 below 50,000, else 100, of ETFs 10; HNX and UPCOM 100. */
export function tickOf(board: Board, price: number): number {
  if (board === 'HOSE_ETF') return 10;
  if (board !== 'HOSE' || price >= 50_000) return 100;
  return price < 10_000 ? 10 : 50;
}

/** The price rounded to the nearest tick, halves up; at least one tick. */
export function onTick(board: Board, price: number): number {
  const tick = tickOf(board, price);
  return Math.max(tick, Math.floor(price / tick + 0.5) * tick);
}

/** Band of usual days as a decimal, 0.07 for ±7 %. */
export function bandOf(board: Board): number {
  return BANDS[board].usual / 100;
}

/**
 * Limits of a day from its reference: reference × (1 ± band), the ceiling rounded down to a tick and the floor up,
 * in whole numbers, as 30,850 × 1.07 in float64 would round the wrong way. Where the band is less than a tick, one
 * tick either way. The same rules as the service's own; written again, so that each can be checked by the other.
 */
export function limitsOf(board: Board, reference: number, isFirstDay = false): Limits {
  const percent = isFirstDay ? BANDS[board].first : BANDS[board].usual;
  const [up, down] = [reference * (100 + percent), reference * (100 - percent)];
  const [upTick, downTick] = [tickOf(board, up / 100), tickOf(board, down / 100)];
  const tick = tickOf(board, reference);
  return {
    ceiling: Math.max(Math.floor(up / (100 * upTick)) * upTick, reference + tick),
    floor: Math.min(
      Math.ceil(down / (100 * downTick)) * downTick,
      reference > tick ? reference - tick : reference,
    ),
  };
}
