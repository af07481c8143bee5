import { instant } from '../../database/sql.js';
import type { DataSet } from '../dataset/data-set.js';
import { checkBook } from './depth-side.js';
import { MarketDepthWrite } from './market-depth.dto.js';

/** Snapshots of order books. Their `timestamp` is the key, so that the last change is `changed_at` here. */
export const MARKET_DEPTH: DataSet<MarketDepthWrite> = {
  name: 'market_depth',
  title: 'Market depth: snapshots of order books',
  table: 'market_depth',
  key: ['ticker', 'timestamp'],
  record: MarketDepthWrite,
  defaults: { bids: '[]', asks: '[]' },
  check: checkBook,
  dateColumn: 'timestamp',
  path: '/svc/record/market_depth',
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.ticker, ${instant('r.timestamp')} AS timestamp, r.bids, r.asks, r.id,
      ${instant('r.changed_at')} AS changed_at) item`,
  columnNames: { timestamp: ['datetime', 'time', 'date'] },
};
