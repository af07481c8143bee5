import { type ExTerms, exPrice } from './actions.js';
import type { Listing } from './companies.js';
import { type DemoBar, FIRST_DAY } from './demo-market.js';
import { BASE_VALUE, capFactors, type IndexRules, reviewDays } from './index-rules.js';
import type { SecurityDay } from './prices.js';

/** A security with all that an index needs of it. */
export interface Traded {
  listing: Listing;
  days: readonly SecurityDay[];
  terms: ReadonlyMap<string, ExTerms>;
}

/** A period of a security in an index, by the fields of the data set `index_constituent`. */
export interface Constituent {
  code: string;
  ticker: string;
  from_date: string;
  to_date: string;
  shares: number;
  free_float_ratio: number;
  cap_ratio: number;
}

/** The state of a security on the day being computed. */
interface Standing {
  traded: Traded;
  day: SecurityDay | undefined;
  /** last close before the day; undefined before the second trading day */
  before: number | undefined;
  /** outstanding on the day */
  shares: number;
}

/**
 * Constituents and levels of an index over the days of the market.
 *
 * level(t) = level(t−1) × Σ shares·close(t)·ff·cap ÷ Σ shares·base(t)·ff·cap over the members of day t, where base is
 * the close before, after the share-changing actions of the day (P + Pα·α) ÷ (1 + α + β); cash dividends are not
 * adjusted. A member without a trade keeps its last close. Levels are full float64 points. The open is the same
 * formula with opens; high and low lie between it, the close and what all highs or all lows would give.
 *
 * A review takes members by their market value of the day before. `nextReview` returns the day of the first review
 * after a day, so that a period's end is known when it begins.
 */
export function indexHistory(
  rules: IndexRules,
  market: readonly Traded[],
  days: readonly string[],
  nextReview: (day: string) => string,
): { constituents: Constituent[]; bars: DemoBar[] } {
  const candidates = market.filter(
    ({ listing }) => listing.exchange === rules.exchange && listing.company_type !== 'fund',
  );
  const standings = candidates.map(
    (traded): Standing => ({
      traded,
      day: undefined,
      before: traded.listing.listing_date > FIRST_DAY ? undefined : traded.listing.price,
      shares: traded.listing.shares,
    }),
  );
  const at = new Map(
    candidates.map(({ listing, days: own }) => [listing.ticker, new Map(own.map((day) => [day.date, day]))]),
  );
  const reviews = reviewDays(days);
  const constituents: Constituent[] = [];
  const bars: DemoBar[] = [];
  let members = new Map<string, Constituent>();
  let level = BASE_VALUE;
  for (const date of days) {
    for (const standing of standings) {
      standing.day = at.get(standing.traded.listing.ticker)?.get(date);
      standing.shares = standing.day?.shares ?? standing.shares;
    }
    const listed = standings.filter(({ day, before }) => day !== undefined && before !== undefined);
    const changed = reviews.has(date)
      ? reviewed(rules, listed, date, nextReview(date))
      : changedPeriods(rules, listed, date, members);
    if (reviews.has(date)) members = new Map();
    for (const period of changed) members.set(period.ticker, period);
    constituents.push(...changed);
    const present = listed.flatMap((standing) => {
      const member = members.get(standing.traded.listing.ticker);
      return member === undefined ? [] : [{ standing, weight: weightOf(member) }];
    });
    const bar = barOf(date, level, present);
    bars.push(bar);
    level = bar.close;
    for (const standing of standings) standing.before = standing.day?.bar?.close ?? standing.before;
  }
  return { constituents, bars };
}

/** Shares that count, after free float and cap. */
function weightOf({ shares, free_float_ratio, cap_ratio }: Constituent): number {
  return shares * free_float_ratio * cap_ratio;
}

/** All members anew; on the first day by the references of the market. */
function reviewed(rules: IndexRules, listed: readonly Standing[], date: string, next: string): Constituent[] {
  const worth = ({ shares, before = 0 }: Standing) => shares * before;
  const chosen = [...listed].sort((a, b) => worth(b) - worth(a)).slice(0, rules.size ?? listed.length);
  const floats = chosen.map(({ traded }) =>
    rules.weighting === 'market_cap' ? 1 : traded.listing.freeFloat,
  );
  const caps = capFactors(
    chosen.map((each, index) => worth(each) * (floats[index] ?? 1)),
    rules.cap,
  );
  return chosen.map((standing, index) => ({
    code: rules.code,
    ticker: standing.traded.listing.ticker,
    from_date: date,
    to_date: endOf(standing.traded.listing, next),
    shares: standing.shares,
    free_float_ratio: floats[index] ?? 1,
    cap_ratio: caps[index] ?? 1,
  }));
}

/** New periods between reviews: of members whose shares changed, and in an index of all shares of a new listing. */
function changedPeriods(
  rules: IndexRules,
  listed: readonly Standing[],
  date: string,
  members: ReadonlyMap<string, Constituent>,
): Constituent[] {
  const end = [...members.values()].map((each) => each.to_date).sort()[members.size - 1];
  return listed.flatMap(({ traded, shares }): Constituent[] => {
    const { ticker } = traded.listing;
    const member = members.get(ticker);
    if (member !== undefined) return member.shares === shares ? [] : [{ ...member, from_date: date, shares }];
    if (rules.size !== undefined || end === undefined) return [];
    return [
      {
        code: rules.code,
        ticker,
        from_date: date,
        to_date: end,
        shares,
        free_float_ratio: 1,
        cap_ratio: 1,
      },
    ];
  });
}

/** The day before the next review, or the last trading day before that. */
function endOf({ delisting_date }: Listing, next: string): string {
  const end = new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10);
  return delisting_date !== undefined && delisting_date < end ? delisting_date : end;
}

function barOf(
  date: string,
  level: number,
  present: readonly { standing: Standing; weight: number }[],
): DemoBar {
  const sum = (priceOf: (standing: Standing) => number) =>
    present.reduce((total, { standing, weight }) => total + weight * priceOf(standing), 0);
  const base = sum(baseOf);
  const points = (priceOf: (bar: DemoBar) => number) =>
    level * (sum(({ day, before = 0 }) => (day?.bar === undefined ? before : priceOf(day.bar))) / base);
  const [open, close] = [points((bar) => bar.open), points((bar) => bar.close)];
  const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
  return {
    date,
    open,
    high: Math.max(top, top + 0.4 * (points((bar) => bar.high) - top)),
    low: Math.min(bottom, bottom + 0.4 * (points((bar) => bar.low) - bottom)),
    close,
    volume: present.reduce((total, { standing }) => total + (standing.day?.bar?.volume ?? 0), 0),
  };
}

/** The close before in terms of the day's shares; cash dividends lower an index as they lower the price. */
function baseOf({ traded, day, before = 0 }: Standing): number {
  const terms = day === undefined ? undefined : traded.terms.get(day.date);
  return terms === undefined ? before : exPrice(before, { ...terms, cash: 0 });
}
