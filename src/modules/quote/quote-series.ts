import { totalmem } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../config/config.js';
import { Changes } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import { TickerCache } from '../../database/ticker-cache.js';
import type { FastAnswer } from '../../fast-lane/fast-lane.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { BAR_JSON } from './quote-listing.js';
import { RecentTexts } from './recent-texts.js';

const MEGABYTE = 1024 * 1024;
/** Most bytes that all series of all workers together take: a quarter of the memory there is, within bounds. */
const MAXIMUM_BYTES = Math.min(Math.max(usableMemory() / 4, 64 * MEGABYTE), 1024 * MEGABYTE);
/** Series read at the same time; requests are answered from the database meanwhile, and must not wait for these. */
const LOADED_AT_ONCE = 2;
const DIGIT_ZERO = 0x30;
/** A ticker asked for twice within so many others is worth a series of its own. */
const REMEMBERED = 10_000;
/** What stands between two rows of an answer. */
export const END = ',\n';
/** Rows are read a year at a time: a long text is fetched through buffers whose place the process never gives back. */
const YEAR = "date_part('year', line.date)";
/** Answers kept of one series, and queries remembered that may become one. */
const QUERIES = 32;
/** Roughly what a remembered answer takes beside its bytes. */
const OBJECTS = 512;

/** All published bars of a ticker as they are answered, newest first. */
export interface Series {
  /** JSON texts of the rows, an {@link END} behind each */
  text: Buffer;
  /** where a row begins in the text, and in the end where one more would */
  begins: Uint32Array;
  /** days of the rows as numbers YYYYMMDD, descending */
  days: Uint32Array;
  /** what was answered from it more than once, by query */
  answers: Map<string, FastAnswer>;
  /** queries that came last */
  queries: RecentTexts;
}

/**
 * Bars of tickers that are asked for again and again, kept as the text of their answers: any window of days is a
 * slice of it.
 */
@Injectable()
export class QuoteSeries {
  private readonly kept: TickerCache<Series>;
  private readonly asked = new LRUCache<string, true>({ max: REMEMBERED });
  private loading = 0;

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    @Inject(CONFIG) { WORKERS }: Config,
  ) {
    this.kept = new TickerCache(changes, {
      tables: ['quote'],
      maximumBytes: MAXIMUM_BYTES / WORKERS,
      bytesOf: ({ text, begins }) => text.length + 2 * begins.byteLength,
    });
  }

  /** The series of a ticker if it is kept; else it is loaded in the background when it was asked for before. */
  find(ticker: string, published: Published): Series | undefined {
    if (!this.changes.isListening) return undefined;
    const found = this.kept.get(ticker, published);
    if (found === undefined && this.asked.has(ticker) && this.loading < LOADED_AT_ONCE) {
      this.loading++;
      // A failure is the next request's to report.
      this.kept
        .load(ticker, published, () => this.read(ticker, published))
        .catch(() => undefined)
        .finally(() => this.loading--);
    }
    this.asked.set(ticker, true);
    return found;
  }

  /**
   * The answer to a query from the series of a ticker. A query that comes again is worth the memory of its answer,
   * whose ETag is a digest of the whole.
   */
  answer(ticker: string, series: Series, query: string, make: () => FastAnswer): FastAnswer {
    const { answers } = series;
    const known = answers.get(query);
    if (known !== undefined) return known;
    const answer = make();
    if (series.queries.has(query)) {
      answers.set(query, lasting(answer, series));
      this.kept.grow(ticker, ownBytes(answer, series));
      const [[oldest, dropped] = []] = answers;
      if (answers.size > QUERIES && oldest !== undefined && dropped !== undefined) {
        answers.delete(oldest);
        this.kept.grow(ticker, -ownBytes(dropped, series));
      }
    }
    return answer;
  }

  private async read(ticker: string, published: Published): Promise<Series> {
    const years = await this.database.read<{ rows: string }>({
      text: `SELECT string_agg(${BAR_JSON} || '${END}', '' ORDER BY line.date DESC) AS rows FROM quote line
             WHERE ticker = $1::text AND ${isPublished('line', published)} GROUP BY ${YEAR} ORDER BY ${YEAR} DESC`,
      values: [ticker],
    });
    return indexed(bytesOf(years.map(({ rows }) => rows)), ticker);
  }
}

/** Texts of ASCII behind each other, in memory of their own. */
function bytesOf(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at, 'latin1');
  return bytes;
}

/** Finds the rows and their days in the text; `"date":"` stands at the same place in each. */
function indexed(text: Buffer, ticker: string): Series {
  const begins: number[] = [];
  for (let at = 0; at < text.length; at = text.indexOf(END, at) + END.length) begins.push(at);
  const place = `{"ticker":"${ticker}","date":"`.length;
  const days = Uint32Array.from(begins, (at) => dayAt(text, at + place));
  return {
    text,
    begins: Uint32Array.from([...begins, text.length]),
    days,
    answers: new Map(),
    queries: new RecentTexts(QUERIES),
  };
}

/** The day `YYYY-MM-DD` that stands in a text, as a number YYYYMMDD. */
function dayAt(text: Buffer, at: number): number {
  let day = 0;
  for (const place of [0, 1, 2, 3, 5, 6, 8, 9]) day = day * 10 + ((text[at + place] ?? 0) - DIGIT_ZERO);
  return day;
}

/** An answer whose pieces are slices of its series or have memory of their own: a piece of Node's pool keeps all of it. */
function lasting(answer: FastAnswer, { text }: Series): FastAnswer {
  const pieces = answer.pieces.map((piece) => {
    if (piece.buffer === text.buffer) return piece;
    const own = Buffer.allocUnsafeSlow(piece.length);
    piece.copy(own);
    return own;
  });
  return { ...answer, pieces };
}

/** What an answer takes that is no slice of its series. */
function ownBytes({ pieces }: FastAnswer, { text }: Series): number {
  return pieces.reduce((sum, { buffer, length }) => (buffer === text.buffer ? sum : sum + length), OBJECTS);
}

/** First row whose day is before `day`; days descend. */
export function rowBefore(days: Uint32Array, day: number): number {
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
