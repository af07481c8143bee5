import { totalmem } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../config/config.js';
import { RecentTexts } from '../../database/caches/recent-texts.js';
import { TickerCache } from '../../database/caches/ticker-cache.js';
import { Changes } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import type {
  Count,
  List,
  Page,
  PageRequest,
  RenderedPage,
  RenderedPages,
  Window,
} from '../../database/lists/list.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { BAR_JSON, type TickerDays } from './quote-listing.js';

const MEGABYTE = 1024 * 1024;
/** Maximum bytes of all series of all workers together: a quarter of the usable memory, within bounds. */
const MAXIMUM_BYTES = Math.min(Math.max(usableMemory() / 4, 64 * MEGABYTE), 1024 * MEGABYTE);
/** Series loaded concurrently; meanwhile requests are answered from the database and must not wait for these. */
const CONCURRENT_LOADS = 2;
const DIGIT_ZERO = 0x30;
/** A ticker that is read again within this many others is worth a cached series. */
const RECENT_TICKERS = 10_000;
/** Separator between two rows of an answer. */
const END = ',\n';
/** Rows are read a year at a time: a long text is fetched through buffers whose memory the process never returns. */
const YEAR = "date_part('year', line.date)";
/** Rendered pages cached per series, and recent queries remembered: only a repeated one is cached. */
const QUERIES = 32;
/** Rough overhead of a rendered page beyond its bytes. */
const OBJECTS = 512;

/** All published bars of a ticker in the form of an answer, newest first. */
interface Series {
  /** JSON texts of the rows, each followed by {@link END} */
  text: Buffer;
  /** offsets of the rows in the text, and last that of one more */
  begins: Uint32Array;
  /** days of the rows as numbers YYYYMMDD, descending */
  days: Uint32Array;
  /** pages requested more than once, by query */
  pages: Map<string, RenderedPage>;
  /** most recent queries */
  queries: RecentTexts;
}

/**
 * Bars of tickers that are requested repeatedly, cached as the text of their answers: any window of days is a slice
 * of it.
 */
@Injectable()
export class QuoteSeries {
  private readonly cache: TickerCache<Series>;
  /** most recently requested tickers */
  private readonly recent = new LRUCache<string, true>({ max: RECENT_TICKERS });
  private readonly isOn: boolean;
  private loading = 0;

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    @Inject(CONFIG) { WORKERS, FAST_LANE }: Config,
  ) {
    this.isOn = FAST_LANE === 'on';
    this.cache = new TickerCache(changes, {
      tables: ['quote'],
      maximumBytes: MAXIMUM_BYTES / WORKERS,
      bytesOf: ({ text, begins }) => text.length + 2 * begins.byteLength,
    });
  }

  /**
   * Lists the bars of a range of days, newest first, from the series of their ticker if it is cached; else the series
   * is loaded in the background if requested before, and `fromDatabase` lists them from the database. Streams and counts come
   * from `fromDatabase`.
   */
  list(range: TickerDays, published: Published, fromDatabase: () => List): List {
    const series = this.find(range.ticker, published);
    return series === undefined
      ? fromDatabase()
      : new SeriesList(series, range, fromDatabase, this.pagesOf(range.ticker, series));
  }

  private find(ticker: string, published: Published): Series | undefined {
    if (!this.isOn || !this.changes.isListening) return undefined;
    const series = this.cache.get(ticker, published);
    if (series === undefined && this.recent.has(ticker) && this.loading < CONCURRENT_LOADS) {
      this.loading++;
      // A failure is left to the next request to report.
      this.cache
        .load(ticker, published, () => this.read(ticker, published))
        .catch(() => undefined)
        .finally(() => this.loading--);
    }
    this.recent.set(ticker, true);
    return series;
  }

  /** A repeated query is worth the memory of its page, whose ETag is a digest of the whole. */
  private pagesOf(ticker: string, series: Series): RenderedPages {
    const { pages, queries } = series;
    return {
      find: (key) => pages.get(key),
      add: (key, page) => {
        if (!queries.note(key)) return;
        pages.set(key, ownCopy(page, series));
        this.cache.grow(ticker, ownBytes(page, series));
        const [[oldest, dropped] = []] = pages;
        if (pages.size > QUERIES && oldest !== undefined && dropped !== undefined) {
          pages.delete(oldest);
          this.cache.grow(ticker, -ownBytes(dropped, series));
        }
      },
    };
  }

  private async read(ticker: string, published: Published): Promise<Series> {
    const years = await this.database.read<{ rows: string }>({
      text: `SELECT string_agg(${BAR_JSON} || '${END}', '' ORDER BY line.date DESC) AS rows FROM quote line
             WHERE ticker = $1::text AND ${isPublished('line', published)} GROUP BY ${YEAR} ORDER BY ${YEAR} DESC`,
      values: [ticker],
    });
    return seriesOf(bytesOf(years.map(({ rows }) => rows)), ticker);
  }
}

/** Bars of a series: any page is a slice of its text. */
class SeriesList implements List {
  readonly unit = 'VND';
  readonly isQuick = true;
  readonly query: PageRequest;

  constructor(
    private readonly series: Series,
    private readonly range: TickerDays,
    private readonly fromDatabase: () => List,
    readonly renderedPages: RenderedPages,
  ) {
    this.query = range;
  }

  async page({ limit }: Window): Promise<Page> {
    const { from_date: from, to_date: to, ticker } = this.range;
    const { begins, days, text } = this.series;
    const first = to === undefined ? 0 : rowBefore(days, dayOf(to) + 1);
    const end = from === undefined ? days.length : rowBefore(days, dayOf(from));
    const last = Math.min(end, first + limit);
    const count = Math.max(0, last - first);
    const rows = count === 0 ? [] : [text.subarray(begins[first], (begins[last] ?? 0) - END.length)];
    const after = count > 0 && last < end ? [dateOf(days[last - 1] ?? 0), ticker] : undefined;
    return { rows, count, after };
  }

  stream(...format: Parameters<List['stream']>): Promise<void> {
    return this.fromDatabase().stream(...format);
  }

  count(): Promise<Count> {
    return this.fromDatabase().count();
  }
}

/** A date YYYY-MM-DD as a number YYYYMMDD. */
const dayOf = (date: string) => Number(date.replaceAll('-', ''));

/** A number YYYYMMDD as a date YYYY-MM-DD. */
function dateOf(day: number): string {
  const digits = String(day);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Concatenates ASCII texts in dedicated memory. */
function bytesOf(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at, 'latin1');
  return bytes;
}

/** Finds the rows and their days in the text; `"date":"` is at the same place in each. */
function seriesOf(text: Buffer, ticker: string): Series {
  const begins: number[] = [];
  for (let at = 0; at < text.length; at = text.indexOf(END, at) + END.length) begins.push(at);
  const place = `{"ticker":"${ticker}","date":"`.length;
  const days = Uint32Array.from(begins, (at) => dayAt(text, at + place));
  return {
    text,
    begins: Uint32Array.from([...begins, text.length]),
    days,
    pages: new Map(),
    queries: new RecentTexts(QUERIES),
  };
}

/** Reads a day `YYYY-MM-DD` in a text as a number YYYYMMDD. */
function dayAt(text: Buffer, at: number): number {
  let day = 0;
  for (const place of [0, 1, 2, 3, 5, 6, 8, 9]) day = day * 10 + ((text[at + place] ?? 0) - DIGIT_ZERO);
  return day;
}

/** A page whose pieces are slices of its series or have dedicated memory: a piece of Node's pool retains all of it. */
function ownCopy(page: RenderedPage, { text }: Series): RenderedPage {
  const pieces = page.pieces.map((piece) => {
    if (piece.buffer === text.buffer) return piece;
    const own = Buffer.allocUnsafeSlow(piece.length);
    piece.copy(own);
    return own;
  });
  return { ...page, pieces };
}

/** Bytes that a page needs beyond slices of its series. */
function ownBytes({ pieces }: RenderedPage, { text }: Series): number {
  return pieces.reduce((sum, { buffer, length }) => (buffer === text.buffer ? sum : sum + length), OBJECTS);
}

/** First row whose day is before `day`; days descend. */
function rowBefore(days: Uint32Array, day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) < day) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Bytes of memory that this process may use: the container's, else the machine's. */
function usableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
