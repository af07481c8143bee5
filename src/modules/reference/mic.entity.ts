import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** A market identifier code; natural key mic. */
@Entity('mic')
@Index('mic_id', ['id'])
@Index('mic_by_operating', ['operating_mic', 'mic'])
@Index('mic_by_country', ['iso_country_code', 'mic'])
@Index('mic_by_status', ['status', 'mic'])
@Index('mic_words', { synchronize: false })
@Check('mic_code', `mic ~ '^[A-Z0-9]{4}$'`)
@Check('mic_oprt_sgmt', `oprt_sgmt IN ('OPRT', 'SGMT')`)
@Check('mic_status', `status IN ('ACTIVE', 'UPDATED', 'EXPIRED')`)
@Check('mic_names', `operating_mic <> '' AND market_name <> '' AND iso_country_code <> ''`)
@Check(
  'mic_dates',
  `isfinite(creation_date) AND isfinite(last_update_date) AND isfinite(last_validation_date) AND isfinite(expiry_date)`,
)
export class Mic extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'mic_pkey' })
  mic: string;

  @Column({ type: 'text', collation: 'C' })
  operating_mic: string;

  @Column('text')
  oprt_sgmt: 'OPRT' | 'SGMT';

  @Column('text')
  market_name: string;

  @Column('text', { nullable: true })
  legal_entity_name: string | null;

  @Column('text', { nullable: true })
  lei: string | null;

  @Column('text', { nullable: true })
  market_category: string | null;

  @Column('text', { nullable: true })
  acronym: string | null;

  @Column({ type: 'text', collation: 'C' })
  iso_country_code: string;

  @Column('text', { nullable: true })
  city: string | null;

  @Column('text', { nullable: true })
  website: string | null;

  @Column('text')
  status: 'ACTIVE' | 'UPDATED' | 'EXPIRED';

  /** YYYY-MM-DD, as the dates below */
  @Column('date', { nullable: true })
  creation_date: string | null;

  @Column('date', { nullable: true })
  last_update_date: string | null;

  @Column('date', { nullable: true })
  last_validation_date: string | null;

  @Column('date', { nullable: true })
  expiry_date: string | null;

  @Column('text', { nullable: true })
  comments: string | null;
}
