import { Injectable } from '@nestjs/common';
import type { List } from '../../database/lists/list.js';
import { EventsGone, InvalidInput } from '../../errors/domain-errors.js';
import type { EventQuery } from './event.dto.js';
import { EventRepository } from './event.repository.js';
import { EventFeed } from './event-feed.js';
import { EventStreams, type StreamReader, type Subscription } from './event-streams.js';

/** Parameters of a list that a stream does not have. */
const OF_LISTS = ['offset', 'limit', 'cursor', 'order', 'total'] as const;

/** Events of writes, as a stream or a list. */
@Injectable()
export class EventService {
  constructor(
    private readonly feed: EventFeed,
    private readonly streams: EventStreams,
    private readonly events: EventRepository,
  ) {}

  /** Events from the oldest stored one, or after a given one; throws {@link EventsGone}. */
  async list(query: EventQuery, lastEventId: number | undefined): Promise<List> {
    const after = query.last_event_id ?? lastEventId ?? 0;
    const newest = after > 0 ? await this.newestAfter(after) : undefined;
    return this.events.list({ ...query, after, upTo: await this.feed.position({ newest }) });
  }

  /** Events from now on, or after a given one; throws {@link EventsGone} and errors of {@link EventStreams.start}. */
  async stream(
    query: EventQuery,
    lastEventId: number | undefined,
    reader: StreamReader,
  ): Promise<Subscription> {
    const unsuitableNames = OF_LISTS.filter((name) => query[name] !== undefined);
    if (unsuitableNames.length > 0) {
      const detail = 'a stream has no pages: ask for application/json';
      throw new InvalidInput(
        unsuitableNames.map((parameter) => ({ parameter, code: 'not_together', detail })),
      );
    }
    // A client that reconnects sends the newer position in the header, to the same address as before.
    const after = lastEventId ?? query.last_event_id;
    if (after !== undefined && after > 0) await this.newestAfter(after);
    const position = after ?? (await this.feed.position());
    return this.streams.start(reader, position, {
      types: query.type,
      resources: query.resource,
      tickers: query.ticker,
    });
  }

  /** Id of the newest row of the audit log; throws {@link EventsGone} if rows after the given id are missing. */
  private async newestAfter(after: number): Promise<number> {
    const newest = await this.feed.newestAfter(after);
    if (newest === undefined) throw new EventsGone(after);
    return newest;
  }
}
