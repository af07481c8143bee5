import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { SharesReason } from '../../../kinds/reasons.js';
import { lastPrice } from '../../../market/last-bar.sql.js';
import { industryOf, sharesOf } from '../../../market/market-day.sql.js';
import type { Published } from '../../../market/published.sql.js';

/** The market's view of a company at the end of a period. */
export interface MarketAt {
  /** YYYY-MM-DD, as in the request */
  day: string;
  /** last close in shares of the day, VND a share */
  close: number | null;
  /** outstanding shares on the requested day */
  shares: number | null;
  /** why the shares are not known */
  sharesReason: SharesReason | null;
  /** GICS code on that day; null if unknown or of another scheme */
  industry: string | null;
}

/** SQL of prices and shares at the ends of periods. */
@Injectable()
export class MarketRepository {
  constructor(private readonly database: Database) {}

  /** Returns the last published price on or before each day, and the outstanding shares on it. */
  at(ticker: string, days: readonly string[], published: Published): Promise<MarketAt[]> {
    return this.database.read<MarketAt>({
      text: `
        SELECT period_end.day::text AS day, q.price AS close, shares.outstanding::double precision AS shares, shares.reason AS "sharesReason",
          CASE WHEN NOT EXISTS (SELECT FROM industry i WHERE i.code = member.code AND i.scheme <> 'GICS')
            THEN member.code END AS industry
        FROM unnest($2::date[]) AS period_end(day)
        LEFT JOIN security s ON s.ticker = $1::text
        LEFT JOIN LATERAL (${lastPrice({ ticker: '$1::text', day: 'period_end.day', published })}) q ON true
        CROSS JOIN LATERAL (${industryOf({ ticker: '$1::text', day: 'period_end.day', master: 's.industry_code' })}) member
        CROSS JOIN LATERAL (${sharesOf({ ticker: '$1::text', day: 'period_end.day', master: 's' })}) shares`,
      values: [ticker, days],
      tickers: [ticker],
    });
  }
}
