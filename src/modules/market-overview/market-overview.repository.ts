import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { TODAY } from '../../database/sql.js';
import { isStock } from '../../market/market-day.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import type { MarketScope } from './market-scope.js';

/** Tickers that are or were members of the index `$1`. */
const EVER_MEMBERS = `
  SELECT c.ticker FROM index_constituent c WHERE c.code = $1::text
  UNION
  SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange
  WHERE i.code = $1::text AND i.all_share`;

/** SQL of the days of the market. */
@Injectable()
export class AnalysisRepository {
  constructor(private readonly database: Database) {}

  /** The last day with a published bar of the securities of a scope; today where there is none. */
  async lastDay({ exchange, code }: MarketScope, published: Published): Promise<string> {
    const values = [code, exchange].filter((value) => value !== undefined);
    const ofExchange = exchange === undefined ? '' : `AND s.exchange = $${values.length}::text`;
    // The newest bar of any stock is found at once; of few tickers, one look-up each is.
    const days =
      values.length === 0
        ? `SELECT q.date FROM quote q LEFT JOIN security s ON s.ticker = q.ticker
           WHERE ${isPublished('q', published)} AND ${isStock('q', 's')} ORDER BY q.date DESC LIMIT 1`
        : `SELECT max(bar.date) FROM (${code === undefined ? 'SELECT ticker FROM security' : EVER_MEMBERS}) q
           LEFT JOIN security s ON s.ticker = q.ticker
           CROSS JOIN LATERAL (
             SELECT b.date FROM quote b WHERE b.ticker = q.ticker AND ${isPublished('b', published)}
             ORDER BY b.date DESC LIMIT 1) bar
           WHERE ${isStock('q', 's')} ${ofExchange}`;
    const row = await this.database.readOne<{ day: string }>({
      text: `SELECT coalesce((${days}), ${TODAY})::text AS day`,
      values,
    });
    return row?.day ?? '';
  }
}
