import { Injectable } from '@nestjs/common';
import { dateKind } from '../../http/kinds.js';
import { Conditions, decodeCursor, type ListSource } from '../../http/list.js';
import { marketDay } from '../market/market-day.sql.js';
import { isPublished, type Published } from '../quote/published.sql.js';
import { type MarketScope, scopeSql } from './market-scope.js';
import type { MovementQuery } from './movement.dto.js';

/** SQL of the breadth of the market. */
@Injectable()
export class MovementRepository {
  /** One row a day with bars of the scope, newest first unless asked otherwise. */
  list(query: MovementQuery, scope: MarketScope, published: Published): ListSource {
    const [after] = decodeCursor(query.cursor, [dateKind]) ?? [];
    const ascending = query.order === 'asc';
    const bars = scopeSql(scope, { day: 'd.date', bound: [], published });
    const counted = new Conditions(bars.values);
    const days = daysBetween(query, counted, published);
    const { values } = counted.snapshot();
    counted.when(after, `day.date ${ascending ? '>' : '<'} ?::date`);
    const order = `date ${ascending ? 'ASC' : 'DESC'}`;
    return {
      // Days stand in their order before any is computed: a page costs its own days only.
      select: `
        SELECT d.date, breadth.*
        FROM (SELECT date FROM (${days}) day${counted.where} ORDER BY ${order}) d
        CROSS JOIN LATERAL (${breadth(bars.where, published)}) breadth
        ORDER BY d.${order}`,
      values: counted.values,
      count: {
        text: `
          SELECT count(*) AS total FROM (${days}) d
          WHERE EXISTS (
            SELECT FROM quote q LEFT JOIN security s ON s.ticker = q.ticker
            WHERE q.date = d.date AND ${bars.where})`,
        values,
      },
      key: ['date'],
      query,
      unit: 'VND',
    };
  }
}

/** The stored days of a range, each found by one step down the index on dates. */
function daysBetween(
  { date, from_date, to_date }: MovementQuery,
  conditions: Conditions,
  published: Published,
): string {
  const bound = (value: string | undefined, operator: string) =>
    value === undefined ? '' : `AND q.date ${operator} $${conditions.values.push(value)}::date`;
  const from = bound(date ?? from_date, '>=');
  const to = bound(date ?? to_date, '<=');
  const newest = (where: string) =>
    `SELECT q.date FROM quote q WHERE ${isPublished('q', published)} ${where} ORDER BY q.date DESC LIMIT 1`;
  return `
    WITH RECURSIVE step AS (
      (${newest(`${from} ${to}`)})
      UNION ALL
      SELECT earlier.date FROM step CROSS JOIN LATERAL (${newest(`AND q.date < step.date ${from}`)}) earlier
    ) SELECT date FROM step`;
}

/** One row, if the scope `where` has bars on the day `d.date`; a close is compared with its reference price. */
const breadth = (where: string, published: Published) => `
  SELECT count(*) FILTER (WHERE day.change > 0)::int AS advances,
    count(*) FILTER (WHERE day.change < 0)::int AS declines,
    count(*) FILTER (WHERE day.change = 0)::int AS unchanged,
    count(*) FILTER (WHERE day.limit_state = 'ceiling')::int AS ceilings,
    count(*) FILTER (WHERE day.limit_state = 'floor')::int AS floors,
    count(*) FILTER (WHERE q.volume = 0)::int AS no_trade,
    (count(*) FILTER (WHERE day.change > 0) - count(*) FILTER (WHERE day.change < 0))::int AS net_advances,
    sum(q.volume) AS total_volume, sum(day.traded_value) AS total_value
  FROM quote q ${marketDay(published)}
  WHERE q.date = d.date AND ${where}
  HAVING count(*) > 0`;
