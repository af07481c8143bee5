import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config/config.js';
import { RecentTexts } from '../database/caches/recent-texts.js';
import { countBytes } from '../database/caches/ticker-cache.js';
import { Changes } from '../database/changes.js';
import { ChangeScopes, type Scope } from '../market/computed.js';
import { marketToday } from '../market/today.js';
import type { FastAnswer } from './fast-sender.js';

const MEGABYTE = 1024 * 1024;
/** Most bytes of all answers of all workers together, and of one answer. */
const MAXIMUM_BYTES = 32 * MEGABYTE;
const LARGEST = MEGABYTE;
/** Roughly what an answer takes in addition to its bytes. */
const OBJECTS = 1024;
/** How many last requests are remembered: only answers of repeated ones are cached. */
const REQUESTS = 512;
/** Most tickers whose last change is recorded individually. */
const TICKERS = 50_000;

/** What an answer is derived from. */
export interface Origin {
  scope: Scope;
  /** what the request names as its ticker */
  ticker: unknown;
  /** {@link AnswerCache.now} before the first of its data was read */
  began: Moment;
}

/** A moment: number of the last change, and day in the zone of the market. */
export interface Moment {
  change: number;
  day: string;
}

interface CachedAnswer {
  answer: FastAnswer;
  /** tickers that it is derived from, besides data of no ticker; undefined: all */
  tickers: readonly string[] | undefined;
  began: Moment;
}

/**
 * Answers of reads that compute, by their address, until something that they are derived from changes. As exact as the
 * other caches: a write of this process counts before it is acknowledged, one of another process as soon as it is
 * announced; while announcements cannot be received, nothing is cached and no cached answer is used.
 */
@Injectable()
export class AnswerCache {
  private readonly entries: LRUCache<string, CachedAnswer>;
  private readonly recent = new RecentTexts(REQUESTS);
  /** number of the last change, of the last that concerned every ticker, and of the last of each ticker */
  private last = 0;
  private ofAll = 0;
  private readonly ofTicker = new Map<string, number>();

  constructor(
    private readonly changes: Changes,
    private readonly scopes: ChangeScopes,
    @Inject(CONFIG) { WORKERS }: Config,
  ) {
    const maxSize = Math.floor(MAXIMUM_BYTES / WORKERS);
    this.entries = new LRUCache({
      maxSize,
      maxEntrySize: Math.min(LARGEST, maxSize),
      sizeCalculation: ({ answer }, address) => answer.length + address.length + OBJECTS,
    });
    changes.subscribe((table, symbol) => this.note(table, symbol));
    countBytes(changes, () => this.entries.calculatedSize);
  }

  /** The present moment: whatever is read from now on includes its last change. */
  get now(): Moment {
    return { change: this.last, day: marketToday() };
  }

  /** The cached answer of an address, if it is as good as a new one. */
  find(address: string): FastAnswer | undefined {
    if (!this.changes.isListening) return undefined;
    const entry = this.entries.get(address);
    if (entry === undefined) return undefined;
    if (this.isCurrent(entry)) return entry.answer;
    this.entries.delete(address);
    return undefined;
  }

  /** Caches a new answer if its address was requested before and nothing has changed since it was begun. */
  add(address: string, answer: FastAnswer, { scope, ticker, began }: Origin): void {
    if (!answer.isLasting || !this.changes.isListening || !this.recent.note(address)) return;
    const tickers = scope === 'market' || ticker === undefined ? undefined : [ticker].flat().map(String);
    const entry = { answer: ownCopy(answer), tickers, began };
    if (this.isCurrent(entry)) this.entries.set(address, entry);
  }

  private isCurrent({ tickers, began: { change, day } }: CachedAnswer): boolean {
    if (day !== marketToday()) return false;
    if (tickers === undefined) return this.last <= change;
    return this.ofAll <= change && tickers.every((ticker) => (this.ofTicker.get(ticker) ?? 0) <= change);
  }

  private note(table: string | undefined, symbol: string | undefined): void {
    if (!this.scopes.isComputedFrom(table)) return;
    this.last++;
    if (symbol !== undefined && this.scopes.isByTicker(table) && this.ofTicker.size < TICKERS) {
      this.ofTicker.set(symbol, this.last);
    } else {
      this.ofAll = this.last;
      this.ofTicker.clear();
    }
  }
}

/** The same answer in its own memory: a piece of Node's pool would keep all of the pool alive. */
function ownCopy(answer: FastAnswer): FastAnswer {
  const body = Buffer.allocUnsafeSlow(answer.length);
  answer.pieces.reduce((at, piece) => at + piece.copy(body, at), 0);
  return { ...answer, pieces: [body] };
}
