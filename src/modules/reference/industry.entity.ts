import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** One period of an industry's code; natural key (code, valid_from). */
@Entity('industry')
@Index('industry_id', ['id'])
@Index('industry_words', { synchronize: false })
@Check('industry_code', `code ~ '^([0-9]{2}){1,4}$'`)
@Check('industry_validity', `valid_to >= valid_from`)
@Check('industry_name', `name <> ''`)
@Check('industry_dates', `isfinite(valid_from) AND isfinite(valid_to)`)
export class Industry extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'industry_pkey' })
  code: string;

  /** YYYY-MM-DD, first and last day of validity */
  @PrimaryColumn('date', { default: '1900-01-01', primaryKeyConstraintName: 'industry_pkey' })
  valid_from: string;

  @Column('date', { nullable: true })
  valid_to: string | null;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  name_en: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { default: 'GICS' })
  scheme: string;
}

/** A period in which a security belongs to an industry; natural key (ticker, from_date). */
@Entity('industry_membership')
@Index('industry_membership_id', ['id'])
@Index('industry_membership_by_code', ['code', 'ticker'])
@Check('industry_membership_ticker', isSymbol('ticker'))
@Check('industry_membership_code', `code ~ '^([0-9]{2}){1,4}$'`)
@Check('industry_membership_dates', `to_date >= from_date`)
@Check('industry_membership_period', `isfinite(from_date) AND isfinite(to_date)`)
export class IndustryMembership extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'industry_membership_pkey' })
  ticker: string;

  /** YYYY-MM-DD, first and last day */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'industry_membership_pkey' })
  from_date: string;

  @Column('date', { nullable: true })
  to_date: string | null;

  @Column({ type: 'text', collation: 'C' })
  code: string;
}
