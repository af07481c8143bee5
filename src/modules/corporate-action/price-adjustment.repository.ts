import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { orderByDay } from '../../database/lists/order.js';
import { SqlList } from '../../database/lists/sql-list.js';
import {
  type AdjustmentScope,
  actionSums,
  adjustments,
  effectiveDay,
  exPrice,
  hasTerms,
} from '../../market/adjustment.sql.js';
import { hasPrice } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { actionTypeKind } from './action-terms.js';

/** Actions of a ticker by ex-date, both ends inclusive. */
interface AdjustmentRange extends PageRequest {
  ticker: string;
  start: string | undefined;
  end: string | undefined;
}

/** SQL of corporate actions with their price adjustments. */
@Injectable()
export class PriceAdjustmentRepository {
  constructor(private readonly database: Database) {}

  /** Actions of a ticker that change its price, by ex-date, newest first; adjustments as of `end`. */
  list(query: AdjustmentRange, published: Published): List {
    const conditions = new Conditions(query.end === undefined ? [query.ticker] : [query.ticker, query.end])
      .add(`a.ticker = $1::text AND ${hasTerms('a')}`)
      .when(query.start, 'a.ex_date >= ?::date');
    if (query.end !== undefined) conditions.add('a.ex_date <= $2::date');
    const { where, values } = conditions.snapshot();
    const order = orderByDay(query, conditions, {
      date: 'a.ex_date',
      symbol: 'a.type',
      kind: actionTypeKind,
    });
    const asOf = query.end === undefined ? {} : { asOf: '$2::date' };
    const scope = { tickers: 'ARRAY[$1::text]', ...asOf, published };
    const start = query.start === undefined ? undefined : `$${query.end === undefined ? 2 : 3}::date`;
    return new SqlList(this.database, {
      select: `
        WITH ${adjustments(scope)}, own AS (${ownFactors(scope, { start, isAscending: query.order === 'asc' })})
        SELECT a.ticker, a.ex_date, a.record_date, a.type, a.cash_dividend, a.share_ratio, a.rights_ratio,
          a.rights_price, own.factor, CASE WHEN own.stands_first THEN e.factor END AS day_factor,
          f.price_factor AS cumulative_factor, e.base AS reference_before, e.ex_price AS reference_after,
          CASE WHEN e.effective IS NOT NULL THEN NULL WHEN own.effective IS NULL THEN 'not_in_effect'
               WHEN own.has_earlier_price THEN 'no_price_left' ELSE 'no_earlier_price' END AS reason
        FROM corporate_action a
        LEFT JOIN own ON own.ex_date = a.ex_date AND own.type = a.type
        LEFT JOIN event e ON e.effective = own.effective
        LEFT JOIN adjustment f ON f.effective = own.effective
        ${conditions.where} ORDER BY ${order}`,
      values: conditions.values,
      count: { text: `SELECT count(*) AS total FROM corporate_action a${where}`, values },
      key: ['ex_date', 'type'],
      query,
      tickers: [query.ticker],
      unit: 'VND',
    });
  }
}

/**
 * SELECT of the part that each action of `$1` in effect has in the factor of its day:
 * `ex_date, type, effective, factor`, whether an earlier price is stored (`has_earlier_price`) and whether it is the
 * first of its day in the list (`stands_first`), which begins with the ex-date `start` and ascends or descends. Reads
 * the CTE `event`.
 *
 * Actions that take effect together are applied one after the other, each to the price left by those before it, so that
 * the product of their factors is that of the day: rights, then cash, then free shares, share reductions last. In this
 * order every intermediate price is above zero if the last one is.
 */
function ownFactors(
  { asOf, published }: Pick<AdjustmentScope, 'asOf' | 'published'>,
  { start, isAscending }: { start: string | undefined; isAscending: boolean },
): string {
  const byPlace = [
    ...(start === undefined ? [] : [`n.ex_date < ${start}`]),
    `n.ex_date ${isAscending ? 'ASC' : 'DESC'}`,
    'n.type',
  ];
  return `
    SELECT n.ex_date, n.type, n.effective, ex.price / lag(ex.price, 1, event.base) OVER (
        PARTITION BY n.effective ORDER BY n.place) AS factor,
      row_number() OVER (PARTITION BY n.effective ORDER BY ${byPlace.join(', ')}) = 1 AS stands_first,
      EXISTS (
        SELECT FROM quote p
        WHERE p.ticker = $1::text AND p.date < n.effective AND ${hasPrice('p')} AND ${isPublished('p', published)}
      ) AS has_earlier_price
    FROM (
      SELECT a.ex_date, a.type, traded.date AS effective, row_number() OVER counted AS place,
        ${actionSums({ over: 'counted' })}
      FROM corporate_action a CROSS JOIN LATERAL (${effectiveDay(published)}) traded
      WHERE a.ticker = $1::text AND ${hasTerms('a')}
        ${asOf === undefined ? '' : `AND a.ex_date <= ${asOf} AND traded.date <= ${asOf}`}
      WINDOW counted AS (
        PARTITION BY traded.date
        ORDER BY a.rights_ratio IS NULL, a.cash_dividend IS NULL, a.share_ratio DESC, a.ex_date, a.type)) n
    LEFT JOIN event ON event.effective = n.effective
    CROSS JOIN LATERAL (SELECT ${exPrice('event.base', 'n')} AS price) ex`;
}
