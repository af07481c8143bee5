import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { dateKind } from '../../kinds/kinds.js';
import { marketDays } from '../../market/market-days.sql.js';
import { memberPeriods } from '../../market/member-periods.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { type MarketScope, type ScopeSql, scopeSql } from './market-scope.js';
import { MovementList } from './movement.list.js';

/** Days whose breadth is counted, of the stocks of a scope. */
interface MovementRange extends DayRange, MarketScope {
  from_date: string;
  to_date: string;
}

/** SQL of the breadth of the market. */
@Injectable()
export class MovementRepository {
  constructor(private readonly database: Database) {}

  /** One row a day with bars of the scope, newest first unless asked otherwise. */
  list(query: MovementRange, published: Published): List {
    const [after] = decodeCursor(query.cursor, [dateKind]) ?? [];
    const ascending = query.order === 'asc';
    const bars = scopeSql(query, { day: 'd.date', bound: [], published });
    const counted = new Conditions(bars.values);
    const days = daysBetween(query, counted, published);
    const { values } = counted.snapshot();
    counted.when(after, `d.date ${ascending ? '>' : '<'} ?::date`).add(hasBars(bars.where));
    const order = `date ${ascending ? 'ASC' : 'DESC'}`;
    // The days of a page are chosen before any is computed.
    const paged = (limits: string) => `
        WITH page AS MATERIALIZED (
          SELECT d.date FROM (${days}) d${counted.where} ORDER BY d.${order} ${limits}
        ), asked AS MATERIALIZED (SELECT date FROM page),
        ${breadth(bars, published)}
        SELECT page.date, ${COUNTS}
        FROM page LEFT JOIN breadth ON breadth.date = page.date
        ORDER BY page.${order}`;
    const pages = new SqlList(this.database, {
      select: paged(''),
      paged,
      values: counted.values,
      count: {
        text: `
SELECT count(*) AS total FROM (${days}) d WHERE ${hasBars(bars.where)}`,
        values,
      },
      key: ['date'],
      query,
      unit: 'VND',
      resolved: { code: query.code, from_date: query.from_date, to_date: query.to_date },
    });
    return new MovementList(pages, COLUMNS);
  }
}

/** The stored days of a range, each found by one step down the index on dates. */
function daysBetween(
  { from_date, to_date }: MovementRange,
  conditions: Conditions,
  published: Published,
): string {
  const bound = (value: string, operator: string) =>
    `AND q.date ${operator} $${conditions.values.push(value)}::date`;
  const from = bound(from_date, '>=');
  const to = bound(to_date, '<=');
  const newest = (where: string) =>
    `SELECT q.date FROM quote q WHERE ${isPublished('q', published)} ${where} ORDER BY q.date DESC LIMIT 1`;
  return `
    WITH RECURSIVE step AS (
      (${newest(`${from} ${to}`)})
      UNION ALL
      SELECT earlier.date FROM step CROSS JOIN LATERAL (${newest(`AND q.date < step.date ${from}`)}) earlier
    ) SELECT date FROM step`;
}

/** Condition that the scope has bars on the day `d.date`. */
const hasBars = (where: string) => `EXISTS (
  SELECT FROM quote q LEFT JOIN security s ON s.ticker = q.ticker WHERE q.date = d.date AND ${where})`;

const COUNTED = [
  'advances',
  'declines',
  'unchanged',
  'ceilings',
  'floors',
  'no_trade',
  'net_advances',
  'total_volume',
  'total_value',
];
const COUNTS = COUNTED.join(', ');
const COLUMNS = ['date', ...COUNTED];

/** CTEs up to `breadth`, one row a day of `asked`; a close is compared with its reference price. */
function breadth({ securities, index }: ScopeSql, published: Published): string {
  const bars = { where: securities, published };
  const [before, days, join] =
    index === undefined
      ? ['', marketDays(bars), '']
      : [
          `member AS MATERIALIZED (${memberPeriods(`SELECT ${index}`)}),`,
          marketDays({ ...bars, tickers: 'SELECT DISTINCT ticker FROM member' }),
          'JOIN member m ON m.ticker = day.ticker AND day.date BETWEEN m.from_date AND m.until',
        ];
  return `${before} ${days}, breadth AS (
    SELECT day.date,
      count(*) FILTER (WHERE day.change > 0)::int AS advances,
      count(*) FILTER (WHERE day.change < 0)::int AS declines,
      count(*) FILTER (WHERE day.change = 0)::int AS unchanged,
      count(*) FILTER (WHERE day.limit_state = 'ceiling')::int AS ceilings,
      count(*) FILTER (WHERE day.limit_state = 'floor')::int AS floors,
      count(*) FILTER (WHERE day.volume = 0)::int AS no_trade,
      (count(*) FILTER (WHERE day.change > 0) - count(*) FILTER (WHERE day.change < 0))::int AS net_advances,
      sum(day.volume) AS total_volume, sum(day.traded_value) AS total_value
    FROM market_day day ${join}
    GROUP BY day.date)`;
}
