import { TODAY } from '../database/sql.js';
import { isOpenDay } from './calendar.sql.js';
import { hasPrice } from './price.sql.js';

/**
 * SQL conditions on likely errors in a stored record that keeps every rule: the flags of data sets are built from them.
 * Arguments are SQL expressions; unknown values make no condition true.
 */

/** Day of the first session in Viet Nam, in Ho Chi Minh City. */
const FIRST_SESSION = `'2000-07-28'::date`;
/** Announcements reach at most this many days ahead. */
const AHEAD = 366;

/** The market had not opened yet. */
export const isBeforeMarket = (day: string) => `${day} < ${FIRST_SESSION}`;

/** More than `days` after today: further ahead than announcements reach. */
export const isFarAhead = (day: string, days = AHEAD) => `${day} > ${TODAY} + ${days}`;

/** The market was closed: by its calendar, and at weekends where the calendar does not reach. */
export const isClosedDay = (day: string) => `NOT ${isOpenDay(day)}`;

/**
 * A symbol found neither in the master nor in quotes. Quotes are asked about those only that the master lacks, one look-up
 * each: as a join, PostgreSQL would compare every record with every security.
 */
export const isUnknownTicker = (ticker: string) => `
  CASE WHEN EXISTS (SELECT FROM security known WHERE known.ticker = ${ticker}) THEN false
    ELSE (SELECT known.ticker FROM quote known WHERE known.ticker = ${ticker} LIMIT 1) IS NULL END`;

/** One of a list of symbols is known nowhere. */
export const hasUnknownTicker = (tickers: string) => `
  EXISTS (SELECT FROM unnest(${tickers}) named (ticker) WHERE ${isUnknownTicker('named.ticker')})`;

/** An industry that is not stored, although industries are. */
export const isUnknownIndustry = (code: string) => `
  ${code} IS NOT NULL AND EXISTS (SELECT FROM industry)
  AND NOT EXISTS (SELECT FROM industry known WHERE known.code = ${code})`;

/** An exchange with neither rules nor another security: a market unknown to the service. */
export const isUnknownExchange = (exchange: string) => `
  NOT EXISTS (SELECT FROM security known WHERE known.exchange = ${exchange} AND known.id <> r.id)
  AND NOT EXISTS (SELECT FROM market_band known WHERE known.exchange = ${exchange} AND known.id <> r.id)`;

/**
 * An amount differs from another one above zero by this factor or more. The other one, which may be a look-up, is
 * evaluated once.
 */
export const isFarFrom = (value: string, other: string, factor: number) => `(
  SELECT far.other > 0 AND (${value} >= ${factor} * far.other OR ${value} * ${factor} <= far.other)
  FROM (SELECT ${other} AS other OFFSET 0) far)`;

/** Last price of a security by a day; null without one. */
export const closeBy = (ticker: string, day: string) => `(
  SELECT q.close FROM quote q WHERE q.ticker = ${ticker} AND q.date <= ${day} AND ${hasPrice('q')} ORDER BY q.date DESC LIMIT 1)`;

/** The quote of a security on a day, the alias `q`, meets a condition. */
export const quoteOfDay = (ticker: string, day: string, condition: string) => `
  EXISTS (SELECT FROM quote q WHERE q.ticker = ${ticker} AND q.date = ${day} AND (${condition}))`;

/**
 * The mean price of trades, value over volume, lies outside the prices of the quote `q` of the day by more than the
 * ratio `margin`. True also for trades without a value and for a value without trades.
 */
export const isOutsideBar = (value: string, volume: string, margin: number) => `
  (${value} < q.low * ${volume} * ${1 - margin} OR ${value} > q.high * ${volume} * ${1 + margin})`;

/** Another record of a data set, the alias `o` of its table, meets a condition. */
export const another = (table: string, condition: string) =>
  `EXISTS (SELECT FROM ${table} o WHERE ${condition} AND o.id <> r.id)`;

/** Another record has the same texts, letter case aside. */
export const isRepeatedInOtherCase = (table: string, ...columns: string[]) =>
  another(table, columns.map((column) => `lower(o.${column}) = lower(r.${column})`).join(' AND '));

/** The previous record by `day` of the same owner has the same value: not a real change. */
export const repeatsTheOneBefore = (
  table: string,
  owner: string,
  day: string,
  value: string,
) => `r.${value} = (
  SELECT o.${value} FROM ${table} o WHERE o.${owner} = r.${owner} AND o.${day} < r.${day} ORDER BY o.${day} DESC LIMIT 1)`;
