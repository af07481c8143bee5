import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StreamFormat } from '../../database/copy-out.js';
import { encodeCursor } from '../../database/lists/cursor.js';
import type { Count, List, Page, PageRequest, Resolved, Window } from '../../database/lists/list.js';
import type { SqlList } from '../../database/lists/sql-list.js';
import { InvalidInput } from '../../errors/domain-errors.js';
import { DEFAULT_DAYS, MAXIMUM_DAYS } from './movement.dto.js';

/** Days beyond a cursor. */
export interface MovementDays {
  /** rows of dates and numbers */
  pages: SqlList;
  /** runs before each page */
  prepare(window: Window): Promise<void>;
}

/**
 * Days of the market, each of which requires reading all its bars: in short pages, and in streams of any length that
 * are computed page by page, so that none holds the bars of years at the same time. A stream goes on after its last day,
 * as a client that follows `next` does: days written meanwhile shift nothing.
 */
export class MovementList implements List {
  readonly query: PageRequest;
  readonly unit: string | null;
  readonly resolved: Resolved | undefined;
  private readonly days: MovementDays;

  /** `columns`: names of the values of a day; `daysFrom`: the days beyond a cursor, or all of them. */
  constructor(
    query: PageRequest,
    private readonly columns: readonly string[],
    private readonly daysFrom: (cursor: string | undefined) => MovementDays,
  ) {
    this.days = daysFrom(query.cursor);
    const { limit = DEFAULT_DAYS } = query;
    this.query = { ...query, limit };
    this.unit = this.days.pages.unit;
    this.resolved = this.days.pages.resolved;
  }

  async page(window: Window): Promise<Page> {
    if (window.limit > MAXIMUM_DAYS) {
      const detail = `at most ${MAXIMUM_DAYS} days a JSON page; ask for text/csv or application/x-ndjson to stream more`;
      throw new InvalidInput([{ parameter: 'limit', code: 'out_of_range', detail }]);
    }
    return preparePage(this.days, window);
  }

  count(): Promise<Count> {
    return this.days.pages.count();
  }

  async stream(format: StreamFormat, sink: Writable): Promise<void> {
    await pipeline(this.text(format), sink);
  }

  private async *text(format: StreamFormat): AsyncGenerator<string> {
    if (format === 'csv') yield `${this.columns.join(',')}\n`;
    let { limit: rest = Number.POSITIVE_INFINITY, offset = 0 } = this.days.pages.query;
    let { days } = this;
    while (rest > 0) {
      const { rows, count, after } = await preparePage(days, { limit: Math.min(MAXIMUM_DAYS, rest), offset });
      const lines = count === 0 ? [] : rows.join('').split(',\n');
      yield lines.map((line) => `${format === 'csv' ? cells(line) : line}\n`).join('');
      if (after === undefined) return;
      days = this.daysFrom(encodeCursor(after));
      rest -= count;
      offset = 0;
    }
  }
}

async function preparePage({ pages, prepare }: MovementDays, window: Window): Promise<Page> {
  await prepare(window);
  return pages.page(window);
}

/** Returns the values of a flat JSON object of dates and numbers as CSV, verbatim. */
function cells(json: string): string {
  const values = json.slice(1, -1).split(',');
  return values.map((pair) => pair.slice(pair.indexOf(':') + 1).replaceAll(/"|^null$/g, '')).join(',');
}
