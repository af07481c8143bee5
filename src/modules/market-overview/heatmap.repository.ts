import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { isIndex } from '../../market/index-code.sql.js';
import { COUNTS_BEFORE, industryOf, sharesOf } from '../../market/market-day.sql.js';
import { barsBefore } from '../../market/market-days.sql.js';
import { marketCap } from '../../market/price.sql.js';
import type { Published } from '../../market/published.sql.js';
import type { ClassifiedLeaf } from './heatmap-tree.js';
import { type MarketScope, marketOn, scopeSql } from './market-scope.js';

/** SQL of the size of a bar; float64, because sizes are summed. */
const SIZES = {
  market_cap: marketCap({ shares: 'shares.outstanding', close: 'day.close' }),
  value: 'day.traded_value',
  volume: 'day.volume::double precision',
} as const;

/** Scope, day and size of the bars to draw. */
interface MarketPicture extends MarketScope {
  date: string;
  size: keyof typeof SIZES;
}

/** SQL of the data of a heatmap. */
@Injectable()
export class HeatmapRepository {
  constructor(private readonly database: Database) {}

  /** Returns the securities with a bar on a day, and the industry that they belonged to then. */
  leaves(query: MarketPicture, published: Published): Promise<ClassifiedLeaf[]> {
    const scope = scopeSql(query, { day: '$1::date', bound: [query.date], published });
    const sharesOn = (day: string) => sharesOf({ ticker: 'day.ticker', day, master: 's' });
    return this.database.read<ClassifiedLeaf>({
      text: `
        WITH ${marketOn(scope, published)}
        SELECT day.ticker, s.name, day.close, 100 * day.change / nullif(day.reference, 0) AS change_percent, day.change_reason,
          ${SIZES[query.size]} AS size, shares.reason AS shares_reason, industry.code AS industry_code,
          ${marketCap({ shares: 'earlier_shares.outstanding', close: 'day.previous_close' })} AS previous_cap
        FROM market_day day LEFT JOIN security s ON s.ticker = day.ticker
        CROSS JOIN LATERAL (${sharesOn('day.date')}) shares
        CROSS JOIN LATERAL (${sharesOn('day.previous_date')}) earlier_shares
        CROSS JOIN LATERAL (${industryOf({ ticker: 'day.ticker', day: 'day.date', master: 's.industry_code' })}) industry
        ORDER BY day.ticker`,
      values: scope.values,
      tickers: scope.tickers,
      days: {
        from: query.date,
        to: query.date,
        before: [...barsBefore(published, COUNTS_BEFORE), ...COUNTS_BEFORE],
      },
    });
  }

  /** Whether an index is known by its profile or its members. */
  async hasIndex(code: string): Promise<boolean> {
    const row = await this.database.readOne({ text: `SELECT WHERE ${isIndex('$1::text')}`, values: [code] });
    return row !== undefined;
  }

  /** Names of the industries on a day, by code. */
  async industryNames(date: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.read<{ code: string; name: string }>({
      text: `
        SELECT DISTINCT ON (code) code, name FROM industry
        WHERE valid_from <= $1::date AND (valid_to IS NULL OR valid_to >= $1::date)
        ORDER BY code, valid_from DESC`,
      values: [date],
    });
    return new Map(rows.map(({ code, name }) => [code, name]));
  }
}
