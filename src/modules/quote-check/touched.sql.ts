import { HOME } from '../../market/calendar.sql.js';
import {
  EVER,
  IS_DECISION,
  IS_OF_UNNAMED_ROWS,
  isOfBatch,
  NEVER_AGAIN,
  ofBatches,
} from '../../market/log-changes.sql.js';
import type { Published } from '../../market/published.sql.js';

/** Data sets keyed by ticker and day, with the column of the day. */
const BY_DAY = { quote: 'date', daily_statistic: 'date', corporate_action: 'ex_date' } as const;
/** Rules of exchanges, each with its first day. */
const RULES = ['market_band', 'market_tick'] as const;

/** Data sets that flags and gaps depend on. */
export const CHECKED_RESOURCES = [...Object.keys(BY_DAY), ...RULES, 'security', 'settlement'];

/** Master fields that flags depend on, from a record in an event. */
const ofMaster = (record: string) =>
  ['exchange', 'security_type', 'listing_date', 'delisting_date', 'listed_shares', 'outstanding_shares']
    .map((field) => `${record} -> '${field}'`)
    .join(', ');

/**
 * If quotes are published unapproved, decisions change how many wait, but no flag or gap: one day of each ticker is
 * enough to have its quotes counted.
 */
const DECIDED = `
  SELECT key ->> 'ticker', min((key ->> 'date')::date), min((key ->> 'date')::date)
  FROM event WHERE ${IS_DECISION} GROUP BY key ->> 'ticker'`;

const ofDay = (resource: string, day: string, condition: string) => `
  SELECT key ->> 'ticker' AS ticker, (key ->> '${day}')::date AS first, (key ->> '${day}')::date AS last
  FROM event WHERE resource = '${resource}' AND key IS NOT NULL AND ${condition}`;

/** SELECTs, by data set, of the ticker days in batches of an import: `ticker, first, last`. */
export const TOUCHED_BY_BATCHES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BY_DAY).map(([resource, day]) => [
    resource,
    `${ofBatches(resource, `r.ticker, min(r.${day})::text AS first, max(r.${day})::text AS last`)} GROUP BY r.ticker`,
  ]),
);

/** Days of the market's calendar, each for all tickers: the quotes after a day depend on it, too. */
const DAYS = `
  SELECT (key ->> 'date')::date AS first, (key ->> 'date')::date AS last
  FROM event WHERE resource = 'settlement' AND key ->> 'country' = '${HOME}'
  UNION ALL
  SELECT min(d.date), max(d.date) FROM event JOIN settlement d ON d.country = '${HOME}' AND ${isOfBatch('d')}
  WHERE event.resource = 'settlement' AND event.action = 'imported'`;

const rule = (resource: string) => `
  SELECT (key ->> 'valid_from')::date, ${NEVER_AGAIN} FROM event WHERE resource = '${resource}' AND key IS NOT NULL
  UNION ALL
  SELECT min(m.valid_from), ${NEVER_AGAIN} FROM event JOIN ${resource} m ON ${isOfBatch('m')}
  WHERE event.resource = '${resource}' AND event.action = 'imported'`;

/**
 * SELECT of the ticker days that the rows of `event` touched, apart from those of {@link TOUCHED_BY_BATCHES}:
 * `ticker, first, last`; if all tickers are touched, those of `traded`. The checks also examine the quotes after
 * the last of these days up to one with a trade, as each builds on the one before it and on the last trade. An event of
 * many rows that does not identify them, such as one of shipped data, touches everything.
 */
export const touchedDays = (published: Published) => `
  ${Object.entries(BY_DAY)
    .map(([resource, day]) => ofDay(resource, day, published === 'all' ? `NOT ${IS_DECISION}` : 'true'))
    .join('\n  UNION ALL')}
  ${published === 'all' ? `UNION ALL ${DECIDED}` : ''}
  UNION ALL
  SELECT key ->> 'ticker', ${EVER}, ${NEVER_AGAIN} FROM event WHERE resource = 'security' AND key IS NOT NULL
    AND (${ofMaster('before')}) IS DISTINCT FROM (${ofMaster('after')})
  UNION ALL
  SELECT s.ticker, ${EVER}, ${NEVER_AGAIN} FROM event JOIN security s ON ${isOfBatch('s')}
  WHERE event.resource = 'security' AND event.action = 'imported'
  UNION ALL
  SELECT traded.ticker, day.first, day.last
  FROM (
    SELECT min(first) AS first, max(last) AS last FROM (
      ${DAYS}
      UNION ALL ${RULES.map(rule).join('\n      UNION ALL')}
      UNION ALL
      SELECT ${EVER}, ${NEVER_AGAIN} FROM event WHERE ${IS_OF_UNNAMED_ROWS}
    ) days HAVING min(first) IS NOT NULL
  ) day CROSS JOIN traded`;
