import { tickerKind } from '../../http/kinds.js';
import { type Conditions, type ListSource, orderByDay } from '../../http/list.js';
import type { PageQuery } from '../../http/queries.js';

/** Order of every list of quotes: date first, ticker within a day. */
const KEY = ['date', 'ticker'] as const;

/** Adds what a query of quotes asks for: tickers first, then the range, both ends inclusive. */
export function tickersAndDates(
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

/** JSON text of a daily, weekly or monthly bar, the row `line`: what row_to_json makes of it, in half the time. */
export const BAR_JSON = `format('{"ticker":"%s","date":"%s","open":%s,"high":%s,"low":%s,"close":%s,"volume":%s}',
  line.ticker, line.date, line.open, line.high, line.low, line.close, line.volume)`;

/** What {@link listed} makes a list of. */
interface Listing {
  /** SELECT without ORDER BY, from the conditions with those of the cursor */
  select: (conditions: Conditions) => string;
  /** the same rows, of those keys alone that `page`, an ORDER BY with LIMIT and OFFSET, leaves */
  paged?: (conditions: Conditions, page: string) => string;
  json?: string;
  conditions: Conditions;
  count: ListSource['count'];
  unit: string | null;
}

/** A list of quotes, newest first unless asked otherwise: date first, ticker within a day. */
export function listed(query: PageQuery, listing: Listing): ListSource {
  const { conditions, paged } = listing;
  const order = orderByDay(query, conditions, { date: 'date', symbol: 'ticker', kind: tickerKind });
  return {
    select: `${listing.select(conditions)} ORDER BY ${order}`,
    ...(paged !== undefined && {
      paged: (limits) => `${paged(conditions, `ORDER BY ${order} ${limits}`)} ORDER BY ${order}`,
    }),
    ...(listing.json !== undefined && { json: listing.json }),
    values: listing.conditions.values,
    count: listing.count,
    key: KEY,
    query,
    unit: listing.unit,
  };
}

/**
 * Weekly or monthly bars: open of the first day, close of the last, extremes and sum between.
 * ISO weeks begin on Monday. `source`: SQL of daily bars, to stand after FROM.
 */
export function aggregated(interval: '1w' | '1m', source: string): string {
  const unit = interval === '1w' ? 'week' : 'month';
  return `
    SELECT ticker, max(date) AS date,
      (array_agg(open ORDER BY date))[1] AS open, max(high) AS high, min(low) AS low,
      (array_agg(close ORDER BY date DESC))[1] AS close, sum(volume) AS volume
    FROM ${source} GROUP BY ticker, date_trunc('${unit}', date)`;
}
