import { TODAY } from '../../database/sql.js';
import { actionTerms, exPrice, HAS_TERMS } from '../../market/adjustment.sql.js';
import { isBaseTooOld } from '../../market/base-age.sql.js';
import { calendarOf, isOpenBy } from '../../market/calendar.sql.js';
import { bandOf } from '../../market/limits.sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { STAGE } from '../import/merge-statements.js';
import { comesFirst, judging, yieldsTo } from './judging.sql.js';
import type { RuleName } from './quality-rules.js';

/** Neighbours of a bar, before and after it, by which its unit is judged. */
const NEIGHBOURS = 5;
/** No band is narrower: closes nearer to the one before are not looked at further. */
const NARROWEST_BAND = 0.045;
/** Beyond a band by as much as rounding an adjusted price may bring. */
const SLACK = 0.01;
/** A move within one day that is more than this is none where no band is known. */
const UNKNOWN_BAND = 0.2;
/** Ratios of usual splits and free shares. */
const SPLITS = [1.25, 4 / 3, 1.5, 2, 3, 4, 5, 10];

/** SQL of the threshold of a rule, from the settings `$1` (jsonb); null where it has none. */
const threshold = (rule: RuleName) => `($1::jsonb -> '${rule}' ->> 'threshold')::float8`;

const VALUES = ['open', 'high', 'low', 'close', 'volume'];
const values = (row: string) => VALUES.map((name) => `${row}.${name}`).join(', ');
const PRICES = `ARRAY[${VALUES.map((name) => `b.${name}::float8`).join(', ')}]`;

/** Bars stored around those that arrive, the alias `q`. */
const stored = (condition: string, limit = '') => `
  SELECT q.date, ${values('q')}, q.maker FROM quote q WHERE q.ticker = span.ticker AND ${condition} ${limit}`;

/** Ratio of the close of a bar to the one before it, at least 1. */
const STEP = 'greatest(d.close / d.before, d.before / d.close)';
/** A jump of the unit within {@link NEIGHBOURS} on both sides has one step at least that is as large as their root. */
const LARGE_STEP = `count(*) FILTER (WHERE ${STEP} > power(${threshold('unit_jump')}, 1.0 / ${2 * NEIGHBOURS}))`;
const around = (rows: number) => `(days ROWS BETWEEN ${rows} PRECEDING AND ${rows} FOLLOWING)`;

/**
 * CTEs of the bars that arrive among those that are stored: `arrived`, those that differ from what is stored, and what the
 * rules look at. Bars that are wrong for themselves are no base for others: the bar before is the last one that is not.
 * What costs much is computed where it can matter: `twin`, bars that share their key with another; `odd`, bars near a
 * large step.
 */
const JUDGED = `
  span AS MATERIALIZED (
    SELECT ticker, min(date) AS first, max(date) AS last FROM ${STAGE} GROUP BY ticker
  ), bar AS (
    SELECT s.row_number, s.ticker, s.date, ${values('s')}, NULL::text AS maker FROM ${STAGE} s
    UNION ALL
    SELECT NULL, span.ticker, around.* FROM span CROSS JOIN LATERAL (
      (${stored('q.date < span.first', `ORDER BY q.date DESC LIMIT ${NEIGHBOURS}`)})
      UNION ALL ${stored('q.date >= span.first AND q.date <= span.last')}
      UNION ALL (${stored('q.date > span.last', `ORDER BY q.date LIMIT ${NEIGHBOURS}`)})) around
  ), placed AS MATERIALIZED (
    SELECT b.*, lag(b.date) OVER days IS NOT DISTINCT FROM b.date AS is_again,
      lead(b.date) OVER days IS DISTINCT FROM b.date AS is_last
    FROM bar b WINDOW days AS (PARTITION BY b.ticker ORDER BY b.date, b.row_number NULLS FIRST)
  ), twin AS MATERIALIZED (
    SELECT b.row_number, b.ticker, b.date, ${PRICES} AS prices,
      first_value(CASE WHEN b.row_number IS NULL THEN ${PRICES} END) OVER own AS stored,
      first_value(b.maker) OVER own AS stored_maker,
      min(${PRICES}) FILTER (WHERE b.row_number IS NOT NULL) OVER own
        IS DISTINCT FROM max(${PRICES}) FILTER (WHERE b.row_number IS NOT NULL) OVER own AS is_conflict
    FROM placed b WHERE b.is_again OR NOT b.is_last
    WINDOW own AS (PARTITION BY b.ticker, b.date ORDER BY b.row_number NULLS FIRST
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  ), arrived AS MATERIALIZED (
    SELECT b.row_number, b.ticker, b.date, ${values('b')}, t.prices, t.stored, t.stored_maker,
      coalesce(t.is_conflict, false) AS is_conflict
    FROM placed b LEFT JOIN twin t ON t.row_number = b.row_number
    WHERE b.row_number IS NOT NULL AND (t.row_number IS NULL OR t.prices IS DISTINCT FROM t.stored)
  ), day AS (
    SELECT p.row_number, p.ticker, p.date, p.high, p.low, p.close, p.volume, lag(p.close) OVER days AS before
    FROM placed p WHERE p.is_last AND p.close > 0 WINDOW days AS (PARTITION BY p.ticker ORDER BY p.date)
  ), stepped AS MATERIALIZED (
    SELECT d.*, ${LARGE_STEP} OVER ${around(NEIGHBOURS)} > 0 AS is_near,
      ${LARGE_STEP} OVER ${around(2 * NEIGHBOURS)} > 0 AS is_around
    FROM day d WINDOW days AS (PARTITION BY d.ticker ORDER BY d.date)
  ), odd AS MATERIALIZED (
    SELECT m.row_number, m.ticker, m.date, m.closes FROM (
      SELECT s.*, array_agg(s.close) OVER ${around(NEIGHBOURS)} AS closes
      FROM stepped s WHERE s.is_around WINDOW days AS (PARTITION BY s.ticker ORDER BY s.date)) m
    WHERE m.is_near AND (
      SELECT count(*) FILTER (WHERE greatest(c / m.close, m.close / c) > ${threshold('unit_jump')}) * 2 > count(*) - 1
      FROM unnest(m.closes) c)
  ), sound AS MATERIALIZED (
    SELECT s.ticker, s.date, s.row_number, s.close, s.volume,
      lag(s.date) OVER days AS base_date, lag(s.close) OVER days AS base, lag(s.close, 2) OVER days AS base_before,
      lag(s.volume) OVER days AS base_volume
    FROM stepped s
    WHERE s.high <= s.low * ${threshold('relation')}
      AND NOT EXISTS (SELECT FROM odd o WHERE o.ticker = s.ticker AND o.date = s.date)
      AND NOT EXISTS (SELECT FROM twin t WHERE t.is_conflict AND t.ticker = s.ticker AND t.date = s.date)
    WINDOW days AS (PARTITION BY s.ticker ORDER BY s.date)
  )`;

/** Moves against the adjusted previous close that are beyond the band. */
const MOVES = `
  SELECT s.row_number, s.close, ex.price AS base, s.close / ex.price AS ratio, allowed.band
  FROM sound s
  LEFT JOIN security m ON m.ticker = s.ticker
  CROSS JOIN LATERAL (${actionTerms(
    `a.ticker = s.ticker AND a.ex_date > s.base_date AND a.ex_date <= s.date AND ${HAS_TERMS}`,
  )}) terms
  CROSS JOIN LATERAL (SELECT coalesce(${exPrice('s.base', 'terms')}, s.base) AS price,
    coalesce(${exPrice('s.base_before', 'terms')}, s.base_before) AS price_before) ex
  LEFT JOIN LATERAL (${bandOf({ exchange: 'm.exchange', type: 'm.security_type', day: 's.date' })}) rule ON true
  CROSS JOIN LATERAL (SELECT coalesce(${threshold('jump')}, CASE
    -- Of UPCOM the reference is an average, from which yesterday's close may be a band away itself.
    WHEN m.exchange = 'UPCOM' THEN (1 + rule.band) ^ 2 - 1 + ${SLACK}
    ELSE rule.band + ${SLACK} END, ${UNKNOWN_BAND})::float8 AS band) allowed
  WHERE s.row_number IS NOT NULL AND s.base > 0 AND abs(s.close / s.base - 1) > least(${NARROWEST_BAND}, coalesce(${threshold('jump')}, 1))
    AND abs(s.close / ex.price - 1) > allowed.band
    -- Back where it was before: the bar in between was the odd one.
    AND coalesce(abs(s.close / ex.price_before - 1) > allowed.band, true)
    AND NOT ${isBaseTooOld('s.base_date', 's.date')} AND s.date IS DISTINCT FROM m.listing_date`;

const IS_SPLIT = SPLITS.map(
  (ratio) => `abs(greatest(v.ratio, 1 / v.ratio) / ${ratio} - 1) <= ${threshold('missing_action')}`,
).join(' OR ');

/** One SELECT a rule over `arrived`, the alias `a`: `row_number, rule, value, expected`. */
const found = (rule: RuleName, value: string, expected: string, from: string) => `
  SELECT a.row_number, '${rule}' AS rule, (${value})::float8 AS value, (${expected})::float8 AS expected FROM ${from}`;

const FINDINGS = [
  found(
    'range',
    'CASE WHEN a.low > 0 THEN a.high ELSE a.low END',
    threshold('range'),
    `arrived a WHERE a.low <= 0 OR a.high > ${threshold('range')}`,
  ),
  found(
    'relation',
    'a.high / a.low',
    threshold('relation'),
    `arrived a WHERE a.low > 0 AND a.high > a.low * ${threshold('relation')}`,
  ),
  found(
    'calendar',
    'NULL',
    'NULL',
    `arrived a ${calendarOf('a.date')} WHERE a.date > ${TODAY} OR NOT ${isOpenBy('a.date')}`,
  ),
  found('conflict', 'a.close', 'NULL', 'arrived a WHERE a.is_conflict'),
  found(
    'unit_jump',
    'a.close',
    `(SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY c) FROM unnest(o.closes) c)`,
    'arrived a JOIN odd o ON o.row_number = a.row_number',
  ),
  found(
    'missing_action',
    'v.ratio',
    'v.base',
    `arrived a JOIN moved v ON v.row_number = a.row_number WHERE ${IS_SPLIT}`,
  ),
  found(
    'jump',
    'v.ratio',
    'v.base',
    `arrived a JOIN moved v ON v.row_number = a.row_number WHERE NOT (${IS_SPLIT})`,
  ),
  found(
    'stale',
    'a.close',
    'a.volume',
    `arrived a JOIN sound s ON s.row_number = a.row_number
      WHERE s.close = s.base AND s.volume = s.base_volume AND s.volume >= ${threshold('stale')}`,
  ),
  ...['second_source', 'preferred_source'].map((rule) =>
    found(
      rule as RuleName,
      'a.prices[o.place]',
      'a.stored[o.place]',
      `arrived a CROSS JOIN LATERAL (
        SELECT place FROM unnest(ARRAY[4, 1, 2, 3]) WITH ORDINALITY each(place, turn)
        WHERE abs(a.prices[place] - a.stored[place]) > ${threshold('second_source')} * greatest(a.stored[place], 1)
        ORDER BY turn LIMIT 1) o
      WHERE a.stored_maker <> $2::text
        AND ${rule === 'second_source' ? 'NOT ' : ''}${comesFirst('a.stored_maker')}`,
    ),
  ),
];

/** Judges daily quotes, see {@link judging}. */
export const JUDGE_QUOTES = judging({
  resource: 'quote',
  key: { ticker: 'text', date: 'date' },
  head: `${JUDGED}, moved AS MATERIALIZED (${MOVES})`,
  findings: FINDINGS,
  yields: yieldsTo('a.stored_maker'),
});

/** The merge looks keys up one by one; judging reads all of a batch. */
export const MANY_ROWS = 'SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on';
export const FEW_ROWS = 'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';

/** Days before a day by which its universe is told, calendar days: five sessions, the longest closing aside. */
const RECENT = 10;

/**
 * How many of the securities that are expected on the day `$1` from the actor `$2` have arrived: `present`, `expected`.
 * Those are expected that it brought lately, as a source may cover a part of the market, and that are not delisted: what
 * is stored, and the parts before the row `$3`.
 */
export const COMPLETENESS = `
  SELECT count(*)::int AS expected, count(s.ticker)::int AS present
  FROM (
    SELECT DISTINCT q.ticker FROM (
      SELECT ticker FROM quote
      WHERE date >= $1::date - ${RECENT} AND date < $1::date AND maker = $2::text
      UNION ALL
      SELECT ticker FROM ${STAGE} WHERE row_number < $3::int AND date >= $1::date - ${RECENT} AND date < $1::date) q
    LEFT JOIN security m ON m.ticker = q.ticker
    WHERE coalesce(m.delisting_date > $1::date, true)) universe
  LEFT JOIN (SELECT DISTINCT ticker FROM ${STAGE} WHERE date = $1::date) s ON s.ticker = universe.ticker`;

/** SELECT of the day of the newest row that is left, up to today: `newest`; undefined where the data set has no days. */
export const newestIn = ({ dateColumn }: DataSet): string | undefined =>
  dateColumn === undefined
    ? undefined
    : `SELECT max(${dateColumn}::date)::text AS newest FROM ${STAGE} WHERE ${dateColumn}::date <= ${TODAY}`;
