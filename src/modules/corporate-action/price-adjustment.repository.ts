import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { orderByDay } from '../../database/lists/order.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { adjustments } from '../../market/adjustment.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { actionTypeKind } from './action-terms.js';

/** Actions of a ticker by ex-date, both ends inclusive. */
interface AdjustmentRange extends PageRequest {
  ticker: string;
  start?: string;
  end?: string;
}

/** SQL of corporate actions with their price adjustments. */
@Injectable()
export class AdjustmentRepository {
  constructor(private readonly database: Database) {}

  /** Actions of a ticker by ex-date, newest first; adjustments as of `end`. */
  list(query: AdjustmentRange, published: Published): List {
    const conditions = new Conditions(query.end === undefined ? [query.ticker] : [query.ticker, query.end])
      .add('a.ticker = $1::text')
      .when(query.start, 'a.ex_date >= ?::date');
    if (query.end !== undefined) conditions.add('a.ex_date <= $2::date');
    const { where, values } = conditions.snapshot();
    const order = orderByDay(query, conditions, {
      date: 'a.ex_date',
      symbol: 'a.type',
      kind: actionTypeKind,
    });
    const scope = { tickers: 'ARRAY[$1::text]', published };
    return new SqlList(this.database, {
      select: `
        WITH ${adjustments(query.end === undefined ? scope : { ...scope, asOf: '$2::date' })}
        SELECT a.ticker, a.ex_date, a.record_date, a.type, a.cash_dividend, a.share_ratio, a.rights_ratio,
          a.rights_price, e.factor, f.price_factor AS cumulative_factor, e.base AS reference_before,
          e.ex_price AS reference_after
        FROM corporate_action a
        LEFT JOIN LATERAL (
          SELECT b.date FROM quote b
          WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND ${isPublished('b', published)}
            AND coalesce(a.cash_dividend, a.share_ratio, a.rights_ratio) IS NOT NULL
          ORDER BY b.date LIMIT 1) traded ON true
        LEFT JOIN event e ON e.effective = traded.date
        LEFT JOIN adjustment f ON f.effective = traded.date
        ${conditions.where} ORDER BY ${order}`,
      values: conditions.values,
      count: { text: `SELECT count(*) AS total FROM corporate_action a${where}`, values },
      key: ['ex_date', 'type'],
      query,
      unit: 'VND',
    });
  }
}
