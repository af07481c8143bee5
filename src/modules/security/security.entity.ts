import { Check, Column, Entity, Generated, Index, PrimaryColumn } from 'typeorm';

/** A security of the master; natural key ticker. */
@Entity('security')
@Index('security_id', ['id'])
@Check('security_ticker', `ticker ~ '^[A-Z0-9]{3,100}$'`)
@Check('security_type', `security_type IN ('stock', 'index', 'derivative', 'fund_certificate')`)
export class Security {
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

  @Column('uuid')
  @Generated('uuid')
  id: string;

  @Column('integer', { default: 1 })
  revision: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changed_at: Date;

  @Column('text')
  maker: string;
}
