import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** Smallest step of prices from a price on, from a day on; a day counts whole tables only; natural key (exchange, valid_from, price_from). */
@Entity('market_tick')
@Index('market_tick_id', ['id'])
@Check('market_tick_price_from_check', `price_from >= 0`)
@Check('market_tick_tick_check', `tick > 0`)
@Check('market_tick_exchange', `exchange <> ''`)
@Check('market_tick_valid_from', `isfinite(valid_from)`)
@Check('market_tick_finite', `price_from < 'Infinity' AND tick < 'Infinity'`)
export class MarketTick extends StoredRecord {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'market_tick_pkey' })
  exchange: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'market_tick_pkey' })
  valid_from: string;

  @PrimaryColumn('double precision', { primaryKeyConstraintName: 'market_tick_pkey' })
  price_from: number;

  @Column('double precision')
  tick: number;
}
