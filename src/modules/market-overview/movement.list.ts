import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StreamFormat } from '../../database/copy-out.js';
import type { Count, List, Page, PageRequest, Resolved, Window } from '../../database/lists/list.js';
import type { SqlList } from '../../database/lists/sql-list.js';
import { InvalidInput } from '../../errors/domain-errors.js';
import { DEFAULT_DAYS, MAXIMUM_DAYS } from './movement.dto.js';

/**
 * Days of the market, each of which requires reading all its bars: in short pages, and in streams of any length that
 * are computed page by page, so that none holds the bars of years at the same time.
 */
export class MovementList implements List {
  readonly query: PageRequest;
  readonly unit: string | null;
  readonly resolved: Resolved | undefined;

  /** `pages`: rows of dates and numbers, named by `columns`; `prepare` runs before each page. */
  constructor(
    private readonly pages: SqlList,
    private readonly columns: readonly string[],
    private readonly prepare: (window: Window) => Promise<void>,
  ) {
    const { limit = DEFAULT_DAYS } = pages.query;
    this.query = { ...pages.query, limit };
    this.unit = pages.unit;
    this.resolved = pages.resolved;
  }

  async page(window: Window): Promise<Page> {
    if (window.limit > MAXIMUM_DAYS) {
      const detail = `at most ${MAXIMUM_DAYS} days a JSON page; ask for text/csv or application/x-ndjson to stream more`;
      throw new InvalidInput([{ parameter: 'limit', code: 'out_of_range', detail }]);
    }
    return this.prepared(window);
  }

  private async prepared(window: Window): Promise<Page> {
    await this.prepare(window);
    return this.pages.page(window);
  }

  count(): Promise<Count> {
    return this.pages.count();
  }

  async stream(format: StreamFormat, sink: Writable): Promise<void> {
    await pipeline(this.text(format), sink);
  }

  private async *text(format: StreamFormat): AsyncGenerator<string> {
    if (format === 'csv') yield `${this.columns.join(',')}\n`;
    const { limit = Number.POSITIVE_INFINITY, offset: first = 0 } = this.pages.query;
    for (let offset = first; offset < first + limit; offset += MAXIMUM_DAYS) {
      const days = Math.min(MAXIMUM_DAYS, first + limit - offset);
      const { rows, count, after } = await this.prepared({ limit: days, offset });
      const lines = count === 0 ? [] : rows.join('').split(',\n');
      yield lines.map((line) => `${format === 'csv' ? cells(line) : line}\n`).join('');
      if (after === undefined) return;
    }
  }
}

/** Returns the values of a flat JSON object of dates and numbers as CSV, verbatim. */
function cells(json: string): string {
  const values = json.slice(1, -1).split(',');
  return values.map((pair) => pair.slice(pair.indexOf(':') + 1).replaceAll(/"|^null$/g, '')).join(',');
}
