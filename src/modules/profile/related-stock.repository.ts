import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { orderedByKey, RANK } from '../../database/lists/listing.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { TODAY } from '../../database/sql.js';
import { lastBar, lastBarOf, priceOn } from '../../market/last-bar.sql.js';
import { industryOf, sharesOf } from '../../market/market-day.sql.js';
import { fundamentalsOn, perShare } from '../../market/per-share.sql.js';
import { marketCap } from '../../market/price.sql.js';
import type { Published } from '../../market/published.sql.js';
import { isShare } from '../../market/security-types.js';

/** Peers of a stock as of a day. */
interface Peers extends PageRequest {
  ticker: string;
  /** the requested day: nothing known only later is included */
  date?: string;
  /** the day whose bars are the last if none is requested; all else is as known today */
  presentDay: string;
}

/** SQL of peers. */
@Injectable()
export class RelatedStockRepository {
  constructor(private readonly database: Database) {}

  /** Peers of a stock by rank. */
  list(query: Peers, published: Published): List {
    const { date, presentDay } = query;
    const day = date === undefined ? TODAY : '$2::date';
    const list = orderedByKey({
      columns: 'r.*',
      from: `(${peersOn(day, published)}) r`,
      conditions: new Conditions([query.ticker, date ?? presentDay]),
      key: [{ ...RANK, sql: 'r.rank' }],
      query,
      tickers: { text: IN_ITS_SECTORS, values: [query.ticker] },
    });
    // The other columns of a peer are looked up only for the rows of the answer.
    const pageOf = (limits: string) => `
      WITH r AS MATERIALIZED (${list.select} ${limits})
      SELECT ${COLUMNS} FROM r
      CROSS JOIN LATERAL (${lastBarOf('day.change_percent, day.change_reason', { ticker: 'r.ticker', day: 'r.date', published })}) move
      CROSS JOIN LATERAL (${fundamentalsOn({ ticker: 'r.ticker', day })}) known
      ORDER BY r.rank${query.order === 'desc' ? ' DESC' : ''}`;
    return new SqlList(this.database, {
      ...list,
      select: pageOf(''),
      pageOf,
      unit: 'VND',
      resolved: { date: date ?? presentDay },
      plansOnce: true,
    });
  }
}

const CAP = marketCap({ shares: 'shares.outstanding', close: 'today.price' });
const { pe, pb } = perShare({ of: 'known', close: 'r.price', shares: 'r.shares' });
const COLUMNS = `r.rank, r.ticker, r.name, r.exchange, r.industry_code, r.common_level, r.date, r.close, move.change_percent,
  move.change_reason, r.market_cap, r.shares_reason, ${pe} AS pe, ${pb} AS pb, r.distance`;

/** SELECT of a ticker ($1) and those that were ever in a sector that it was ever in. */
const IN_ITS_SECTORS = `
  WITH listing AS (
    SELECT ticker, left(industry_code, 2) AS sector FROM security
    UNION SELECT ticker, left(code, 2) FROM industry_membership)
  SELECT $1::text AS ticker
  UNION SELECT ticker FROM listing WHERE sector IN (SELECT own.sector FROM listing own WHERE own.ticker = $1::text)`;

/**
 * SELECT of the securities that share at least the sector with a ticker ($1) on a day, ranked: those listed on that day
 * that have traded by the last day of bars ($2), without the ticker itself.
 */
function peersOn(day: string, published: Published): string {
  return `
    WITH own AS MATERIALIZED (
      SELECT subject.ticker, subject.day, industry.code, ${CAP} AS market_cap
      FROM (SELECT $1::text AS ticker, ${day} AS day) subject
      LEFT JOIN security m ON m.ticker = subject.ticker
      LEFT JOIN LATERAL (${lastBar({ ticker: 'subject.ticker', day: '$2::date', published })}) bar ON true
      CROSS JOIN LATERAL (${priceOn('bar', { ticker: 'subject.ticker', day: 'subject.day' })}) today
      CROSS JOIN LATERAL (${industryOf({ ticker: 'subject.ticker', day: 'subject.day', master: 'm.industry_code' })}) industry
      CROSS JOIN LATERAL (${sharesOf({ ticker: 'subject.ticker', day: 'subject.day', master: 'm' })}) shares
    ), candidate AS MATERIALIZED (
      SELECT c.ticker FROM own, LATERAL (
        SELECT s.ticker FROM security s WHERE left(s.industry_code, 2) = left(own.code, 2)
        UNION
        SELECT i.ticker FROM industry_membership i WHERE left(i.code, 2) = left(own.code, 2)) c
      WHERE c.ticker <> own.ticker AND NOT EXISTS (SELECT FROM market_index x WHERE x.code = c.ticker)
    ), peer AS (
      SELECT c.ticker, m.name, m.exchange, industry.code AS industry_code, level.common AS common_level,
        bar.date, bar.close, today.price, cap.value AS market_cap, shares.outstanding AS shares, shares.reason AS shares_reason,
        CASE WHEN cap.value > 0 AND own.market_cap > 0 THEN abs(ln(cap.value) - ln(own.market_cap)) END AS distance
      FROM own CROSS JOIN candidate c
      LEFT JOIN security m ON m.ticker = c.ticker
      CROSS JOIN LATERAL (${industryOf({ ticker: 'c.ticker', day: 'own.day', master: 'm.industry_code' })}) industry
      CROSS JOIN LATERAL (
        SELECT max(l.digits) / 2 AS common FROM (VALUES (2), (4), (6), (8)) l (digits)
        WHERE length(own.code) >= l.digits AND left(industry.code, l.digits) = left(own.code, l.digits)) level
      CROSS JOIN LATERAL (${lastBar({ ticker: 'c.ticker', day: '$2::date', published })}) bar
      CROSS JOIN LATERAL (${priceOn('bar', { ticker: 'c.ticker', day: 'own.day' })}) today
      CROSS JOIN LATERAL (${sharesOf({ ticker: 'c.ticker', day: 'own.day', master: 'm' })}) shares
      CROSS JOIN LATERAL (SELECT ${CAP} AS value) cap
      WHERE level.common IS NOT NULL AND coalesce(${isShare('m.security_type')}, true)
        AND coalesce(m.listing_date <= own.day, true) AND coalesce(m.delisting_date >= own.day, true)
    )
    SELECT row_number() OVER (ORDER BY common_level DESC, distance NULLS LAST, ticker) AS rank, peer.* FROM peer`;
}
