import { Injectable } from '@nestjs/common';
import { TickerCache } from '../database/caches/ticker-cache.js';
import { Changes } from '../database/changes.js';
import type { Days } from '../database/citus/days.js';
import { Database } from '../database/database.js';
import { busyReach, newestDay } from './present-day.sql.js';
import { Publication } from './publication.js';
import { dayAfter, marketToday } from './today.js';

/** Tables on which the present day depends. */
const SOURCES = ['quote', 'security', 'market_index', 'settlement'];
/** So many days contain an open one, and fewer stored ones than are examined. */
const LATE = 14;

/**
 * The present day of the market, the default date of answers: the last open day of its calendar, up to today in its
 * zone, on which at least a tenth of the stocks and funds listed that day have a published quote. With fewer than ten
 * listed, or if no day has that many, the newest open day on which any has one. Cached until quotes, master or calendar
 * change.
 */
@Injectable()
export class PresentDay {
  private readonly days: TickerCache<string>;

  constructor(
    private readonly database: Database,
    private readonly publication: Publication,
    changes: Changes,
  ) {
    this.days = new TickerCache(changes, {
      tables: [],
      shared: SOURCES,
      maximumBytes: 4096,
      bytesOf: (day) => day.length,
    });
  }

  /** YYYY-MM-DD; today if there is no quote. */
  find(): Promise<string> {
    const today = marketToday();
    return this.days.load('market', today, () => this.read(today));
  }

  private async read(today: string): Promise<string> {
    const { standard: published } = this.publication;
    const newest = async (until: string, share: 'tenth' | 'any') => {
      const statement = { text: newestDay({ share, published }), values: [until] };
      const find = async (days?: Days) =>
        (await this.database.readOne<{ day: string }>({ ...statement, days }))?.day;
      // A cluster looks at the latest days first: a day found among them is the newest of all.
      const late = this.database.isCluster
        ? await find({ from: dayAfter(until, -LATE), to: until })
        : undefined;
      return late ?? (await find());
    };
    const near = await newest(today, 'tenth');
    if (near !== undefined) return near;
    // A long tail of days with a few quotes each: the day at which a tenth can be reached is found by security.
    const reach = { text: busyReach(published), values: [today] };
    const far = (await this.database.readOne<{ day: string }>(reach))?.day;
    const busy = far === undefined ? undefined : await newest(far, 'tenth');
    return busy ?? (await newest(today, 'any')) ?? today;
  }
}
