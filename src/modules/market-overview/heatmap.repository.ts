import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { industryOf, marketDay, sharesOf } from '../../market/market-day.sql.js';
import type { Published } from '../../market/published.sql.js';
import type { ClassifiedLeaf } from './heatmap-tree.js';
import { type MarketScope, scopeSql } from './market-scope.js';

/** What the size of a bar is; float64, as sizes are summed. */
const SIZES = {
  market_cap: 'day.market_cap',
  value: 'day.traded_value',
  volume: 'q.volume::double precision',
} as const;

/** Whose bars are drawn, on which day and by what size. */
interface MarketPicture extends MarketScope {
  date: string;
  size: keyof typeof SIZES;
}

/** SQL of what a heatmap is drawn from. */
@Injectable()
export class HeatmapRepository {
  constructor(private readonly database: Database) {}

  /** Securities with a bar on a day, with the industry that they belonged to then. */
  leaves(query: MarketPicture, published: Published): Promise<ClassifiedLeaf[]> {
    const { where, values } = scopeSql(query, { day: '$1::date', bound: [query.date], published });
    return this.database.read<ClassifiedLeaf>({
      text: `
        SELECT q.ticker, s.name, q.close, day.change_percent, day.change_reason, ${SIZES[query.size]} AS size, day.shares_reason,
          industry.code AS industry_code, held.outstanding * previous.close AS previous_cap
        FROM quote q ${marketDay(published)}
        CROSS JOIN LATERAL (${sharesOf({ ticker: 'q.ticker', day: 'previous.date', master: 's' })}) held
        CROSS JOIN LATERAL (${industryOf({ ticker: 'q.ticker', day: 'q.date', master: 's.industry_code' })}) industry
        WHERE q.date = $1::date AND ${where}
        ORDER BY q.ticker`,
      values,
    });
  }

  /** Whether an index is known by its profile or its members. */
  async hasIndex(code: string): Promise<boolean> {
    const row = await this.database.readOne({
      text: `
        SELECT WHERE EXISTS (SELECT FROM market_index i WHERE i.code = $1::text)
          OR EXISTS (SELECT FROM index_constituent c WHERE c.code = $1::text)`,
      values: [code],
    });
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
