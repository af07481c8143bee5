import { marketDate, textList } from '../../../database/sql.js';
import {
  changesOf,
  EVER,
  IS_DECISION,
  IS_OF_UNNAMED_ROWS,
  NEVER_AGAIN,
  ofBatches,
} from '../../../market/log-changes.sql.js';
import type { Published } from '../../../market/published.sql.js';

/** Days for which a dividend counts. */
export const YEAR = 366;

/** Resources that valuations depend on. */
const RESOURCES = [
  'quote',
  'daily_statistic',
  'corporate_action',
  'statement_item',
  'statement_template',
  'security',
  'industry_membership',
  'index_constituent',
  'market_index',
];

/** Records that are valid from a day in their key on. */
const FROM_DAY = { industry_membership: 'from_date', index_constituent: 'from_date' };
/** Records without days, and records whose imported rows are few: their days are not examined. */
const OF_ANY_DAY = ['security', 'market_index', ...Object.keys(FROM_DAY)];

/** Fields of the master that valuations depend on. */
const OF_MASTER = [
  'industry_code',
  'outstanding_shares',
  'shares_from',
  'listing_date',
  'delisting_date',
  'exchange',
  'security_type',
];

const fieldsOf = (record: string, fields: readonly string[]) =>
  `(${fields.map((field) => `${record} -> '${field}'`).join(', ')})`;
const differs = (fields: readonly string[]) =>
  `${fieldsOf('before', fields)} IS DISTINCT FROM ${fieldsOf('after', fields)}`;

/** Excludes checkers' decisions on quotes, which change nothing if quotes are published unapproved. */
const isPlain = (published: Published) => (published === 'all' ? `NOT ${IS_DECISION}` : 'true');

const events = `WITH event AS MATERIALIZED (${changesOf(RESOURCES)})`;
const publicationDay = marketDate(`(key ->> 'published_at')::timestamptz`);

/**
 * SELECT of the days whose valuations the events from $1 to $2 changed, apart from those of {@link VALUED_BY_BATCHES}:
 * `ticker, first, last`; with a ticker, also the days after `last` up to its next price, on which its last one counts in
 * indices.
 */
export const valuedDays = (published: Published) => `
  ${events}
  SELECT DISTINCT ticker, first::text AS first, last::text AS last FROM (
    SELECT key ->> 'ticker' AS ticker, (key ->> 'date')::date AS first, (key ->> 'date')::date AS last
    FROM event WHERE resource = 'quote' AND key IS NOT NULL AND ${isPlain(published)}
    UNION ALL
    SELECT NULL, (key ->> 'date')::date, ${NEVER_AGAIN} FROM event
    WHERE resource = 'daily_statistic' AND key IS NOT NULL AND ${differs(['outstanding_shares', 'listed_shares'])}
    UNION ALL
    SELECT ticker, (key ->> 'ex_date')::date, (key ->> 'ex_date')::date + CASE WHEN ticker IS NULL THEN ${YEAR} ELSE 0 END
    FROM event CROSS JOIN LATERAL (VALUES (NULL), (key ->> 'ticker')) counted (ticker)
    WHERE resource = 'corporate_action' AND key IS NOT NULL
    ${Object.entries(FROM_DAY)
      .map(
        ([resource, day]) => `UNION ALL
    SELECT NULL, (key ->> '${day}')::date, ${NEVER_AGAIN} FROM event WHERE resource = '${resource}' AND key IS NOT NULL`,
      )
      .join('\n    ')}
    UNION ALL
    SELECT NULL, ${EVER}, ${NEVER_AGAIN} FROM event
    WHERE ${IS_OF_UNNAMED_ROWS} OR resource = 'market_index'
      OR (action = 'imported' AND resource IN (${textList(OF_ANY_DAY)}))
      OR (resource = 'security' AND key IS NOT NULL
        AND (${differs(OF_MASTER)} OR coalesce(after ->> 'shares_from', after ->> 'listing_date') IS NULL))) day
  WHERE first IS NOT NULL`;

/**
 * SELECT of the companies whose statements the events from $1 to $2 changed, and since when: `ticker, first`; a null
 * ticker: all companies.
 */
export const REPORTING_COMPANIES = `
  ${events}
  SELECT ticker, min(first)::text AS first FROM (
    SELECT key ->> 'ticker' AS ticker, ${publicationDay} AS first
    FROM event WHERE resource = 'statement_item' AND key IS NOT NULL
    UNION ALL
    SELECT NULL, ${EVER} FROM event
    WHERE resource = 'statement_template' OR (resource = 'statement_item' AND ${IS_OF_UNNAMED_ROWS})) company
  GROUP BY ticker`;

/** SELECTs of the days whose valuations batches changed, as of {@link valuedDays}; days are null if there are none. */
export const VALUED_BY_BATCHES: Readonly<Record<string, string>> = {
  quote: `${ofBatches('quote', 'r.ticker, min(r.date)::text AS first, max(r.date)::text AS last')} GROUP BY r.ticker`,
  daily_statistic: ofBatches(
    'daily_statistic',
    `NULL AS ticker, min(r.date)::text AS first, (${NEVER_AGAIN})::text AS last`,
  ),
  corporate_action: `${ofBatches(
    'corporate_action',
    `NULL AS ticker, min(r.ex_date)::text AS first, (max(r.ex_date) + ${YEAR})::text AS last`,
  )}
    UNION ALL
    ${ofBatches('corporate_action', 'r.ticker, min(r.ex_date)::text AS first, max(r.ex_date)::text AS last')} GROUP BY r.ticker`,
};

/** SELECT of the companies of batches of statements, and since when: `ticker, first`. */
export const COMPANIES_BY_BATCHES = `
  ${ofBatches('statement_item', `r.ticker, min(${marketDate('r.published_at')})::text AS first`)} GROUP BY r.ticker`;
