import type { Exchange } from './demo-market.js';

/** Rules of an index of the demo. */
export interface IndexRules {
  code: string;
  name: string;
  nameEn: string;
  exchange: Exchange;
  /** number of members: the largest stocks of the exchange at a review; all of them when not given */
  size?: number;
  /** whether free float and a cap on weights count */
  weighting: 'market_cap' | 'capped_free_float';
  /** largest weight at a review */
  cap: number;
}

/** The main indices by their usual codes; their names say that these are others. */
export const INDICES: readonly IndexRules[] = [
  whole('VNINDEX', 'VN-Index', 'HOSE'),
  { ...part('VN30', 'VN30', 'HOSE'), size: 10, cap: 0.15 },
  { ...part('VN100', 'VN100', 'HOSE'), size: 18, cap: 0.12 },
  whole('HNXINDEX', 'HNX-Index', 'HNX'),
  { ...part('HNX30', 'HNX30', 'HNX'), size: 5, cap: 0.3 },
  whole('UPCOMINDEX', 'UPCOM-Index', 'UPCOM'),
];

/** Points of every index before the first day. */
export const BASE_VALUE = 1000;
/** The day before the first day. */
const BASE_DATE = '2022-12-30';

function whole(code: string, name: string, exchange: Exchange): IndexRules {
  return {
    code,
    name: `Chỉ số ${name} (demo)`,
    nameEn: `${name} (demo)`,
    exchange,
    weighting: 'market_cap',
    cap: 1,
  };
}

function part(code: string, name: string, exchange: Exchange): IndexRules {
  return { ...whole(code, name, exchange), weighting: 'capped_free_float' };
}

/** Records of the data set `market_index`. */
export function indexRecords(): object[] {
  return INDICES.map(({ code, name, nameEn, exchange, size, weighting }) => ({
    code,
    name,
    name_en: nameEn,
    exchange,
    weighting,
    main: true,
    all_share: size === undefined,
    base_date: BASE_DATE,
    base_value: BASE_VALUE,
    description: `Synthetic: ${size === undefined ? 'all' : `the ${size} largest`} demo stocks of ${exchange}`,
  }));
}

/** Days of the half-yearly reviews among days, except the first one: the first trading days of February and August. */
export function reviewDays(days: readonly string[]): ReadonlySet<string> {
  const months = (date: string | undefined) => date?.slice(0, 7);
  return new Set(
    days.filter((date, index) => {
      const isReviewMonth = ['02', '08'].includes(date.slice(5, 7));
      return index === 0 || (isReviewMonth && months(days[index - 1]) !== months(date));
    }),
  );
}

/**
 * Capping factors by position, 0 to 1, so that no weight exceeds `cap`: weights over it are cut to it, and again
 * while others then exceed it. Where `cap` × members < 1 all weigh the same at most. Four decimals.
 */
export function capFactors(weights: readonly number[], cap: number): number[] {
  const limit = Math.max(cap, 1 / weights.length);
  const capped = new Set<number>();
  for (;;) {
    const free = weights.reduce((sum, weight, index) => (capped.has(index) ? sum : sum + weight), 0);
    const total = capped.size * limit < 1 ? free / (1 - capped.size * limit) : 0;
    const over = weights.findIndex(
      (weight, index) => !capped.has(index) && weight > limit * total * 1.000001,
    );
    if (over < 0 || capped.size === weights.length - 1) {
      return weights.map((weight, index) =>
        capped.has(index) ? Math.round(((limit * total) / weight) * 10_000) / 10_000 : 1,
      );
    }
    capped.add(over);
  }
}
