import { setTimeout as sleep } from 'node:timers/promises';
import type { Changes } from '../../database/changes.js';
import {
  isCanceled,
  isDatabaseAway,
  isDiskFull,
  isLockHeld,
  unlessAway,
} from '../../database/connection/database-errors.js';
import type { Transaction } from '../../database/statement.js';
import { EventsUnsettled } from '../../errors/domain-errors.js';
import type { Logger } from '../../log/log.js';
import type { EventRange } from '../../market/log-changes.sql.js';
import type { Published } from '../../market/published.sql.js';
import type { EventFeed } from './event-feed.js';

/** Background work begins after this time at the latest, ms, however much is written; after a failure, it begins again. */
const LATEST = 30_000;
/** A reader waits this long for a writer that is about to end, ms. */
const WRITERS_PATIENCE = 1_000;
/** The background rests this many times as long as it works; the second applies while there are writers. */
const REST = 1;
const REST_BESIDE_WRITERS = 9;

/** Progress of a follower. */
export interface Standing {
  /** newest id of the audit log */
  newest: number;
  /** id up to which every event was taken */
  position: number;
  /** work from the events taken is still to be done */
  waiting: boolean;
}

/** What one step did. */
export interface Step {
  /** something is left to do */
  isMore: boolean;
}

/** SQL of a follower: its tables, and what it does within the transaction of a step. */
export interface FollowerSteps {
  /** table `only_one, position, publication`: one row at most */
  readonly progress: string;
  /**
   * Number of the rules that its figures follow, to be raised with a change after which the same data give others: all
   * are then computed again, also those that instances of the previous version store until they are replaced.
   */
  readonly rules: number;
  /** table with a row for everything that is still to be done */
  readonly queue: string;
  /** queues everything, because another publication or other rules give other figures */
  restart(transaction: Transaction): Promise<unknown>;
  /** queues what the next events touched */
  take(transaction: Transaction, range: EventRange, published: Published): Promise<void>;
  /** does a part of the queued work: a smaller one for a reader, which waits for it */
  work(transaction: Transaction, published: Published, isReader: boolean): Promise<void>;
}

/** Work that follows the audit log. */
export interface Following {
  /** what could not be done if it fails, for the log */
  task: string;
  /** the background begins when nothing has been written for this time, ms */
  quiet: number;
  /** a reader waits about this long for the work, ms */
  patience: number;
  standing(): Promise<Standing>;
  /** Takes events up to an id and does part of the work: less for a reader, which waits for a process already at it. */
  step(upTo: number, isReader: boolean): Promise<Step | undefined>;
  /** further background work once everything is taken, part by part; false: nothing is left */
  finish?(): Promise<boolean>;
}

/** What a follower needs of the service. */
interface FollowerParts {
  feed: EventFeed;
  changes: Changes;
  log: Logger;
}

/**
 * Keeps data derived from records correct, whatever is written to them.
 *
 * It follows the audit log, which has every write with its key: the consequences of a write are worked out afterwards,
 * together with those of other writes. So a write costs nothing extra, and an import is followed once it is over. The
 * position in the log is stored in the database in the transaction of the work: no write is missed, whichever process
 * stops when. A reader first has the writes made by then followed, see {@link catchUp}.
 */
export class LogFollower {
  private timer: NodeJS.Timeout | undefined;
  /** time of the first change not looked at yet, by `performance.now()` */
  private since: number | undefined;
  /** time of the last change, by `performance.now()` */
  private changedAt = Number.NEGATIVE_INFINITY;
  private working: Promise<void> | undefined;
  private current: Promise<boolean> | undefined;
  private next: Promise<boolean> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly following: Following,
    private readonly parts: FollowerParts,
  ) {}

  /** Begins to work in the background. */
  start(): void {
    this.parts.changes.subscribe(() => {
      this.changedAt = performance.now();
      this.schedule();
    });
    this.schedule();
  }

  /** Begins no more background work. */
  stop(): void {
    this.stopping.abort();
    clearTimeout(this.timer);
  }

  /** Resolves when none of its work runs any more, once it was stopped. */
  async awaitEnd(): Promise<void> {
    await this.working;
    await Promise.allSettled([this.current, this.next]);
  }

  /**
   * Follows what was written before the call, for as long as a reader waits. False: some of it is not followed yet,
   * after a large import, while a writer has the pending work locked, without a primary, or without room on its disk.
   */
  catchUp(): Promise<boolean> {
    if (this.current === undefined) return this.begin();
    // The current run may have begun before the caller's write; if it gave up, another would only wait as long again.
    this.next ??= this.current.then(
      (isCurrent) => (isCurrent ? this.begin() : this.giveUp()),
      () => this.begin(),
    );
    return this.next;
  }

  private giveUp(): false {
    this.next = undefined;
    return false;
  }

  private begin(): Promise<boolean> {
    this.next = undefined;
    const run = this.advance()
      .catch(unlessAway)
      .then((isCurrent) => isCurrent === true)
      .finally(() => {
        if (this.current === run) this.current = undefined;
      });
    this.current = run;
    return run;
  }

  private async advance(): Promise<boolean> {
    const { newest, position, waiting } = await this.following.standing();
    if (position >= newest && !waiting) return true;
    const deadline = performance.now() + this.following.patience;
    try {
      const upTo =
        position >= newest ? newest : await this.parts.feed.position({ patience: WRITERS_PATIENCE });
      for (;;) {
        const step = await this.following.step(upTo, true);
        if (step?.isMore !== true) return true;
        if (performance.now() > deadline) break;
      }
    } catch (error) {
      const isPutOff = [isLockHeld, isCanceled, isDiskFull].some((is) => is(error));
      if (!(error instanceof EventsUnsettled || isPutOff)) throw error;
    }
    this.schedule();
    return false;
  }

  /** Schedules the background work for when writers pause; `pause`: at the earliest after this time, ms. */
  private schedule(pause = 0): void {
    if (this.stopping.signal.aborted) return;
    const now = performance.now();
    this.since ??= now;
    clearTimeout(this.timer);
    const wait = Math.max(pause, Math.min(this.following.quiet, this.since + LATEST - now));
    this.timer = setTimeout(() => this.work(), wait).unref();
  }

  private work(): void {
    if (this.working !== undefined) return;
    this.since = undefined;
    this.working = this.workAll().then((pause) => {
      this.working = undefined;
      // Changes that came meanwhile were not looked at.
      if (this.since !== undefined) this.schedule();
      else if (pause !== undefined) this.schedule(pause);
    });
  }

  /** Does all there is; returns the least time until it is tried again, ms, if it fails. */
  private async workAll(): Promise<number | undefined> {
    try {
      const { newest, position, waiting } = await this.following.standing();
      if (position < newest || waiting) {
        const upTo = await this.parts.feed.position();
        await this.untilDone(async () => (await this.following.step(upTo, false))?.isMore);
      }
      await this.untilDone(async () => this.following.finish?.());
      return undefined;
    } catch (error) {
      // A single connection may be cut off too, after which nobody announces that the database is back.
      if (isDatabaseAway(error) || error instanceof EventsUnsettled || isLockHeld(error)) return 0;
      const again = `tried again in ${LATEST / 1000} s, or after the next write`;
      this.parts.log.error({ err: error }, `${this.following.task}; ${again}`);
      return LATEST;
    }
  }

  /** Works part by part until nothing is left, and rests between parts so that others get the database as well. */
  private async untilDone(part: () => Promise<boolean | undefined>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const began = performance.now();
      const isMore = await part();
      if (isMore !== true) return;
      const end = performance.now();
      const isBesideWriters = end - this.changedAt < this.following.quiet;
      const rest = (end - began) * (isBesideWriters ? REST_BESIDE_WRITERS : REST);
      await sleep(rest, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
