import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { BearerStrategy } from '../../auth/bearer.strategy.js';
import type { Caller } from '../../auth/caller.js';
import { isDatabaseAway } from '../../database/connection/database-errors.js';
import { StreamsExhausted, TooManyStreams } from '../../errors/domain-errors.js';
import { Metrics } from '../../metrics/metrics.js';
import { EventFeed } from './event-feed.js';
import type { EventFilter, FeedEvent } from './feed-event.js';

/** Most open streams of one token, and of one process. */
export const STREAMS_OF_A_TOKEN = 20;
const STREAMS_OF_A_PROCESS = 500;
/** A quiet stream sends a heartbeat this often, ms: proxies cut silent connections. */
const HEARTBEAT = 15_000;
/** The credential of a stream is checked this often, ms. */
const CHECK = 1_000;
/** A client reconnects this long after a stream ended, ms. */
const RECONNECT = 2_000;

/** The reader of a stream. */
export interface StreamReader {
  caller: Caller;
  /** the credential: the stream ends when it is no longer accepted */
  token: string;
}

/** Events on their way to one reader. */
export interface Subscription {
  /** aborts when it ends, for any reason */
  readonly endSignal: AbortSignal;
  /** the events as server-sent texts; they end when {@link endSignal} aborts */
  texts(): AsyncIterable<string>;
  /** ends it now; no effect if it has already ended */
  end(): void;
}

/** Open streams of events. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  /** open streams with the identifier of their caller */
  private readonly open = new Map<Subscription, string>();

  constructor(
    private readonly feed: EventFeed,
    private readonly bearer: BearerStrategy,
    metrics: Metrics,
  ) {
    // Readers that reconnect learn whether their last event still exists.
    feed.onRestart(() => this.endAll());
    metrics.offer({ name: 'mds_event_streams', help: 'Open streams of events', labelNames: [] }, async () => [
      { labels: {}, value: this.open.size },
    ]);
  }

  /**
   * Ends every stream: a stopping service does not wait for readers that never disconnect. Before the hooks in which
   * others finish their work, as they follow one another.
   */
  onModuleDestroy(): void {
    this.endAll();
  }

  /** A stream of the events after a position; throws {@link TooManyStreams} and {@link StreamsExhausted}. */
  start(reader: StreamReader, position: number, filter: EventFilter): Subscription {
    const { id } = reader.caller;
    const own = [...this.open.values()].filter((each) => each === id).length;
    if (own >= STREAMS_OF_A_TOKEN) throw new TooManyStreams(STREAMS_OF_A_TOKEN);
    if (this.open.size >= STREAMS_OF_A_PROCESS) throw new StreamsExhausted();
    const ending = new AbortController();
    const subscription: Subscription = {
      endSignal: ending.signal,
      texts: () => this.texts(reader, position, filter, ending.signal),
      end: () => {
        ending.abort();
        this.open.delete(subscription);
      },
    };
    this.open.set(subscription, id);
    return subscription;
  }

  private endAll(): void {
    for (const subscription of this.open.keys()) subscription.end();
  }

  private async *texts(
    reader: StreamReader,
    from: number,
    filter: EventFilter,
    endSignal: AbortSignal,
  ): AsyncGenerator<string> {
    const leave = this.feed.follow();
    try {
      // The position is sent first, and with every heartbeat: a reader that has seen no event yet resumes from there.
      yield `retry: ${RECONNECT}\n${at(from)}`;
      let position = from;
      for (
        let lastSent = performance.now();
        !endSignal.aborted && (await this.bearer.isAccepted(reader.token));
      ) {
        const page = await this.page(position, filter);
        if (page !== undefined && page.events.length > 0) {
          yield page.events.map(textOf).join('');
          lastSent = performance.now();
        }
        const isBehind = page !== undefined && page.position > position;
        position = page?.position ?? position;
        if (isBehind) continue;
        if (performance.now() - lastSent >= HEARTBEAT) {
          yield `: heartbeat\n${at(position)}`;
          lastSent = performance.now();
        }
        // Without a database, events that are there already are no reason to ask for them again at once.
        const known = page === undefined ? Number.POSITIVE_INFINITY : position;
        await this.feed.awaitMove(known, endSignal, CHECK);
      }
    } finally {
      leave();
    }
  }

  /** The next page; undefined while the database is unavailable, which does not end the stream. */
  private page(position: number, filter: EventFilter) {
    return this.feed.read(position, filter).catch((error: unknown) => {
      if (isDatabaseAway(error)) return undefined;
      throw error;
    });
  }
}

/** Sends the client its position; without data it is not an event. */
const at = (position: number) => `id: ${position}\n\n`;

const textOf = ({ id, type, json }: FeedEvent) => `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`;
