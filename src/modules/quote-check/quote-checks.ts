import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Changes } from '../../database/changes.js';
import { isDatabaseAway, isLockHeld } from '../../database/connection.js';
import { EventsUnsettled } from '../../errors/domain-errors.js';
import { LOGGER, type Logger } from '../../log/log.js';
import { Publication } from '../../market/publication.js';
import { EventFeed } from '../event/event-feed.js';
import { QuoteCheckRepository, type Step } from './quote-check.repository.js';

/** Checks of the background begin when nothing was written for this time, ms. */
const QUIET = 1_000;
/** They begin after this time, ms, however much is written. */
const LATEST = 30_000;
/** A reader waits about this long for checks, ms, and longer for a writer that is about to end. */
const PATIENCE = 150;
const WRITERS_PATIENCE = 1_000;
/** Days that one step checks for a reader, and in the background. */
const FOR_READER = 3_000;
const IN_BACKGROUND = 10_000;

/**
 * Keeps the flags of quotes and the gaps between them right, whatever is written to that on which they depend.
 *
 * It follows the audit log, in which every write stands with its key: what a write touched is checked after it, together
 * with what other writes touched. So a write costs nothing more, and an import is checked once it is over. The place in
 * the log is kept in the database in the transaction of the checks: what is written is checked, whoever stops when.
 * A reader first has checked what is written by then, see {@link catchUp}.
 */
@Injectable()
export class QuoteChecks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** by `performance.now()`, when the first change came that is not looked at yet */
  private since: number | undefined;
  private working: Promise<void> | undefined;
  private current: Promise<boolean> | undefined;
  private next: Promise<boolean> | undefined;
  private isStopping = false;

  constructor(
    private readonly checks: QuoteCheckRepository,
    private readonly feed: EventFeed,
    private readonly publication: Publication,
    private readonly changes: Changes,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.changes.subscribe(() => this.schedule());
    this.schedule();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.working;
    await Promise.allSettled([this.current, this.next]);
  }

  /**
   * Checks what was written before the call, as far as a reader waits for it. False: some of it is not checked yet, after
   * a large import or while a writer holds what is to be checked.
   */
  catchUp(): Promise<boolean> {
    if (this.current === undefined) return this.begin();
    // The one that runs may have begun before the caller's write.
    this.next ??= this.current.then(
      () => this.begin(),
      () => this.begin(),
    );
    return this.next;
  }

  private begin(): Promise<boolean> {
    this.next = undefined;
    const run = this.advance().finally(() => {
      if (this.current === run) this.current = undefined;
    });
    this.current = run;
    return run;
  }

  private async advance(): Promise<boolean> {
    const { newest, position, waiting } = await this.checks.standing(this.publication.standard);
    if (position >= newest && !waiting) return true;
    const deadline = performance.now() + PATIENCE;
    try {
      const upTo = position >= newest ? newest : await this.feed.position(WRITERS_PATIENCE);
      for (;;) {
        const step = await this.step(upTo, true);
        if (step?.isMore !== true) return true;
        if (performance.now() > deadline) break;
      }
    } catch (error) {
      if (!(error instanceof EventsUnsettled || isLockHeld(error))) throw error;
    }
    this.schedule();
    return false;
  }

  private step(upTo: number, isReader: boolean): Promise<Step | undefined> {
    const published = this.publication.standard;
    return this.checks.step({ upTo, published, wait: isReader, days: isReader ? FOR_READER : IN_BACKGROUND });
  }

  /** Has the background look when writers rest. */
  private schedule(): void {
    if (this.isStopping) return;
    const now = performance.now();
    this.since ??= now;
    clearTimeout(this.timer);
    const wait = Math.max(0, Math.min(QUIET, this.since + LATEST - now));
    this.timer = setTimeout(() => this.work(), wait).unref();
  }

  private work(): void {
    this.since = undefined;
    this.working ??= this.workAll().finally(() => {
      this.working = undefined;
    });
  }

  /** Checks until nothing is left, with as much rest as work between, so that others have the database as well. */
  private async workAll(): Promise<void> {
    try {
      const { newest, position, waiting } = await this.checks.standing(this.publication.standard);
      if (position >= newest && !waiting) return;
      const upTo = await this.feed.position();
      for (;;) {
        const began = performance.now();
        const step = await this.step(upTo, false);
        if (step?.isMore !== true || this.isStopping) return;
        await sleep(performance.now() - began);
      }
    } catch (error) {
      if (isDatabaseAway(error)) return;
      if (!(error instanceof EventsUnsettled || isLockHeld(error))) {
        this.log.error({ err: error }, 'quotes could not be checked; tried again after the next write');
        return;
      }
      this.schedule();
    }
  }
}
