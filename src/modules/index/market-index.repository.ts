import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey, RANK } from '../../database/lists/listing.js';
import { tickerKind } from '../../kinds/kinds.js';
import { levelChange } from '../../market/base-age.sql.js';
import { lastPrice } from '../../market/last-bar.sql.js';
import { membersOf, sharesOf } from '../../market/market-day.sql.js';
import { EVERY_INDEX, indicesAndMembers } from '../../market/member-periods.sql.js';
import { knownShares } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';

/** Indices as of a day. */
interface Profiles extends PageRequest {
  code?: string;
  date: string;
}

/** Members of an index on a day. */
interface Constituents extends PageRequest {
  /** index */
  code: string;
  date: string;
}

/** SQL of indices, their levels and their members. */
@Injectable()
export class MarketIndexRepository {
  constructor(private readonly database: Database) {}

  /** Indices with their levels, by code. */
  profiles(query: Profiles, published: Published): List {
    const { date, code } = query;
    const conditions = new Conditions([date]).when(code, 'idx.code = ?::text');
    return listByKey(this.database, {
      columns: PROFILE_COLUMNS,
      from: profileOf({ day: '$1::date', published }),
      conditions,
      key: [{ sql: 'idx.code', name: 'code', kind: tickerKind }],
      query,
      unit: 'points',
      resolved: { date },
      tickers: code === undefined ? EVERY_INDEX : [code],
    });
  }

  /** JSON text of one index with its level, or undefined. */
  async profile(
    { code, date }: { code: string; date: string },
    published: Published,
  ): Promise<string | undefined> {
    const [row] = await this.database.readByOnePlan<{ json: string }>({
      text: `
        SELECT row_to_json(profile)::text AS json FROM (
          SELECT ${PROFILE_COLUMNS}
          FROM ${profileOf({ day: '$2::date', published })}
          WHERE idx.code = $1::text) profile`,
      values: [code, date],
      tickers: [code],
    });
    return row?.json;
  }

  /** Members of an index on a day with their weights, the heaviest first. */
  constituents(query: Constituents, published: Published): List {
    return listByKey(this.database, {
      columns:
        'rank, code, ticker, name, from_date, shares, shares_reason, free_float_ratio, cap_ratio, close, weight_percent',
      from: `(
          SELECT row_number() OVER (ORDER BY weight_percent DESC NULLS LAST, ticker)::int AS rank, member.*
          FROM (${weights(published)}) member) ranking`,
      conditions: new Conditions([query.code, query.date]),
      key: [RANK],
      query,
      plansOnce: true,
      tickers: indicesAndMembers([query.code]),
      unit: 'VND',
      resolved: { date: query.date, code: query.code },
    });
  }
}

const PROFILE_COLUMNS = `
  idx.code, idx.name, idx.name_en, idx.exchange, idx.weighting, to_json(idx.main) AS main, to_json(idx.all_share) AS all_share, idx.base_date, idx.base_value, idx.description,
  level.date, level.open, level.high, level.low, level.close, move.change, 100 * move.change / nullif(before.close, 0) AS change_percent, gap.reason AS change_reason,
  nullif(member.count, 0) AS constituent_count`;

/** Indices `idx` with their last level up to a day, the previous one, and the number of members. */
function profileOf({ day, published }: { day: string; published: Published }): string {
  return `market_index idx
    LEFT JOIN LATERAL (
      SELECT q.date, q.open, q.high, q.low, q.close FROM quote q
      WHERE q.ticker = idx.code AND q.date <= ${day} AND ${isPublished('q', published)}
      ORDER BY q.date DESC LIMIT 1) level ON true
    LEFT JOIN LATERAL (
      SELECT q.date, q.close FROM quote q
      WHERE q.ticker = idx.code AND q.date < level.date AND ${isPublished('q', published)}
      ORDER BY q.date DESC LIMIT 1) before ON true
    ${levelChange({ level: 'level', before: 'before' })}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM (${membersOf({ code: 'idx.code', day })}) listed) member`;
}

/**
 * Members of the index `$1` on the day `$2`: weight = shares × price × free-float × cap ÷ the sum of these × 100; in an
 * index weighted by price, price ÷ the sum of prices × 100. The price is the last close, in shares of the day.
 */
const weights = (published: Published) => `
  SELECT $1::text AS code, m.ticker, s.name, m.from_date, used.shares,
    CASE WHEN m.shares IS NULL THEN known.reason END AS shares_reason, m.free_float_ratio, m.cap_ratio, last.close,
    100 * part.value / nullif(sum(part.value) OVER (), 0) AS weight_percent
  FROM (${membersOf({ code: '$1::text', day: '$2::date' })}) m
  LEFT JOIN market_index i ON i.code = $1::text
  LEFT JOIN security s ON s.ticker = m.ticker
  LEFT JOIN LATERAL (${lastPrice({ ticker: 'm.ticker', day: '$2::date', published })}) last ON true
  CROSS JOIN LATERAL (${sharesOf({ ticker: 'm.ticker', day: '$2::date', master: 's' })}) known
  CROSS JOIN LATERAL (SELECT coalesce(m.shares, ${knownShares('known.outstanding')}) AS shares) used
  CROSS JOIN LATERAL (
    SELECT CASE WHEN i.weighting = 'price' THEN last.price
                ELSE used.shares * last.price * m.free_float_ratio * m.cap_ratio END AS value) part`;
