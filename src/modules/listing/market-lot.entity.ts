import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** Securities of a round lot, from a day on; natural key (exchange, valid_from). */
@Entity('market_lot')
@Index('market_lot_id', ['id'])
@Check('market_lot_positive', `lot > 0`)
@Check('market_lot_exchange', `exchange <> ''`)
@Check('market_lot_valid_from', `isfinite(valid_from)`)
export class MarketLot extends StoredRecord {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'market_lot_pkey' })
  exchange: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'market_lot_pkey' })
  valid_from: string;

  @Column('integer')
  lot: number;
}
