import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { TODAY } from '../../database/sql.js';
import { priceOn } from '../../market/last-bar.sql.js';
import { sharesOf } from '../../market/market-day.sql.js';
import { marketCap } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import type { Searchable } from './matching.js';

/** A security of the master or a market index. */
export interface SearchedSecurity extends Searchable {
  name: string;
  name_en: string | null;
  security_type: string;
  exchange: string | null;
  /** YYYY-MM-DD, null while it is listed */
  delisting_date: string | null;
}

/** Stocks whose capitalisation is requested, by the closes up to a day. */
interface CappedStocks {
  tickers: readonly string[];
  /** YYYY-MM-DD */
  presentDay: string;
}

/** SQL of the search. */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  /** Every security of the master, and the indices that are not among them, by ticker. */
  securities(): Promise<SearchedSecurity[]> {
    return this.database.read<SearchedSecurity>({
      text: `
        SELECT b.ticker, b.name, b.name_en, b.security_type, b.exchange, b.isin, b.delisting_date::text AS delisting_date,
          btrim(plain_text(b.name)) AS folded_name, btrim(coalesce(plain_text(b.name_en), '')) AS folded_name_en
        FROM (
          SELECT s.ticker, s.name, s.name_en, s.security_type, s.exchange, s.isin, s.delisting_date FROM security s
          UNION ALL
          SELECT i.code, i.name, i.name_en, 'index', i.exchange, NULL, NULL FROM market_index i
          WHERE NOT EXISTS (SELECT FROM security s WHERE s.ticker = i.code)) b
        ORDER BY b.ticker`,
      values: [],
    });
  }

  /**
   * Market capitalisations, VND: outstanding shares known today × last published close by the present day; no entry if
   * unknown. The bars of that day are read together; only securities without one are looked up one by one.
   */
  async marketCaps(
    { tickers, presentDay }: CappedStocks,
    published: Published,
  ): Promise<Map<string, number>> {
    const rows = await this.database.read<{ ticker: string; market_cap: number }>({
      text: `
        SELECT s.ticker, ${CAP} AS market_cap
        FROM security s
        CROSS JOIN LATERAL (${sharesOf({ ticker: 's.ticker', day: TODAY, master: 's' })}) shares
        LEFT JOIN (
          SELECT q.ticker, q.date, q.close FROM quote q
          WHERE ${isPublished('q', published)} AND q.date = $2::date) newest ON newest.ticker = s.ticker
        LEFT JOIN LATERAL (
          SELECT q.date, q.close FROM quote q
          WHERE newest.ticker IS NULL AND q.ticker = s.ticker AND q.date <= $2::date AND ${isPublished('q', published)}
          ORDER BY q.date DESC LIMIT 1) older ON true
        CROSS JOIN LATERAL (
          SELECT coalesce(newest.date, older.date) AS date, coalesce(newest.close, older.close) AS close) bar
        CROSS JOIN LATERAL (${priceOn('bar', { ticker: 's.ticker', day: TODAY })}) today
        WHERE s.ticker = ANY ($1::text[]) AND ${CAP} IS NOT NULL`,
      values: [tickers, presentDay],
      tickers,
    });
    return new Map(rows.map((row) => [row.ticker, row.market_cap]));
  }
}

const CAP = marketCap({ shares: 'shares.outstanding', close: 'today.price' });
