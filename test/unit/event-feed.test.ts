import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { BearerStrategy } from '../../src/auth/bearer.strategy.js';
import { Changes } from '../../src/database/changes.js';
import type { Heartbeat } from '../../src/database/servers/heartbeat.js';
import type { Logger } from '../../src/log/log.js';
import type { Metrics } from '../../src/metrics/metrics.js';
import type { EventRepository } from '../../src/modules/event/event.repository.js';
import { EventFeed } from '../../src/modules/event/event-feed.js';
import { EventStreams } from '../../src/modules/event/event-streams.js';
import type { FeedEvent } from '../../src/modules/event/feed-event.js';
import { until } from '../embedded/harness.js';

const event = (id: number): FeedEvent => ({
  ...{ id, type: 'quote.created', resource: 'quote', ticker: 'AAA' },
  ...{ isWhole: false, json: '{}' },
});

/** An audit log on servers of which one follows the other, and the feed of it, which begins after an event. */
class FedLog {
  /** history that the present server writes */
  timeline = 1;
  ids = [1];
  /** what the queries for events, and for writers, wait for */
  reading: Promise<unknown> | undefined;
  settling: Promise<unknown> | undefined;
  /** how many of them wait */
  waiting = 0;
  /** whether nothing answers, and how many queries for events have failed for that reason */
  isAway = false;
  failures = 0;
  readonly changes = new Changes({ host: '', port: 0, user: '', database: '' });
  readonly feed: EventFeed;
  private readonly leave: () => void;

  constructor() {
    const wait = async (obstacle: Promise<unknown> | undefined) => {
      this.waiting++;
      await obstacle;
      this.waiting--;
    };
    const newest = async () => this.ids.at(-1) ?? 0;
    const rows = {
      newest,
      newestAfter: newest,
      writers: async () => {
        await wait(this.settling);
        return [];
      },
      range: async ({ after, upTo, limit }: { after: number; upTo: number; limit: number }) => {
        await wait(this.reading);
        if (this.isAway) {
          this.failures++;
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        }
        return this.ids
          .filter((id) => id > after && id <= upTo)
          .slice(0, limit)
          .map(event);
      },
      firstAfter: async (after: number) => this.ids.find((id) => id > after),
    };
    const timeline = () => this.timeline;
    const heartbeat = {
      get timeline() {
        return timeline();
      },
    };
    const log = { error: jest.fn() } as unknown as Logger;
    this.feed = new EventFeed(
      rows as unknown as EventRepository,
      heartbeat as unknown as Heartbeat,
      this.changes,
      log,
    );
    this.leave = this.feed.follow();
  }

  write(...ids: number[]): void {
    this.ids.push(...ids);
    this.changes.announce('quote');
  }

  /** Resolves once the feed has come to the newest row. */
  async settled(): Promise<void> {
    const newest = this.ids.at(-1) ?? 0;
    await until(`the feed is at ${newest}`, async () => {
      const { events, position } = await this.feed.read(newest - 1, {});
      return events.length > 0 && position >= newest;
    });
  }

  async idsAfter(after: number): Promise<number[]> {
    return (await this.feed.read(after, {})).events.map(({ id }) => id);
  }

  close(): void {
    this.leave();
    this.feed.onModuleDestroy();
  }
}

/** A promise and the function that resolves it. */
function obstacle() {
  let end: () => void = () => undefined;
  const whenOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { whenOver, end };
}

describe('the feed of events while another server becomes the primary', () => {
  let log: FedLog;
  afterEach(() => log.close());

  /** A feed whose memory holds the events 2 to 4. */
  async function followedLog(): Promise<void> {
    log = new FedLog();
    await log.settled();
    log.write(2, 3, 4);
    await log.settled();
  }

  it('misses no event before those that it was reading', async () => {
    await followedLog();
    const { whenOver, end } = obstacle();
    log.reading = whenOver;
    log.write(5);
    await until('the feed reads the newest event', async () => log.waiting > 0);
    log.timeline = 2;
    await log.feed.position(); // of a request, which finds the new server first
    log.reading = undefined;
    end();
    await log.settled();
    expect(await log.idsAfter(2)).toEqual([3, 4, 5]);
  });

  it('does not take the id of a lost event for one below which everything is known', async () => {
    await followedLog();
    const { whenOver, end } = obstacle();
    log.settling = whenOver;
    log.write(6);
    await until('the feed waits for writers', async () => log.waiting > 0);
    log.ids = [1, 2, 3, 4];
    log.timeline = 2;
    log.settling = undefined;
    end();
    expect(await log.feed.position()).toBe(4);
    expect((await log.feed.read(4, {})).position).toBe(4);
  });

  it('does not pass over ids that the new server gives to other events', async () => {
    await followedLog();
    const { whenOver, end } = obstacle();
    log.reading = whenOver;
    const page = log.feed.read(0, {});
    await until('it is being read', async () => log.waiting > 0);
    log.ids = [1];
    log.timeline = 2;
    log.reading = undefined;
    end();
    expect(await page).toEqual({ events: [], position: 0 });
  });
});

describe('a stream of events that are no longer in memory', () => {
  it('rests while the database is away', async () => {
    const log = new FedLog();
    const bearer = { isAccepted: async () => true } as unknown as BearerStrategy;
    const streams = new EventStreams(log.feed, bearer, { offer: () => undefined } as unknown as Metrics);
    const caller = { id: 'reader', kind: 'service', role: 'reader', principal: null } as const;
    const stream = streams.start({ caller, token: '' }, 0, {});
    try {
      await log.settled();
      log.isAway = true;
      const texts = stream.texts()[Symbol.asyncIterator]();
      expect((await texts.next()).value).toContain('id: 0');
      const next = texts.next();
      await until('it has read in vain', () => log.failures > 0);
      // One that does not rest asks again within each of these turns.
      for (let turn = 0; turn < 100; turn++) await setImmediate();
      expect(log.failures).toBe(1);
      log.isAway = false;
      expect((await next).value).toContain('event: quote.created');
    } finally {
      stream.end();
      log.close();
    }
  });
});
