import { actionTerms, sharePrice } from './adjustment.sql.js';
import { marketDay } from './market-day.sql.js';
import { hasPrice } from './price.sql.js';
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

/**
 * SELECT of the `price` of a bar, the alias `bar`, in shares of a later day, one row: its close after the ex-dates since
 * then, without cash dividends, as in price indices. A share that does not trade on a bonus ex-date keeps its close while
 * the shares become more: their product would count it too high until it trades again.
 */
export const priceOn = (bar: string, { ticker, day }: Pick<LastBarScope, 'ticker' | 'day'>) => `
  SELECT ${sharePrice(`${bar}.close`, 'terms')} AS price FROM (
    ${actionTerms(`a.ticker = ${ticker} AND ${bar}.date < ${day} AND a.ex_date > ${bar}.date AND a.ex_date <= ${day}`)}) terms`;

/**
 * SELECT of the last published bar of a security with a price on or before a day, with that `price` in shares of the day
 * (see {@link priceOn}); no row if there is none.
 */
export const lastPrice = ({ ticker, day, published }: LastBarScope) => `
  SELECT b.*, today.price
  FROM (
    SELECT b.ticker, b.date, b.close, b.volume FROM quote b
    WHERE b.ticker = ${ticker} AND b.date <= ${day} AND ${hasPrice('b')} AND ${isPublished('b', published)}
    ORDER BY b.date DESC LIMIT 1) b
  CROSS JOIN LATERAL (${priceOn('b', { ticker, day })}) today`;
