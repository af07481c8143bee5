import type { TestApp } from '../app.js';

/** Cells of a stored row, bigint as a number: those of the demo are far below 2^53. */
type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** A stored bar. */
export interface RawBar {
  ticker: string;
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A day on which actions became effective: all earlier prices × factor, all earlier volumes × growth. */
export interface RawEvent {
  date: string;
  before: number;
  after: number;
  factor: number;
  growth: number;
  /** the previous price as index members start from it: without cash dividends */
  sharePrice: number;
}

/** A period of a constituent. */
export interface RawMember {
  code: string;
  ticker: string;
  from_date: string;
  to_date: string | null;
  shares: number;
  free_float_ratio: number;
  cap_ratio: number;
}

/** Day columns to text, bigint columns to float8; nothing is computed in SQL. */
const TABLES = {
  quote: 'ticker, date::text, open, high, low, close, volume::float8',
  security:
    'ticker, name, name_en, security_type, exchange, mic, isin, industry_code, listing_date::text, delisting_date::text, listed_shares::float8, outstanding_shares::float8, shares_from::text',
  daily_statistic:
    'ticker, date::text, reference, ceiling, floor, average_price, matched_volume::float8, matched_value, negotiated_volume::float8, negotiated_value, listed_shares::float8, outstanding_shares::float8',
  corporate_action:
    'ticker, ex_date::text, type, record_date::text, cash_dividend, share_ratio, rights_ratio, rights_price',
  index_constituent:
    'code, ticker, from_date::text, to_date::text, shares::float8, free_float_ratio, cap_ratio',
  industry_membership: 'ticker, from_date::text, to_date::text, code',
  market_index:
    'code, name, name_en, exchange, weighting, main, all_share, base_date::text, base_value, description',
} as const;
type Table = keyof typeof TABLES;

const number = (cell: Cell | undefined): number => Number(cell ?? 0);
export const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** The stored rows of a market and the contract's rules for them, implemented a second time, without SQL. */
export class RawMarket {
  private readonly barsOf = new Map<string, RawBar[]>();
  private readonly barAt = new Map<string, RawBar>();
  private readonly statisticAt = new Map<string, Row>();
  private readonly eventsOf = new Map<string, RawEvent[]>();

  private constructor(readonly rows: Record<Table, Row[]>) {
    for (const bar of rows.quote as unknown as RawBar[]) {
      this.barsOf.set(bar.ticker, [...(this.barsOf.get(bar.ticker) ?? []), bar]);
    }
    for (const bars of this.barsOf.values()) bars.sort((a, b) => (a.date < b.date ? -1 : 1));
    for (const bar of rows.quote as unknown as RawBar[]) this.barAt.set(`${bar.ticker} ${bar.date}`, bar);
    for (const row of rows.daily_statistic) this.statisticAt.set(`${row.ticker} ${row.date}`, row);
  }

  static async read(app: TestApp): Promise<RawMarket> {
    const names = Object.keys(TABLES) as Table[];
    const rows = await Promise.all(names.map((name) => app.sql<Row>(`SELECT ${TABLES[name]} FROM ${name}`)));
    return new RawMarket(
      Object.fromEntries(names.map((name, at) => [name, rows[at] ?? []])) as Record<Table, Row[]>,
    );
  }

  /** Stocks and fund certificates, by ticker. */
  get tickers(): string[] {
    return this.rows.security.map((row) => String(row.ticker)).sort();
  }

  /** Trading days: those of VNINDEX, oldest first. */
  get days(): string[] {
    return this.bars('VNINDEX').map((bar) => bar.date);
  }

  security = (ticker: string): Row | undefined => this.rows.security.find((row) => row.ticker === ticker);
  statistic = (ticker: string, date: string): Row => this.statisticAt.get(`${ticker} ${date}`) ?? {};

  /** Bars of a ticker, oldest first. */
  bars = (ticker: string): readonly RawBar[] => this.barsOf.get(ticker) ?? [];
  bar = (ticker: string, date: string): RawBar | undefined => this.barAt.get(`${ticker} ${date}`);
  /** The last bar on or before a day. */
  last = (ticker: string, day: string) => this.bars(ticker).findLast((bar) => bar.date <= day);
  before = (ticker: string, day: string) => this.bars(ticker).findLast((bar) => bar.date < day);

  /** Price-changing actions by the bar with which they took effect, up to a day, oldest first. */
  events(ticker: string, asOf = '9999-12-31'): RawEvent[] {
    const events = this.eventsOf.get(ticker) ?? this.everyEvent(ticker);
    this.eventsOf.set(ticker, events);
    return events.filter(({ date }) => date <= asOf);
  }

  private everyEvent(ticker: string): RawEvent[] {
    const byDay = new Map<string, Row[]>();
    for (const action of this.rows.corporate_action) {
      const { cash_dividend, share_ratio, rights_ratio } = action;
      if (action.ticker !== ticker || (cash_dividend ?? share_ratio ?? rights_ratio) === null) continue;
      const effective = this.bars(ticker).find((bar) => bar.date >= String(action.ex_date));
      if (effective === undefined) continue;
      byDay.set(effective.date, [...(byDay.get(effective.date) ?? []), action]);
    }
    return [...byDay]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([date, actions]) => {
        const previous = this.before(ticker, date);
        if (previous === undefined) return [];
        const cash = sum(actions.map((each) => number(each.cash_dividend)));
        const paid = sum(actions.map((each) => number(each.rights_ratio) * number(each.rights_price)));
        const growth = 1 + sum(actions.map((each) => number(each.share_ratio) + number(each.rights_ratio)));
        const average = this.statistic(ticker, previous.date).average_price ?? null;
        const isAverage = this.security(ticker)?.exchange === 'UPCOM' && average !== null;
        const price = isAverage ? number(average) : previous.close;
        const after = (price + paid - cash) / growth;
        const sharePrice = (previous.close + paid) / growth;
        return [{ date, before: price, after, factor: after / price, growth, sharePrice }];
      });
  }

  /** Factor that makes a price of a day comparable with those of `asOf`. */
  factor(ticker: string, date: string, asOf: string): number {
    return this.events(ticker, asOf).reduce((all, each) => (each.date > date ? all * each.factor : all), 1);
  }

  /** Adjusted closes up to a day, oldest first. */
  adjusted(ticker: string, asOf: string): { date: string; close: number }[] {
    const events = this.events(ticker, asOf);
    return this.bars(ticker)
      .filter((bar) => bar.date <= asOf)
      .map(({ date, close }) => ({
        date,
        close: close * events.reduce((all, each) => (each.date > date ? all * each.factor : all), 1),
      }));
  }

  /** Listed and outstanding shares known on a day. */
  shares(ticker: string, day: string): { listed: number; outstanding: number } {
    const statisticDay = this.days.findLast(
      (date) => date <= day && this.statisticAt.has(`${ticker} ${date}`),
    );
    const row = statisticDay === undefined ? this.security(ticker) : this.statistic(ticker, statisticDay);
    return { listed: number(row?.listed_shares), outstanding: number(row?.outstanding_shares) };
  }

  industry(ticker: string, day: string): string {
    const memberships = this.rows.industry_membership
      .filter((row) => row.ticker === ticker && String(row.from_date) <= day)
      .sort((a, b) => (String(a.from_date) < String(b.from_date) ? 1 : -1));
    return String(memberships[0]?.code ?? this.security(ticker)?.industry_code);
  }

  /** Members of an index on a day, each with its newest period. */
  members(code: string, day: string): RawMember[] {
    const newest = new Map<string, RawMember>();
    for (const row of this.rows.index_constituent as unknown as RawMember[]) {
      if (row.code !== code || row.from_date > day) continue;
      if (row.from_date > (newest.get(row.ticker)?.from_date ?? '')) newest.set(row.ticker, row);
    }
    return [...newest.values()].filter(({ to_date }) => to_date === null || to_date >= day);
  }

  /** The market's knowledge of a bar on its day: stored prices, changes, values, size. */
  day(bar: RawBar) {
    const stored = this.statistic(bar.ticker, bar.date);
    const [reference, ceiling, floor] = [stored.reference, stored.ceiling, stored.floor].map(number) as [
      number,
      number,
      number,
    ];
    const change = bar.close - reference;
    return {
      reference,
      ceiling,
      floor,
      change,
      change_percent: (100 * change) / reference,
      change_reason: null,
      average_price: number(stored.average_price),
      matched_volume: number(stored.matched_volume),
      matched_value: number(stored.matched_value),
      negotiated_volume: number(stored.negotiated_volume),
      negotiated_value: number(stored.negotiated_value),
      traded_value: number(stored.matched_value) + number(stored.negotiated_value),
      market_cap: bar.close * this.shares(bar.ticker, bar.date).outstanding,
      limit_state: bar.close >= ceiling ? 'ceiling' : bar.close <= floor ? 'floor' : 'none',
    };
  }
}

/** By day, then by name; the newest day first, as in lists. */
export const newestFirst =
  (name: string) =>
  (a: Row, b: Row): number =>
    a.date === b.date
      ? String(a[name]) < String(b[name])
        ? -1
        : 1
      : String(a.date) < String(b.date)
        ? 1
        : -1;

/** Ranks by numbers, the first one first, then by ticker. */
export const ranked = <Each extends { ticker: unknown }>(rows: Each[], ...by: ((row: Each) => number)[]) =>
  rows
    .toSorted((a, b) => {
      const order = by.map((of) => of(a) - of(b)).find((difference) => difference !== 0);
      return order ?? (String(a.ticker) < String(b.ticker) ? -1 : 1);
    })
    .map((row, at) => ({ rank: at + 1, ...row }));

/** Places where two answers differ, at most ten; numbers may differ by 1e-9 of the wanted one, or of 1. */
export function differences(actual: unknown, expected: unknown, place = ''): string[] {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const fits = Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
    return fits ? [] : [`${place}: ${actual}, not ${expected}`];
  }
  if (typeof actual === 'object' && typeof expected === 'object' && actual !== null && expected !== null) {
    const [left, right] = [actual, expected] as [Record<string, unknown>, Record<string, unknown>];
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].flatMap((key) => differences(left[key], right[key], `${place}/${key}`)).slice(0, 10);
  }
  return actual === expected ? [] : [`${place}: ${String(actual)}, not ${String(expected)}`];
}
