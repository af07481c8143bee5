import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { tickerKind } from '../../http/kinds.js';
import { Conditions, type ListSource, orderByDay } from '../../http/list.js';
import { QUOTE_CONTROL } from './quote.data-set.js';
import type { QuoteKeyQuery, QuoteQuery, StoredQuoteQuery } from './quote.dto.js';
import { Quote } from './quote.entity.js';

/** Order of every list of quotes: date first, ticker within a day. */
const KEY = ['date', 'ticker'] as const;

/** SQL of the quote table. */
@Injectable()
export class QuoteRepository {
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
        conditions: wanted,
        count: { text: `SELECT count(*) AS total FROM quote${where}`, values },
        unit: 'VND',
      });
    }
    // The cursor cuts finished bars, never the days that they are made of.
    const bars = aggregated(query.interval === '1w' ? 'week' : 'month', where);
    return listed(query, {
      select: (cut) => `SELECT ticker, date, open, high, low, close, volume FROM (${bars}) bar${cut.where}`,
      conditions: new Conditions(values),
      count: { text: `SELECT count(*) AS total FROM (${bars}) bar`, values },
      unit: 'VND',
    });
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

function tickersAndDates(
  conditions: Conditions,
  {
    tickers,
    from,
    to,
  }: { tickers?: string[] | undefined; from?: string | undefined; to?: string | undefined },
): Conditions {
  // One ticker reads the primary key in the order of the answer; a list needs a sort.
  if (tickers?.length === 1) conditions.add('ticker = ?::text', tickers[0]);
  else if (tickers !== undefined) conditions.add('ticker = ANY(?::text[])', tickers);
  return conditions.when(from, 'date >= ?::date').when(to, 'date < ?::date + 1');
}

interface Listing {
  select: (conditions: Conditions) => string;
  conditions: Conditions;
  count: ListSource['count'];
  unit: string | null;
}

function listed(query: QuoteQuery | StoredQuoteQuery, listing: Listing): ListSource {
  const order = orderByDay(query, listing.conditions, { date: 'date', symbol: 'ticker', kind: tickerKind });
  return {
    select: `${listing.select(listing.conditions)} ORDER BY ${order}`,
    values: listing.conditions.values,
    count: listing.count,
    key: KEY,
    query,
    unit: listing.unit,
  };
}

/**
 * Weekly or monthly bars: open of the first day, close of the last, extremes and sum between.
 * ISO weeks begin on Monday.
 */
function aggregated(unit: 'week' | 'month', where: string): string {
  return `
    SELECT ticker, max(date) AS date,
      (array_agg(open ORDER BY date))[1] AS open, max(high) AS high, min(low) AS low,
      (array_agg(close ORDER BY date DESC))[1] AS close, sum(volume) AS volume
    FROM quote${where} GROUP BY ticker, date_trunc('${unit}', date)`;
}
