import { marketDay } from './market-day.sql.js';
import { isPublished, type Published } from './published.sql.js';

/** Security and day of the bar, as SQL expressions. */
interface LastBarScope {
  ticker: string;
  day: string;
  published: Published;
}

/** SELECT of the last published bar of a security on or before a day; no row if there is none. */
export function lastBar({ ticker, day, published }: LastBarScope): string {
  return `
    SELECT b.ticker, b.date, b.open, b.high, b.low, b.close, b.volume FROM quote b
    WHERE b.ticker = ${ticker} AND b.date <= ${day} AND ${isPublished('b', published)}
    ORDER BY b.date DESC LIMIT 1`;
}

/**
 * SELECT of {@link lastBar} with its market data (see {@link marketDay}); `columns` from `q, stat, previous, day`. The
 * bar is found before the joins: a plan that joins first looks up limits for every bar.
 */
export function lastBarOf(columns: string, scope: LastBarScope): string {
  return `SELECT ${columns} FROM (${lastBar(scope)}) q ${marketDay(scope.published)}`;
}
