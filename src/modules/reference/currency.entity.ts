import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** A currency of ISO 4217; natural key code. */
@Entity('currency')
@Index('currency_id', ['id'])
@Index('currency_by_status', ['status', 'code'])
@Index('currency_countries', { synchronize: false })
@Index('currency_words', { synchronize: false })
@Check('currency_code', `code ~ '^[A-Z]{3}$'`)
@Check('currency_status', `status IN ('active', 'withdrawn')`)
@Check('currency_name', `name <> ''`)
@Check('currency_minor_unit', `minor_unit BETWEEN 0 AND 10`)
export class Currency extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'currency_pkey' })
  code: string;

  /** three digits */
  @Column('text', { nullable: true })
  numeric_code: string | null;

  @Column('text')
  name: string;

  @Column('integer', { nullable: true })
  minor_unit: number | null;

  @Column('text', { nullable: true })
  symbol: string | null;

  @Column('text', { array: true, default: '{}' })
  countries: string[];

  @Column('text', { array: true, default: '{}' })
  entities: string[];

  @Column('boolean', { default: false })
  is_fund: boolean;

  @Column('text', { default: 'active' })
  status: 'active' | 'withdrawn';

  /** YYYY, YYYY-MM or YYYY-MM-DD, as exact as the source knows it */
  @Column('text', { nullable: true })
  introduction_date: string | null;

  @Column('text', {
    nullable: true,
    comment: 'YYYY, YYYY-MM or YYYY-MM-DD: as exact as the source knows it',
  })
  withdrawal_date: string | null;

  @Column('text', { nullable: true })
  source: string | null;
}
