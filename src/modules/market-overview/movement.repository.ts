import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List, Window } from '../../database/lists/list.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { dateKind } from '../../kinds/kinds.js';
import { barsBefore } from '../../market/market-days.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { latestDays } from '../../market/today.js';
import { BreadthRepository } from './breadth.repository.js';
import { COUNTS, countedBreadth, hasStored, storedOrCounted } from './breadth.sql.js';
import { type MarketScope, scopeSql } from './market-scope.js';
import { type MovementDays, MovementList } from './movement.list.js';

/** Days whose breadth is counted, over the stocks of a scope. */
interface MovementRange extends Omit<DayRange, 'cursor'>, MarketScope {
  cursor?: string | undefined;
  from_date: string;
  to_date: string;
}

/** SQL of the breadth of the market. */
@Injectable()
export class MovementRepository {
  constructor(
    private readonly database: Database,
    private readonly breadth: BreadthRepository,
  ) {}

  /** Whether days of a scope are stored: those of an index on one exchange are not, and a cluster stores none. */
  mayKeep({ code, exchange }: MarketScope): boolean {
    return (code === undefined || exchange === undefined) && !this.database.isCluster;
  }

  /**
   * Lists one row per day with bars of the scope, newest first unless asked otherwise. `isStored`: all writes have been
   * followed, so that stored days are valid.
   */
  list(query: MovementRange, published: Published, isStored: boolean): List {
    return new MovementList(query, ['date', ...COUNTS], (cursor) =>
      this.daysFrom({ ...query, cursor }, published, isStored),
    );
  }

  /** The days of a range beyond its cursor. */
  private daysFrom(query: MovementRange, published: Published, isStored: boolean): MovementDays {
    const [after] = decodeCursor(query.cursor, [dateKind]) ?? [];
    const ascending = query.order === 'asc';
    const bars = scopeSql(query, { day: 'd.date', bound: [], published });
    const countConditions = new Conditions(bars.values);
    const all = daysBetween(query, countConditions, published);
    const remaining = new Conditions(bars.values);
    const days = daysBetween({ ...query, ...beyond(after, ascending) }, remaining, published);
    const order = `date ${ascending ? 'ASC' : 'DESC'}`;
    // The days of a page are chosen before any is computed. They arrive in order, without an ORDER BY, so that a LIMIT
    // ends the walk.
    // Members of an index are looked up only for days that are not stored.
    const isOfScope = isStored
      ? `CASE WHEN ${hasStored(bars, 'd.date')} THEN true ELSE ${hasBars(bars.where)} END`
      : hasBars(bars.where);
    const page = (limits: string) => `SELECT d.date FROM (${days}) d WHERE ${isOfScope} ${limits}`;
    const breadth = isStored ? storedOrCounted(bars, published) : countedBreadth(bars, published);
    const pageOf = (limits: string) => `
        WITH page AS MATERIALIZED (${page(limits)}), ${breadth}
        SELECT page.date, ${COUNTS.join(', ')}
        FROM page LEFT JOIN breadth ON breadth.date = page.date
        ORDER BY page.${order}`;
    const pages = new SqlList(this.database, {
      select: pageOf(''),
      pageOf,
      // Most days are stored: replanned, the parts not read would take longer than those read.
      plansOnce: isStored,
      values: remaining.values,
      tickers: bars.tickers,
      days: { from: query.from_date, to: query.to_date, before: barsBefore(published) },
      latest: ascending
        ? undefined
        : latestDays(query.to_date, after === undefined ? undefined : String(after)),
      count: {
        text: `SELECT count(*) AS total FROM (${all}) d WHERE ${hasBars(bars.where)}`,
        values: countConditions.values,
      },
      key: ['date'],
      query,
      unit: 'VND',
      resolved: { code: query.code, from_date: query.from_date, to_date: query.to_date },
    });
    const place = remaining.values.length;
    const window = page(`LIMIT $${place + 1}::bigint OFFSET $${place + 2}::bigint`);
    const prepare = async ({ limit, offset }: Window) => {
      if (!isStored) return;
      await this.breadth.keep({ text: window, values: [...remaining.values, limit + 1, offset] }, published);
    };
    return { pages, prepare };
  }
}

/** The rest of a range beyond the day of a cursor. */
function beyond(after: unknown, ascending: boolean): { after?: string; before?: string } {
  if (after === undefined) return {};
  return ascending ? { after: String(after) } : { before: String(after) };
}

/** SELECT of the days of a range with quotes, in the order of the answer, each by one step along the index on dates. */
function daysBetween(
  { from_date, to_date, order, after, before }: MovementRange & { after?: string; before?: string },
  conditions: Conditions,
  published: Published,
): string {
  const bound = (value: string | undefined, operator: string) =>
    value === undefined ? '' : `AND q.date ${operator} $${conditions.values.push(value)}::date`;
  const range = [bound(from_date, '>='), bound(to_date, '<='), bound(after, '>'), bound(before, '<')].join(
    ' ',
  );
  const ascending = order === 'asc';
  const next = (row: string) =>
    `SELECT q.date FROM quote q WHERE ${isPublished('q', published)} ${row} ${range}
     ORDER BY q.date ${ascending ? 'ASC' : 'DESC'} LIMIT 1`;
  return `
    WITH RECURSIVE step AS (
      (${next('')})
      UNION ALL
      SELECT following.date
      FROM step CROSS JOIN LATERAL (${next(`AND q.date ${ascending ? '>' : '<'} step.date`)}) following
    ) SELECT date FROM step`;
}

/** Condition that the scope has bars on the day `d.date`; its OFFSET prevents a join of all days. */
const hasBars = (where: string) => `EXISTS (
  SELECT FROM quote q LEFT JOIN security s ON s.ticker = q.ticker WHERE q.date = d.date AND ${where} OFFSET 0)`;
