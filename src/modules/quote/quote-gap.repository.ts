import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import type { TickerRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { dateKind, tickerKind } from '../../kinds/kinds.js';
import { isOpenMarket } from '../../market/calendar.sql.js';
import { CHECKS_PENDING } from '../quote-check/checks-pending.js';
import { listStatement } from './quote-listing.js';

/** SQL of the days on which a quote is missing, from the gaps that `QuoteChecks` maintains. */
@Injectable()
export class QuoteGapRepository {
  constructor(private readonly database: Database) {}

  /**
   * Lists open days of the Vietnamese calendar strictly between the first and the last published quote of a ticker.
   * `isCurrent`: they reflect all writes.
   */
  gaps(query: TickerRange, isCurrent: boolean): List {
    const gaps = gapsOf(query);
    const allGaps = gapsOf({ ...query, cursor: undefined });
    return new SqlList(this.database, {
      ...listStatement(query, {
        with: gaps.with,
        select: (all) => `SELECT ticker, date FROM (${daysOf('gap')}) day${all.where}`,
        pageOf: (all, page, reach) => `
          SELECT ticker, date FROM (
            SELECT ticker, date FROM (${daysOf(nearest(gaps, all.where, reach))}) day${all.where} ${page}) page`,
        conditions: new Conditions(gaps.values),
        count: {
          text: `WITH ${allGaps.with} SELECT coalesce(sum((
              SELECT count(*) FROM settlement d
              WHERE ${isOpenMarket('d')} AND d.date >= gap.first AND d.date <= gap.last)), 0) AS total
            FROM gap`,
          values: allGaps.values,
        },
        unit: null,
      }),
      remarks: isCurrent ? [] : [CHECKS_PENDING],
    });
  }
}

/** Gaps of a query, their days limited to its range. */
interface Gaps {
  /** CTE `gap (ticker, first, last)` */
  with: string;
  values: unknown[];
  /** SQL of the order of days, and of the day of a gap that comes first in it */
  direction: 'ASC' | 'DESC';
  foremost: 'first' | 'last';
}

function gapsOf({
  ticker,
  from_date,
  to_date,
  order,
  cursor,
}: Omit<TickerRange, 'cursor'> & { cursor?: string | undefined }): Gaps {
  const ascending = order === 'asc';
  const conditions = new Conditions().when(ticker, 'g.ticker = ANY (?::text[])');
  let [first, last] = ['g.first', 'g.last'];
  const bound = (value: unknown) => `$${conditions.values.push(value)}::date`;
  if (from_date !== undefined) first = `greatest(${first}, ${bound(from_date)})`;
  if (to_date !== undefined) last = `least(${last}, ${bound(to_date)})`;
  const after = decodeCursor(cursor, [dateKind, tickerKind]);
  if (after !== undefined) {
    const [day, symbol] = after;
    if (ascending) first = `greatest(${first}, ${bound(day)})`;
    else last = `least(${last}, ${bound(day)})`;
    conditions.add(
      `(${ascending ? 'g.last > ?::date' : 'g.first < ?::date'} OR g.ticker > ?::text)`,
      day,
      symbol,
    );
  }
  return {
    with: `gap AS MATERIALIZED (
      SELECT ticker, first, last FROM (
        SELECT g.ticker, ${first} AS first, ${last} AS last FROM quote_gap g${conditions.where}) cut
      WHERE first <= last)`,
    values: conditions.values,
    direction: ascending ? 'ASC' : 'DESC',
    foremost: ascending ? 'first' : 'last',
  };
}

/** SELECT of the open days within the gaps of a relation. */
const daysOf = (gaps: string) => `
  SELECT gap.ticker, d.date FROM ${gaps}
  JOIN settlement d ON ${isOpenMarket('d')} AND d.date >= gap.first AND d.date <= gap.last`;

/**
 * Relation of the gaps that have days on a page of `reach` rows. The foremost `reach` gaps have at least `reach` days;
 * the last of these days ends the page at the latest, so no gap beyond it is read. `where`: the rows after the cursor.
 */
function nearest({ direction, foremost }: Gaps, where: string, reach: string): string {
  const [beyond, most] = direction === 'ASC' ? ['<=', 'max'] : ['>=', 'min'];
  return `(
    SELECT gap.ticker, ${foremost === 'last' ? 'greatest(gap.first, edge.date) AS first, gap.last' : 'gap.first, least(gap.last, edge.date) AS last'}
    FROM gap CROSS JOIN (
      SELECT CASE WHEN count(*) = ${reach} THEN ${most}(date) END AS date FROM (
        SELECT date FROM (
          SELECT gap.ticker, d.date FROM (SELECT * FROM gap ORDER BY ${foremost} ${direction} LIMIT ${reach}) gap
          CROSS JOIN LATERAL (
            SELECT s.date FROM settlement s
            WHERE ${isOpenMarket('s')} AND s.date >= gap.first AND s.date <= gap.last
            ORDER BY s.date ${direction} LIMIT ${reach}) d) day${where}
        ORDER BY date ${direction} LIMIT ${reach}) foremost) edge
    WHERE edge.date IS NULL OR gap.${foremost} ${beyond} edge.date) gap`;
}
