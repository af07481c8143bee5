import type { Statement } from '../database/statement.js';

/**
 * SELECT of the periods in which tickers are members of indices, by the rules of `membersOf`, for many days at once:
 * `code, ticker, from_date, until`, both days inclusive, infinite if unbounded. A ticker has at most one period of an
 * index on a day. `codes`: SELECT of the codes.
 *
 * A stored period ends before the next one of its ticker. In the gaps between all stored periods of an index that takes
 * all shares, its members are the stocks listed on its exchange.
 */
export function memberPeriods(codes: string): string {
  return `
    WITH stored AS (
      SELECT code, ticker, from_date,
        least(to_date, lead(from_date) OVER (PARTITION BY code, ticker ORDER BY from_date) - 1) AS until
      FROM index_constituent WHERE code IN (${codes})
    ), gap AS (
      SELECT i.code, i.exchange, unnest('{(,)}'::datemultirange - coalesce(covered.days, '{}')) AS days
      FROM market_index i
      LEFT JOIN (
        SELECT code, range_agg(daterange(from_date, until, '[]')) AS days FROM stored GROUP BY code) covered
        ON covered.code = i.code
      WHERE i.all_share AND i.code IN (${codes})
    )
    SELECT code, ticker, from_date, coalesce(until, 'infinity') AS until FROM stored
    UNION ALL
    SELECT gap.code, l.ticker, greatest(lower(gap.days), l.listing_date, '-infinity'),
      least(upper(gap.days) - 1, l.delisting_date, 'infinity')
    FROM gap JOIN security l ON l.exchange = gap.exchange AND l.security_type = 'stock'`;
}

/** SELECT of the tickers that were ever members of indices by {@link memberPeriods}, or will be. `codes`: SELECT of the codes. */
export const everMembers = (codes: string) => `
  SELECT c.ticker FROM index_constituent c WHERE c.code IN (${codes})
  UNION
  SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange AND l.security_type = 'stock'
  WHERE i.all_share AND i.code IN (${codes})`;

/** Statement of all indices: those whose rows a statement about every index, but not its members, may read. */
export const EVERY_INDEX: Statement = { text: 'SELECT code AS ticker FROM market_index', values: [] };

/** Statement of indices and their {@link everMembers}: all whose rows a statement about these indices may read. */
export const indicesAndMembers = (codes: readonly string[]): Statement => ({
  text: `SELECT unnest($1::text[]) AS ticker UNION (${everMembers('SELECT unnest($1::text[])')})`,
  values: [codes],
});
