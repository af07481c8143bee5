import type { Lookback } from '../database/citus/days.js';
import { marketDate } from '../database/sql.js';
import { actionTerms, exPrice, sharePrice } from './adjustment.sql.js';
import { changeReason } from './base-age.sql.js';
import {
  averageOf,
  bandKind,
  bandOn,
  basePrice,
  ceilingPrice,
  dayChange,
  edges,
  floorPrice,
  hasLimits,
  isComputed,
  lastTraded,
  limitState,
  referencePrice,
  startsFromAverage,
  storedValue,
  tradedValue,
} from './day-prices.sql.js';
import { bandOf, tickOf } from './limits.sql.js';
import { hasPrice, marketCap } from './price.sql.js';
import { isPublished, type Published } from './published.sql.js';
import { isShare } from './security-types.js';

/**
 * Joins that add to bars, the alias `bar` of `quote`, the prices from which the market starts their day:
 *
 * - `s`: the security of the master, `stat`: the daily statistic, `previous (date, close)`: the bar before, `before`:
 *   the daily statistic of that bar, on UPCOM only;
 * - `terms`: actions that became effective with this bar, `ex`: the previous price after the ex-date formula:
 *   `ex.price` in full, `ex.share_price` without cash dividends and from the close on every exchange, as in price
 *   indices: the close itself if the actions together leave no share, none after a close of 0;
 * - `ref.price`: the reference, `limits`: `ceiling, floor`; stored, else by the rules of the exchange.
 *
 * Prices in VND; a cell that cannot be known is null. The rules are those of `day-prices.sql.ts`. Each OFFSET 0 keeps a
 * step from being inlined wherever it is used, which would take long to plan. The CASE avoids looking up the
 * statistic of the bar before where it is not needed.
 */
export function dayLimits(bar: string, published: Published): string {
  const day = `${bar}.date`;
  const scope = { exchange: 's.exchange', type: 's.security_type', day };
  const before = (condition: string) => `
    FROM quote p WHERE p.ticker = ${bar}.ticker AND p.date < ${bar}.date AND ${condition} AND ${isPublished('p', published)}
    ORDER BY p.date DESC LIMIT 1`;
  const lastTrade = lastTraded('previous', `SELECT p.date ${before('p.volume > 0')}`);
  const kind = bandKind({ date: day, listed: 's.listing_date', traded: 'rest.traded', rule: 'rule' });
  const average = averageOf('before');
  const computed = isComputed({ average, terms: 'terms' });
  const { up, down } = edges('ref.price::numeric', 'width.band');
  const limit = { reference: 'ref.price::numeric', ownTick: 'own_tick.tick' };
  const ceiling = ceilingPrice({ ...limit, edge: 'edge.up', tick: 'up_tick.tick' });
  const floor = floorPrice({ ...limit, edge: 'edge.down', tick: 'down_tick.tick' });
  return `
    LEFT JOIN security s ON s.ticker = ${bar}.ticker
    LEFT JOIN daily_statistic stat ON stat.ticker = ${bar}.ticker AND stat.date = ${bar}.date
    LEFT JOIN LATERAL (SELECT p.date, p.close, p.volume ${before('true')}) previous ON true
    LEFT JOIN daily_statistic before
      ON before.ticker = ${bar}.ticker AND before.date = CASE WHEN ${startsFromAverage('s')} THEN previous.date END
    LEFT JOIN LATERAL (${actionTerms(`a.ticker = ${bar}.ticker AND a.ex_date > previous.date AND a.ex_date <= ${bar}.date`)}) terms ON true
    CROSS JOIN LATERAL (SELECT ${basePrice(average, 'previous.close')} AS price OFFSET 0) base
    CROSS JOIN LATERAL (
      SELECT ${exPrice('base.price', 'terms')} AS price,
        CASE WHEN ${hasPrice('previous')} THEN ${sharePrice('previous.close', 'terms')} END AS share_price OFFSET 0) ex
    LEFT JOIN LATERAL (${tickOf({ ...scope, price: 'coalesce(stat.reference, ex.price)' })}) own_tick
      ON ${hasLimits('s')}
    CROSS JOIN LATERAL (
      SELECT ${referencePrice({ stored: 'stat.reference', price: 'ex.price', tick: 'own_tick.tick', isComputed: computed })} AS price OFFSET 0) ref
    LEFT JOIN LATERAL (${bandOf(scope)}) rule ON ${hasLimits('s')}
    CROSS JOIN LATERAL (SELECT ${lastTrade} AS traded OFFSET 0) rest
    CROSS JOIN LATERAL (
      SELECT ${up} AS up, ${down} AS down
      FROM (SELECT ${kind} AS kind OFFSET 0) start CROSS JOIN LATERAL (SELECT ${bandOn('start.kind', 'rule')} AS band OFFSET 0) width
      OFFSET 0) edge
    LEFT JOIN LATERAL (${tickOf({ ...scope, price: 'edge.up' })}) up_tick ON true
    LEFT JOIN LATERAL (${tickOf({ ...scope, price: 'edge.down' })}) down_tick ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(stat.ceiling, ${ceiling}) AS ceiling, coalesce(stat.floor, ${floor}) AS floor
      OFFSET 0) limits`;
}

/**
 * Joins that add to bars, the alias `q` of `quote`, the market data known on their day and not later:
 *
 * - all of {@link dayLimits};
 * - `day`: `reference, ceiling, floor` (stored, else by the rules of the exchange), `change, change_percent` (against
 *   the reference; null with a `change_reason` if the bar before is too old, and for a close of 0), `average_price,
 *   traded_value` (matched and negotiated; close × volume if neither is stored), `listed_shares, outstanding_shares,
 *   market_cap, shares_reason` (as known on `sharesOn`), `limit_state` (ceiling, floor, none).
 */
export function marketDay(published: Published, sharesOn = 'q.date'): string {
  return `${dayLimits('q', published)}
    CROSS JOIN LATERAL (${sharesOf({ ticker: 'q.ticker', day: sharesOn, master: 's' })}) shares
    CROSS JOIN LATERAL (
      SELECT ${changeReason({ stored: 'stat.reference', base: 'previous.date', day: 'q.date' })} AS reason) gap
    CROSS JOIN LATERAL (SELECT ${dayChange({ close: 'q.close', reference: 'ref.price', reason: 'gap.reason' })} AS change) move
    CROSS JOIN LATERAL (
      SELECT ref.price AS reference, limits.ceiling, limits.floor, move.change,
        100 * move.change / nullif(ref.price, 0) AS change_percent, gap.reason AS change_reason,
        coalesce(stat.average_price, stat.matched_value / nullif(stat.matched_volume, 0)) AS average_price,
        ${tradedValue(storedValue('stat'), 'q')} AS traded_value,
        shares.listed AS listed_shares, shares.outstanding AS outstanding_shares,
        ${marketCap({ shares: 'shares.outstanding', close: 'q.close' })} AS market_cap, shares.reason AS shares_reason,
        CASE WHEN gap.reason IS NULL THEN ${limitState({ close: 'q.close', reference: 'ref.price', ceiling: 'limits.ceiling', floor: 'limits.floor' })}
             ELSE 'none' END AS limit_state) day`;
}

/**
 * SELECT of the share counts of a security known on a day, one row: each that of the newest daily statistic by then that
 * has it, else that of the master, the alias `master` of `security`, from the day on which it begins to hold:
 * `shares_from`, else the listing date, else the last change of the record. A `shares_from` after that statistic is
 * newer: the master's count then takes precedence. Columns `listed, outstanding`, null if unknown, and the `reason` why
 * no outstanding shares are known: a count of 0 is an unknown one.
 *
 * OFFSET 0 keeps a count from being looked up once for each use; a count that is not used is not looked up.
 */
export function sharesOf({ ticker, day, master }: { ticker: string; day: string; master: string }): string {
  const since = `coalesce(${master}.shares_from, ${master}.listing_date, ${marketDate(`${master}.changed_at`)})`;
  const newestCount = (column: string) => `coalesce(
        (SELECT d.${column} FROM daily_statistic d
          WHERE d.ticker = ${ticker} AND d.date <= ${day} AND d.${column} IS NOT NULL
            AND d.date >= coalesce(
              CASE WHEN ${master}.${column} IS NOT NULL AND ${master}.shares_from <= ${day} THEN ${master}.shares_from END,
              '-infinity')
          ORDER BY d.date DESC LIMIT 1),
        CASE WHEN ${since} <= ${day} THEN ${master}.${column} END)`;
  return `
    SELECT counts.listed, counts.outstanding,
      CASE WHEN counts.outstanding > 0 THEN NULL
           WHEN counts.outstanding = 0 OR coalesce(${master}.outstanding_shares, 0) = 0 THEN 'no_share_count'
           ELSE 'share_count_later' END AS reason
    FROM (
      SELECT ${newestCount('listed_shares')} AS listed,
        ${newestCount('outstanding_shares')} AS outstanding OFFSET 0) counts`;
}

/** What {@link sharesOf} reads of each security before the days: its last counts. */
export const COUNTS_BEFORE: readonly Lookback[] = ['listed_shares', 'outstanding_shares'].map((column) => ({
  table: 'daily_statistic',
  where: `r.${column} IS NOT NULL`,
}));

/**
 * SQL condition that a bar, the alias `bar` of `quote` joined to its row of `security`, is that of a stock or a fund
 * unit: not an index by its code or the master; a ticker without a master record counts as a stock.
 */
export const isStock = (bar: string, master: string) => `
  ${isShare(`coalesce(${master}.security_type, 'stock')`)}
  AND NOT EXISTS (SELECT FROM market_index own WHERE own.code = ${bar}.ticker)`;

/**
 * SELECT of the industry code of a security on a day: the newest membership that holds then, else the master's. Column
 * `code`, null if unknown.
 */
export function industryOf({ ticker, day, master }: { ticker: string; day: string; master: string }): string {
  return `SELECT coalesce((
      SELECT CASE WHEN m.to_date IS NULL OR m.to_date >= ${day} THEN m.code END
      FROM industry_membership m WHERE m.ticker = ${ticker} AND m.from_date <= ${day}
      ORDER BY m.from_date DESC LIMIT 1), ${master}) AS code`;
}

/**
 * SELECT of the members of an index on a day, one row per ticker: `ticker, from_date, shares, free_float_ratio,
 * cap_ratio` (`shares` null: the outstanding shares of the day). The newest period of each constituent that holds on
 * the day; if there is none and the index takes all shares, the stocks listed on its exchange that day.
 */
export function membersOf({ code, day }: { code: string; day: string }): string {
  const storedMembers = `
    SELECT c.ticker, c.from_date, c.shares, c.free_float_ratio, c.cap_ratio
    FROM index_constituent c
    WHERE c.code = ${code} AND c.from_date <= ${day} AND (c.to_date IS NULL OR c.to_date >= ${day})
      AND NOT EXISTS (
        SELECT FROM index_constituent n
        WHERE n.code = c.code AND n.ticker = c.ticker AND n.from_date > c.from_date AND n.from_date <= ${day})`;
  return `
    ${storedMembers}
    UNION ALL
    SELECT l.ticker, l.listing_date, NULL::bigint, 1::double precision, 1::double precision
    FROM market_index i JOIN security l ON l.exchange = i.exchange
    WHERE i.code = ${code} AND i.all_share AND l.security_type = 'stock'
      AND (l.listing_date IS NULL OR l.listing_date <= ${day})
      AND (l.delisting_date IS NULL OR l.delisting_date >= ${day})
      AND NOT EXISTS (${storedMembers})`;
}
