import type { SourceWork } from './source.declaration.js';

const DAY = 86_400_000;

/** Days that the units of a source's runs fetched: of one security, or of units that have none. */
export interface Coverage {
  ticker: string | null;
  /** first day that it is expected to have: `since`, or where its first unit began */
  start: string;
  /** ranges without overlap, oldest first, both ends included */
  days: readonly { from: string; to: string }[];
}

/** Days that a run up to `to` has to fetch: those that no unit fetched since the first one, and the overlap. */
export class DueDays {
  private readonly coverage: ReadonlyMap<string | null, Coverage>;
  /** where securities begin that no unit fetched yet */
  private readonly usualStart: string;

  constructor(
    coverage: readonly Coverage[],
    private readonly work: Pick<SourceWork, 'since' | 'overlap_days'>,
    private readonly to: string,
  ) {
    this.coverage = new Map(coverage.map((each) => [each.ticker, each]));
    this.usualStart = work.since ?? this.dayAfter(newestOf(coverage));
  }

  /**
   * First day of the range to fetch for a security (null: for units that have none); after `to` if `since` is. Only the
   * range that contains the start counts as fetched, because a range has no gaps.
   */
  firstDay(ticker: string | null): string {
    const coverage = this.coverage.get(ticker);
    if (coverage === undefined) return this.usualStart;
    const { start, days } = coverage;
    const fetched = days.find(({ from, to }) => from <= start && start <= to);
    return fetched === undefined ? start : this.dayAfter(fetched.to);
  }

  /** First day of units by day. */
  get firstOfAll(): string {
    return this.coverage.get(null)?.start ?? this.usualStart;
  }

  /** Whether a day of units by day is due, from {@link firstOfAll} on. */
  isDue(day: string): boolean {
    const coverage = this.coverage.get(null);
    if (coverage === undefined || day >= this.dayAfter(newestOf([coverage]))) return true;
    return !coverage.days.some(({ from, to }) => from <= day && day <= to);
  }

  /** The day after one that was fetched, less the overlap; `to` at the latest, and if there is none. */
  private dayAfter(fetched: string | undefined): string {
    if (fetched === undefined) return this.to;
    const first = Date.parse(`${fetched}T00:00:00Z`) + (1 - (this.work.overlap_days ?? 0)) * DAY;
    const day = new Date(first).toISOString().slice(0, 10);
    return day < this.to ? day : this.to;
  }
}

function newestOf(coverage: readonly Coverage[]): string | undefined {
  return coverage
    .flatMap(({ days }) => days.map(({ to }) => to))
    .toSorted()
    .at(-1);
}
