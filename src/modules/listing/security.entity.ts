import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** A security of the master; natural key ticker. */
@Entity('security')
@Index('security_id', ['id'])
@Check('security_ticker', isSymbol('ticker'))
@Check('security_type', `security_type IN ('stock', 'index', 'derivative', 'fund_certificate')`)
@Check('security_names', `name <> '' AND exchange <> ''`)
@Check('security_dates', `isfinite(listing_date) AND isfinite(delisting_date) AND isfinite(shares_from)`)
@Check('security_shares', `listed_shares >= 0 AND outstanding_shares >= 0`)
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
