import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Changes } from '../../database/changes.js';
import { isDatabaseAway } from '../../database/connection/database-errors.js';
import { Heartbeat } from '../../database/servers/heartbeat.js';
import { EventsUnsettled } from '../../errors/domain-errors.js';
import { LOGGER, type Logger } from '../../log/log.js';
import { EventRepository } from './event.repository.js';
import { type EventFilter, type FeedEvent, matchesFilter } from './feed-event.js';

/** Newest rows of the audit log whose events are kept in memory while there are followers; some MB. */
const TAIL = 5_000;
/** Rows spanned by one query. */
const WINDOW = 20_000;
/** Most events of one page. */
const PAGE = 500;
/** The feed looks for new events this often even without a notification, ms. */
const POLL = 1_000;
/** Pause between two looks, ms: under write load, one look picks up many writes. */
const REST = 40;
/** Longest pause between two checks whether writers have ended, ms. */
const WRITERS_PAUSE = 50;
/** A request for the current position waits this long for writers, ms. */
const PATIENCE = 5_000;

/** Events of a section of the feed, and the position it reaches. */
export interface FeedPage {
  events: FeedEvent[];
  /** all matching events up to this id are in this page or earlier ones */
  position: number;
}

/**
 * The events of all writers in one order, without gaps: a section that was read once stays complete.
 *
 * Events are ordered by the ids of their rows in the audit log. An id is drawn before its row is committed, so a row
 * may appear below others that are already visible. The feed therefore stops at the id below which no row can appear
 * any more: it takes the newest visible id, then waits for the transactions that held the table's insert lock at that
 * moment. A transaction that drew a smaller id held it, and holds it until its rows are visible or never will be.
 *
 * A standby that was promoted may lack the last rows, and gives their ids to others: then the feed starts again.
 */
@Injectable()
export class EventFeed implements OnModuleDestroy {
  private readonly news = new EventEmitter().setMaxListeners(0);
  /** id up to which no row can appear any more; undefined until first determined */
  private horizon: number | undefined;
  /** the last newest id below which no row could appear any more, even if determined without followers */
  private complete: number | undefined;
  private tail: FeedEvent[] = [];
  /** the tail holds every event after this id */
  private tailFrom = 0;
  /** history of the database that this is known of; undefined: none yet, or servers do not report it */
  private timeline: number | undefined;
  /** counts the restarts: what was read before one says nothing about what is read after it */
  private restarts = 0;
  private followers = 0;
  private isRunning = false;
  private isClosing = false;

  constructor(
    private readonly rows: EventRepository,
    private readonly heartbeat: Heartbeat,
    changes: Changes,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    changes.subscribe(() => this.news.emit('change'));
  }

  onModuleDestroy(): void {
    this.isClosing = true;
    this.news.emit('change');
  }

  /** Registers a callback for when what was read may be of a history that is lost, and its ids those of other events. */
  onRestart(listener: () => void): void {
    this.news.on('restarted', listener);
  }

  /** Keeps the feed going until the returned function is called: {@link read} needs it. */
  follow(): () => void {
    this.followers++;
    if (!this.isRunning) void this.run();
    return () => {
      this.followers--;
      this.news.emit('change');
    };
  }

  /**
   * Position that covers every event committed by now; `newest`: id of the newest row by now, if known.
   * If a writer does not end within `patience` ms, an earlier known position, else {@link EventsUnsettled}.
   */
  async position({ patience = PATIENCE, newest }: { patience?: number; newest?: number | undefined } = {}) {
    const position =
      (await this.settledId(performance.now() + patience, newest)) ?? this.horizon ?? this.complete;
    if (position === undefined) throw new EventsUnsettled();
    return position;
  }

  /** The first events after a position that match a filter, at most `limit`; none: nothing more for now. */
  async read(after: number, filter: EventFilter, limit = PAGE): Promise<FeedPage> {
    const { horizon, restarts } = this;
    if (horizon === undefined || after >= horizon) return { events: [], position: after };
    if (after >= this.tailFrom) return this.fromTail(after, horizon, filter, limit);
    for (let from = after; ; ) {
      const upTo = Math.min(horizon, from + WINDOW);
      const events = await this.rows.range({ after: from, upTo, limit }, filter);
      if (this.isOutdated(restarts)) {
        await sleep(REST); // until the feed has started again, those who read find that there is more
        return { events: [], position: after };
      }
      if (events.length === limit) return { events, position: events.at(-1)?.id ?? upTo };
      if (events.length > 0 || upTo === horizon) return { events, position: upTo };
      // Ids have gaps, and a restored database a wide one.
      from = Math.max(upTo, ((await this.rows.firstAfter(upTo)) ?? horizon) - 1);
    }
  }

  /** Resolves when there is more after a position, after `patience` ms, or when the signal aborts. */
  async awaitMove(after: number, signal: AbortSignal, patience: number): Promise<void> {
    if (signal.aborted || (this.horizon ?? 0) > after) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.news.off('moved', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, patience);
      this.news.on('moved', done);
      signal.addEventListener('abort', done);
    });
  }

  /** Id of the newest row by now; undefined when rows after the given id are missing. */
  newestAfter(after: number): Promise<number | undefined> {
    return this.rows.newestAfter(after);
  }

  private fromTail(after: number, horizon: number, filter: EventFilter, limit: number): FeedPage {
    const events: FeedEvent[] = [];
    for (let index = this.firstAfter(after); index < this.tail.length; index++) {
      const event = this.tail[index];
      if (event === undefined || !matchesFilter(event, filter)) continue;
      events.push(event);
      if (events.length === limit) return { events, position: event.id };
    }
    return { events, position: horizon };
  }

  /** Place in the tail of the first event after an id. */
  private firstAfter(after: number): number {
    let [low, high] = [0, this.tail.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.tail[middle]?.id ?? 0) > after) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Follows the audit log while there are followers. */
  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.followers > 0 && !this.isClosing) {
      const change = this.change();
      try {
        await this.advance();
      } catch (error) {
        if (!isDatabaseAway(error)) this.log.error({ err: error }, 'events could not be read; tried again');
      }
      await change;
      await sleep(REST);
    }
    this.isRunning = false;
    this.tail = [];
    this.horizon = undefined;
    if (this.followers > 0 && !this.isClosing) void this.run(); // a follower joined meanwhile
  }

  /** Resolves when something is written, or after {@link POLL} ms. */
  private change(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.news.off('change', done);
        resolve();
      };
      const timer = setTimeout(done, POLL);
      this.news.on('change', done);
    });
  }

  private async advance(): Promise<void> {
    const newest = await this.settledId();
    if (newest === undefined) return;
    const { restarts } = this;
    if (this.horizon === undefined) {
      this.tailFrom = newest;
    } else {
      if (newest <= this.horizon) return;
      const after = Math.max(this.horizon, newest - TAIL);
      const events = await this.rows.range({ after, upTo: newest, limit: TAIL }, {});
      // The tail before them was dropped, and this would be the rest of it without its beginning.
      if (this.isOutdated(restarts)) return;
      this.tail = after > this.horizon ? events : [...this.tail, ...events];
      if (after > this.horizon) this.tailFrom = after;
      const surplus = this.tail.splice(0, Math.max(0, this.tail.length - TAIL));
      this.tailFrom = surplus.at(-1)?.id ?? this.tailFrom;
    }
    this.horizon = newest;
    this.news.emit('moved');
  }

  /** Id of the newest row by now; starts again if the log is not the one that was read before. */
  private async newest(): Promise<number> {
    for (;;) {
      const { timeline } = this.heartbeat;
      const newest = await this.rows.newest();
      if (timeline !== this.heartbeat.timeline) continue; // of which server is unknown
      const isOther = this.timeline !== undefined && timeline !== this.timeline;
      this.timeline = timeline;
      if (isOther || newest < (this.horizon ?? 0)) this.restart();
      return newest;
    }
  }

  private restart(): void {
    this.restarts++;
    this.horizon = undefined;
    this.complete = undefined;
    this.tail = [];
    this.news.emit('restarted');
  }

  /** Whether what was read may be of two histories; `restarts`: how many there had been when it began. */
  private isOutdated(restarts = this.restarts): boolean {
    return restarts !== this.restarts || this.timeline !== this.heartbeat.timeline;
  }

  /** The newest id once no row can appear below it; undefined when writers are not done by the deadline, monotonic ms. */
  private async settledId(
    deadline = Number.POSITIVE_INFINITY,
    known: number | undefined = undefined,
  ): Promise<number | undefined> {
    const newest = known === undefined || this.isOutdated() ? await this.newest() : known;
    if (this.horizon !== undefined && newest <= this.horizon) return newest;
    if (newest === this.complete) return newest;
    const { restarts } = this;
    let writers = await this.rows.writers(null);
    for (let pause = 1; writers.length > 0; pause = Math.min(2 * pause, WRITERS_PAUSE)) {
      if (this.isClosing || performance.now() > deadline) return undefined;
      await sleep(pause);
      writers = await this.rows.writers(writers);
    }
    // These may have been the writers of another server than that of the id.
    if (this.isOutdated(restarts)) return this.settledId(deadline);
    this.complete = newest;
    return newest;
  }
}
