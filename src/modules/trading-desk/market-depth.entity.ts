import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { instantKind } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, RecordTable } from '../dataset/columns.js';
import { depthSideKind, MAXIMUM_LEVELS } from './depth-side.js';

/** A snapshot of an order book; natural key (ticker, timestamp). */
@RecordTable('market_depth', 'market_depth_by_date')
@Check('market_depth_sides', `jsonb_typeof(bids) = 'array' AND jsonb_typeof(asks) = 'array'`)
@Check('market_depth_timestamp', `isfinite(timestamp)`)
export class MarketDepth extends StoredRecord {
  @Ticker(KeyColumn) ticker: string;
  @KeyColumn(instantKind, 'Time of the snapshot: ISO 8601 with its time zone.', '2024-01-31T07:30:00Z', {
    columnNames: ['datetime', 'time', 'date'],
  })
  timestamp: string;
  /** best first */
  @DataColumn(
    depthSideKind,
    `Pending buy orders, highest price first, at most ${MAXIMUM_LEVELS} levels; none by default.`,
    [{ price: 66900, volume: 12000 }],
    { default: '[]' },
  )
  bids?: string;
  /** best first */
  @DataColumn(
    depthSideKind,
    `Pending sell orders, lowest price first, at most ${MAXIMUM_LEVELS} levels; none by default. The best bid is below the best ask.`,
    [{ price: 67000, volume: 8500 }],
    { default: '[]' },
  )
  asks?: string;
}
