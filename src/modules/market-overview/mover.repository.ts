import { Injectable } from '@nestjs/common';
import type { Lookback } from '../../database/citus/days.js';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey, RANK } from '../../database/lists/listing.js';
import { adjustments } from '../../market/adjustment.sql.js';
import { isBaseTooOld } from '../../market/base-age.sql.js';
import { COUNTS_BEFORE, sharesOf } from '../../market/market-day.sql.js';
import { barsBefore } from '../../market/market-days.sql.js';
import { hasPrice, marketCap } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { dayAfter } from '../../market/today.js';
import { type MarketScope, marketOn, type ScopeSql, scopeSql } from './market-scope.js';

/** A ranking of the stocks of a scope. */
interface Ranking extends PageRequest, MarketScope {
  direction: 'gainers' | 'losers';
  /** last day of the period */
  date: string;
  period: '1d' | '1w' | '1m' | 'ytd';
  /** least traded value of the day, VND */
  min_value?: number;
}

/** The day on or before which a period begins, from its last day `$1`. */
const STARTS = {
  '1w': '($1::date - 7)',
  '1m': `($1::date - interval '1 month')::date`,
  ytd: `(date_trunc('year', $1::date)::date - 1)`,
} as const;

/** A day from which on a ranking reads bars, the day before it at the latest being that on which its period begins. */
const READ_FROM: Record<Ranking['period'], (date: string) => string> = {
  '1d': (date) => date,
  '1w': (date) => dayAfter(date, -7),
  '1m': (date) => dayAfter(date, -31),
  ytd: (date) => `${date.slice(0, 4)}-01-01`,
};

const COLUMNS =
  'ticker, name, exchange, date, close, reference, change, change_percent, volume, traded_value, market_cap, shares_reason, limit_state';

/** SQL of the rankings of a day. */
@Injectable()
export class MoverRepository {
  constructor(private readonly database: Database) {}

  /** Lists securities by their change in percent, the largest first; only those that rose, or fell. */
  list(query: Ranking, published: Published): List {
    const { direction, date, period } = query;
    const bars = scopeSql(query, { day: '$1::date', bound: [date], published });
    const isWorth =
      query.min_value === undefined
        ? ''
        : `AND traded_value >= $${bars.values.push(query.min_value)}::double precision`;
    const changes =
      period === '1d' ? sinceReference(bars, published) : sinceStart(STARTS[period], bars, published);
    const [sign, order] = direction === 'gainers' ? ['>', 'DESC'] : ['<', 'ASC'];
    return listByKey(this.database, {
      columns: `rank, ${COLUMNS}`,
      from: `(
          SELECT row_number() OVER (ORDER BY change_percent ${order}, ticker)::int AS rank, ${COLUMNS}
          FROM (${changes}) move WHERE change_percent ${sign} 0 ${isWorth}) ranking`,
      conditions: new Conditions(bars.values),
      key: [RANK],
      query,
      plansOnce: true,
      tickers: bars.tickers,
      days: {
        from: READ_FROM[period](date),
        to: date,
        before: [
          ...barsBefore(published),
          ...COUNTS_BEFORE,
          ...(period === '1d' ? [] : [firstPrice(published)]),
        ],
      },
      unit: 'VND',
      resolved: { date, code: query.code },
    });
  }
}

/** The price that a period begins with, from which on actions become effective. */
const firstPrice = (published: Published): Lookback => ({
  table: 'quote',
  where: `${hasPrice('r')} AND ${isPublished('r', published)}`,
  isFirst: true,
});

const SHARES = sharesOf({ ticker: 'day.ticker', day: 'day.date', master: 's' });
const CAP = marketCap({ shares: 'shares.outstanding', close: 'day.close' });

/** Bars of the day against their reference price. */
const sinceReference = (scope: ScopeSql, published: Published) => `
  WITH ${marketOn(scope, published)}
  SELECT day.ticker, s.name, s.exchange, day.date, day.close, day.reference, day.change,
    100 * day.change / nullif(day.reference, 0) AS change_percent, day.volume, day.traded_value,
    ${CAP} AS market_cap, shares.reason AS shares_reason, day.limit_state
  FROM market_day day LEFT JOIN security s ON s.ticker = day.ticker
  CROSS JOIN LATERAL (${SHARES}) shares`;

/** Change to the close from a price times factors: 0 if it is their rounding, which is neither a rise nor a fall. */
const CHANGE = `
    CASE WHEN abs(day.close - comparable.price) > 1e-14 * day.close THEN day.close - comparable.price ELSE 0 END`;

/**
 * Bars of the day against the last close on or before `start`, multiplied by the factors of all actions that became
 * effective since: comparable with the close of the day, using nothing known after it.
 */
const sinceStart = (start: string, scope: ScopeSql, published: Published) => `
  WITH ${marketOn(scope, published)}, first AS MATERIALIZED (
    SELECT day.ticker, b.date, b.close
    FROM market_day day CROSS JOIN LATERAL (
      SELECT b.date, b.close FROM quote b
      WHERE b.ticker = day.ticker AND b.date <= ${start} AND ${hasPrice('b')} AND ${isPublished('b', published)}
      ORDER BY b.date DESC LIMIT 1) b
    WHERE NOT ${isBaseTooOld('b.date', start)}
  ), ${adjustments({ asOf: '$1::date', after: '(SELECT min(date) FROM first)', published })},
  comparable AS MATERIALIZED (
    SELECT first.ticker, first.close * coalesce(product(event.factor ORDER BY event.effective), 1) AS price
    FROM first LEFT JOIN event ON event.ticker = first.ticker AND event.effective > first.date
    GROUP BY first.ticker, first.close
  )
  SELECT day.ticker, s.name, s.exchange, day.date, day.close, comparable.price AS reference,
    ${CHANGE} AS change, 100 * ${CHANGE} / nullif(comparable.price, 0) AS change_percent, day.volume,
    day.traded_value, ${CAP} AS market_cap, shares.reason AS shares_reason, day.limit_state
  FROM market_day day JOIN comparable ON comparable.ticker = day.ticker AND ${hasPrice('day')}
  LEFT JOIN security s ON s.ticker = day.ticker
  CROSS JOIN LATERAL (${SHARES}) shares`;
