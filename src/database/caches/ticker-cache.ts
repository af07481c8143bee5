import { LRUCache } from 'lru-cache';
import type { Changes } from '../changes.js';
import { Versions } from './versions.js';

/** What a cache holds. */
export interface TickerCacheOptions<Value> {
  /** tables whose first key column is the ticker: a change of one symbol affects that ticker alone */
  tables: readonly string[];
  /** tables of which any change affects every ticker */
  shared?: readonly string[];
  /** most bytes that all values together may take */
  maximumBytes: number;
  bytesOf(value: Value): number;
}

/** Sizes of the caches that follow the same changes, those of one service. */
const SIZES = new WeakMap<Changes, (() => number)[]>();

/** Includes another cache that follows the same changes in the bytes of all. */
export function countBytes(changes: Changes, bytes: () => number): void {
  SIZES.set(changes, [...(SIZES.get(changes) ?? []), bytes]);
}

/** Bytes that all caches of a service take now. */
export function cachedBytes(changes: Changes): number {
  return (SIZES.get(changes) ?? []).reduce((sum, bytes) => sum + bytes(), 0);
}

/** Values of one ticker by the question that they answer. */
interface CachedValues<Value> {
  values: Map<string, Value>;
  bytes: number;
}

/**
 * Data read for tickers, cached until it changes. Exact: dropped before a write of this process is acknowledged and
 * when another process announces one; a value whose ticker changed while it was read is not cached, and while no
 * announcements of other processes arrive, nothing is.
 */
export class TickerCache<Value> {
  private readonly entries: LRUCache<string, CachedValues<Value>>;
  /** values being read, by ticker and question: a second request waits for the same read */
  private readonly reading = new Map<string, Promise<Value>>();
  private readonly versions = new Versions();

  constructor(
    private readonly changes: Changes,
    private readonly options: TickerCacheOptions<Value>,
  ) {
    this.entries = new LRUCache({
      maxSize: Math.floor(options.maximumBytes),
      sizeCalculation: ({ bytes }) => bytes + 512,
    });
    changes.subscribe((table, symbol) => this.forget(table, symbol));
    countBytes(changes, () => this.entries.calculatedSize);
  }

  /** The cached value, if there is one and it may be trusted. */
  get(ticker: string, question: string): Value | undefined {
    return this.changes.isListening ? this.entries.get(ticker)?.values.get(question) : undefined;
  }

  /** The cached value, else what `read` reads, once however many callers ask. */
  async load(ticker: string, question: string, read: () => Promise<Value>): Promise<Value> {
    const cached = this.get(ticker, question);
    if (cached !== undefined) return cached;
    if (!this.changes.isListening) return read();
    const name = `${ticker} ${question} ${this.versions.of(ticker)}`;
    const running = this.reading.get(name);
    if (running !== undefined) return running;
    const work = this.readAndKeep(ticker, question, read).finally(() => this.reading.delete(name));
    this.reading.set(name, work);
    return work;
  }

  /** Records that the cached values of a ticker take more bytes than before, or fewer. */
  grow(ticker: string, bytes: number): void {
    const entry = this.entries.peek(ticker);
    if (entry !== undefined) this.entries.set(ticker, { ...entry, bytes: entry.bytes + bytes });
  }

  private async readAndKeep(ticker: string, question: string, read: () => Promise<Value>): Promise<Value> {
    const before = this.versions.of(ticker);
    const value = await read();
    if (before === this.versions.of(ticker) && this.changes.isListening) this.keep(ticker, question, value);
    return value;
  }

  private keep(ticker: string, question: string, value: Value): void {
    const { values, bytes } = this.entries.get(ticker) ?? { values: new Map<string, Value>(), bytes: 0 };
    values.set(question, value);
    this.entries.set(ticker, { values, bytes: bytes + this.options.bytesOf(value) });
  }

  private forget(table: string | undefined, symbol: string | undefined): void {
    const { tables, shared = [] } = this.options;
    const isShared = table === undefined || shared.includes(table);
    if (!isShared && !tables.includes(table)) return;
    if (isShared || symbol === undefined) {
      this.versions.changeAll();
      this.entries.clear();
    } else {
      this.entries.delete(symbol);
      this.versions.change(symbol);
    }
  }
}
