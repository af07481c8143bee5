import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { StoredRecord } from '../../database/stored-record.js';

const KEY = { primaryKeyConstraintName: 'statement_template_pkey' };
const TEXT_KEY = { collation: 'C', ...KEY };

/** A line of the form of a statement; natural key (company_type, statement, item_code, valid_from). */
@Entity('statement_template')
@Index('statement_template_id', ['id'])
@Check('statement_template_order', `item_order >= 0`)
export class StatementTemplate extends StoredRecord {
  @PrimaryColumn('text', TEXT_KEY)
  company_type: string;

  @PrimaryColumn('text', TEXT_KEY)
  statement: string;

  @PrimaryColumn('text', TEXT_KEY)
  item_code: string;

  /** first day of periods that end under this form */
  @PrimaryColumn('date', KEY)
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
