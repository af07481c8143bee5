import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Conditions, type ListSource } from '../../database/lists/list.js';
import { pageStatement } from '../../http/replies/page.js';
import type { Published } from '../../market/published.sql.js';
import { QUOTE_CONTROL } from './quote.data-set.js';
import type { QuoteKeyQuery, QuoteQuery, StoredQuoteQuery } from './quote.dto.js';
import { Quote } from './quote.entity.js';
import { aggregated, BAR_JSON, listed, tickersAndDates } from './quote-listing.js';

/** Days of one ticker, both ends inclusive. */
export interface Days {
  ticker: string;
  from_date?: string;
  to_date?: string;
}

/** SQL of the quote table. */
@Injectable()
export class QuoteRepository {
  private readonly windows: Partial<Record<Published, ListSource>> = {};

  constructor(@InjectRepository(Quote) private readonly quotes: Repository<Quote>) {}

  /** Identifier of a stored quote by its natural key, or undefined. */
  async idOf(key: QuoteKeyQuery): Promise<string | undefined> {
    return (
      await this.quotes.findOne({ select: { id: true }, where: { ticker: key.ticker, date: key.date } })
    )?.id;
  }

  /** Published bars of a range, newest first unless asked otherwise. */
  published(query: QuoteQuery, approval: 'all' | 'approved' | 'pending'): ListSource {
    const wanted = tickersAndDates(new Conditions(), {
      tickers: query.ticker,
      from: query.date ?? query.from_date,
      to: query.date ?? query.to_date,
    });
    if (approval === 'approved') wanted.add('approval = 1');
    if (approval === 'pending') wanted.add('approval = 0');
    const { where, values } = wanted.snapshot();
    if (query.interval === undefined || query.interval === '1d') {
      return listed(query, {
        select: (all) => `SELECT ticker, date, open, high, low, close, volume FROM quote${all.where}`,
        // A page of one ticker or one day is never deep.
        ...(query.offset !== undefined &&
          query.ticker?.length !== 1 &&
          query.date === undefined && { paged: pagedByKeys }),
        json: BAR_JSON,
        conditions: wanted,
        count: { text: `SELECT count(*) AS total FROM quote${where}`, values },
        unit: 'VND',
      });
    }
    // The cursor cuts finished bars, never the days that they are made of.
    const bars = aggregated(query.interval, `quote${where}`);
    return listed(query, {
      select: (cut) => `SELECT ticker, date, open, high, low, close, volume FROM (${bars}) bar${cut.where}`,
      json: BAR_JSON,
      conditions: new Conditions(values),
      count: { text: `SELECT count(*) AS total FROM (${bars}) bar`, values },
      unit: 'VND',
    });
  }

  /**
   * {@link published} of one ticker, newest first. Only its values change from one request to the next: making its text
   * took a tenth of the time of a short answer.
   */
  window({ ticker, from_date = '-infinity', to_date = 'infinity' }: Days, approval: Published): ListSource {
    let ready = this.windows[approval];
    if (ready === undefined) {
      const source = this.published({ ticker: [ticker], from_date, to_date }, approval);
      ready = { ...source, page: pageStatement(source) };
      this.windows[approval] = ready;
    }
    return { ...ready, values: [ticker, from_date, to_date] };
  }

  /** Base metadata of stored quotes. */
  metadata(query: StoredQuoteQuery): ListSource {
    const conditions = tickersAndDates(new Conditions(), {
      tickers: query.ticker === undefined ? undefined : [query.ticker],
      from: query.from_date,
      to: query.to_date,
    });
    if (query.approval === 'approved') conditions.add('approval = 1');
    if (query.approval === 'pending') conditions.add('approval = 0');
    const { where, values } = conditions.snapshot();
    return listed(query, {
      select: (all) => `
        SELECT '/svc/quote/' || r.id AS url, r.ticker, r.date, ${QUOTE_CONTROL}
        FROM quote r${all.where}`,
      conditions,
      count: { text: `SELECT count(*) AS total FROM quote${where}`, values },
      unit: null,
    });
  }
}

/** The index by date holds no prices: a million bars are skipped in it in a third of the time of reading them. */
function pagedByKeys(all: Conditions, page: string): string {
  return `SELECT ticker, date, open, high, low, close, volume FROM quote
          JOIN (SELECT ticker, date FROM quote${all.where} ${page}) page USING (ticker, date)`;
}
