import { Injectable } from '@nestjs/common';
import { isCanceled, unlessAway } from '../../../database/connection/database-errors.js';
import { Database } from '../../../database/database.js';
import { Busy } from '../../../errors/domain-errors.js';
import { Publication } from '../../../market/publication.js';
import type { LogFollower } from '../../event/log-follower.js';
import { LogFollowers } from '../../event/log-followers.js';
import { CompanyFiguresRepository } from './company-figures.repository.js';
import {
  type CodeDays,
  type MedianRow,
  type TotalRow,
  ValuedDayRepository,
} from './valued-day.repository.js';

/** Background work begins when nothing has been written for this time, ms. */
const QUIET = 5_000;
/** A reader waits about this long for figures of companies, ms. */
const PATIENCE_FOR_COMPANIES = 5_000;
/** A reader waits about this long for figures of days, ms, if the background also computes them. */
const PATIENCE_FOR_DAYS = 10_000;
/**
 * Maximum number of days that one statement computes; the next one computes half as many after a long one, ms, twice as
 * many after a short one.
 */
const MOST_DAYS = 20;
const LONG = 5_000;
const SHORT = LONG / 4;

/** Figures of a day that require valuing every stock. */
type Row = MedianRow | TotalRow;

/**
 * Figures for days on which every stock is valued: medians of the market, multiples of indices. They are computed once,
 * and again when a record they depend on has changed, which the follower of the audit log detects.
 */
@Injectable()
export class ValuedDays {
  private readonly follower: LogFollower;
  private readonly published: Publication['standard'];
  /** figures being computed, by code and days: a second request waits to see whether they get stored */
  private readonly computing = new Map<string, Promise<Row[]>>();
  /** days still to be computed in the background */
  private missing: CodeDays[] = [];
  /** how long a reader waits for figures of days, ms */
  private readonly readersPatience: number;
  /** days that one statement computes: fewer in a market of many companies, or on a busy server */
  private part = MOST_DAYS;

  constructor(
    private readonly days: ValuedDayRepository,
    companies: CompanyFiguresRepository,
    publication: Publication,
    database: Database,
    followers: LogFollowers,
  ) {
    this.published = publication.standard;
    // On a cluster the background computes nothing that a reader could come back for.
    this.readersPatience = database.isCluster ? Number.POSITIVE_INFINITY : PATIENCE_FOR_DAYS;
    this.follower = followers.add(companies, {
      task: 'figures of companies could not be computed',
      quiet: QUIET,
      patience: PATIENCE_FOR_COMPANIES,
      // A cluster gathers its tables for every statement of this kind.
      ...(database.isCluster ? {} : { finish: () => this.computeMissing() }),
    });
  }

  /** Catches up with what was written before the call; false: some statements do not count yet. */
  catchUp(): Promise<boolean> {
    return this.follower.catchUp();
  }

  /** Returns the medians of the market and of industry groups on days, YYYY-MM-DD. */
  async medians(days: readonly string[], industries: readonly string[]): Promise<MedianRow[]> {
    const rows = await this.figures('', days, (missing) => this.days.medians(missing, industries));
    return rows.filter(({ industry }) => industry === '' || industries.includes(industry));
  }

  /** Returns the multiples of an index on days, YYYY-MM-DD. */
  totals(code: string, days: readonly string[]): Promise<TotalRow[]> {
    return this.figures(code, days, (missing) => this.days.totals({ code, days: missing }));
  }

  /**
   * Returns stored figures and computes missing ones now, newest first, part by part: finished parts stay stored if the
   * rest fails. Throws {@link Busy} when a reader would wait too long for the rest: a caller that retries waits less.
   */
  private async figures<Of extends Row>(
    code: string,
    days: readonly string[],
    stored: (days: readonly string[]) => Promise<Of[]>,
  ): Promise<Of[]> {
    const rows = await stored(days);
    const missing = without(days, rows).toSorted().toReversed();
    const deadline = performance.now() + this.readersPatience;
    while (missing.length > 0) {
      const part = { code, days: missing.splice(0, this.part) };
      const running = this.computing.get(nameOf(part));
      // A computation that began before the caller's write has old figures, and stores none of them.
      await running?.catch(() => undefined);
      const computed = running === undefined ? [] : await stored(part.days);
      const isComplete = without(part.days, computed).length === 0;
      rows.push(...(isComplete ? computed : ((await this.compute(part)) as Of[])));
      if (missing.length > 0 && performance.now() > deadline) {
        throw new Busy('figures of these days are being computed');
      }
    }
    return rows;
  }

  private compute(part: CodeDays): Promise<Row[]> {
    const name = nameOf(part);
    const work = this.computeAndKeep(part).finally(() => {
      if (this.computing.get(name) === work) this.computing.delete(name);
    });
    this.computing.set(name, work);
    return work;
  }

  private async computeAndKeep({ code, days }: CodeDays): Promise<Row[]> {
    // Without a primary nothing is stored; a replica answers anyway.
    const claim = await this.days.claim({ code, days }).catch(unlessAway);
    const rows =
      code === ''
        ? await this.days.computedMedians(days, this.published, claim !== undefined)
        : await this.days.computedTotals({ code, days }, this.published, claim !== undefined);
    if (claim !== undefined) await this.days.keep(code, rows, claim).catch(unlessAway);
    return rows;
  }

  /** Computes the figures of some days that were not requested since they changed; false: there are none left. */
  private async computeMissing(): Promise<boolean> {
    if (this.missing.length === 0) this.missing = await this.days.missing(this.published);
    const next = this.missing.shift();
    if (next === undefined) return false;
    const { code } = next;
    const [part, later] = [next.days.slice(0, this.part), next.days.slice(this.part)];
    if (later.length > 0) this.missing.unshift({ code, days: later });
    const days = without(part, await this.storedFigures({ code, days: part }));
    if (days.length === 0) return true;
    const began = performance.now();
    try {
      await this.compute({ code, days });
    } catch (error) {
      if (days.length === 1 || !isCanceled(error)) throw error;
      this.missing.unshift({ code, days });
    }
    const elapsed = performance.now() - began;
    if (elapsed > LONG) this.part = Math.ceil(this.part / 2);
    else if (elapsed < SHORT) this.part = Math.min(MOST_DAYS, 2 * this.part);
    return true;
  }

  /** Returns the stored figures of days: they may have been requested meanwhile. */
  private storedFigures({ code, days }: CodeDays): Promise<Row[]> {
    return code === '' ? this.days.medians(days, []) : this.days.totals({ code, days });
  }
}

const nameOf = ({ code, days }: CodeDays) => `${code} ${days.join()}`;

/** Days without a row. */
function without(days: readonly string[], rows: readonly Row[]): string[] {
  const present = new Set(rows.map(({ date }) => date));
  return days.filter((day) => !present.has(day));
}
