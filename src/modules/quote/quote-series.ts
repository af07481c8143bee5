import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Changes } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import { TickerCache } from '../../database/ticker-cache.js';
import { isPublished, type Published } from './published.sql.js';

/** Most bytes that all series together take. */
const MAXIMUM_BYTES = 256 * 1024 * 1024;
/** A ticker asked for twice within so many others is worth a series of its own. */
const REMEMBERED = 10_000;

/** All published bars of a ticker as they are answered, newest first. */
export interface Series {
  /** JSON texts of the rows between commas, each on a line of its own */
  text: Buffer;
  /** where a row begins in the text, and in the end where one more would */
  begins: Uint32Array;
  /** days of the rows as numbers YYYYMMDD, descending */
  days: Uint32Array;
  /** what was answered from it, by query */
  answers: Map<string, unknown>;
}

/**
 * Bars of tickers that are asked for again and again, kept as the text of their answers: any window of days is a
 * slice of it.
 */
@Injectable()
export class QuoteSeries {
  private readonly kept: TickerCache<Series>;
  private readonly asked = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
  ) {
    this.kept = new TickerCache(changes, {
      tables: ['quote'],
      maximumBytes: MAXIMUM_BYTES,
      bytesOf: ({ text, begins }) => text.length + 2 * begins.byteLength,
    });
  }

  /** The series of a ticker if it is kept; else it is loaded in the background when it was asked for before. */
  find(ticker: string, published: Published): Series | undefined {
    if (!this.changes.isListening) return undefined;
    const found = this.kept.get(ticker, published);
    if (found === undefined && this.asked.has(ticker)) {
      // A failure is the next request's to report.
      this.kept.load(ticker, published, () => this.read(ticker, published)).catch(() => undefined);
    }
    this.asked.set(ticker, true);
    return found;
  }

  private async read(ticker: string, published: Published): Promise<Series> {
    const [row] = await this.database.query<{ rows: string | null }>({
      text: `SELECT string_agg(row_to_json(line)::text, E',\\n') AS rows FROM (
               SELECT ticker, date, open, high, low, close, volume FROM quote q
               WHERE ticker = $1::text AND ${isPublished('q', published)} ORDER BY date DESC) line`,
      values: [ticker],
    });
    return indexed(Buffer.from(row?.rows ?? ''), ticker);
  }
}

/** Finds the rows and their days in the text; `"date":"` stands at the same place in each. */
function indexed(text: Buffer, ticker: string): Series {
  const begins: number[] = [];
  for (let at = 0; at < text.length; ) {
    begins.push(at);
    const end = text.indexOf(',\n', at);
    at = end < 0 ? text.length : end + 2;
  }
  const place = `{"ticker":"${ticker}","date":"`.length;
  const digits = (at: number, count: number) => Number(text.toString('latin1', at, at + count));
  const days = Uint32Array.from(begins, (at) => {
    const day = at + place;
    return digits(day, 4) * 10_000 + digits(day + 5, 2) * 100 + digits(day + 8, 2);
  });
  return { text, begins: Uint32Array.from([...begins, text.length + 2]), days, answers: new Map() };
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
