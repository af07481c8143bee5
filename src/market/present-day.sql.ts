import { isOpenDay } from './calendar.sql.js';
import { isPublished, type Published } from './published.sql.js';
import { isShare } from './security-types.js';

/** Fewer listed securities than this say nothing about a day. */
const LEAST_LISTED = 10;
/** Stored days that are examined, the newest first. */
const DAYS = 60;

/** SQL condition that a security, the alias `s`, is a stock or fund listed on a day; on any day when not given. */
const isListed = (day?: string) => `${isShare('s.security_type')}
  ${day === undefined ? '' : `AND (s.listing_date IS NULL OR s.listing_date <= ${day}) AND (s.delisting_date IS NULL OR s.delisting_date >= ${day})`}`;

/** SQL condition that a security has a published quote on a day: anything but an index, by its code or the master. */
const isTraded = (day: string, published: Published) => `EXISTS (
  SELECT FROM quote q WHERE q.date = ${day} AND ${isPublished('q', published)}
    AND NOT EXISTS (SELECT FROM market_index own WHERE own.code = q.ticker)
    AND NOT EXISTS (SELECT FROM security own WHERE own.ticker = q.ticker AND own.security_type = 'index'))`;

/** SQL condition that a tenth of the securities listed on a day have a published quote then; no more are counted. */
const isBusy = (day: string, published: Published) => `(
  SELECT CASE WHEN listed.count < ${LEAST_LISTED} THEN ${isTraded(day, published)}
    ELSE (SELECT count(*) FROM (
      SELECT FROM quote q JOIN security s ON s.ticker = q.ticker
      WHERE q.date = ${day} AND ${isPublished('q', published)} AND ${isListed(day)}
      LIMIT ceil(listed.count / 10.0)) traded) >= listed.count / 10.0 END
  FROM (SELECT count(*) AS count FROM security s WHERE ${isListed(day)}) listed)`;

/** Conditions for a day of the market: a tenth of the listed securities traded, or any stock did. */
const SHARES = { tenth: isBusy, any: isTraded };

/**
 * SELECT of the newest open day up to `$1` on which this `share` of the market has published quotes, column `day`; no
 * row if none of the last {@link DAYS} stored days qualifies. Steps down the index on dates to the first that does.
 */
export function newestDay({
  share,
  published,
}: {
  share: keyof typeof SHARES;
  published: Published;
}): string {
  const holds = (day: string) => `(${isOpenDay(day)} AND ${SHARES[share](day, published)})`;
  const before = (condition: string) =>
    `SELECT q.date FROM quote q WHERE q.date ${condition} ORDER BY q.date DESC LIMIT 1`;
  return `
    WITH RECURSIVE step AS (
      SELECT newest.date, ${holds('newest.date')} AS holds, 1 AS count FROM (${before('<= $1::date')}) newest
      UNION ALL
      SELECT earlier.date, ${holds('earlier.date')}, step.count + 1
      FROM step CROSS JOIN LATERAL (${before('< step.date')}) earlier
      WHERE NOT step.holds AND step.count < ${DAYS}
    )
    SELECT date::text AS day FROM step WHERE holds`;
}

/**
 * SELECT of the newest day up to `$1` after which fewer than a tenth of the listed securities have an open day with a
 * published quote, column `day`: no later day can reach a tenth. No row if that few have quotes at all.
 */
export const busyReach = (published: Published) => `
  SELECT last.date::text AS day
  FROM security s CROSS JOIN LATERAL (
    SELECT q.date FROM quote q
    WHERE q.ticker = s.ticker AND q.date <= $1::date AND ${isPublished('q', published)} AND ${isOpenDay('q.date')}
    ORDER BY q.date DESC LIMIT 1) last
  WHERE ${isListed()}
  ORDER BY last.date DESC
  OFFSET (SELECT greatest(ceil(count(*) / 10.0) - 1, 0) FROM security s WHERE ${isListed('$1::date')}) LIMIT 1`;
