import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

// TypeORM writes into the options, so that every column has its own.
const key = () => ({ primaryKeyConstraintName: 'statement_template_pkey' });
const textKey = () => ({ collation: 'C', ...key() });

/** A line of the form of a statement; natural key (company_type, statement, item_code, valid_from). */
@Entity('statement_template')
@Index('statement_template_id', ['id'])
@Check('statement_template_order', `item_order >= 0`)
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
