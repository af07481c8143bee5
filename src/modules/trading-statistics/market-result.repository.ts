import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import { orderByDay } from '../../database/lists/order.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import type { Statement } from '../../database/statement.js';
import { dateKind, tickerKind } from '../../kinds/kinds.js';
import { levelChange } from '../../market/base-age.sql.js';
import { barsBefore, marketDays } from '../../market/market-days.sql.js';
import { EVERY_INDEX, indicesAndMembers, memberPeriods } from '../../market/member-periods.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { latestDays } from '../../market/today.js';

const BAR = 'q.ticker AS code, q.date, q.open, q.high, q.low, q.close, q.volume';

/** Results of some main indices or of all. */
interface ResultRange extends DayRange {
  code?: string[];
  /** extended: with the breadth of the members */
  fields?: 'basic' | 'extended';
}

/** SQL of the results of the main indices. */
@Injectable()
export class MarketResultRepository {
  constructor(private readonly database: Database) {}

  /**
   * Published levels of the main indices, newest first unless asked otherwise. No more rows of each market index are
   * read than the page needs: one without rows costs one step, however many quotes there are. Its rows are bounded by
   * the whole key and read in key order, which leaves the planner no other database index to use.
   */
  results(query: ResultRange, published: Published): List {
    const isAscending = query.order === 'asc';
    const [place] = (decodeCursor(query.cursor, [dateKind, tickerKind]) ?? []) as string[];
    const first = inOrder(query.from_date, isAscending ? place : undefined).at(-1);
    const last = inOrder(query.to_date, isAscending ? undefined : place).at(0);
    const countConditions = new Conditions()
      .add('q.ticker = i.code')
      .add(isPublished('q', published))
      .when(query.code, 'i.code = ANY (?::text[])')
      .when(query.from_date, 'q.date >= ?::date')
      .when(query.to_date, 'q.date <= ?::date');
    const conditions = new Conditions()
      .add(isPublished('q', published))
      .when(query.code, 'i.code = ANY (?::text[])');
    for (const [operator, day] of [
      ['>=', first],
      ['<=', last],
    ] as const) {
      if (day === undefined) conditions.add(`q.ticker ${operator} i.code`);
      else conditions.add(`(q.ticker, q.date) ${operator} (i.code, ?::date)`, day);
    }
    orderByDay(query, conditions, { date: 'q.date', symbol: 'q.ticker', kind: tickerKind });
    const direction = isAscending ? 'date, code' : 'date DESC, code';
    const levels = (limits: string, reach: string) => `
      SELECT level.* FROM market_index i CROSS JOIN LATERAL (
        SELECT ${BAR} FROM quote q${conditions.where}
        ORDER BY ${isAscending ? 'q.ticker, q.date' : 'q.ticker DESC, q.date DESC'} LIMIT ${reach}) level
      WHERE i.main ORDER BY ${direction} ${limits}`;
    // Days of a page are chosen before their members are counted.
    const isExtended = query.fields === 'extended';
    const pageOf = isExtended
      ? (limits: string, reach: string) =>
          extendedLevels({ levels: levels(limits, reach), direction, published })
      : levels;
    return new SqlList(this.database, {
      select: pageOf('', 'NULL'),
      pageOf,
      values: conditions.values,
      count: {
        text: `SELECT coalesce(sum(level.count), 0) AS total FROM market_index i CROSS JOIN LATERAL (
          SELECT count(*) AS count FROM quote q${countConditions.where}) level WHERE i.main`,
        values: countConditions.values,
      },
      key: ['date', 'code'],
      query,
      tickers: tickersOf(query),
      // The level before the first one is looked up among the bars, as are those of members.
      days: {
        from: query.from_date,
        to: query.to_date,
        before: isExtended ? barsBefore(published) : undefined,
      },
      latest: isExtended && !isAscending ? latestDays(last) : undefined,
      unit: 'points',
    });
  }
}

/** Indices, and members if they are counted. */
function tickersOf({ code, fields }: ResultRange): Statement['tickers'] {
  const isOfMembers = fields === 'extended';
  if (code !== undefined) return isOfMembers ? indicesAndMembers(code) : code;
  return isOfMembers ? undefined : EVERY_INDEX;
}

/** The days that are given, in their wire form, the oldest first. */
const inOrder = (...days: (string | undefined)[]) => days.filter((day) => day !== undefined).sort();

interface Extension {
  /** SELECT of the levels, in their order */
  levels: string;
  direction: string;
  published: Published;
}

/** Sums over no members, or over unknown cells, are null. */
function extendedLevels({ levels, direction, published }: Extension): string {
  return `
    WITH level AS MATERIALIZED (${levels}),
    requested AS MATERIALIZED (SELECT DISTINCT date FROM level),
    member AS MATERIALIZED (
      SELECT period.* FROM (${memberPeriods('SELECT code FROM level')}) period
      WHERE period.from_date <= (SELECT max(date) FROM requested) AND period.until >= (SELECT min(date) FROM requested)),
    ${marketDays({ tickers: 'SELECT DISTINCT ticker FROM member', published })},
    breadth AS (
      SELECT m.code, day.date, sum((day.change > 0)::int) AS advances,
        sum((day.change < 0)::int) AS declines, sum((day.change = 0)::int) AS unchanged,
        sum((day.limit_state = 'ceiling')::int) FILTER (WHERE day.ceiling IS NOT NULL) AS ceilings,
        sum((day.limit_state = 'floor')::int) FILTER (WHERE day.floor IS NOT NULL) AS floors,
        sum(day.volume) AS total_volume, sum(day.traded_value) AS total_value
      FROM market_day day JOIN member m ON m.ticker = day.ticker AND day.date BETWEEN m.from_date AND m.until
      GROUP BY m.code, day.date)
    SELECT level.*, move.change, 100 * move.change / nullif(previous.close, 0) AS change_percent, gap.reason AS change_reason,
      advances, declines, unchanged, ceilings, floors, total_volume, total_value
    FROM level
    LEFT JOIN LATERAL (
      SELECT p.date, p.close FROM quote p
      WHERE p.ticker = level.code AND p.date < level.date AND ${isPublished('p', published)}
      ORDER BY p.date DESC LIMIT 1) previous ON true
    ${levelChange({ level: 'level', before: 'previous' })}
    LEFT JOIN breadth ON breadth.code = level.code AND breadth.date = level.date
    ORDER BY ${direction.replaceAll(/(date|code)/g, 'level.$1')}`;
}
