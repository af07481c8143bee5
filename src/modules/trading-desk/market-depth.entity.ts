import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** One level of an order book as it is stored; its place in the list is its level. */
export interface StoredLevel {
  /** VND */
  price: number;
  /** securities */
  volume: number;
}

/** A snapshot of an order book; natural key (ticker, timestamp). */
@Entity('market_depth')
@Index('market_depth_id', ['id'])
@Check('market_depth_ticker', isSymbol('ticker'))
@Check('market_depth_sides', `jsonb_typeof(bids) = 'array' AND jsonb_typeof(asks) = 'array'`)
@Check('market_depth_timestamp', `isfinite(timestamp)`)
export class MarketDepth extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'market_depth_pkey' })
  ticker: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'market_depth_pkey' })
  timestamp: Date;

  /** best first */
  @Column('jsonb', { default: [] })
  bids: StoredLevel[];

  /** best first */
  @Column('jsonb', { default: [] })
  asks: StoredLevel[];
}
