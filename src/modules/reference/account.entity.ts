import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

/** An account of the national accounting chart; natural key (code, regime). */
@Entity('account')
@Index('account_id', ['id'])
@Index('account_by_regime', ['regime', 'code'])
@Index('account_words', { synchronize: false })
@Check('account_code', `code ~ '^[0-9]{1,10}$'`)
@Check('account_validity', `valid_to >= valid_from`)
@Check('account_names', `regime <> '' AND name <> ''`)
@Check('account_level', `level BETWEEN 1 AND 8`)
@Check(
  'account_type',
  `type IN ('asset', 'liability', 'equity', 'revenue', 'production_and_business_cost', 'other_income', 'other_expense', 'result', 'off_balance_sheet')`,
)
@Check('account_dates', `isfinite(valid_from) AND isfinite(valid_to)`)
export class Account extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'account_pkey' })
  code: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'account_pkey' })
  regime: string;

  @Column('text', { default: 'ordinary' })
  company_type: string;

  @Column('text', { nullable: true })
  parent_code: string | null;

  @Column('integer')
  level: number;

  @Column('text')
  type: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  name_en: string | null;

  /** YYYY-MM-DD, first and last day of validity */
  @Column('date')
  valid_from: string;

  @Column('date', { nullable: true })
  valid_to: string | null;
}
