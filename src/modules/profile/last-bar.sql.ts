import { marketDay } from '../market/market-day.sql.js';
import { isPublished, type Published } from '../quote/published.sql.js';

/**
 * SELECT of the last published bar of a security on or before a day with what the market knows of it
 * (see {@link marketDay}); `columns` from `q, stat, previous, day`. No row where there is no bar.
 */
export function lastBarOf(
  columns: string,
  { ticker, day, published }: { ticker: string; day: string; published: Published },
): string {
  return `
    SELECT ${columns}
    FROM quote q ${marketDay(published)}
    WHERE q.ticker = ${ticker} AND q.date = (
      SELECT b.date FROM quote b WHERE b.ticker = ${ticker} AND b.date <= ${day} AND ${isPublished('b', published)}
      ORDER BY b.date DESC LIMIT 1)`;
}
