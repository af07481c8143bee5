import type { Lookback } from '../database/citus/days.js';
import { actionSums, effectiveDay, exPrice } from './adjustment.sql.js';
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
import { bandOf, ticksOf } from './limits.sql.js';
import { isPublished, type Published } from './published.sql.js';
import { tradedTickers } from './traded.sql.js';

/** Scope of the bars on the requested days. */
export interface MarketDaysScope {
  /** SELECT of the eligible tickers, each once; all that have bars when not given */
  tickers?: string;
  /** SQL condition on a ticker, the alias `q`, with its master `s` */
  where?: string;
  /** a single day is requested: one bar per ticker is expected, else many */
  isOneDay?: boolean;
  published: Published;
}

/**
 * CTEs to follow WITH and a CTE `requested (date)` of the requested days.
 *
 * `market_day`: one row per published bar of the scope on those days: `ticker, date, close, volume`, the bar before it,
 * `previous_date, previous_close`, and what `marketDay` gives for a single bar, by the same rules
 * (`day-prices.sql.ts`): `reference, ceiling, floor, change, change_reason, traded_value, limit_state`. Prices and
 * values in VND; a cell that cannot be known is null.
 *
 * For many bars at once: the bars of every ticker, from the last one before the days on, are read once in key order,
 * and all else is joined by hash. Rules of exchanges are arrays by exchange and day, searched by price; limits are
 * computed for bars without stored ones.
 */
export function marketDays({
  tickers = tradedTickers(),
  where = 'true',
  isOneDay = false,
  published,
}: MarketDaysScope): string {
  const range = isOneDay ? 'span' : MANY_DAYS;
  return `
    span AS MATERIALIZED (SELECT min(date) AS first, max(date) AS last FROM requested),
    traded AS MATERIALIZED (${tradedDays(tickers, where, published)}),
    bar AS MATERIALIZED (${bars(range, published)}),
    statistic AS MATERIALIZED (${statistics(range)}),
    terms AS MATERIALIZED (${terms(published)}),
    rules AS MATERIALIZED (${RULES}),
    market_day AS (${DAYS})`;
}

/**
 * What {@link marketDays} reads of each ticker before the requested days: its last bar, with which a statement may read
 * more, and the last one with a trade.
 */
export const barsBefore = (published: Published, then: readonly Lookback[] = []): Lookback[] => [
  { table: 'quote', where: isPublished('r', published), then },
  { table: 'quote', where: `r.volume > 0 AND ${isPublished('r', published)}` },
];

/**
 * `since`: the last bar before the days, `rested`: the last one with a trade; `exchange`: null unless ticks and limits
 * apply to the ticker. The CASE keeps the planner from multiplying its guessed selectivity of each condition, down to
 * one ticker.
 */
const tradedDays = (tickers: string, where: string, published: Published) => `
  SELECT row_number() OVER () AS id, q.ticker, s.listing_date, ${startsFromAverage('s')} AS by_average, before.date AS since,
    ${lastTraded('before', `SELECT b.date ${older('b.volume > 0', published)}`)} AS rested, s.security_type AS type,
    CASE WHEN ${hasLimits('s')} THEN s.exchange END AS exchange
  FROM (${tickers}) q CROSS JOIN span
  LEFT JOIN security s ON s.ticker = q.ticker
  LEFT JOIN LATERAL (SELECT b.date, b.volume ${older('true', published)}) before ON true
  WHERE CASE WHEN ${where} THEN true END`;

/** The newest bar of a ticker before the days for which a condition holds. */
const older = (condition: string, published: Published) => `
  FROM quote b WHERE b.ticker = q.ticker AND b.date < span.first AND ${condition} AND ${isPublished('b', published)}
  ORDER BY b.date DESC LIMIT 1`;

/**
 * The span and one row that the planner takes for a thousand: for a range with unknown bounds it expects one bar per
 * ticker, and would sort and merge a hundred thousand as if they were few. For one day it would expect far too many,
 * and split a join of some hundreds of rows into as many files.
 */
const MANY_DAYS = 'span CROSS JOIN generate_series(1, (SELECT count(*)::int FROM span)) many';

/**
 * Condition that a bar is on a requested day. IS TRUE keeps the planner from turning it into a join: expecting few
 * bars, it would compare each of them with every day.
 */
const IS_REQUESTED = '(b.date IN (SELECT date FROM requested)) IS TRUE';

const bars = (range: string, published: Published) => `
  SELECT t.id, t.ticker, t.exchange, t.type, t.listing_date, coalesce(b.rested, t.rested) AS traded, b.*
  FROM traded t CROSS JOIN ${range}
  CROSS JOIN LATERAL (
    SELECT q.date, q.close, q.volume, lag(q.date) OVER days AS previous_date, lag(q.close) OVER days AS previous_close,
      max(q.date) FILTER (WHERE q.volume > 0) OVER days AS rested
    FROM quote q
    WHERE q.ticker = t.ticker AND q.date >= coalesce(t.since, span.first) AND q.date <= span.last
      AND ${isPublished('q', published)}
    WINDOW days AS (ORDER BY q.date ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) b
  WHERE ${IS_REQUESTED}`;

/** OFFSET 0 keeps each ticker to its own days in the index: a join by ticker alone reads the statistics of all days. */
const statistics = (range: string) => `
  SELECT t.id, d.date, d.reference, d.ceiling, d.floor, CASE WHEN t.by_average THEN ${averageOf('d')} END AS average_price,
    ${storedValue('d')} AS traded_value
  FROM traded t CROSS JOIN ${range}
  CROSS JOIN LATERAL (
    SELECT d.* FROM daily_statistic d
    WHERE d.ticker = t.ticker AND d.date >= coalesce(t.since, span.first) AND d.date <= span.last OFFSET 0) d`;

/** Actions by the bar on which they became effective, the first on or after their ex-date. */
const terms = (published: Published) => `
  SELECT t.id, effective.date, ${actionSums({ order: 'a.ex_date, a.type' })}
  FROM traded t CROSS JOIN span
  JOIN corporate_action a ON a.ticker = t.ticker AND a.ex_date > coalesce(t.since, span.first) AND a.ex_date <= span.last
  CROSS JOIN LATERAL (${effectiveDay(published)}) effective
  GROUP BY t.id, effective.date`;

const RULED = { exchange: 'e.exchange', type: 'e.type', day: 'requested.date' };

/** Bands and ticks by exchange, kind of security and day. */
const RULES = `
  SELECT e.exchange, e.type, requested.date, band.*, tick.*
  FROM (SELECT DISTINCT exchange, type FROM traded WHERE exchange IS NOT NULL) e CROSS JOIN requested
  LEFT JOIN LATERAL (${bandOf(RULED)}) band ON true
  LEFT JOIN LATERAL (${ticksOf(RULED)}) tick ON true`;

const BASE = basePrice('before.average_price', 'bar.previous_close');

/**
 * Bars with the inputs of their reference and limits: `steps, ticks`, starting `price`,
 * `is_computed, stored_reference, band`.
 */
const STARTED = `
  SELECT bar.ticker, bar.date, bar.close, bar.volume, bar.previous_date, bar.previous_close, rules.steps, rules.ticks,
    CASE WHEN terms.id IS NULL THEN nullif(${BASE}, 0) ELSE ${exPrice(BASE, 'terms')} END AS price,
    ${isComputed({ average: 'before.average_price', terms: 'terms' })} AS is_computed, stat.reference AS stored_reference,
    ${bandOn(bandKind({ date: 'bar.date', listed: 'bar.listing_date', traded: 'bar.traded', rule: 'rules' }), 'rules')} AS band,
    stat.ceiling, stat.floor, ${changeReason({ stored: 'stat.reference', base: 'bar.previous_date', day: 'bar.date' })} AS change_reason,
    ${tradedValue('stat.traded_value', 'bar')} AS traded_value
  FROM bar
  LEFT JOIN statistic stat ON stat.id = bar.id AND stat.date = bar.date
  LEFT JOIN (SELECT * FROM statistic WHERE average_price IS NOT NULL) before
    ON before.id = bar.id AND before.date = bar.previous_date
  LEFT JOIN terms ON terms.id = bar.id AND terms.date = bar.date
  LEFT JOIN rules ON rules.exchange = bar.exchange AND rules.type = bar.type AND rules.date = bar.date`;

const LIMIT = { reference: 'exact', ownTick: 'own_tick' };
const EDGES = edges('exact', 'band');

/**
 * Reference and limits; each OFFSET 0 keeps a step from being recomputed in the next. `exact` is null if both limits
 * are stored.
 */
const LIMITS = `
  SELECT ticker, date, close, volume, previous_date, previous_close, traded_value, change_reason, reference,
    coalesce(ceiling, ${ceilingPrice({ ...LIMIT, edge: 'up', tick: 'up_tick' })}) AS ceiling,
    coalesce(floor, ${floorPrice({ ...LIMIT, edge: 'down', tick: 'down_tick' })}) AS floor
  FROM (
    SELECT *, ticks[width_bucket(up::double precision, steps)] AS up_tick,
      ticks[width_bucket(down::double precision, steps)] AS down_tick
    FROM (
      SELECT *, ${EDGES.up} AS up, ${EDGES.down} AS down
      FROM (
        SELECT *, CASE WHEN ceiling IS NULL OR floor IS NULL THEN reference::numeric END AS exact
        FROM (
          SELECT *, ${referencePrice({ stored: 'stored_reference', price: 'price', tick: 'own_tick', isComputed: 'is_computed' })} AS reference
          FROM (
            SELECT *, ticks[width_bucket(coalesce(stored_reference, price), steps)] AS own_tick FROM (${STARTED} OFFSET 0) started
            OFFSET 0) ticked
          OFFSET 0) referred
        OFFSET 0) counted
      OFFSET 0) edged
    OFFSET 0) limited`;

/** OFFSET 0 keeps a limit from being recomputed for each column that depends on it. */
const DAYS = `
  SELECT ticker, date, close, volume, previous_date, previous_close, reference, ceiling, floor, traded_value, change_reason,
    ${dayChange({ close: 'close', reference: 'reference', reason: 'change_reason' })} AS change,
    CASE WHEN change_reason IS NULL THEN ${limitState({ close: 'close', reference: 'reference', ceiling: 'ceiling', floor: 'floor' })}
         ELSE 'none' END AS limit_state
  FROM (${LIMITS} OFFSET 0) day`;
