import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** A stored day of a country's settlement calendar; natural key (country, date). */
@Entity('settlement')
@Index('settlement_id', ['id'])
@Index('settlement_open', { synchronize: false })
@Check('settlement_country', `country ~ '^[A-Z]{2}$'`)
@Check('settlement_name', `name <> ''`)
@Check('settlement_status', `status IN ('open', 'closed')`)
@Check('settlement_date', `isfinite(date)`)
@Check('settlement_timezone', `timezone <> ''`)
export class Settlement extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'settlement_pkey' })
  country: string;

  /** YYYY-MM-DD */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'settlement_pkey' })
  date: string;

  @Column('text')
  timezone: string;

  @Column('text')
  name: string;

  @Column('text', { default: 'closed' })
  status: 'open' | 'closed';
}
