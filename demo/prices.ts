import { type ExTerms, exPrice, sharesAfter } from './actions.js';
import { firstDayOf, type Listing } from './companies.js';
import type { DemoBar } from './demo-market.js';
import { type Board, bandOf, boardOf, type Limits, limitsOf, onTick } from './limits.js';
import { type Random, randomOf } from './random.js';

/** A security on a day of the market, traded or not. */
export interface SecurityDay extends Limits {
  date: string;
  reference: number;
  /** absent on a day without a trade */
  bar?: DemoBar;
  /** whole VND; matched value = average × volume exactly */
  average: number;
  matched: number;
  negotiated: number;
  /** price of negotiated trades */
  negotiatedPrice: number;
  /** outstanding, actions of the day included */
  shares: number;
}

/** Daily deviation of the market's return in calm, and how turbulence lasts (GARCH(1,1), sums to 0.97). */
const MARKET_SIGMA = 0.0085;
const CLUSTERING = { shock: 0.1, memory: 0.87 };
/** Returns are rounded so early that no engine's last digit can matter. */
const DIGITS = 1e6;
/** Days on which the whole market jumps, and a single security. */
const MARKET_SHOCK = 0.006;
const OWN_SHOCK = 0.004;
/** Daily pull of a price towards its anchor, and the growth of the anchor. */
const PULL = 0.006;
const GROWTH = 0.09 / 250;

/** Return of the market of every day, by date: one factor for all. */
export function marketReturns(days: readonly string[]): ReadonlyMap<string, number> {
  const returns = new Map<string, number>();
  const volatility = clustered(MARKET_SIGMA);
  let level = 1;
  for (const date of days) {
    const random = randomOf(`market ${date}`);
    const isShock = random.uniform() < MARKET_SHOCK;
    const own = volatility(random.normal());
    // Without a pull the level would wander off within years.
    const value = rounded(
      own + (isShock ? (random.uniform() < 0.7 ? -0.035 : 0.03) : 0) - 0.01 * (level - 1),
    );
    returns.set(date, value);
    level *= 1 + value;
  }
  return returns;
}

/**
 * The days of a security within the market, ascending: return = β · market + own part with clustering of
 * volatility + pull to an anchor, from the reference of the day, cut at the limits. Each day draws from a stream
 * separate from all others, so that a day more changes none before it.
 */
export function securityDays(
  listing: Listing,
  days: readonly string[],
  terms: ReadonlyMap<string, ExTerms>,
  market: ReadonlyMap<string, number>,
): SecurityDay[] {
  const { exchange, delisting_date } = listing;
  const board = boardOf(listing);
  const first = firstDayOf(listing);
  const result: SecurityDay[] = [];
  const volatility = clustered(listing.sigma);
  let [base, anchor, shares] = [listing.price, listing.price, listing.shares];
  for (const date of days) {
    if (date < first || (delisting_date !== undefined && date > delisting_date)) continue;
    const change = terms.get(date);
    if (change !== undefined) {
      base = exPrice(base, change);
      anchor = Math.max(1000, exPrice(anchor, { ...change, cash: 0 }));
      shares = sharesAfter(shares, change);
    }
    anchor *= 1 + GROWTH;
    const random = randomOf(`${listing.ticker} ${date}`);
    const isFirst = date === listing.listing_date;
    const reference = onTick(board, base);
    const limits = limitsOf(board, reference, isFirst);
    const mustTrade = change !== undefined || date === first || date === delisting_date;
    const own = volatility(random.normal());
    const move =
      listing.beta * (market.get(date) ?? 0) + own + shockOf(random, board) + PULL * (anchor / reference - 1);
    const day = { date, reference, ...limits, shares };
    if (random.uniform() < listing.quiet && !mustTrade) {
      result.push({ ...day, average: 0, matched: 0, negotiated: 0, negotiatedPrice: 0 });
      continue;
    }
    const traded = tradedDay(listing, day, rounded(isFirst ? move * 4 : move), random);
    base = exchange === 'UPCOM' ? traded.average : traded.bar.close;
    result.push(traded);
  }
  return result;
}

function tradedDay(
  listing: Listing,
  day: Omit<SecurityDay, 'bar' | 'average' | 'matched' | 'negotiated' | 'negotiatedPrice'>,
  move: number,
  random: Random,
): SecurityDay & { bar: DemoBar } {
  const { date, reference, ceiling, floor, shares } = day;
  const board = boardOf(listing);
  const price = (change: number) =>
    Math.min(ceiling, Math.max(floor, onTick(board, reference * (1 + change))));
  const spread = () => listing.sigma * 0.7 * random.uniform();
  const open = price(rounded(move * (0.1 + 0.5 * random.uniform()) + listing.sigma * 0.2 * random.normal()));
  const close = price(move);
  const high = Math.max(open, close, price(Math.max(open, close) / reference - 1 + spread()));
  const low = Math.min(open, close, price(Math.min(open, close) / reference - 1 - spread()));
  const average = Math.round((open + high + low + 2 * close) / 5);
  const isActive = 1 + 6 * (Math.abs(move) / bandOf(board)) * random.uniform();
  const usual = shares * listing.turnover * (0.4 + random.uniform() * random.uniform() * 2.4);
  const matched = Math.max(100, Math.round((usual * isActive) / 100) * 100);
  const isNegotiated = random.uniform() < 0.12;
  const negotiated = isNegotiated ? Math.round((matched * (0.05 + 0.4 * random.uniform())) / 100) * 100 : 0;
  const bar = { date, open, high, low, close, volume: matched + negotiated };
  return { ...day, bar, average, matched, negotiated, negotiatedPrice: negotiated > 0 ? close : 0 };
}

/** A jump beyond the limits on few days: the price then closes at its ceiling or floor. */
function shockOf(random: Random, board: Board): number {
  if (random.uniform() >= OWN_SHOCK) return 0;
  return (random.uniform() < 0.5 ? -1.2 : 1.2) * bandOf(board);
}

/** Draws with GARCH(1,1) volatility around `sigma`. Square roots are exact everywhere, powers are not. */
function clustered(sigma: number): (normal: number) => number {
  const usual = sigma * sigma;
  let variance = usual;
  return (normal) => {
    const value = rounded(Math.sqrt(variance) * normal);
    const { shock, memory } = CLUSTERING;
    variance = (1 - shock - memory) * usual + shock * value * value + memory * variance;
    return value;
  };
}

function rounded(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}
