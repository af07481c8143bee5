import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey, RANK } from '../../database/lists/listing.js';
import { lastPrice } from '../../market/last-bar.sql.js';
import { marketDay, membersOf } from '../../market/market-day.sql.js';
import { indicesAndMembers } from '../../market/member-periods.sql.js';
import { hasPrice, knownShares } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';

/** Contributors to an index on a day. */
interface Contributors extends PageRequest {
  /** index */
  code: string;
  date: string;
  side: 'up' | 'down' | 'all';
}

/** Order and condition of each side. */
const SIDES = {
  up: { order: 'contribution_point DESC', where: 'contribution_point > 0' },
  down: { order: 'contribution_point', where: 'contribution_point < 0' },
  all: { order: 'abs(contribution_point) DESC NULLS LAST', where: 'true' },
} as const;

/** SQL of the contributors to an index. */
@Injectable()
export class ContributorRepository {
  constructor(private readonly database: Database) {}

  /** Members by their part in the move of the index; none if no member traded on the day. */
  list(query: Contributors, published: Published): List {
    const { order, where } = SIDES[query.side];
    return listByKey(this.database, {
      columns:
        'rank, ticker, close, change, change_percent, change_reason, weight_percent, contribution_point',
      from: `(
        SELECT row_number() OVER (ORDER BY ${order}, ticker)::int AS rank, part.*
        FROM (${parts(published)}) part WHERE part.open AND ${where}) ranking`,
      conditions: new Conditions([query.code, query.date]),
      key: [RANK],
      query,
      resolved: { date: query.date, code: query.code },
      plansOnce: true,
      tickers: indicesAndMembers([query.code]),
    });
  }
}

/**
 * Members of the index `$1` on the day `$2` with their parts in its move: points = level before × units ×
 * (close − start) ÷ Σ units × start over all members, weight = units × start ÷ that sum, where units = shares ×
 * free-float × cap on the day (1 in an index weighted by price) and start = the previous close, after actions that
 * change shares but not after cash dividends; for a first bar, or one after a close of 0, the stored reference. A member
 * that did not trade on the day, or has a close of 0, starts from its last price, so it moves nothing. `open`: whether any
 * member traded.
 */
const parts = (published: Published) => `
  SELECT m.ticker, q.close,
    CASE WHEN traded.today THEN day.change ELSE 0 END AS change,
    CASE WHEN traded.today THEN day.change_percent ELSE 0 END AS change_percent,
    CASE WHEN traded.today THEN day.change_reason END AS change_reason,
    100 * unit.count * start.price / nullif(sum(unit.count * start.price) OVER (), 0) AS weight_percent,
    (SELECT l.close FROM quote l
      WHERE l.ticker = $1::text AND l.date < $2::date AND ${hasPrice('l')} AND ${isPublished('l', published)}
      ORDER BY l.date DESC LIMIT 1)
      * unit.count * (q.price - start.price) / nullif(sum(unit.count * start.price) OVER (), 0) AS contribution_point,
    bool_or(traded.today) OVER () AS open
  FROM (${membersOf({ code: '$1::text', day: '$2::date' })}) m
  LEFT JOIN market_index i ON i.code = $1::text
  CROSS JOIN LATERAL (${lastPrice({ ticker: 'm.ticker', day: '$2::date', published })}) q
  ${marketDay(published, '$2::date')}
  CROSS JOIN LATERAL (
    SELECT CASE WHEN i.weighting = 'price' THEN 1
                ELSE coalesce(m.shares, ${knownShares('day.outstanding_shares')}) * m.free_float_ratio * m.cap_ratio END AS count) unit
  CROSS JOIN LATERAL (SELECT q.date = $2::date AS today) traded
  CROSS JOIN LATERAL (
    SELECT CASE WHEN traded.today THEN coalesce(ex.share_price, stat.reference) ELSE q.price END AS price) start`;
