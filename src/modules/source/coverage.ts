import { dayAfter } from '../../market/today.js';
import type { SourceWork } from './source.declaration.js';

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
    const newest = coverage
      .flatMap(({ days }) => days.at(-1)?.to ?? [])
      .toSorted()
      .at(-1);
    this.usualStart = work.since ?? this.following(newest);
  }

  /**
   * First day of the range to fetch for a security (null: for units that have none); after `to` if `since` is. Only the
   * range that contains the start counts as fetched, because a range has no gaps.
   */
  firstDay(ticker: string | null): string {
    const coverage = this.coverage.get(ticker);
    if (coverage === undefined) return this.usualStart;
    const { start, days } = coverage;
    const period = days.find(({ from, to }) => from <= start && start <= to);
    const due = period === undefined ? start : this.following(period.to);
    // The overlap fetches days again: none before the first one.
    return due < start ? start : due;
  }

  /** First day of units by day. */
  get firstOfAll(): string {
    return this.coverage.get(null)?.start ?? this.usualStart;
  }

  /** Those of some days, oldest first, that no unit by day fetched, and those of the overlap. */
  among(days: readonly string[]): string[] {
    const periods = this.coverage.get(null)?.days ?? [];
    const overlap = this.following(periods.at(-1)?.to);
    let at = 0;
    return days.filter((day) => {
      while ((periods[at]?.to ?? day) < day) at++;
      const range = periods[at];
      return range === undefined || day < range.from || day >= overlap;
    });
  }

  /** The day after one that was fetched, less the overlap; `to` at the latest, and if there is none. */
  private following(fetched: string | undefined): string {
    if (fetched === undefined) return this.to;
    const day = dayAfter(fetched, 1 - (this.work.overlap_days ?? 0));
    return day < this.to ? day : this.to;
  }
}
