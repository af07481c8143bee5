import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Changes } from '../../database/changes.js';
import { Database } from '../../database/database.js';
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
 * slice of it. Exact: a series is forgotten before a write of this process is acknowledged and when another
 * process tells of one; while others cannot be heard nothing is kept.
 */
@Injectable()
export class QuoteSeries {
  private readonly kept = new LRUCache<string, Series>({
    maxSize: MAXIMUM_BYTES,
    sizeCalculation: ({ text, begins }) => text.length + 2 * begins.byteLength + 512,
  });
  private readonly asked = new LRUCache<string, true>({ max: REMEMBERED });
  private readonly loading = new Map<string, Promise<void>>();
  /** how often something of a ticker, and of all of them, has changed */
  private readonly changes = new Map<string, number>();
  private epoch = 0;

  constructor(
    private readonly database: Database,
    private readonly changed: Changes,
  ) {
    changed.subscribe((table, ticker) => {
      if (table !== undefined && table !== 'quote') return;
      if (ticker === undefined) {
        this.epoch++;
        this.kept.clear();
        this.changes.clear();
      } else {
        this.kept.delete(ticker);
        if (this.loading.has(ticker)) this.changes.set(ticker, (this.changes.get(ticker) ?? 0) + 1);
      }
    });
  }

  /** The series of a ticker if it is kept; else it is loaded in the background when it was asked for before. */
  find(ticker: string, published: Published): Series | undefined {
    if (!this.changed.isListening) return undefined;
    const found = this.kept.get(ticker);
    if (found === undefined && this.asked.has(ticker)) void this.load(ticker, published);
    this.asked.set(ticker, true);
    return found;
  }

  /** Loads a series once, however many ask; what changed meanwhile is not kept. */
  private load(ticker: string, published: Published): Promise<void> {
    const running = this.loading.get(ticker);
    if (running !== undefined) return running;
    const [epoch, changes] = [this.epoch, this.changes.get(ticker)];
    const work = this.read(ticker, published)
      .then((series) => {
        const isCurrent = epoch === this.epoch && changes === this.changes.get(ticker);
        if (isCurrent && this.changed.isListening) this.kept.set(ticker, series);
      })
      .catch(() => undefined) // the next request asks again, and says what is wrong
      .finally(() => {
        this.loading.delete(ticker);
        this.changes.delete(ticker);
      });
    this.loading.set(ticker, work);
    return work;
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
