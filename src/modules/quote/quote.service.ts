import { Injectable } from '@nestjs/common';
import type { Actor, Caller, Editor } from '../../auth/caller.js';
import type { List } from '../../database/lists/list.js';
import type { TickerRange } from '../../database/lists/ranges.js';
import type { Item, Replacement } from '../../database/records/stored-item.js';
import { notTogether } from '../../errors/domain-errors.js';
import { Publication } from '../../market/publication.js';
import { QuoteChecks } from '../quote-check/quote-checks.js';
import { RecordService } from '../record/record.service.js';
import { RecordWriter } from '../record/record-writer.js';
import { ExtendedQuoteRepository } from './extended-quote.repository.js';
import { QUOTE } from './quote.data-set.js';
import type { QuoteKeyQuery, QuoteQuery, QuoteWrite, StoredQuoteQuery } from './quote.dto.js';
import { QuoteRepository } from './quote.repository.js';
import { QuoteGapRepository } from './quote-gap.repository.js';
import type { TickerDays } from './quote-listing.js';
import { QuoteSeries } from './quote-series.js';

/** Published quotes, and the stored quote resource. */
@Injectable()
export class QuoteService {
  constructor(
    private readonly quotes: QuoteRepository,
    private readonly extendedQuotes: ExtendedQuoteRepository,
    private readonly missing: QuoteGapRepository,
    private readonly series: QuoteSeries,
    private readonly records: RecordService,
    private readonly writer: RecordWriter,
    private readonly publication: Publication,
    private readonly checks: QuoteChecks,
  ) {}

  /**
   * Lists published bars: see `QUOTE_PUBLICATION` for what a reader of unapproved quotes needs. `isFresh`: from the
   * database, whatever is cached.
   */
  list(query: QuoteQuery, caller: Caller, isFresh: boolean): List {
    if (query.date !== undefined && (query.from_date ?? query.to_date) !== undefined) {
      throw notTogether('date', 'give date, or from_date and to_date');
    }
    const { fields = 'basic', interval = '1d', adjusted = false } = query;
    if (fields === 'extended' && interval !== '1d') {
      throw notTogether('fields', 'extended fields are of days: leave out interval');
    }
    const approval = query.approval ?? this.publication.standard;
    if (approval !== 'approved') this.publication.refuseStranger(caller);
    if (adjusted || fields === 'extended') return this.extendedQuotes.published(query, approval);
    const fromDatabase = () => this.quotes.published(query, approval);
    const days = lastDays(query);
    if (isFresh || days === undefined || approval !== this.publication.standard) return fromDatabase();
    return this.series.list(days, approval, fromDatabase);
  }

  /** Lists trading days without a published quote, between the first and last one of a ticker. */
  async gaps(query: TickerRange): Promise<List> {
    return this.missing.gaps(query, await this.checks.catchUp());
  }

  /** Base metadata of the stored quotes. */
  metadata(query: StoredQuoteQuery): List {
    const { ticker, approval = 'all', ...range } = query;
    return this.quotes.metadata({ ...range, ...(ticker !== undefined && { ticker: [ticker] }) }, approval);
  }

  /** Returns a stored quote; an unapproved one only to callers whom the publication allows. */
  find(id: string, caller: Caller): Promise<Item> {
    return this.records.find('quote', id, caller);
  }

  /** Creates a quote; RecordExists when (ticker, date) is taken. */
  create(quote: QuoteWrite, actor: Actor): Promise<Item> {
    return this.writer.create(QUOTE, quote, actor);
  }

  /** Creates or replaces by (ticker, date). Values other than the approved ones are not approved. */
  replace(quote: QuoteWrite, editor: Editor): Promise<Replacement> {
    return this.writer.replace(QUOTE, quote, editor);
  }

  /** Replaces a quote by its identifier; the body must repeat its natural key. */
  replaceById(id: string, quote: QuoteWrite, editor: Editor): Promise<Item> {
    return this.writer.replaceById(QUOTE, id, quote, editor);
  }

  remove(id: string, editor: Editor): Promise<Item> {
    return this.writer.remove(QUOTE, id, editor);
  }

  /** Deletes by (ticker, date); RecordNotFound when there is none. */
  removeByKey(key: QuoteKeyQuery, editor: Editor): Promise<Item> {
    return this.writer.removeByKey(QUOTE, key, editor);
  }
}

/** Returns the days of a query for the last days of one ticker; undefined for any other query. */
function lastDays(query: QuoteQuery): TickerDays | undefined {
  const {
    ticker: [ticker, ...others] = [],
    date,
    interval = '1d',
    order,
    total,
    cursor,
    offset,
    ...range
  } = query;
  if (ticker === undefined || others.length > 0 || date !== undefined || interval !== '1d') return undefined;
  if (order === 'asc' || total === true || (cursor ?? offset) !== undefined) return undefined;
  return { ticker, ...range };
}
