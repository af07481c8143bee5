import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../../database/stored-record.js';

// TypeORM writes into the options, so that every column has its own.
const key = () => ({ primaryKeyConstraintName: 'statement_template_pkey' });
const textKey = () => ({ collation: 'C', ...key() });

/** A line of the form of a statement; natural key (company_type, statement, item_code, valid_from). */
@Entity('statement_template')
@Index('statement_template_id', ['id'])
@Check('statement_template_order', `item_order >= 0`)
@Check('statement_template_company_type', `company_type IN ('ordinary', 'bank', 'insurance', 'securities')`)
@Check(
  'statement_template_statement',
  `statement IN ('balance_sheet', 'income_statement', 'cash_flow_direct', 'cash_flow_indirect')`,
)
@Check('statement_template_code', `item_code ~ '^[A-Za-z0-9][A-Za-z0-9._]{0,39}$'`)
@Check('statement_template_name', `name <> ''`)
@Check('statement_template_valid_from', `isfinite(valid_from)`)
@Check('statement_template_place', `item_order <= 99998`)
export class StatementTemplate extends StoredRecord {
  @PrimaryColumn('text', textKey())
  company_type: string;

  @PrimaryColumn('text', textKey())
  statement: string;

  @PrimaryColumn('text', textKey())
  item_code: string;

  /** first day of periods that end under this form */
  @PrimaryColumn('date', key())
  valid_from: string;

  @Column('text', { nullable: true })
  parent_code: string | null;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  name_en: string | null;

  @Column('integer')
  item_order: number;
}
