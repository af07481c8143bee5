import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** A market index; its levels are quotes of its code; natural key (code). */
@Entity('market_index')
@Index('market_index_id', ['id'])
@Check('market_index_code', isSymbol('code'))
@Check('market_index_weighting', `weighting IN ('market_cap', 'free_float', 'capped_free_float', 'price')`)
@Check('market_index_base', `base_value > 0 AND base_value < 'Infinity'`)
@Check('market_index_name', `name <> ''`)
@Check('market_index_base_date', `isfinite(base_date)`)
export class MarketIndex extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'market_index_pkey' })
  code: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  name_en: string | null;

  @Column('text', { nullable: true })
  exchange: string | null;

  @Column('text', { default: 'market_cap' })
  weighting: string;

  @Column('boolean', { default: false })
  main: boolean;

  @Column('boolean', { default: false })
  all_share: boolean;

  @Column('date', { nullable: true })
  base_date: string | null;

  @Column('double precision', { nullable: true })
  base_value: number | null;

  @Column('text', { nullable: true })
  description: string | null;
}
