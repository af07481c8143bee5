import { STAGE } from '../../database/records/stage.js';
import { columnsFrom, TODAY } from '../../database/sql.js';
import { actionTerms, exPrice, hasTerms } from '../../market/adjustment.sql.js';
import { isBaseTooOld } from '../../market/base-age.sql.js';
import {
  calendarOf,
  dayOverAt,
  isClosedAmongMany,
  isOpenBy,
  isOpenMarket,
} from '../../market/calendar.sql.js';
import { bandOf } from '../../market/limits.sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { dayOf } from '../dataset/day-of.js';
import { comesFirst, type JudgedRows, judging, STAGED_ROWS, yieldsTo } from './judging.sql.js';
import type { RuleName } from './quality-rules.js';

/** Neighbours on each side of a bar by which its unit is judged. */
const NEIGHBOURS = 5;
/** No band is narrower: closes nearer to the previous one are not examined further. */
const NARROWEST_BAND = 0.045;
/** Tolerance beyond a band for the rounding of an adjusted price. */
const SLACK = 0.01;
/** If no band is known, a larger move within one day is not taken as real. */
const UNKNOWN_BAND = 0.2;
/** Common ratios of splits and free shares. */
const SPLITS = [1.25, 4 / 3, 1.5, 2, 3, 4, 5, 10];

/** SQL of the threshold of a rule, from the settings `$1` (jsonb); null where it has none. */
const threshold = (rule: RuleName) => `($1::jsonb -> '${rule}' ->> 'threshold')::float8`;

const VALUES = ['open', 'high', 'low', 'close', 'volume'];
const values = (row: string) => columnsFrom(row, VALUES);
const PRICES = `ARRAY[${VALUES.map((name) => `b.${name}::float8`).join(', ')}]`;

/** Stored bars around those that arrive, the alias `q`. */
const storedRows = (condition: string, limit = '') => `
  SELECT q.date, ${values('q')}, q.maker FROM quote q WHERE q.ticker = span.ticker AND ${condition} ${limit}`;

/** Ratio of the close of a bar to the one before it, at least 1. */
const STEP = 'greatest(d.close / d.before, d.before / d.close)';
/** A unit jump within {@link NEIGHBOURS} on both sides has at least one step as large as this root. */
const ROOT = `power(${threshold('unit_jump')}, 1.0 / ${2 * NEIGHBOURS})`;
const LARGE_STEP = `count(*) FILTER (WHERE ${STEP} > ${ROOT})`;
const around = (rows: number, unit = 'ROWS') => `${unit} BETWEEN ${rows} PRECEDING AND ${rows} FOLLOWING`;
/** Closes nearer to the previous one than this ratio are no jump. */
const NEAR = `least(${NARROWEST_BAND}, coalesce(${threshold('jump')}, 1))`;
/**
 * Whether a corporate action takes effect between a bar, the alias `row`, and the one before it, from `ex` of its security:
 * then an unchanged close is a jump. Without trades it is none, as the last price is shown.
 */
const isEx = (row: string) =>
  `coalesce(${row}.volume > 0 AND width_bucket(${row}.date, ex.dates) > width_bucket(${row}.base_date, ex.dates), false)`;
/** Whether the close of `m` is so far from most of its neighbours', `m.closes`, that its unit must differ. */
const IS_ODD = `(
  SELECT count(*) FILTER (WHERE greatest(c / m.close, m.close / c) > ${threshold('unit_jump')}) * 2 > count(*) - 1
  FROM unnest(m.closes) c)`;

/** The bars in the staging table, the alias `bar`, and the stored ones around them. */
const STAGED_BARS = `
  span AS MATERIALIZED (
    SELECT ticker, min(date) AS first, max(date) AS last FROM ${STAGE} GROUP BY ticker
  ), bar AS (
    SELECT s.row_number, s.ticker, s.date, ${values('s')}, NULL::text AS maker FROM ${STAGE} s
    UNION ALL
    SELECT NULL, span.ticker, around.* FROM span CROSS JOIN LATERAL (
      (${storedRows('q.date < span.first', `ORDER BY q.date DESC LIMIT ${NEIGHBOURS}`)})
      UNION ALL ${storedRows('q.date >= span.first AND q.date <= span.last')}
      UNION ALL (${storedRows('q.date > span.last', `ORDER BY q.date LIMIT ${NEIGHBOURS}`)})) around
  )`;

/** The bars of the tickers `$7` that this transaction has written: their first ones. */
const WRITTEN_BARS = `
  bar AS (
    SELECT q.id AS row_number, q.ticker, q.date, ${values('q')}, NULL::text AS maker FROM quote q
    -- Not compared as such: the planner would take the bars of one transaction for a few.
    WHERE q.ticker = ANY ($7::text[]) AND coalesce(q.xmin = (SELECT pg_current_xact_id()::xid), false)
  )`;

/**
 * CTEs of the arriving bars among the stored ones: `incoming`, those that differ from what is stored; `arrived`, those
 * of them that a rule may find; and what the rules examine. One pass over all bars finds the few to examine: `suspect`.
 * Bars that are wrong in themselves are no base for others; the bar before is the last one that is not. So securities
 * that have such a bar, or a key twice, are `irregular` and processed bar by bar. `twin`: their bars that share a key
 * with another; `odd`: those in a different unit.
 */
const barCtes = (bars: string) => `${bars}, placed AS MATERIALIZED (
    SELECT b.*, lag(b.date) OVER days AS base_date, lag(b.close) OVER days AS base,
      lag(b.close, 2) OVER days AS base_before, lag(b.volume) OVER days AS base_volume, row_number() OVER days AS nth
    FROM bar b WINDOW days AS (PARTITION BY b.ticker ORDER BY b.date, b.row_number NULLS FIRST)
  ), ex AS MATERIALIZED (
    SELECT t.ticker, array_agg(a.ex_date ORDER BY a.ex_date) AS dates
    FROM (SELECT DISTINCT p.ticker FROM placed p) t JOIN corporate_action a ON a.ticker = t.ticker AND ${hasTerms('a')}
    GROUP BY t.ticker
  ), suspect AS MATERIALIZED (
    SELECT p.*, p.low <= 0 OR p.high > p.low * ${threshold('relation')} OR coalesce(p.date = p.base_date, false) AS is_wrong,
      p.close > p.base * ${ROOT} OR p.base > p.close * ${ROOT} AS is_step
    FROM placed p LEFT JOIN ex ON ex.ticker = p.ticker
    WHERE p.low <= 0 OR p.high > ${threshold('range')} OR p.high > p.low * ${threshold('relation')} OR p.date = p.base_date
      OR abs(p.close / nullif(p.base, 0) - 1) > ${NEAR} OR p.close > p.base * ${ROOT} OR p.base > p.close * ${ROOT}
      OR p.close = p.base AND p.volume = p.base_volume AND p.volume >= ${threshold('stale')} OR ${isEx('p')}
      OR p.date > (SELECT ${TODAY}) OR ${isClosedAmongMany('p.date')}
  ), wrong AS MATERIALIZED (
    SELECT DISTINCT s.ticker FROM suspect s WHERE s.is_wrong
  ), near AS MATERIALIZED (
    SELECT p.ticker, p.nth, p.close, n.is_near FROM placed p JOIN (
      SELECT s.ticker, s.nth + distance AS nth, bool_or(abs(distance) <= ${NEIGHBOURS}) AS is_near
      FROM suspect s CROSS JOIN generate_series(${-2 * NEIGHBOURS}, ${2 * NEIGHBOURS}) distance
      WHERE s.is_step AND NOT EXISTS (SELECT FROM wrong w WHERE w.ticker = s.ticker) GROUP BY 1, 2) n USING (ticker, nth)
  ), irregular AS MATERIALIZED (
    SELECT w.ticker FROM wrong w
    UNION
    SELECT m.ticker FROM (
      SELECT n.ticker, n.close, n.is_near, array_agg(n.close)
        OVER (PARTITION BY n.ticker ORDER BY n.nth ${around(NEIGHBOURS, 'RANGE')}) AS closes FROM near n) m
    WHERE m.is_near AND ${IS_ODD}
  ), own AS MATERIALIZED (
    SELECT p.*, p.base_date IS NOT DISTINCT FROM p.date AS is_again,
      lead(p.date) OVER days IS DISTINCT FROM p.date AS is_last
    FROM placed p WHERE p.ticker IN (SELECT ticker FROM irregular)
    WINDOW days AS (PARTITION BY p.ticker ORDER BY p.nth)
  ), twin AS MATERIALIZED (
    SELECT b.row_number, b.ticker, b.date, ${PRICES} AS prices,
      first_value(CASE WHEN b.row_number IS NULL THEN ${PRICES} END) OVER own AS stored,
      first_value(b.maker) OVER own AS stored_maker,
      min(${PRICES}) FILTER (WHERE b.row_number IS NOT NULL) OVER own
        IS DISTINCT FROM max(${PRICES}) FILTER (WHERE b.row_number IS NOT NULL) OVER own AS is_conflict
    FROM own b WHERE b.is_again OR NOT b.is_last
    WINDOW own AS (PARTITION BY b.ticker, b.date ORDER BY b.row_number NULLS FIRST
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  ), regular AS (
    SELECT s.* FROM suspect s WHERE NOT EXISTS (SELECT FROM irregular i WHERE i.ticker = s.ticker)
  ), arrived AS MATERIALIZED (
    SELECT r.row_number, r.ticker, r.date, ${values('r')}, NULL::float8[] AS prices, NULL::float8[] AS stored,
      NULL AS stored_maker, false AS is_conflict FROM regular r WHERE r.row_number IS NOT NULL
    UNION ALL
    SELECT b.row_number, b.ticker, b.date, ${values('b')}, t.prices, t.stored, t.stored_maker,
      coalesce(t.is_conflict, false)
    FROM own b LEFT JOIN twin t ON t.row_number = b.row_number
    WHERE b.row_number IS NOT NULL AND (t.row_number IS NULL OR t.prices IS DISTINCT FROM t.stored)
  ), incoming AS (
    SELECT p.row_number, p.ticker, p.date FROM placed p
    WHERE p.row_number IS NOT NULL AND NOT EXISTS (SELECT FROM irregular i WHERE i.ticker = p.ticker)
    UNION ALL
    SELECT a.row_number, a.ticker, a.date FROM arrived a WHERE EXISTS (SELECT FROM irregular i WHERE i.ticker = a.ticker)
  ), day AS (
    SELECT p.row_number, p.ticker, p.date, p.high, p.low, p.close, p.volume, lag(p.close) OVER days AS before
    FROM own p WHERE p.is_last AND p.close > 0 WINDOW days AS (PARTITION BY p.ticker ORDER BY p.date)
  ), stepped AS MATERIALIZED (
    SELECT d.*, ${LARGE_STEP} OVER (days ${around(NEIGHBOURS)}) > 0 AS is_near,
      ${LARGE_STEP} OVER (days ${around(2 * NEIGHBOURS)}) > 0 AS is_around
    FROM day d WINDOW days AS (PARTITION BY d.ticker ORDER BY d.date)
  ), odd AS MATERIALIZED (
    SELECT m.row_number, m.ticker, m.date, m.closes FROM (
      SELECT s.*, array_agg(s.close) OVER (days ${around(NEIGHBOURS)}) AS closes
      FROM stepped s WHERE s.is_around WINDOW days AS (PARTITION BY s.ticker ORDER BY s.date)) m
    WHERE m.is_near AND ${IS_ODD}
  ), sound AS MATERIALIZED (
    SELECT r.ticker, r.date, r.row_number, r.close, r.volume, r.base_date, r.base, r.base_before, r.base_volume FROM regular r
    UNION ALL
    SELECT s.ticker, s.date, s.row_number, s.close, s.volume,
      lag(s.date) OVER days, lag(s.close) OVER days, lag(s.close, 2) OVER days, lag(s.volume) OVER days
    FROM stepped s
    WHERE s.high <= s.low * ${threshold('relation')}
      AND NOT EXISTS (SELECT FROM odd o WHERE o.ticker = s.ticker AND o.date = s.date)
      AND NOT EXISTS (SELECT FROM twin t WHERE t.is_conflict AND t.ticker = s.ticker AND t.date = s.date)
    WINDOW days AS (PARTITION BY s.ticker ORDER BY s.date)
  )`;

/** Moves beyond the band, against the adjusted previous close. */
const MOVES = `
  SELECT s.row_number, s.close, base.price AS base, s.close / base.price AS ratio, allowed.band,
    base.price = s.base AS is_without_action
  FROM sound s
  LEFT JOIN ex ON ex.ticker = s.ticker
  LEFT JOIN security m ON m.ticker = s.ticker
  CROSS JOIN LATERAL (${actionTerms(
    `a.ticker = s.ticker AND a.ex_date > s.base_date AND a.ex_date <= s.date AND ${hasTerms('a')}`,
  )}) terms
  CROSS JOIN LATERAL (SELECT coalesce(${exPrice('s.base', 'terms')}, s.base) AS price,
    coalesce(${exPrice('s.base_before', 'terms')}, s.base_before) AS price_before) base
  LEFT JOIN LATERAL (${bandOf({ exchange: 'm.exchange', type: 'm.security_type', day: 's.date' })}) rule ON true
  CROSS JOIN LATERAL (SELECT coalesce(${threshold('jump')}, CASE
    -- Of UPCOM the reference is an average, from which yesterday's close may be a band away itself.
    WHEN m.exchange = 'UPCOM' THEN (1 + rule.band) ^ 2 - 1 + ${SLACK}
    ELSE rule.band + ${SLACK} END, ${UNKNOWN_BAND})::float8 AS band) allowed
  WHERE s.row_number IS NOT NULL AND s.base > 0 AND (abs(s.close / s.base - 1) > ${NEAR} OR ${isEx('s')})
    AND abs(s.close / base.price - 1) > allowed.band
    -- Back where it was before: the bar in between was the odd one.
    AND coalesce(abs(s.close / base.price_before - 1) > allowed.band, true)
    AND NOT ${isBaseTooOld('s.base_date', 's.date')} AND s.date IS DISTINCT FROM m.listing_date`;

const IS_SPLIT = `v.is_without_action AND (${SPLITS.map(
  (ratio) => `abs(greatest(v.ratio, 1 / v.ratio) / ${ratio} - 1) <= ${threshold('missing_action')}`,
).join(' OR ')})`;

/** SELECT of one rule over `arrived`, the alias `a`: `row_number, rule, value, expected`. */
const finding = (rule: RuleName, value: string, expected: string, from: string) => `
  SELECT a.row_number, '${rule}' AS rule, (${value})::float8 AS value, (${expected})::float8 AS expected FROM ${from}`;

const FINDINGS = [
  finding(
    'range',
    'CASE WHEN a.low > 0 THEN a.high ELSE a.low END',
    threshold('range'),
    `arrived a WHERE a.low <= 0 OR a.high > ${threshold('range')}`,
  ),
  finding(
    'relation',
    'a.high / a.low',
    threshold('relation'),
    `arrived a WHERE a.low > 0 AND a.high > a.low * ${threshold('relation')}`,
  ),
  finding(
    'calendar',
    'NULL',
    'NULL',
    `arrived a ${calendarOf('a.date')} WHERE a.date > ${TODAY} OR NOT ${isOpenBy('a.date')}`,
  ),
  finding('conflict', 'a.close', 'NULL', 'arrived a WHERE a.is_conflict'),
  finding(
    'unit_jump',
    'a.close',
    `(SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY c) FROM unnest(o.closes) c)`,
    'arrived a JOIN odd o ON o.row_number = a.row_number',
  ),
  finding(
    'missing_action',
    'v.ratio',
    'v.base',
    `arrived a JOIN move v ON v.row_number = a.row_number WHERE ${IS_SPLIT}`,
  ),
  finding(
    'jump',
    'v.ratio',
    'v.base',
    `arrived a JOIN move v ON v.row_number = a.row_number WHERE NOT (${IS_SPLIT})`,
  ),
  finding(
    'stale',
    'a.close',
    'a.volume',
    `arrived a JOIN sound s ON s.row_number = a.row_number
      WHERE s.close = s.base AND s.volume = s.base_volume AND s.volume >= ${threshold('stale')}`,
  ),
  ...['second_source', 'preferred_source'].map((rule) =>
    finding(
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

const judgingQuotes = (bars: string, rows: JudgedRows, yields: string) =>
  judging({
    resource: 'quote',
    key: { ticker: 'text', date: 'date' },
    rows,
    head: `${barCtes(bars)}, move AS MATERIALIZED (${MOVES})`,
    findings: FINDINGS,
    incoming: 'incoming',
    yields,
  });

/** Judges daily quotes in the staging table, see {@link judging}. */
export const JUDGE_QUOTES = judgingQuotes(STAGED_BARS, STAGED_ROWS, yieldsTo('a.stored_maker'));

/** Judges daily quotes already written to their table, the first of their securities; see {@link WRITTEN_BARS}. */
export const JUDGE_WRITTEN_QUOTES = judgingQuotes(
  WRITTEN_BARS,
  { table: 'quote', column: 'id', type: 'uuid', isIndexed: true },
  'false',
);

/** Whether no quote of the tickers `$1` is stored: `none`. */
export const HAS_NO_QUOTES = `
  SELECT NOT EXISTS (
    SELECT FROM unnest($1::text[]) t (ticker) CROSS JOIN LATERAL (
      SELECT FROM quote q WHERE q.ticker = t.ticker ORDER BY q.date LIMIT 1) stored) AS none`;

/** Day of the newest quote of the tickers `$1`, up to today: `newest`. */
export const NEWEST_QUOTE = `
  SELECT max(last.date)::text AS newest FROM unnest($1::text[]) t (ticker) CROSS JOIN LATERAL (
    SELECT q.date FROM quote q WHERE q.ticker = t.ticker AND q.date <= ${TODAY} ORDER BY q.date DESC LIMIT 1) last`;

/** The merge looks up keys one by one; judging reads a whole batch. */
export const MANY_ROWS = 'SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on';
export const FEW_ROWS = 'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';

/** Calendar days before a day that define its universe: five sessions, except over the longest closure. */
const RECENT = 10;

const IS_RECENT = `date >= $1::date - ${RECENT} AND date < $1::date`;

/**
 * SELECT of the securities expected on the day `$1` from the actor `$2`: those that it brought recently, as a source
 * may cover a part of the market, and that are not delisted. `more`: SELECT of tickers that count as well.
 */
const universe = (more = '') => `
    SELECT DISTINCT q.ticker FROM (
      SELECT ticker FROM quote WHERE ${IS_RECENT} AND maker = $2::text${more === '' ? '' : ` UNION ALL ${more}`}) q
    LEFT JOIN security m ON m.ticker = q.ticker
    WHERE coalesce(m.delisting_date > $1::date, true)`;

/**
 * How many of the securities of the {@link universe} have arrived: `present`, `expected`; according to what is stored
 * and the parts before the row `$3`.
 */
export const COMPLETENESS = `
  SELECT count(*)::int AS expected, count(s.ticker)::int AS present
  FROM (${universe(`SELECT ticker FROM ${STAGE} WHERE row_number < $3::int AND ${IS_RECENT}`)}) universe
  LEFT JOIN (SELECT DISTINCT ticker FROM ${STAGE} WHERE date = $1::date) s ON s.ticker = universe.ticker`;

/**
 * How many securities of the {@link universe} an answer without rows lacks: `expected`; none before the close of the
 * day, or if the calendar does not say that it is an open one.
 */
export const EXPECTED = `
  SELECT count(*)::int AS expected FROM (${universe()}) universe
  WHERE EXISTS (SELECT FROM settlement d WHERE ${isOpenMarket('d')} AND d.date = $1::date)
    AND $1::date <= ${dayOverAt('clock_timestamp()')}`;

/** SELECT of the day of the newest remaining row, up to today: `newest`; undefined if the data set has no days. */
export function newestIn(dataSet: DataSet): string | undefined {
  const { dateColumn } = dataSet;
  if (dateColumn === undefined) return undefined;
  const day = dayOf(dataSet, dateColumn);
  return `SELECT max(${day})::text AS newest FROM ${STAGE} WHERE ${day} <= ${TODAY}`;
}
