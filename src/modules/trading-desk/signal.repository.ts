import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { hasPrice } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { isShare } from '../../market/security-types.js';
import { tradedTickers } from '../../market/traded.sql.js';

/** Securities and day of the signals. */
export interface SignalScope {
  tickers: readonly string[] | undefined;
  exchange: string | undefined;
  /** YYYY-MM-DD */
  asOf: string;
  published: Published;
}

/** SQL of the securities that signals are computed for. */
@Injectable()
export class SignalRepository {
  constructor(private readonly database: Database) {}

  /**
   * Tickers with a price by the day, ascending. Without tickers, the stocks and funds listed on the day; a ticker without
   * a master record counts as a stock, unless it is an index.
   */
  async tickers({ tickers, exchange, asOf, published }: SignalScope): Promise<string[]> {
    const source =
      tickers !== undefined
        ? 'SELECT unnest($2::text[]) AS ticker'
        : this.database.isCluster
          ? TRADED_ON_NODES
          : exchange !== undefined
            ? 'SELECT ticker FROM security WHERE exchange = $3::text'
            : tradedTickers();
    const isListed =
      tickers !== undefined
        ? 'true'
        : `${isShare("coalesce(s.security_type, 'stock')")}
           AND coalesce(s.listing_date, $1::date) <= $1::date AND coalesce(s.delisting_date, $1::date) >= $1::date
           AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = t.ticker)`;
    const rows = await this.database.read<{ ticker: string }>({
      text: `
        SELECT t.ticker FROM (${source}) t LEFT JOIN security s ON s.ticker = t.ticker
        WHERE ($2::text[] IS NULL OR t.ticker = ANY ($2::text[])) AND ($3::text IS NULL OR s.exchange = $3::text)
          AND ${isListed}
          AND EXISTS (
            SELECT FROM quote q
            WHERE q.ticker = t.ticker AND q.date <= $1::date AND ${hasPrice('q')} AND ${isPublished('q', published)})
        ORDER BY t.ticker COLLATE "C"`,
      values: [asOf, tickers ?? null, exchange ?? null],
      tickers,
    });
    return rows.map(({ ticker }) => ticker);
  }
}

/** As {@link tradedTickers}, which every node of a cluster runs for its own quotes instead of the coordinator for all. */
const TRADED_ON_NODES = 'SELECT DISTINCT q.ticker FROM quote q';
