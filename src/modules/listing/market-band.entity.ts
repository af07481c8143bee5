import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** How far prices of an exchange may move in a day, from a day on; natural key (exchange, valid_from). */
@Entity('market_band')
@Index('market_band_id', ['id'])
@Check('market_band_band_check', `band > 0 AND band < 1`)
@Check('market_band_first_day_band_check', `first_day_band > 0 AND first_day_band < 1`)
@Check('market_band_exchange', `exchange <> ''`)
@Check('market_band_valid_from', `isfinite(valid_from)`)
export class MarketBand extends StoredRecord {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'market_band_pkey' })
  exchange: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'market_band_pkey' })
  valid_from: string;

  @Column('double precision')
  band: number;

  @Column('double precision')
  first_day_band: number;
}
