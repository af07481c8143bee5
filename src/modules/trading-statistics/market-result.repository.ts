import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { orderByDay } from '../../database/lists/order.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { tickerKind } from '../../kinds/kinds.js';
import { levelChange } from '../../market/base-age.sql.js';
import { marketDays } from '../../market/market-days.sql.js';
import { memberPeriods } from '../../market/member-periods.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';

const BAR = 'ticker AS code, date, open, high, low, close, volume';

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

  /** Published levels of the main indices, newest first unless asked otherwise. */
  results(query: ResultRange, published: Published): List {
    const conditions = new Conditions()
      .add('ticker IN (SELECT code FROM market_index WHERE main)')
      .add(isPublished('quote', published))
      .when(query.code, 'ticker = ANY (?::text[])')
      .when(query.from_date, 'date >= ?::date')
      .when(query.to_date, 'date <= ?::date');
    const { where, values } = conditions.snapshot();
    const order = orderByDay(query, conditions, { date: 'date', symbol: 'ticker', kind: tickerKind });
    const direction = query.order === 'asc' ? 'date, code' : 'date DESC, code';
    const levels = `SELECT ${BAR} FROM quote${conditions.where} ORDER BY ${order}`;
    // Days of a page are chosen before their members are counted.
    const paged = (limits: string) => extended({ levels: `${levels} ${limits}`, direction, published });
    return new SqlList(this.database, {
      ...(query.fields === 'extended' ? { select: paged(''), paged } : { select: levels }),
      values: conditions.values,
      count: { text: `SELECT count(*) AS total FROM quote${where}`, values },
      key: ['date', 'code'],
      query,
      unit: 'points',
    });
  }
}

interface Extension {
  /** SELECT of the levels, in their order */
  levels: string;
  direction: string;
  published: Published;
}

/** Sums over no member, or over cells that are not known, are null. */
function extended({ levels, direction, published }: Extension): string {
  return `
    WITH level AS MATERIALIZED (${levels}),
    asked AS MATERIALIZED (SELECT DISTINCT date FROM level),
    member AS MATERIALIZED (
      SELECT period.* FROM (${memberPeriods('SELECT code FROM level')}) period
      WHERE period.from_date <= (SELECT max(date) FROM asked) AND period.until >= (SELECT min(date) FROM asked)),
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
