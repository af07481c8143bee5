import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import { orderByDay } from '../../database/lists/order.js';
import type { DayRange, TickerRange } from '../../database/lists/ranges.js';
import type { RowSource } from '../../database/lists/row-estimate.js';
import type { ListStatement } from '../../database/lists/sql-list.js';
import { dateKind, tickerKind } from '../../kinds/kinds.js';
import { LONGER_BAR } from '../../market/price.sql.js';

/** Order of every list of quotes: date first, ticker within a day. */
const KEY = ['date', 'ticker'] as const;

/** Quotes to list: of some tickers or all, on one day or in a range of days, both ends inclusive. */
export interface QuoteRange extends TickerRange {
  /** the only day */
  date?: string;
  /** length of a bar: a day, an ISO week or a calendar month; a day when not given */
  interval?: '1d' | '1w' | '1m';
}

/** The last days of one ticker in a range, newest first, both ends inclusive. */
export interface TickerDays extends DayRange {
  ticker: string;
}

/** Filter of quotes by approval. */
export type ApprovalFilter = 'all' | 'approved' | 'pending';

/** Conditions on the stored quotes of a range: tickers first, then days. */
export function inRange({ ticker, date, from_date, to_date }: QuoteRange): Conditions {
  const conditions = new Conditions();
  // One ticker is read along the primary key, in the order of the answer; a list needs a sort.
  if (ticker?.length === 1) conditions.add('ticker = ?::text', ticker[0]);
  else conditions.when(ticker, 'ticker = ANY(?::text[])');
  return conditions.when(date ?? from_date, 'date >= ?::date').when(date ?? to_date, 'date < ?::date + 1');
}

/** Adds the condition of an approval. */
export function withApproval(conditions: Conditions, approval: ApprovalFilter): Conditions {
  if (approval === 'approved') conditions.add('approval = 1');
  if (approval === 'pending') conditions.add('approval = 0');
  return conditions;
}

/** JSON text of a daily, weekly or monthly bar, the row `line`: the output of row_to_json in half the time. */
export const BAR_JSON = `format('{"ticker":"%s","date":"%s","open":%s,"high":%s,"low":%s,"close":%s,"volume":%s}',
  line.ticker, line.date, line.open, line.high, line.low, line.close, line.volume)`;

/** Parts of a list that {@link listStatement} builds. */
interface Listing {
  /** CTEs that the SELECT reads, without the word WITH */
  with?: string;
  /** SELECT without ORDER BY, given the conditions with the cursor's; from {@link aggregated} for longer bars */
  select: (conditions: Conditions) => string;
  /** the same rows, only of the keys that `page` leaves: an ORDER BY with LIMIT and OFFSET, of `reach` rows */
  pageOf?: (conditions: Conditions, page: string, reach: string) => string;
  json?: string;
  conditions: Conditions;
  count: ListStatement['count'];
  unit: string | null;
}

/** Lists quotes, newest first unless asked otherwise: by date, within a day by ticker. */
export function listStatement(query: QuoteRange, listing: Listing): ListStatement {
  const { conditions, pageOf } = listing;
  const { interval = '1d' } = query;
  const longer = interval === '1d' ? undefined : { ...query, interval };
  const ctes = [longer && spans(longer, conditions.values), listing.with].filter(Boolean).join(', ');
  const start = ctes === '' ? '' : `WITH RECURSIVE ${ctes} `;
  const days = orderByDay(query, conditions, { date: 'date', symbol: 'ticker', kind: tickerKind });
  const order = longer === undefined ? days : `${orderBySpan(query, conditions)}, ${days}`;
  return {
    select: `${start}${listing.select(conditions)} ORDER BY ${order}`,
    pageOf:
      pageOf &&
      // When rows of several nodes are merged, an order is kept only if it has a LIMIT.
      ((limits, reach) =>
        `${start}${pageOf(conditions, `ORDER BY ${order} ${limits}`, reach)} ORDER BY ${order} LIMIT ${reach}`),
    json: listing.json,
    values: listing.conditions.values,
    tickers: query.ticker,
    count:
      longer === undefined || !('from' in listing.count) ? listing.count : countOf(longer, listing.count),
    key: KEY,
    query,
    unit: listing.unit,
  };
}

/**
 * SELECT of weekly or monthly bars, each a `LONGER_BAR` of its days. ISO weeks begin on Monday. `source`: SQL of daily
 * bars, for use after FROM. Bars are built span by span from the CTE that {@link listStatement} defines, so that those
 * of a page are read without all others.
 */
export function aggregated(interval: '1w' | '1m', source: string): string {
  return `
    SELECT span.first, span.until, bar.*
    FROM span CROSS JOIN LATERAL (
      SELECT ticker, max(date) AS date,
        ${LONGER_BAR}
      FROM (SELECT * FROM ${source}) day WHERE day.date >= span.first AND day.date < span.until
      GROUP BY ticker, ${firstOf(interval, 'date')}) bar`;
}

type LongBars = QuoteRange & { interval: '1w' | '1m' };

const UNIT = { '1w': 'week', '1m': 'month' } as const;

/** SQL of the first day of a day's period. */
const firstOf = (interval: '1w' | '1m', day: string) =>
  `date_trunc('${UNIT[interval]}', ${day}::timestamp)::date`;

/**
 * CTE `span (first, until)`, in the order of the list: half-open ranges of days that contain bars. For all securities,
 * each period that has quotes, found by one step down the index on dates; for a few, one span of all days, as their
 * bars are read in one go. Its values are added to `values`.
 */
function spans({ ticker, date, from_date, to_date, interval, order }: LongBars, values: unknown[]): string {
  if (ticker !== undefined) return `span AS (SELECT '-infinity'::date AS first, 'infinity'::date AS until)`;
  const bound = (value: string | undefined, operator: string) =>
    value === undefined ? '' : `AND q.date ${operator} $${values.push(value)}::date`;
  const range = `${bound(date ?? from_date, '>=')} ${bound(date ?? to_date, '<=')}`;
  const newest = (before: string) => `
    SELECT ${firstOf(interval, 'q.date')} AS first FROM quote q WHERE ${before} ${range} ORDER BY q.date DESC LIMIT 1`;
  return `
    step AS (
      (${newest('true')})
      UNION ALL
      SELECT earlier.first FROM step CROSS JOIN LATERAL (${newest('q.date < step.first')}) earlier
    ), span AS (
      SELECT first, (first + interval '1 ${UNIT[interval]}')::date AS until
      FROM step ORDER BY first ${order === 'asc' ? 'ASC' : 'DESC'})`;
}

/** Orders by span before day, whose order it does not change; the cursor excludes the spans before its own. */
function orderBySpan(query: QuoteRange, conditions: Conditions): string {
  const [after] = decodeCursor(query.cursor, [dateKind, tickerKind]) ?? [];
  const ascending = query.order === 'asc';
  conditions.when(after, ascending ? 'until > ?::date' : 'first <= ?::date');
  return ascending ? 'first' : 'first DESC';
}

/** Adds to a count the spans that its bars are built from. */
function countOf(query: LongBars, { from, values }: RowSource): RowSource {
  const bound = [...values];
  return { from: `(WITH RECURSIVE ${spans(query, bound)} SELECT 1 FROM ${from}) bar`, values: bound };
}
