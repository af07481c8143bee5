import { instant } from '../../database/sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { MarketInsightWrite } from './market-insight.dto.js';

/** Market insight. */
export const MARKET_INSIGHT: DataSet<MarketInsightWrite> = {
  name: 'market_insight',
  title: 'Market insight',
  table: 'market_insight',
  key: ['insight_id'],
  record: MarketInsightWrite,
  defaults: { tickers: [] },
  dateColumn: 'published_at',
  path: '/svc/record/market_insight',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.insight_id, r.type, r.title, r.body, r.author, r.tickers,
      ${instant('r.published_at')} AS published_at, r.id, ${instant('r.changed_at')} AS timestamp) item`,
  columnNames: {
    insight_id: ['guid'],
    tickers: ['ticker', 'symbols', 'symbol'],
    published_at: ['published', 'publish date', 'date', 'datetime', 'time'],
  },
};
