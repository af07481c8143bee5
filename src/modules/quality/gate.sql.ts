import { TODAY } from '../../database/sql.js';
import { actionTerms, exPrice, HAS_TERMS } from '../../market/adjustment.sql.js';
import { isBaseTooOld } from '../../market/base-age.sql.js';
import { isOpenDay } from '../../market/calendar.sql.js';
import { bandOf } from '../../market/limits.sql.js';
import { STAGE } from '../import/merge-statements.js';
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

/**
 * CTEs of the bars that arrive among those that are stored: `judged`, one row a row of the staging table, with what the
 * rules look at. A bar that is the same as stored is none to be judged. Bars that are wrong for themselves are no base
 * for others: the bar before is the last one that is not.
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
  ), keyed AS MATERIALIZED (
    SELECT b.*, ${PRICES} AS prices,
      first_value(CASE WHEN b.row_number IS NULL THEN ${PRICES} END) OVER own AS stored,
      first_value(b.maker) OVER own AS stored_maker,
      min(${PRICES}) FILTER (WHERE b.row_number IS NOT NULL) OVER own
        IS DISTINCT FROM max(${PRICES}) FILTER (WHERE b.row_number IS NOT NULL) OVER own AS is_conflict,
      lead(b.row_number) OVER (PARTITION BY b.ticker, b.date ORDER BY b.row_number NULLS FIRST) IS NULL AS is_last
    FROM bar b
    WINDOW own AS (PARTITION BY b.ticker, b.date ORDER BY b.row_number NULLS FIRST
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  ), placed AS (
    SELECT k.*, CASE WHEN max(k.close) OVER near > ${threshold('unit_jump')} * min(k.close) OVER near
      THEN array_agg(k.close) OVER near END AS closes
    FROM keyed k WHERE k.is_last AND k.close > 0
    WINDOW near AS (PARTITION BY k.ticker ORDER BY k.date
      ROWS BETWEEN ${NEIGHBOURS} PRECEDING AND ${NEIGHBOURS} FOLLOWING)
  ), measured AS (
    SELECT p.*, p.closes IS NOT NULL AND (
      SELECT count(*) FILTER (WHERE greatest(c / p.close, p.close / c) > ${threshold('unit_jump')}) * 2 > count(*) - 1
      FROM unnest(p.closes) c) AS is_other_unit
    FROM placed p
  ), sound AS MATERIALIZED (
    SELECT m.ticker, m.date, m.row_number, m.close, m.volume,
      lag(m.date) OVER days AS base_date, lag(m.close) OVER days AS base, lag(m.close, 2) OVER days AS base_before,
      lag(m.volume) OVER days AS base_volume
    FROM measured m WHERE NOT m.is_other_unit AND NOT m.is_conflict AND m.high <= m.low * ${threshold('relation')}
    WINDOW days AS (PARTITION BY m.ticker ORDER BY m.date)
  ), arrived AS MATERIALIZED (
    SELECT k.* FROM keyed k WHERE k.row_number IS NOT NULL AND k.prices IS DISTINCT FROM k.stored
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
  found('calendar', 'NULL', 'NULL', `arrived a WHERE a.date > ${TODAY} OR NOT ${isOpenDay('a.date')}`),
  found('conflict', 'a.close', 'NULL', 'arrived a WHERE a.is_conflict'),
  found(
    'unit_jump',
    'a.close',
    `(SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY c) FROM unnest(m.closes) c)`,
    'arrived a JOIN measured m ON m.row_number = a.row_number WHERE m.is_other_unit',
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
  found(
    'second_source',
    'a.close',
    'a.stored[4]',
    `arrived a WHERE a.stored_maker <> $2::text
      AND abs(a.close - a.stored[4]) > ${threshold('second_source')} * greatest(a.stored[4], 1)`,
  ),
];

/**
 * Judges the rows of the staging table that differ from what is stored, takes those to be quarantined out of it and puts
 * them into the quarantine. `$1` rules (jsonb), `$2` actor, `$3` source, `$4` run, `$5` columns of a record (text[]). One
 * row: `held`, `warned`, and `failures` and `warnings`, the first findings of each. A row that was rejected before with
 * the same values is held back without waiting once more; one whose key arrives sound supersedes what waited for it.
 */
export const JUDGE = `
  WITH ${JUDGED}, moved AS MATERIALIZED (${MOVES}),
  finding AS MATERIALIZED (
    SELECT f.row_number, f.rule, f.value, f.expected, $1::jsonb -> f.rule ->> 'action' AS action
    FROM (${FINDINGS.join('\n    UNION ALL')}) f
    WHERE $1::jsonb -> f.rule ->> 'action' <> 'off'
  ), verdict AS MATERIALIZED (
    SELECT f.row_number, bool_or(f.action = 'quarantine') AS is_held,
      jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'rule', f.rule, 'action', f.action, 'value', f.value, 'expected', f.expected)) ORDER BY f.rule) AS findings
    FROM finding f GROUP BY f.row_number
  ), gone AS (
    DELETE FROM ${STAGE} s USING verdict v WHERE v.is_held AND s.row_number = v.row_number RETURNING s.*, v.findings
  ), held AS (
    SELECT DISTINCT ON (g.ticker, g.date) g.ticker, g.date, g.findings,
      (SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(to_jsonb(g)) e WHERE e.key = ANY ($5::text[])) AS record
    FROM gone g ORDER BY g.ticker, g.date, g.row_number DESC
  ), waiting AS (
    INSERT INTO quarantine AS q (resource, source, run_id, record_key, record, findings)
    SELECT 'quote', $3::text, $4::uuid, jsonb_build_object('ticker', h.ticker, 'date', h.date), h.record, h.findings
    FROM held h
    WHERE NOT EXISTS (
      SELECT FROM quarantine r WHERE r.resource = 'quote' AND r.source = $3::text AND r.state = 'rejected'
        AND r.record_key = jsonb_build_object('ticker', h.ticker, 'date', h.date) AND r.record = h.record)
    ON CONFLICT (resource, source, record_key) WHERE state = 'waiting' DO UPDATE
    SET record = excluded.record, findings = excluded.findings, run_id = excluded.run_id
    RETURNING q.id
  ), superseded AS (
    UPDATE quarantine q SET state = 'superseded', decided_at = clock_timestamp()
    FROM arrived a
    WHERE q.resource = 'quote' AND q.source = $3::text AND q.state = 'waiting'
      AND q.record_key = jsonb_build_object('ticker', a.ticker, 'date', a.date)
      AND NOT EXISTS (SELECT FROM verdict v WHERE v.row_number = a.row_number AND v.is_held)
  )
  SELECT (SELECT count(*)::int FROM gone) AS held,
    (SELECT count(DISTINCT row_number)::int FROM finding WHERE action = 'warn') AS warned,
    (SELECT count(*)::int FROM waiting) AS waiting,
    (SELECT jsonb_agg(f) FROM (SELECT a.ticker, a.date, f.rule, f.value, f.expected FROM finding f
      JOIN arrived a USING (row_number) WHERE f.action = 'fail' ORDER BY f.row_number LIMIT 20) f) AS failures,
    (SELECT jsonb_agg(f) FROM (SELECT a.ticker, a.date, f.rule, f.value, f.expected FROM finding f
      JOIN arrived a USING (row_number) WHERE f.action = 'warn' ORDER BY f.row_number LIMIT 20) f) AS warnings`;

/** The merge looks keys up one by one; judging reads all of a batch. */
export const MANY_ROWS = 'SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on';
export const FEW_ROWS = 'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';

/** Days before a day by which its universe is told, calendar days: five sessions, the longest closing aside. */
const RECENT = 10;

/**
 * How many of the securities that are expected on the day `$1` from the actor `$2` have arrived: `present`, `expected`.
 * Those are expected that it brought lately, as a source may cover a part of the market, and that are not delisted.
 */
export const COMPLETENESS = `
  SELECT count(*)::int AS expected, count(s.ticker)::int AS present
  FROM (
    SELECT DISTINCT q.ticker FROM quote q
    LEFT JOIN security m ON m.ticker = q.ticker
    WHERE q.date >= $1::date - ${RECENT} AND q.date < $1::date AND q.maker = $2::text AND coalesce(m.delisting_date > $1::date, true)) universe
  LEFT JOIN (SELECT DISTINCT ticker FROM ${STAGE} WHERE date = $1::date) s ON s.ticker = universe.ticker`;
