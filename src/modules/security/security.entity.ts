import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** A security of the master; natural key ticker. */
@Entity('security')
@Index('security_id', ['id'])
@Check('security_ticker', `ticker ~ '^[A-Z0-9]{3,100}$'`)
@Check('security_type', `security_type IN ('stock', 'index', 'derivative', 'fund_certificate')`)
export class Security extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'security_pkey' })
  ticker: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  name_en: string | null;

  @Column('text', { default: 'stock' })
  security_type: string;

  @Column('text')
  exchange: string;

  @Column('text', { nullable: true })
  mic: string | null;

  @Column('text', { nullable: true })
  isin: string | null;

  @Column('text', { nullable: true })
  industry_code: string | null;

  @Column('date', { nullable: true })
  listing_date: string | null;

  @Column('date', { nullable: true })
  delisting_date: string | null;

  @Column('bigint', { nullable: true })
  listed_shares: string | null;

  @Column('bigint', { nullable: true })
  outstanding_shares: string | null;

  @Column('date', { nullable: true })
  shares_from: string | null;
}
